"""The schemas of events, derived from their classes."""

from typing import Any

import msgspec

from api.openapi.schemas.unions import union
from api.schemas.vocabulary import REF, reference
from domain.commands import BY_NAME
from domain.events import hidden_names
from domain.values import Seat
from events.log.codec import SCHEMAS

Json = dict[str, Any]
_HASH = (
    "SHA-256, in hexadecimal, of the canonical JSON (RFC 8785) of the event without this "
    "member and without the hidden members of data, with only audience and commitment in "
    "hidden, and with an additional member previous: the hash of the previous event, or 64 "
    "zeros for the first."
)
_COMMAND = (
    "The command that this event and those up to the next `last` came of, less what is hidden: "
    "such an argument is a hidden member of `data` under the same name. `seat` is there if it is "
    "not that of the event. Only the first event of a command has this member, and no event from "
    "before commands were recorded."
)
_NONCE = (
    "The nonce that the client added to the randomness of this command, if any; when a seat is "
    "taken, the nonces of all seats taken so far, joined by dots."
)
_FORM = (
    "Only in events written by early versions of the service: their hash covers version, type, "
    "schema, at, seat, data without the members that were filled in, hidden with one seat or "
    "null as audience, and previous. Draws in form 1 do not use a nonce."
)
_COMMITMENT = (
    "SHA-256, in hexadecimal, of the bytes of the salt followed by the canonical JSON of the "
    "hidden members as an object."
)
_HIDDEN_PART = "HiddenPart"
_RECORDED_COMMAND = "RecordedCommand"
_PREFIX = "Event"
"""The prefix of names of types whose form in states differs."""
_AS_SENT = ("ConditionalTurn", "PlannedStep")
"""Types that events have in the form in which clients send them."""


def parts() -> Json:
    """Return the schemas by name: two per event type, their parts, their union and a page."""
    _, found = msgspec.json.schema_components(list(SCHEMAS), ref_template=REF + "{name}")
    mapping: dict[str, str] = {}
    named: Json = {}
    for kind, (name, schema) in SCHEMAS.items():
        data = found.pop(kind.__name__)
        named[f"{kind.__name__}Event"] = _envelope(kind, name, schema, data.pop("description"))
        named[f"{kind.__name__}Data"] = _data(kind, data)
        mapping[name] = f"{REF}{kind.__name__}Event"
    members = {
        name: part for name, part in found.items() if "properties" in part and name not in _AS_SENT
    }
    for name, part in members.items():
        del part["title"]
        named[_PREFIX + name] = part
    return {
        **_renamed(named, {REF + name: REF + _PREFIX + name for name in members}),
        _HIDDEN_PART: _hidden_part(),
        _RECORDED_COMMAND: _recorded_command(),
        "Event": union(mapping),
    }


def _data(kind: type, found: Json) -> Json:
    """The data of a type of event; members that may be hidden are optional."""
    hidden = hidden_names(kind)
    required = [field for field in found["required"] if field not in hidden]
    return {
        "type": "object",
        "properties": found["properties"],
        **({"required": required} if required else {}),
    }


def _envelope(kind: type, name: str, schema: int, described: str) -> Json:
    properties: Json = {
        "version": {"type": "integer", "minimum": 1},
        "type": {"type": "string", "const": name},
        "schema": {"type": "integer", "const": schema},
        "at": {"type": "string", "format": "date-time"},
        "seat": {
            **_or_null(reference(Seat)),
            "description": "The seat whose decision caused it; null for none.",
        },
        "last": {"type": "boolean", "description": "Whether it is the last event of its command."},
        "data": {"$ref": f"{REF}{kind.__name__}Data"},
        "hidden": {
            **_or_null({"$ref": REF + _HIDDEN_PART}),
            "description": "Replaces members that not everyone may see.",
        },
        "hash": {"type": "string", "description": _HASH},
    }
    required = list(properties)
    properties["command"] = {"$ref": REF + _RECORDED_COMMAND, "description": _COMMAND}
    properties["nonce"] = {"type": "string", "description": _NONCE}
    properties["form"] = {"type": "integer", "enum": [1, 2], "description": _FORM}
    properties["filled"] = {
        "type": "array",
        "items": {"type": "string"},
        "description": "The members of `data` that were filled in, in an event that has a `form`.",
    }
    return {
        "type": "object",
        "description": described,
        "properties": properties,
        "required": required,
    }


def _recorded_command() -> Json:
    kinds = {"type": "string", "enum": list(BY_NAME), "description": "The type of the command."}
    return {
        "type": "object",
        "description": "A command as the log has it: its type and its public arguments.",
        "properties": {"type": kinds},
        "required": ["type"],
    }


def _hidden_part() -> Json:
    return {
        "type": "object",
        "description": "Replaces members of an event's data that not everyone may see.",
        "properties": {
            "audience": {
                "type": "array",
                "items": reference(Seat),
                "description": "The seats that may see the members; empty means no seat.",
            },
            "commitment": {"type": "string", "description": _COMMITMENT},
            "salt": {
                "type": "string",
                "description": "The salt of the commitment, for viewers who may see the members.",
            },
            "fields": {
                "type": "array",
                "items": {"type": "string"},
                "description": "The hidden members of `data` that you may see.",
            },
        },
        "required": ["audience", "commitment"],
    }


def _or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


def _renamed(part: Any, names: dict[str, str]) -> Any:
    """Rename references, and remove defaults that are lists or objects: some generators cannot
    write them as literals, and an event has all of its members."""
    if isinstance(part, dict):
        return {
            key: names.get(value, value) if key == "$ref" else _renamed(value, names)
            for key, value in part.items()
            if key != "default" or not isinstance(value, list | dict)
        }
    return [_renamed(each, names) for each in part] if isinstance(part, list) else part
