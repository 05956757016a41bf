"""The OpenAPI document: put together from the resources, the schemas and the event classes."""

from typing import Any, cast

import msgspec
import yaml
from flask import Flask
from flask_smorest import Api

from api import catalog_contract
from api.descriptions import describe
from api.examples import add_examples
from api.problems import MEDIA_TYPE
from api.schemas.problems import ProblemSchema
from api.wire import COMMAND_SCHEMAS
from domain.events import hidden_names
from events.codec import SCHEMAS

Json = dict[str, Any]
_REF = "#/components/schemas/"
_HASH = (
    "SHA-256 in hex over the canonical JSON (RFC 8785) of the event without this member, without "
    "the hidden members of data, and with no more than audience and commitment in hidden; but with "
    "a further member previous: the hash of the event before, 64 zeros for the first."
)
_NONCE = (
    "What clients added to the chance of this command, where they did; on taking a seat, that of "
    "all who have sat down so far, joined by dots."
)
_COMMITMENT = (
    "SHA-256 in hex over the bytes of the salt and then the canonical JSON of the hidden members "
    "as an object."
)
_UNUSED = ("Error", "PaginationMetadata")
"""Schemas that the library brings along and no operation here refers to."""
_DESCRIPTION = (
    "Event-sourced games of the board wargame Memoir '44. Create players and a game, take the "
    "seats, ask `actions` for what is allowed, submit one of them, follow `events`. Clients "
    "must ignore members and event types they do not know.\n\n"
    "Guides with commands to copy are at /docs, from a first game to bots. Every rule that can "
    "refuse is explained at /rules, every kind of problem at /problems.\n\n"
    "A command may name the version that it was decided on, in If-Match or in expected_version; "
    "where both are sent and differ, the answer is 400. All dice and shuffles follow from a seed "
    "that is committed to at the start and shown at the end, and from what clients add: "
    "/docs/guides/audit has the recipe from bytes to dice."
)


def configure(app: Flask) -> None:
    """What the library needs to know before it is attached to the app."""
    app.config.update(
        API_TITLE="Afteraction",
        API_VERSION="0.1.0",
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {
                "description": _DESCRIPTION,
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "security": [{"token": []}],
            "servers": [{"url": "/", "description": "This server."}],
        },
    )


def add_components(api: Api) -> None:
    """Name what no resource's schema names: commands, events, problems, raw documents."""
    components = api.spec.components
    components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    if "Problem" not in components.schemas:
        components.schema("Problem", schema=ProblemSchema)
    components.response(
        "Problem",
        {
            "description": "What went wrong, and what to do about it.",
            "content": {MEDIA_TYPE: {"schema": {"$ref": f"{_REF}Problem"}}},
        },
    )
    mapping = {}
    for name, schema in COMMAND_SCHEMAS.items():
        title = f"{_camel(name)}Command"
        components.schema(title, schema=schema)
        mapping[name] = _REF + title
    components.schema("Command", _union(mapping))
    for name, part in _events().items():
        components.schema(name, part)
    components.schema("Actions", _actions())
    components.schema("CommandResult", _command_result())
    seated = [{"$ref": f"{_REF}Game"}, {"$ref": f"{_REF}CommandCheck"}]
    components.schema("TakeSeatResult", {"anyOf": seated})
    components.schema("EventsPage", _events_page())
    for name, part in catalog_contract.parts().items():
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
    _stream_answer(spec)
    _packed_answer(spec)
    refusal = parts["schemas"]["Problem"]["properties"]
    refusal["alternatives"]["items"] = {"$ref": f"{_REF}Command"}
    describe(parts["schemas"])
    prose = cast(Json, _as_prose(msgspec.to_builtins(spec, order="sorted")))
    add_examples(prose)
    del prose["components"]["responses"]
    return prose


def text(api: Api) -> str:
    """The contract as YAML."""
    dumped: str = yaml.safe_dump(document(api), sort_keys=True, allow_unicode=True, width=100)
    return dumped


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


