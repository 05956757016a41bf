"""Bounds of the fields of imported events: numbers, lists and texts.

The tables have each field that its type does not bound, by its name or by class and name. An event
field without a bound raises an error when this module is imported.
"""

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from domain.commands import BY_NAME
from domain.geometry.hexes import Hex
from domain.geometry.shape import MAX_COLUMNS, MAX_ROWS
from domain.seating import SEATS
from domain.state import GameState
from domain.values import Seat
from events.log import codec

MAX_EVENTS = 20_000
"""The maximum number of events of an imported game; random games end within a quarter of it."""
_MAX_DICE, _MAX_CARDS, _MAX_FIGURES, _MAX_MEDALS = 30, 200, 12, 50
_MAX_OBSTACLES = 8
"""Obstacles on one hex."""
_ROW, _COL = MAX_ROWS - 1, MAX_COLUMNS - 1
_HEXES = MAX_ROWS * MAX_COLUMNS

NUMBERS: Mapping[str, tuple[int, int]] = {
    "dice": (0, _MAX_DICE),
    "draw": (0, MAX_EVENTS),
    "distance": (0, _HEXES),
    "most": (0, _HEXES),
    "flags": (0, _MAX_DICE),
    "visibility": (1, 6),
    "strength": (-1, 4),
    "losses": (0, _MAX_DICE),
    "shortest": (0, _HEXES),
    "longest": (0, _HEXES),
    "cost": (0, _HEXES),
    "drift": (0, 6),
    "scatter": (0, _MAX_DICE),
    "figures": (0, _MAX_FIGURES),
    "FiguresLost.count": (1, _MAX_FIGURES),
    "FiguresRestored.count": (1, _MAX_FIGURES),
    "UnitEliminated.count": (1, _MAX_FIGURES),
    "count": (0, _MAX_CARDS),
    "kept": (0, _MAX_CARDS),
    "hand": (0, _MAX_CARDS),
    "HeadquartersTaken.cards": (0, 1),
    "start": (0, _MAX_CARDS),
    "extra_draws": (0, MAX_EVENTS),
    "extra_after_own_turns": (0, MAX_EVENTS),
    "medals": (0, _MAX_MEDALS),
    "medals_to_win": (0, _MAX_MEDALS),
    "need": (0, _HEXES),
    "max_targets": (0, _HEXES),
    "units": (0, _HEXES),
    "turn": (0, MAX_EVENTS),
    "Tile.turn": (-360, 360),
    "PlacedObstacle.turn": (-360, 360),
    **dict.fromkeys(("rest", "rests_through"), (0, MAX_EVENTS)),
    "to_version": (0, MAX_EVENTS),
    "at_version": (0, MAX_EVENTS),
    "unproved": (0, MAX_EVENTS),
    "number": (0, 100),
    "move_time_limit": (0, 366 * 24 * 3600),
    "spectator_delay": (0, 1000),
    "year": (1900, 2100),
    "columns": (1, MAX_COLUMNS),
    "rows": (1, MAX_ROWS),
    "section_lines": (0, 2 * MAX_COLUMNS),
    "half_lines": (0, 2 * MAX_COLUMNS),
    "deck": (1, 20),
    "revision": (1, 10_000),
    **dict.fromkeys(("seconds", "increment", "cap"), (0, 366 * 24 * 3600)),
    "days": (0, 366),
    "vacation_days": (0, 366),
    "milliseconds": (0, 366 * 24 * 3600 * 1000),
}

LENGTHS: Mapping[str, int] = {
    "orders": 15,
    "turns": 4,
    "steps": 40,
    "faces": _MAX_DICE,
    "drift": _MAX_DICE,
    "order": _MAX_CARDS,
    "cards": _MAX_CARDS,
    "path": _HEXES,
    "sections": 3,
    "section_lines": 2,
    "half_lines": 3,
    "parties": 8,
    "every": 8,
    "extra_draws": _MAX_CARDS,
    "extra_after_own_turns": _MAX_CARDS,
    "to": 8,
    "hand_sizes": 8,
    "deck": _MAX_CARDS,
    "seats": 8,
    "tables": 20,
    "armies": 8,
    "nations": 8,
    "tiles": _HEXES,
    "obstacles": _HEXES * _MAX_OBSTACLES,
    "Setup.units": _HEXES,
    "MoveLimit.units": _HEXES,
    "AppliedDoctrine.units": _HEXES,
    "objectives": _HEXES,
    "hexes": _HEXES,
    "labels": _HEXES,
    "air_drops": 20,
    "stand_ins": 20,
    "move_limits": 20,
    "replaced_cards": 20,
    "doctrines": 20,
    "nights": 1,
    "camouflaged": _HEXES,
    **dict.fromkeys(("exit_medals", "must_exit"), 3),
    **dict.fromkeys(("drop_terms", "blown_bridges"), 20),
    "armor_breakthroughs": 2,
    "features": 8,
    "open_ends": 6,
}

_WORD, _TEXT = r"^[!-~]*$", r"^[^\x00-\x1f\x7f-\x9f]*$"
_DIGITS = r"^[0-9a-f]*$"
TEXTS: Mapping[str, tuple[str, int]] = {
    # Ids of players, games and pieces: printable ASCII; their form is checked elsewhere.
    **dict.fromkeys(("attacker", "target", "unit", "gun", "objective", "id", "piece"), (_WORD, 64)),
    **dict.fromkeys(("MoveLimit.units", "AppliedDoctrine.units", "camouflaged"), (_WORD, 64)),
    **dict.fromkeys(("game", "player", "created_by", "root", "draws_of"), (_TEXT, 64)),
    **dict.fromkeys(("first", "allies", "axis", "scenario"), (_TEXT, 64)),
    **dict.fromkeys(("head", "seed", "seed_commitment"), (_DIGITS, 64)),
    **dict.fromkeys(("name", "label", "text", "tables"), (_TEXT, 200)),
    "nations": (r"^[a-z]{2}$", 2),
}


