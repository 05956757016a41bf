"""The OpenAPI document, assembled from the resources, the schemas and the event classes."""

import re
from typing import Any, cast

import msgspec
import yaml
from flask import Flask
from flask_smorest import Api

from api.answers import compact, patches
from api.http.command_codec import COMMAND_SCHEMAS
from api.http.uploads import FILE, GZIP
from api.locales import contract_text
from api.openapi.components import leave_out_defaults, operations, share
from api.openapi.descriptions import describe, describe_parameters
from api.openapi.limits import limit_headers, limit_schemas, set_integer_formats
from api.openapi.links import add_links
from api.openapi.schemas import answers, catalog, events, scenarios, streams
from api.openapi.schemas.scalars import name_scalars
from api.openapi.schemas.unions import derive, open_empty_objects, spell_out_lists, union
from api.operations.operation import TOKEN
from api.schemas import vocabulary
from api.schemas.vocabulary import REF
from events.accounts.tokens import Scope

Json = dict[str, Any]
_TOKENS = {
    Scope.READ: (
        "Any token: from POST /v1/players, from POST /v1/players/me/tokens, or from the "
        "identity provider if the service has one."
    ),
    Scope.PLAY: "A token with the scope `play`.",
    Scope.ADMIN: "A token with the scope `admin`.",
}
"""The security schemes by scope."""
_LIKE_A_NUMBER = re.compile(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+")
_SHORT = 1000
"""The maximum length of a YAML node in flow style."""
_V1 = "/v1/"
_BESIDE = ("/healthz", "/readyz", "/metrics", "/.well-known/afteraction-keys.json")
"""Paths in the contract besides ``/v1``; all others are pages for people and their parts."""


def configure(app: Flask) -> None:
    """Configure flask-smorest, before it is attached to the app."""
    app.config.update(
        API_TITLE="Afteraction",
        API_VERSION="0.1.0",
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {
                "contact": {"name": "The Afteraction authors"},
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "security": TOKEN,
            "servers": [{"url": "/", "description": "This server."}],
        },
    )


def add_components(api: Api) -> None:
    """Register the schemas that no resource's schema registers: commands, events, problems and raw
    documents."""
    components = api.spec.components
    for scope, said in _TOKENS.items():
        components.security_scheme(
            scope.value, {"type": "http", "scheme": "bearer", "description": said}
        )
    mapping = {}
    for name, schema in COMMAND_SCHEMAS.items():
        title = f"{_camel(name)}Command"
        components.schema(title, schema=schema)
        mapping[name] = REF + title
    components.schema("Command", union(mapping))
    for group in (
        answers,
        events,
        streams,
        catalog,
        scenarios,
        patches,
    ):
        for name, part in group.parts().items():
            components.schema(name, part)


def served(api: Api) -> Json:
    """Return every operation of this service, including pages, without references."""
    spec = cast(Json, api.spec.to_dict())
    for operation in operations(spec):
        _finish(operation)
    streams.add_streams(spec)
    _packed_answer(spec)
    compact.add_forms(spec)
    return spec


def document(api: Api) -> Json:
    """Return the contract: what is under ``/v1``, and the service's health."""
    spec = served(api)
    spec["paths"] = {
        path: methods
        for path, methods in spec["paths"].items()
        if path.startswith(_V1) or path in _BESIDE
    }
    used = {tag for operation in operations(spec) for tag in operation["tags"]}
    spec["tags"] = [tag for tag in spec["tags"] if tag["name"] in used]
    parts = spec["components"]
    parts["schemas"].update(vocabulary.parts(spec))
    for schema in parts["schemas"].values():
        # Objects are open by default; saying so would open the types of generated clients.
        if schema.get("additionalProperties") is True:
            del schema["additionalProperties"]
    describe(parts["schemas"])
    compact.add_schemas(parts["schemas"])
    limit_schemas(parts["schemas"])
    describe_parameters(spec["paths"])
    prose = cast(Json, _as_prose(msgspec.to_builtins(spec, order="sorted")))
    prose["info"]["description"] = contract_text()
    derive(prose["components"]["schemas"])
    spell_out_lists(prose)
    open_empty_objects(prose["components"]["schemas"])
    set_integer_formats(prose)
    name_scalars(prose["components"]["schemas"])
    add_links(prose)
    share(prose)
    limit_headers(prose["components"]["headers"])
    leave_out_defaults(prose)
    return prose


def as_yaml(spec: Json) -> str:
    """Write a contract as YAML, with short and innermost collections in flow style."""
    dumped: str = yaml.dump(spec, Dumper=_Dumper, sort_keys=True, allow_unicode=True, width=600)
    return dumped


class _Dumper(yaml.SafeDumper):
    """Quotes texts that YAML 1.2 parsers would read as numbers, unlike 1.1. Uses no aliases, which
    some parsers do not support."""

    def ignore_aliases(self, _: Any) -> bool:
        return True

    def represent_mapping(self, *parts: Any, **style: Any) -> yaml.MappingNode:
        return cast(yaml.MappingNode, _laid_out(super().represent_mapping(*parts, **style)))

    def represent_sequence(self, *parts: Any, **style: Any) -> yaml.SequenceNode:
        return cast(yaml.SequenceNode, _laid_out(super().represent_sequence(*parts, **style)))


def _laid_out(node: yaml.CollectionNode) -> yaml.CollectionNode:
    """Choose flow style for a collection that is short or has only scalars."""
    scalars = all(isinstance(part, yaml.ScalarNode) for part in _parts(node))
    node.flow_style = scalars or _width(node) <= _SHORT
    return node


def _width(node: yaml.Node) -> int:
    """Estimate the length of a node in flow style."""
    if isinstance(node, yaml.ScalarNode):
        return len(node.value)
    return sum(_width(part) + 3 for part in _parts(node))


def _parts(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [part for pair in node.value for part in pair]
    return list(node.value)


def _quoted(dumper: _Dumper, text: str) -> yaml.Node:
    style = "'" if _LIKE_A_NUMBER.fullmatch(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _quoted)


def _finish(operation: Json) -> None:
    """Remove the library's default error response: operations list their own."""
    operation["responses"].pop("default", None)
    for response in operation["responses"].values():
        if not response.get("headers", True):
            del response["headers"]


def _as_prose(part: Any) -> Any:
    """Convert descriptions from docstrings: unwrap lines, and mark code as Markdown does."""
    if isinstance(part, list):
        return [_as_prose(item) for item in part]
    if not isinstance(part, dict):
        return part
    return {
        name: _prose(value)
        if name == "description" and isinstance(value, str)
        else _as_prose(value)
        for name, value in part.items()
    }


def _prose(text: str) -> str:
    paragraphs = (" ".join(lines.split()) for lines in text.split("\n\n"))
    return "\n\n".join(paragraphs).replace("``", "`")


def _packed_answer(spec: Json) -> None:
    """Add the export as a gzip file, besides the lines that the resource describes."""
    taken = spec["paths"]["/v1/games/{game_id}/export"]["get"]["responses"]["200"]["content"]
    taken[GZIP] = {"schema": {**FILE, "description": "The same, compressed with gzip."}}


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))
