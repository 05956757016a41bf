"""Converts commands between their JSON form and the domain's classes, by one table."""

from dataclasses import MISSING, fields
from typing import Any, get_type_hints

import msgspec
from marshmallow import validate
from marshmallow.fields import Field, String

from api.http.problems import ProblemError
from api.http.requests import suggestions, validated
from api.schemas.fields import Flag, described, hex_field, path_field, words
from api.schemas.play.commands import CommandSchema
from domain import commands as c
from domain.geometry.hexes import Hex
from domain.values import Card, Seat, Section

Data = dict[str, Any]
PlayerCommand = c.Listed

_TYPES: dict[str, type[PlayerCommand]] = {
    name: kind for name, kind in c.BY_NAME.items() if issubclass(kind, PlayerCommand)
}
_INTERNAL = ("seat", "reason")
_PAIR = "Whether it is the open card of the seat's pair."
_FLAGS: dict[type, str] = {
    c.PlayCard: _PAIR,
    c.Ambush: _PAIR,
    c.OrderUnit: "Whether the unit is set on the move: it moves and does no more (Breakthrough).",
}


def _field(kind: type[PlayerCommand], hint: object, *, required: bool) -> Field[Any]:
    """Return the schema field of a command's member."""
    if hint == Hex:
        return hex_field(required=required)
    if hint == tuple[Hex, ...]:
        return path_field(shortest=1 if kind is c.MoveUnit else 0)
    if hint is bool:
        return Flag(metadata=described(_FLAGS[kind]))
    if hint is str:
        return String(required=required, validate=validate.Length(max=40))
    if hint is Seat:
        return String(required=required, validate=words(Seat))
    word = Card if hint in (Card, Card | None) else Section
    return String(required=required, validate=words(word))


def _schema(name: str, kind: type[PlayerCommand]) -> type[CommandSchema]:
    hints = get_type_hints(kind)
    members = {
        member.name: _field(kind, hints[member.name], required=member.default is MISSING)
        for member in fields(kind)
        if member.name not in _INTERNAL
    }
    constant = String(required=True, validate=validate.Equal(name))
    attributes = {"__doc__": kind.__doc__, "__module__": __name__}
    class_name = f"{kind.__name__}CommandSchema"
    return type(class_name, (CommandSchema,), {"type": constant, **members, **attributes})


COMMAND_SCHEMAS = {name: _schema(name, kind) for name, kind in _TYPES.items()}
_LOADERS = {name: schema() for name, schema in COMMAND_SCHEMAS.items()}
_NAMES = {kind: name for name, kind in c.BY_NAME.items()}


def parse(body: object) -> Data:
    """Validate the body of a command against the schema of its type. Raises a problem."""
    if not isinstance(body, dict):
        raise ProblemError("invalid_request", "A command must be a JSON object.")
    kind = body.get("type")
    loader = _LOADERS.get(kind) if isinstance(kind, str) else None
    if loader is None:
        reasons = [f"Must be one of: {', '.join(_LOADERS)}.", *suggestions(kind, _LOADERS)]
        detail = "The command's type is missing or unknown."
        raise ProblemError("invalid_request", detail, {"errors": {"/type": reasons}})
    return validated(loader, body)


def to_command(data: Data, seat: Seat) -> PlayerCommand:
    """Convert a validated body to the domain's command."""
    return msgspec.convert({**data, "seat": seat}, _TYPES[data["type"]])


def type_name(kind: type[c.Command]) -> str:
    """Return the ``type`` of a class of commands."""
    return _NAMES[kind]


def to_json(command: PlayerCommand, *, with_seat: bool) -> Data:
    """Return a command as a client may submit it."""
    values: Data = msgspec.to_builtins(command)
    data: Data = {"type": _NAMES[type(command)]}
    if with_seat:
        data["seat"] = values["seat"]
    return data | {
        name: value
        for name, value in values.items()
        if name not in _INTERNAL and value not in (None, False)
    }
