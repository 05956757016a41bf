"""Commands as clients send them: by one table to the domain's, and back."""

from dataclasses import MISSING, fields
from typing import Any, get_type_hints

import msgspec
from marshmallow import validate
from marshmallow.fields import Field, String

from api.http.problems import ProblemError
from api.http.requests import checked, meant
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
_UNSENT = ("seat", "reason")
_PAIR = "Whether it is the open card of the seat's pair."
_FLAGS: dict[type, str] = {
    c.PlayCard: _PAIR,
    c.Ambush: _PAIR,
    c.OrderUnit: "Whether the unit is set on the move: it moves and does no more (Breakthrough).",
}


def _field(kind: type[PlayerCommand], hint: object, *, required: bool) -> Field[Any]:
    """What a client may send for a member of a command."""
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
        one.name: _field(kind, hints[one.name], required=one.default is MISSING)
        for one in fields(kind)
        if one.name not in _UNSENT
    }
    constant = String(required=True, validate=validate.Equal(name))
    about = {"__doc__": kind.__doc__, "__module__": __name__}
    called = f"{kind.__name__}CommandSchema"
    return type(called, (CommandSchema,), {"type": constant, **members, **about})


COMMAND_SCHEMAS = {name: _schema(name, kind) for name, kind in _TYPES.items()}
_LOADERS = {name: schema() for name, schema in COMMAND_SCHEMAS.items()}
_NAMES = {kind: name for name, kind in c.BY_NAME.items()}


def read(body: object) -> Data:
    """A command's body, checked against the schema of its type."""
    if not isinstance(body, dict):
        raise ProblemError("invalid_request", "A command must be a JSON object.")
    kind = body.get("type")
    loader = _LOADERS.get(kind) if isinstance(kind, str) else None
    if loader is None:
        reasons = [f"Must be one of: {', '.join(_LOADERS)}.", *meant(kind, _LOADERS)]
        detail = "The command's type is missing or unknown."
        raise ProblemError("invalid_request", detail, {"errors": {"/type": reasons}})
    return checked(loader, body)


def command(data: Data, seat: Seat) -> PlayerCommand:
    """The domain's command for a checked body."""
    return msgspec.convert({**data, "seat": seat}, _TYPES[data["type"]])


def word_for(kind: type[c.Command]) -> str:
    """The name of a kind of command."""
    return _NAMES[kind]


def listed(known: PlayerCommand, *, with_seat: bool) -> Data:
    """A command as a client may send it back."""
    values: Data = msgspec.to_builtins(known)
    shown: Data = {"type": _NAMES[type(known)]}
    if with_seat:
        shown["seat"] = values["seat"]
    return shown | {
        name: value
        for name, value in values.items()
        if name not in _UNSENT and value not in (None, False)
    }
