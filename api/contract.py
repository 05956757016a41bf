"""The OpenAPI document: put together from the resources, the schemas and the event classes."""

import re
from typing import Any, cast

import msgspec
import yaml
from flask import Flask
from flask_smorest import Api

from api import (
    catalog_contract,
    compact,
    event_contract,
    patches,
    scenario_contract,
    statuses,
    stream_contract,
)
from api.descriptions import describe, describe_parameters
from api.event_contract import union
from api.examples import add_examples
from api.links import add_links
from api.operation import TOKEN
from api.problems import MEDIA_TYPE
from api.schemas import vocabulary
from api.schemas.commands import CommandReceiptSchema
from api.schemas.problems import ProblemSchema
from api.schemas.vocabulary import REF
from api.texts import contract_text
from api.uploads import FILE, GZIP
from api.wire import COMMAND_SCHEMAS
from events.tokens import Scope

Json = dict[str, Any]
_TOKENS = {
    Scope.READ: "Any token: one from POST /v1/players or POST /v1/players/me/tokens, or, where the "
    "service is set up for that, one of its identity provider.",
    Scope.PLAY: "A token with the scope `play`, which lets a player act.",
    Scope.ADMIN: "A token with the scope `admin`, which administrators have.",
}
"""What each operation that takes a token refers to, by the scope that the token needs."""
_LIKE_A_NUMBER = re.compile(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+")
_UNUSED = ("Error", "PaginationMetadata")
"""Schemas that the library brings along and no operation here refers to."""


def configure(app: Flask) -> None:
    """What the library needs to know before it is attached to the app."""
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
    """Name what no resource's schema names: commands, events, problems, raw documents."""
    components = api.spec.components
    for scope, said in _TOKENS.items():
        components.security_scheme(
            scope.value, {"type": "http", "scheme": "bearer", "description": said}
        )
    if "Problem" not in components.schemas:
        components.schema("Problem", schema=ProblemSchema)
    components.response(
        "Problem",
        {
            "description": "What went wrong, and what to do about it.",
            "content": {MEDIA_TYPE: {"schema": {"$ref": f"{REF}Problem"}}},
        },
    )
    mapping = {}
    for name, schema in COMMAND_SCHEMAS.items():
        title = f"{_camel(name)}Command"
        components.schema(title, schema=schema)
        mapping[name] = REF + title
    components.schema("Command", union(mapping))
    components.schema("AllowedActions", _actions())
    components.schema("CommandResult", _command_result())
    components.schema("CommandReceipt", schema=CommandReceiptSchema)
    seated = [{"$ref": f"{REF}Game"}, {"$ref": f"{REF}CommandCheck"}]
    components.schema("TakeSeatResult", {"anyOf": seated})
    for told in (event_contract, stream_contract, catalog_contract, scenario_contract, patches):
        for name, part in told.parts().items():
            components.schema(name, part)


def document(api: Api) -> Json:
    """The whole contract as JSON values."""
    spec = cast(Json, api.spec.to_dict())
    for path in spec["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                _finish(operation)
    parts = spec["components"]
    parts["responses"] = {"Problem": parts["responses"]["Problem"]}
    for name in _UNUSED:
        parts["schemas"].pop(name, None)
    stream_contract.add_streams(spec)
    _packed_answer(spec)
    refusal = parts["schemas"]["Problem"]["properties"]
    refusal["alternatives"]["items"] = {"$ref": f"{REF}Command"}
    parts["schemas"].update(vocabulary.parts(spec))
    for schema in parts["schemas"].values():
        # An object is open unless it says otherwise; said, it would open the types of clients.
        if schema.get("additionalProperties") is True:
            del schema["additionalProperties"]
    describe(parts["schemas"])
    describe_parameters(spec["paths"])
    compact.add_forms(spec)
    prose = cast(Json, _as_prose(msgspec.to_builtins(spec, order="sorted")))
    prose["info"]["description"] = contract_text().format(statuses=statuses.table())
    add_examples(prose)
    add_links(prose)
    del prose["components"]["responses"]
    return prose


def text(api: Api) -> str:
    """The contract as YAML."""
    dumped: str = yaml.dump(
        document(api), Dumper=_Dumper, sort_keys=True, allow_unicode=True, width=100
    )
    return dumped


class _Dumper(yaml.SafeDumper):
    """Quotes texts that readers of YAML 1.2 would take for numbers; to 1.1 they are texts."""


def _quoted(dumper: _Dumper, text: str) -> yaml.Node:
    style = "'" if _LIKE_A_NUMBER.fullmatch(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _quoted)


def _finish(operation: Json) -> None:
    """Only problems that an operation names stand for its failures."""
    operation["responses"].pop("default", None)
    for response in operation["responses"].values():
        if not response.get("headers", True):
            del response["headers"]


def _as_prose(part: Any) -> Any:
    """Descriptions come from docstrings: unwrap their lines, and mark code as Markdown does."""
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
    """An export as a packed file, beside the lines that the resource describes."""
    taken = spec["paths"]["/v1/games/{game_id}/export"]["get"]["responses"]["200"]["content"]
    taken[GZIP] = {"schema": {**FILE, "description": "The same, packed."}}


def _actions() -> Json:
    return {
        "type": "object",
        "properties": {
            "version": {"type": "integer"},
            "awaiting": {"oneOf": [{"$ref": f"{REF}Awaiting"}, {"type": "null"}]},
            "actions": {"type": "array", "items": {"$ref": f"{REF}Command"}},
            "odds": {"type": "array", "items": {"$ref": f"{REF}ActionOdds"}},
        },
        "required": ["version", "awaiting", "actions"],
    }


def _command_result() -> Json:
    return {
        "type": "object",
        "properties": {
            "version": {"type": "integer"},
            "events": {"type": "array", "items": {"$ref": f"{REF}Event"}},
        },
        "required": ["version", "events"],
    }


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))