class OutOfBoundsError(Exception):
    """An event or a state exceeds the bounds. The message says where."""


def check_bounds(name: str, schema: int, data: codec.Data, hidden: codec.Data | None) -> None:
    """Raise ``OutOfBoundsError`` if the stored form of an event exceeds the bounds, before it is
    decoded."""
    try:
        kind, members = codec.newest_form(name, schema, data, hidden)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OutOfBoundsError(f"it does not fit: {error}") from error
    extra = sorted(members.keys() - {field.name for field in fields(kind)})
    if extra:
        raise OutOfBoundsError(f"{name} has no such fields: {', '.join(extra)[:100]}")
    try:
        msgspec.convert(members, _BOUNDED[kind])
    except (msgspec.ValidationError, RecursionError) as error:
        raise OutOfBoundsError(f"it does not fit: {str(error)[:200]}") from error


def check_command(data: codec.Data) -> None:
    """Raise ``OutOfBoundsError`` if a recorded command exceeds the bounds."""
    kind = _COMMANDS.get(str(data.get("type")))
    if kind is None:
        raise OutOfBoundsError("no command is of this type")
    try:
        msgspec.convert({name: value for name, value in data.items() if name != "type"}, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise OutOfBoundsError(f"its command does not fit: {str(error)[:200]}") from error


def check_growth(before: GameState, after: GameState) -> None:
    """Raise ``OutOfBoundsError`` if a state has grown in a way that no event allows. For games that
    are not decided again."""
    if after.units is not before.units and not all(
        0 < unit.figures <= unit.full for unit in after.units.values()
    ):
        raise OutOfBoundsError("a unit has no figures, or more than at the start")
    if after.obstacles is not before.obstacles and any(
        len(lying) > _MAX_OBSTACLES for lying in after.obstacles.values()
    ):
        raise OutOfBoundsError("there are too many obstacles on a hex")
    if after.turn.number > before.turn.number + 1:
        raise OutOfBoundsError("a turn is missing")
    if not all(0 <= medals <= _MAX_MEDALS for medals in after.medals.values()):
        raise OutOfBoundsError("a side has too many medals, or less than none")
    if after.cards is not before.cards and before.cards.deck and _cards(after) > _cards(before):
        raise OutOfBoundsError("there are more cards than before")


def _cards(state: GameState) -> int:
    return sum(1 for _ in state.cards.everywhere())


@cache
def _bounded(kind: type, *, partial: bool = False) -> Any:
    """Convert a dataclass to a struct type with bounded fields; all optional if ``partial``."""
    hints = get_type_hints(kind)
    struct_fields: list[tuple[str, Any, Any]] = []
    for field in fields(kind):
        hint = _annotated(hints[field.name], kind.__name__, field.name)
        default = msgspec.NODEFAULT if field.default is MISSING else field.default
        default = msgspec.UNSET if partial else default
        struct_fields.append((field.name, hint, default))
    return msgspec.defstruct(kind.__name__, struct_fields, kw_only=True, forbid_unknown_fields=True)


def _annotated(hint: Any, kind: str, name: str) -> Any:
    """The type of a field with its bounds."""
    if hint is Hex:
        return tuple[Annotated[int, Meta(ge=0, le=_ROW)], Annotated[int, Meta(ge=0, le=_COL)]]
    if hint is int:
        low, high = _bound(NUMBERS, kind, name)
        return Annotated[int, Meta(ge=low, le=high)]
    if hint is str:
        pattern, length = _bound(TEXTS, kind, name)
        return Annotated[str, Meta(pattern=pattern, max_length=length)]
    if get_origin(hint) in (Union, types.UnionType):
        return Union[tuple(_annotated(member, kind, name) for member in get_args(hint))]  # noqa: UP007 # made of a list
    if get_origin(hint) is tuple:
        items: Any = tuple[(_annotated(get_args(hint)[0], kind, name), ...)]  # type: ignore[misc] # at run time
        return Annotated[items, Meta(max_length=_bound(LENGTHS, kind, name))]
    if get_origin(hint) is Mapping:
        key, value = (_annotated(member, kind, name) for member in get_args(hint))
        pairs: Any = dict[key, value]  # type: ignore[valid-type] # at run time
        return Annotated[pairs, Meta(max_length=_bound(LENGTHS, kind, name))]
    if isinstance(hint, type) and is_dataclass(hint):
        return _bounded(hint)
    if hint is Seat:
        return Literal[tuple(seat.value for seat in SEATS)]
    if hint in (bool, types.NoneType) or issubclass(hint, Enum):
        return hint
    raise TypeError(f"{kind}.{name}: {hint} has no bounds")


def _bound(table: Mapping[str, Any], kind: str, name: str) -> Any:
    own = f"{kind}.{name}"
    return table[own] if own in table else table[name]


_BOUNDED = {kind: _bounded(kind) for kind in codec.SCHEMAS}
_COMMANDS = {name: _bounded(cast(type, kind), partial=True) for name, kind in BY_NAME.items()}
