"""The words of the notation: one row per command, and the shapes of their arguments.

A record names a unit by its hex, as on a map; which unit that is follows from the game so far.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from domain import commands as c
from domain import events as e
from domain.notation import hexes, turns
from domain.notation.record import HIDDEN
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Cancellation, Card, Ending, Seat, Section
from domain.values.agreements import Agreement
from domain.values.standing import UNKNOWN_ORDERS, Instruction

Fields = dict[str, Any]
_Word = TypeVar("_Word", bound=StrEnum)
_PLAYED = re.compile(r"([a-z_]+)(?:=([a-z_]+))?(?:/([a-z]+))?")
_VERSION = re.compile(r"[1-9][0-9]{0,8}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,11}")


@dataclass(frozen=True, slots=True)
class Shape:
    """How the fields of a command are written as one argument and read back. ``read`` raises
    ``ValueError``."""

    write: Callable[[Any, GameState], str]
    read: Callable[[str, GameState], Fields]


@dataclass(frozen=True, slots=True)
class Word:
    """A row of the table: the command of a word. ``shape`` is None if the word has no argument;
    ``fixed`` are fields given by the word itself."""

    word: str
    command: type
    shape: Shape | None = None
    fixed: Mapping[str, object] = field(default_factory=dict)


def _hex_of(unit: str, state: GameState) -> str:
    return hexes.hex_name(state.units[unit].hex)


def _unit(text: str, state: GameState) -> str:
    unit = state.occupants.get(hexes.parse_hex(text))
    if unit is None:
        raise ValueError(f"there is no unit on {text}")
    return unit.id


def _parse(kind: type[_Word], text: str) -> _Word:
    if text == HIDDEN:
        raise ValueError("the card is hidden in this record")
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a {kind.__name__.lower()}") from None


def _unit_shape(name: str) -> Shape:
    return Shape(
        lambda command, state: _hex_of(getattr(command, name), state),
        lambda text, state: {name: _unit(text, state)},
    )


def _write_path(command: c.MoveUnit | c.ExitBoard | c.Retreat, state: GameState) -> str:
    return hexes.route(state.units[command.unit].hex, *command.path)


def _read_path(text: str, state: GameState) -> Fields:
    first, *others = text.split("-")
    return {"unit": _unit(first, state), "path": tuple(map(hexes.parse_hex, others))}


def _write_attack(command: c.Attack, state: GameState) -> str:
    return f"{_hex_of(command.unit, state)}x{_hex_of(command.target, state)}"


def _read_attack(text: str, state: GameState) -> Fields:
    attacker, cross, target = text.partition("x")
    if not cross:
        raise ValueError(f"{text!r} is not an attack, such as C5xC6")
    return {"unit": _unit(attacker, state), "target": _unit(target, state)}


def _write_play(command: c.PlayCard, _state: GameState) -> str:
    played_as = f"={command.as_card}" if command.as_card else ""
    section = f"/{command.section}" if command.section else ""
    return f"{command.card}{played_as}{section}"


def _read_play(text: str, _state: GameState) -> Fields:
    match = _PLAYED.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a card to play, such as card, card=other or card/left")
    card, as_card, section = match.groups()
    return {
        "card": _parse(Card, card),
        "as_card": as_card and _parse(Card, as_card),
        "section": section and _parse(Section, section),
    }


def _write_hand_out(command: c.HandOut, _state: GameState) -> str:
    card = HIDDEN if command.card == UNKNOWN_CARD else command.card
    return f"{card}/{command.to}"


def _read_hand_out(text: str, _state: GameState) -> Fields:
    card, slash, to = text.partition("/")
    if not slash:
        raise ValueError(f"{text!r} is not a card for a seat, such as card/axis_2")
    return {"card": _parse(Card, card), "to": _parse(Seat, to)}


def _read_version(text: str, _state: GameState) -> Fields:
    if not _VERSION.fullmatch(text):
        raise ValueError(f"{text!r} is not a version")
    return {"to_version": int(text)}


def _number_shape(name: str) -> Shape:
    def read(text: str, _state: GameState) -> Fields:
        if not _NUMBER.fullmatch(text):
            raise ValueError(f"{text!r} is not a number")
        return {name: int(text)}

    return Shape(lambda command, _: str(getattr(command, name)), read)


def _read_branch(_text: str, _state: GameState) -> Fields:
    raise ValueError("the record of a branch can be read, but not replayed")


def _write_orders(command: c.GiveOrders, _state: GameState) -> str:
    if command.orders == UNKNOWN_ORDERS:
        return HIDDEN
    toward = "" if command.toward is None else f"={hexes.hex_name(command.toward)}"
    return ("/".join(command.orders) + toward or "none") + turns.write_turns(command.turns)


def _read_orders(text: str, _state: GameState) -> Fields:
    head, *turn_texts = text.split(turns.BEGINS)
    orders_text, has_hex, toward = head.partition("=")
    words = () if head == "none" else orders_text.split("/")
    orders = tuple(_parse(Instruction, word) for word in words)
    return {
        "orders": orders,
        "toward": hexes.parse_hex(toward) if has_hex else None,
        "turns": tuple(map(turns.read_turn, turn_texts)),
    }


UNIT, TARGET = _unit_shape("unit"), _unit_shape("target")
PATH = Shape(_write_path, _read_path)
ATTACK = Shape(_write_attack, _read_attack)
PLAY = Shape(_write_play, _read_play)
HAND_OUT = Shape(_write_hand_out, _read_hand_out)
HEX = Shape(
    lambda command, _: hexes.hex_name(command.hex), lambda text, _: {"hex": hexes.parse_hex(text)}
)
CARD = Shape(
    lambda command, _: HIDDEN if command.card == UNKNOWN_CARD else command.card,
    lambda text, _: {"card": _parse(Card, text)},
)
VERSION = Shape(lambda command, _: str(command.to_version), _read_version)
BRANCH = Shape(
    lambda begins, _: f"{begins.game}/{begins.at_version}/{begins.head}/{begins.player}",
    _read_branch,
)
PLAYER = Shape(lambda command, _: command.player, lambda text, _: {"player": text})
DAYS, TIME = _number_shape("days"), _number_shape("milliseconds")
TO = Shape(
    lambda command, _: command.to or "partner",
    lambda text, _: {"to": None if text == "partner" else _parse(Seat, text)},
)
ORDERS = Shape(_write_orders, _read_orders)
REASON = Shape(
    lambda command, _: command.reason, lambda text, _: {"reason": _parse(Cancellation, text)}
)

WORDS = (
    Word("sit", c.TakeSeat, PLAYER),
    Word("stand", c.LeaveSeat, PLAYER),
    Word("cancel", c.CancelGame, REASON),
    Word("drop", c.AirDrop, HEX),
    Word("play", c.PlayCard, PLAY, fixed={"shared": False}),
    Word("play_shared", c.PlayCard, PLAY, fixed={"shared": True}),
    Word("commit", c.CommitCard, CARD),
    Word("hand_out", c.HandOut, HAND_OUT),
    Word("end_hand_out", c.EndHandOut),
    Word("target", c.NameTarget, UNIT),
    Word("end_targets", c.EndTargets),
    Word("strike", c.Strike, TARGET),
    Word("heal", c.HealUnit, UNIT),
    Word("order", c.OrderUnit, UNIT, fixed={"on_the_move": False}),
    Word("set_moving", c.OrderUnit, UNIT, fixed={"on_the_move": True}),
    Word("end_orders", c.EndOrders),
    Word("move", c.MoveUnit, PATH),
    Word("exit", c.ExitBoard, PATH),
    Word("end_moves", c.EndMoves),
    Word("attack", c.Attack, ATTACK),
    Word("ambush", c.Ambush, fixed={"shared": False}),
    Word("ambush_shared", c.Ambush, fixed={"shared": True}),
    Word("clear", c.RemoveWire, UNIT),
    Word("demolish", c.Demolish, HEX),
    Word("smoke", c.LaySmoke, HEX),
    Word("deploy", c.Deploy, HEX),
    Word("retreat", c.Retreat, PATH),
    Word("advance", c.TakeGround),
    Word("decline", c.Decline),
    Word("battle_back", c.BattleBack),
    Word("end_battles", c.EndBattles),
    Word("end_turn", c.EndTurn),
    Word("keep", c.ChooseCard, CARD),
    Word("show", c.ShowHand),
    Word("propose", c.ProposeCard, CARD),
    Word("instruct", c.GiveOrders, ORDERS),
    Word("hint", c.TakeHint),
    Word("propose_pause", c.Propose, DAYS, fixed={"what": Agreement.PAUSE}),
    Word("hand_over", c.Propose, TO, fixed={"what": Agreement.HAND_OVER}),
    Word("agree", c.AgreeToProposal),
    Word("dismiss", c.DropProposal),
    Word("end_pause", c.EndPause),
    Word("vacation", c.TakeVacation, DAYS),
    Word("end_vacation", c.EndVacation),
    Word("credit", c.CreditTime, TIME),
    Word("undo", c.TakeBack, VERSION),
    Word("accept", c.AcceptUndo),
    Word("refuse", c.DeclineUndo),
    Word("withdraw", c.WithdrawUndo),
    Word("branch", e.GameBranched, BRANCH),
    Word("resign", c.Resign, fixed={"reason": Ending.RESIGNATION}),
    Word("timeout", c.Resign, fixed={"reason": Ending.TIME_LIMIT}),
)
BY_WORD = {row.word: row for row in WORDS}


def write_command(command: c.Command | e.GameBranched, state: GameState) -> tuple[str, str]:
    """Return the word of a command at ``state``, and its argument."""
    row = next(row for row in WORDS if _matches(command, row))
    return row.word, "" if row.shape is None else row.shape.write(command, state)


def read_command(seat: Seat, word: str, argument: str, state: GameState) -> c.Command:
    """Return the command of a word and its argument. Raises ``ValueError`` if there is none."""
    row = BY_WORD[word]
    values = {} if row.shape is None else row.shape.read(argument, state)
    command: c.Command = row.command(seat, **values, **row.fixed)
    return command


def _matches(command: c.Command | e.GameBranched, row: Word) -> bool:
    return type(command) is row.command and all(
        getattr(command, name) == value for name, value in row.fixed.items()
    )
