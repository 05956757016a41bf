"""Commands as clients send them: a schema a type, and the way to the domain's and back."""

from collections.abc import Callable
from typing import Any

import msgspec
from marshmallow import fields, validate

from api.problems import ProblemError
from api.requests import checked
from api.schemas import CommandSchema, path_field
from domain import commands as c
from domain.hexes import Hex
from domain.values import Card, Seat

Data = dict[str, Any]
PlayerCommand = c.Play | c.Resign


def _constant(word: str) -> fields.String:
    return fields.String(required=True, validate=validate.Equal(word))


def _unit() -> fields.String:
    return fields.String(required=True, validate=validate.Length(max=40))


def _card() -> fields.String:
    return fields.String(required=True, validate=validate.OneOf([card.value for card in Card]))


class PlayCardSchema(CommandSchema):
    """Open the turn with a command card."""

    type = _constant("play_card")
    card = _card()


class OrderUnitSchema(CommandSchema):
    """Order a unit."""

    type = _constant("order_unit")
    unit = _unit()


class EndOrdersSchema(CommandSchema):
    """Order no further unit."""

    type = _constant("end_orders")


class MoveUnitSchema(CommandSchema):
    """Move an ordered unit through the hexes of ``path``."""

    type = _constant("move_unit")
    unit = _unit()
    path = path_field(shortest=1)


class EndMovesSchema(CommandSchema):
    """Move no further unit."""

    type = _constant("end_moves")


class AttackCommandSchema(CommandSchema):
    """Attack an enemy unit with an ordered unit."""

    type = _constant("attack")
    unit = _unit()
    target = _unit()


class RemoveWireSchema(CommandSchema):
    """Clear the wire under an infantry unit instead of battling."""

    type = _constant("remove_wire")
    unit = _unit()


class RetreatSchema(CommandSchema):
    """Take a pushed unit back; an empty path ignores the flag and stays."""

    type = _constant("retreat")
    unit = _unit()
    path = path_field(shortest=0)


class TakeGroundSchema(CommandSchema):
    """Enter the hex that a close assault has emptied."""

    type = _constant("take_ground")


class DeclineSchema(CommandSchema):
    """Leave the ground, or the overrun's battle, alone."""

    type = _constant("decline")


class EndTurnSchema(CommandSchema):
    """Fight no further battle; draw, and let the other side play."""

    type = _constant("end_turn")


class ChooseCardSchema(CommandSchema):
    """Keep this one of the cards drawn."""

    type = _constant("choose_card")
    card = _card()


class ResignSchema(CommandSchema):
    """Give the game up."""

    type = _constant("resign")


def _path(data: Data) -> tuple[Hex, ...]:
    return tuple(Hex(row, col) for row, col in data["path"])


_TYPES: dict[
    str,
    tuple[type[CommandSchema], type[PlayerCommand], Callable[[Seat, Data], PlayerCommand]],
] = {
    "play_card": (PlayCardSchema, c.PlayCard, lambda s, d: c.PlayCard(s, Card(d["card"]))),
    "order_unit": (OrderUnitSchema, c.OrderUnit, lambda s, d: c.OrderUnit(s, d["unit"])),
    "end_orders": (EndOrdersSchema, c.EndOrders, lambda s, _: c.EndOrders(s)),
    "move_unit": (MoveUnitSchema, c.MoveUnit, lambda s, d: c.MoveUnit(s, d["unit"], _path(d))),
    "end_moves": (EndMovesSchema, c.EndMoves, lambda s, _: c.EndMoves(s)),
    "attack": (
        AttackCommandSchema,
        c.Attack,
        lambda s, d: c.Attack(s, d["unit"], d["target"]),
    ),
    "remove_wire": (RemoveWireSchema, c.RemoveWire, lambda s, d: c.RemoveWire(s, d["unit"])),
    "retreat": (RetreatSchema, c.Retreat, lambda s, d: c.Retreat(s, d["unit"], _path(d))),
    "take_ground": (TakeGroundSchema, c.TakeGround, lambda s, _: c.TakeGround(s)),
    "decline": (DeclineSchema, c.Decline, lambda s, _: c.Decline(s)),
    "end_turn": (EndTurnSchema, c.EndTurn, lambda s, _: c.EndTurn(s)),
    "choose_card": (ChooseCardSchema, c.ChooseCard, lambda s, d: c.ChooseCard(s, Card(d["card"]))),
    "resign": (ResignSchema, c.Resign, lambda s, _: c.Resign(s)),
}

COMMAND_SCHEMAS = {name: schema for name, (schema, _, _) in _TYPES.items()}
_LOADERS = {name: schema() for name, schema in COMMAND_SCHEMAS.items()}
_NAMES = {command: name for name, (_, command, _) in _TYPES.items()}
_UNSENT = ("seat", "reason")


def read(body: object) -> Data:
    """A command's body, checked against the schema of its type."""
    if not isinstance(body, dict):
        raise ProblemError("invalid_request", "A command is an object.")
    kind = body.get("type")
    loader = _LOADERS.get(kind) if isinstance(kind, str) else None
    if loader is None:
        reason = f"Must be one of: {', '.join(_LOADERS)}."
        detail = "The command's type is missing or not known."
        raise ProblemError("invalid_request", detail, {"errors": {"/type": [reason]}})
    return checked(loader, body)


def command(data: Data, seat: Seat) -> PlayerCommand:
    """The domain's command for a checked body."""
    return _TYPES[data["type"]][2](seat, data)


def listed(known: PlayerCommand, *, with_seat: bool) -> Data:
    """A command as a client may send it back."""
    values: Data = msgspec.to_builtins(known)
    shown: Data = {"type": _NAMES[type(known)]}
    if with_seat:
        shown["seat"] = values["seat"]
    return shown | {name: value for name, value in values.items() if name not in _UNSENT}
