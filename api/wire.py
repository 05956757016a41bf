"""Commands as clients send them: a schema a type, and the way to the domain's and back."""

from collections.abc import Callable
from typing import Any

import msgspec
from marshmallow import fields, validate

from api.problems import ProblemError
from api.requests import checked
from api.schemas.commands import CommandSchema
from api.schemas.fields import hex_field, path_field, words
from domain import commands as c
from domain.hexes import Hex
from domain.values import Card, Seat, Section

Data = dict[str, Any]
PlayerCommand = c.Play | c.Resign


def _constant(word: str) -> fields.String:
    return fields.String(required=True, validate=validate.Equal(word))


def _unit() -> fields.String:
    return fields.String(required=True, validate=validate.Length(max=40))


def _card() -> fields.String:
    return fields.String(required=True, validate=words(Card))


class PlayCardSchema(CommandSchema):
    """Open the turn with a command card; the list of actions has every way to play it."""

    type = _constant("play_card")
    card = _card()
    section = fields.String(
        validate=words(Section),
        metadata={"description": "For a card that orders in one section of your choice."},
    )
    as_card = fields.String(
        validate=words(Card),
        metadata={"description": "The card it is played as, where the battle lets it stand in."},
    )


class AirDropSchema(CommandSchema):
    """Drop units from the air around a hex, before the first turn."""

    type = _constant("air_drop")
    hex = hex_field(required=True)


class NameTargetSchema(CommandSchema):
    """Name one more enemy unit for a strike."""

    type = _constant("name_target")
    unit = _unit()


class EndTargetsSchema(CommandSchema):
    """Name no further target."""

    type = _constant("end_targets")


class StrikeSchema(CommandSchema):
    """Strike this one of the named targets next."""

    type = _constant("strike")
    target = _unit()


class HealUnitSchema(CommandSchema):
    """Roll for figures that a unit gets back; it is ordered if it gets one."""

    type = _constant("heal_unit")
    unit = _unit()


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


class ExitBoardSchema(CommandSchema):
    """Move an ordered unit through the hexes of ``path`` and from there off the board."""

    type = _constant("exit_board")
    unit = _unit()
    path = path_field(shortest=0)


class EndMovesSchema(CommandSchema):
    """Move no further unit."""

    type = _constant("end_moves")


class AttackCommandSchema(CommandSchema):
    """Attack an enemy unit with an ordered unit."""

    type = _constant("attack")
    unit = _unit()
    target = _unit()


class AmbushSchema(CommandSchema):
    """Have the attacked unit battle first."""

    type = _constant("ambush")


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
    """Leave the ground, the overrun's battle or the ambush alone."""

    type = _constant("decline")


class EndBattlesSchema(CommandSchema):
    """Fight no further battle; a second move follows."""

    type = _constant("end_battles")


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


def _play_card(seat: Seat, data: Data) -> c.PlayCard:
    section, as_card = data.get("section"), data.get("as_card")
    return c.PlayCard(
        seat,
        Card(data["card"]),
        None if section is None else Section(section),
        None if as_card is None else Card(as_card),
    )


_TYPES: dict[
    str,
    tuple[type[CommandSchema], type[PlayerCommand], Callable[[Seat, Data], PlayerCommand]],
] = {
    "air_drop": (AirDropSchema, c.AirDrop, lambda s, d: c.AirDrop(s, Hex(*d["hex"]))),
    "play_card": (PlayCardSchema, c.PlayCard, _play_card),
    "name_target": (NameTargetSchema, c.NameTarget, lambda s, d: c.NameTarget(s, d["unit"])),
    "end_targets": (EndTargetsSchema, c.EndTargets, lambda s, _: c.EndTargets(s)),
    "strike": (StrikeSchema, c.Strike, lambda s, d: c.Strike(s, d["target"])),
    "heal_unit": (HealUnitSchema, c.HealUnit, lambda s, d: c.HealUnit(s, d["unit"])),
    "order_unit": (OrderUnitSchema, c.OrderUnit, lambda s, d: c.OrderUnit(s, d["unit"])),
    "end_orders": (EndOrdersSchema, c.EndOrders, lambda s, _: c.EndOrders(s)),
    "move_unit": (MoveUnitSchema, c.MoveUnit, lambda s, d: c.MoveUnit(s, d["unit"], _path(d))),
    "exit_board": (
        ExitBoardSchema,
        c.ExitBoard,
        lambda s, d: c.ExitBoard(s, d["unit"], _path(d)),
    ),
    "end_moves": (EndMovesSchema, c.EndMoves, lambda s, _: c.EndMoves(s)),
    "attack": (
        AttackCommandSchema,
        c.Attack,
        lambda s, d: c.Attack(s, d["unit"], d["target"]),
    ),
    "ambush": (AmbushSchema, c.Ambush, lambda s, _: c.Ambush(s)),
    "remove_wire": (RemoveWireSchema, c.RemoveWire, lambda s, d: c.RemoveWire(s, d["unit"])),
    "retreat": (RetreatSchema, c.Retreat, lambda s, d: c.Retreat(s, d["unit"], _path(d))),
    "take_ground": (TakeGroundSchema, c.TakeGround, lambda s, _: c.TakeGround(s)),
    "decline": (DeclineSchema, c.Decline, lambda s, _: c.Decline(s)),
    "end_battles": (EndBattlesSchema, c.EndBattles, lambda s, _: c.EndBattles(s)),
    "end_turn": (EndTurnSchema, c.EndTurn, lambda s, _: c.EndTurn(s)),
    "choose_card": (ChooseCardSchema, c.ChooseCard, lambda s, d: c.ChooseCard(s, Card(d["card"]))),
    "resign": (ResignSchema, c.Resign, lambda s, _: c.Resign(s)),
}

COMMAND_SCHEMAS = {name: schema for name, (schema, _, _) in _TYPES.items()}
_LOADERS = {name: schema() for name, schema in COMMAND_SCHEMAS.items()}
_NAMES = {command: name for name, (_, command, _) in _TYPES.items()}
_UNSENT = ("seat", "reason")
_UNDOING = {
    c.TakeBack: "take_back",
    c.AcceptUndo: "accept_undo",
    c.DeclineUndo: "decline_undo",
    c.WithdrawUndo: "withdraw_undo",
}
CARRIED = (*COMMAND_SCHEMAS, *_UNDOING.values())
"""The words for all commands of a game that has begun."""


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


def word_for(kind: type[c.Command]) -> str:
    """The one of ``CARRIED`` for a kind of command."""
    return {**_NAMES, **_UNDOING}[kind]


def listed(known: PlayerCommand, *, with_seat: bool) -> Data:
    """A command as a client may send it back."""
    values: Data = msgspec.to_builtins(known)
    shown: Data = {"type": _NAMES[type(known)]}
    if with_seat:
        shown["seat"] = values["seat"]
    return shown | {
        name: value for name, value in values.items() if name not in _UNSENT and value is not None
    }