def _stream_answer(spec: Json) -> None:
    """The events as a stream, beside the page that the resource describes."""
    listing = spec["paths"]["/v1/games/{game_id}/events"]["get"]
    listing["responses"]["200"]["content"]["text/event-stream"] = {
        "schema": {
            "type": "string",
            "description": "Server-Sent Events; each `data` is an Event and its `id` the version.",
        }
    }


def _packed_answer(spec: Json) -> None:
    """An export as a packed file, beside the lines that the resource describes."""
    taken = spec["paths"]["/v1/games/{game_id}/export"]["get"]["responses"]["200"]["content"]
    taken["application/gzip"] = {"schema": {"type": "string", "description": "The same, packed."}}


def _events() -> Json:
    """One schema an event type, from the classes themselves, and their union."""
    _, parts = msgspec.json.schema_components(list(SCHEMAS), ref_template=_REF + "Event{name}")
    mapping = {}
    events: Json = {}
    for kind, (name, schema) in SCHEMAS.items():
        data = parts.pop(kind.__name__)
        hidden = hidden_names(kind)
        data["required"] = [field for field in data.get("required", []) if field not in hidden]
        if not data["required"]:
            del data["required"]
        data.pop("title", None)
        title = f"{kind.__name__}Event"
        events[title] = _envelope(name, schema, data)
        mapping[name] = _REF + title
    for part in parts.values():
        part.pop("title", None)
    named = {f"Event{name}": part for name, part in parts.items()}
    return {**named, **events, "Event": _union(mapping)}


def _envelope(name: str, schema: int, data: Json) -> Json:
    nullable_seat = {"type": ["string", "null"], "enum": ["allies", "axis", None]}
    properties: Json = {
        "version": {"type": "integer", "minimum": 1},
        "type": {"type": "string", "const": name},
        "schema": {"type": "integer", "const": schema},
        "at": {"type": "string", "format": "date-time"},
        "seat": {**nullable_seat, "description": "Whose decision led to it."},
        "last": {"type": "boolean", "description": "Whether it is the last of its command."},
        "data": data,
        "hidden": {
            "type": ["object", "null"],
            "description": "What stands for fields that not everyone may see.",
            "properties": {
                "audience": {
                    "type": "array",
                    "items": {"type": "string", "enum": ["allies", "axis"]},
                    "description": "The seats that may see them; none is nobody.",
                },
                "commitment": {"type": "string", "description": _COMMITMENT},
                "salt": {"type": "string", "description": "Given to those who may see the fields."},
                "fields": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Which members of `data` are the hidden ones you may see.",
                },
            },
            "required": ["audience", "commitment"],
        },
        "hash": {"type": "string", "description": _HASH},
    }
    described = data.pop("description", None)
    required = list(properties)
    properties["nonce"] = {"type": "string", "description": _NONCE}
    whole: Json = {"type": "object", "properties": properties, "required": required}
    return {"description": described, **whole} if described else whole


def _union(mapping: dict[str, str]) -> Json:
    return {
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _actions() -> Json:
    return {
        "type": "object",
        "properties": {
            "version": {"type": "integer"},
            "awaiting": {"oneOf": [{"$ref": f"{_REF}Awaiting"}, {"type": "null"}]},
            "actions": {"type": "array", "items": {"$ref": f"{_REF}Command"}},
        },
        "required": ["version", "awaiting", "actions"],
    }


def _command_result() -> Json:
    return {
        "type": "object",
        "properties": {
            "version": {"type": "integer"},
            "events": {"type": "array", "items": {"$ref": f"{_REF}Event"}},
        },
        "required": ["version", "events"],
    }


def _events_page() -> Json:
    return {
        "type": "object",
        "properties": {
            "items": {"type": "array", "items": {"$ref": f"{_REF}Event"}},
            "next": {
                "type": ["integer", "null"],
                "description": "The `after` of the next page; null when this is the last.",
            },
            "version": {"type": "integer", "description": "How many events the game has now."},
        },
        "required": ["items", "next", "version"],
    }


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))
