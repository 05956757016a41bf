"""The headers of a record: the data of a game as a whole, and how it is created from them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final, TypeVar

from domain import editions
from domain import events as e
from domain.decide import create, is_offered
from domain.errors import ScenarioError
from domain.notation.errors import NotationError
from domain.notation.record import EVERYTHING, FORMAT, Record
from domain.redaction import Viewer
from domain.scenarios import load
from domain.seating import SEATS, Table, match_game, tables_for
from domain.setup import Setup
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Side, Status, Undo, Variant, Visibility
from domain.values.bots import BotLevel
from domain.values.clock import AtZero, ClockKind, ClockSettings

FIRST: Final = "Afteraction"
"""The first header of a record."""
TRAILER = ("Times", "Nonces", "Commands", "Creation", "Seal", "Head")
"""Headers after the last step, for programs only."""
NAMES = (
    FIRST,
    "Game",
    "Scenario",
    "Edition",
    "Revision",
    "Variant",
    "Table",
    "Undo",
    "Visibility",
    "Creator",
    *(seat.capitalize() for seat in SEATS),
    "TimeLimit",
    "Clock",
    "SpectatorDelay",
    "Rated",
    "Match",
    "Created",
    "Finished",
    "Result",
    "Version",
    "View",
    "Commitment",
    "Seed",
    *TRAILER,
)
"""Every header, in the order of writing."""
FREE = "X"
"""The prefix of free headers, which may hold anything."""

_Word = TypeVar("_Word", bound=StrEnum)
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_SEED = re.compile(r"[0-9a-f]{64}")
_SPECTATOR, _BOTH = "spectator", "both"
_YES = "yes"


def headers_of(state: GameState, viewer: Viewer) -> dict[str, str]:
    """Return the headers that follow from a game, as far as the viewer may know it."""
    created, is_finished = state.created, state.status is Status.FINISHED
    values = {
        FIRST: FORMAT,
        "Game": created.game,
        "Scenario": created.scenario,
        "Edition": created.edition.value,
        "Revision": str(created.revision) if created.revision > 1 else "",
        "Variant": created.variant.value,
        "Table": _table(state.table),
        "Undo": created.undo.value,
        "Visibility": created.visibility.value,
        "Creator": created.created_by,
        **{seat.value.capitalize(): player for seat, player in state.seats.items()},
        "TimeLimit": str(created.move_time_limit),
        "Clock": _clock(created.clock),
        "SpectatorDelay": str(created.spectator_delay),
        "Rated": _YES if created.rated else "",
        "Match": _match(created.match),
        "Result": _result(state),
        "Version": str(state.version),
        "View": _view(viewer, state.table),
        "Commitment": created.seed_commitment,
        "Seed": created.seed if viewer is None and is_finished else "",
    }
    return {name: values[name] for name in NAMES if values.get(name)}


def creation(record: Record, battles: Callable[[str], Setup] = load) -> e.GameCreated:
    """Return the first event of a record's game. Raises ``NotationError``."""
    record.require_complete()
    scenario = record.required("Scenario")
    try:
        setup = battles(scenario)
    except ScenarioError as error:
        raise record.refuse("Scenario", str(error)) from None
    seed = record.required("Seed")
    if not _SEED.fullmatch(seed):
        raise record.refuse("Seed", "a seed is 64 hexadecimal digits in lower case")
    variant, edition = _one_of(record, "Variant", Variant), _one_of(record, "Edition", EditionName)
    if not is_offered(edition, variant, setup.grid):
        raise record.refuse("Variant", f"{edition} has no {variant}")
    revision = _number(record, "Revision") if record.header("Revision") else 1
    if revision not in editions.REVISIONS:
        raise record.refuse("Revision", f"revision {revision} of the rules is not supported")
    options = GameOptions(
        game=_id(record, "Game"),
        scenario=scenario,
        setup=setup,
        variant=variant,
        undo=_one_of(record, "Undo", Undo),
        visibility=_one_of(record, "Visibility", Visibility),
        created_by=_id(record, "Creator"),
        move_time_limit=_number(record, "TimeLimit"),
        seed=seed,
        match=_match_game(record, variant),
        spectator_delay=_number(record, "SpectatorDelay"),
        clock=_clock_in(record),
        table=_table_in(record, variant),
        rated=_is_rated(record),
    )
    return create(edition, options, revision)


def contradictions(record: Record, state: GameState) -> Iterator[NotationError]:
    """Yield the headers that contradict the game of a complete record."""
    for name, value in headers_of(state, None).items():
        if record.header(name) not in (None, value):
            yield record.refuse(name, f"the game of this record has {value!r}")


def is_id(text: str) -> bool:
    """Return whether a text can be the id of a game or a player."""
    return _ID.fullmatch(text) is not None


def _view(viewer: Viewer, table: Table) -> str:
    if viewer is None:
        return EVERYTHING
    if viewer.issuperset(table.seats):
        return _BOTH
    return ",".join(seat for seat in table.seats if seat in viewer) or _SPECTATOR


def _result(state: GameState) -> str:
    medals = "-".join(str(state.medals[side]) for side in Side)
    if state.winner is None or state.ending is None:
        return f"* {medals}"
    return f"{state.winner} {medals} {state.ending}"


def _match(match: e.MatchGame | None) -> str:
    if match is None:
        return ""
    return " ".join((match.first, str(match.number), *match.players.values()))


def _match_game(record: Record, variant: Variant) -> e.MatchGame | None:
    text = record.header("Match")
    if text is None:
        return None
    table, parts = _table_in(record, variant), text.split(" ")
    is_valid = len(parts) == 2 + len(table.seats) and _NUMBER.fullmatch(parts[1])
    if not is_valid or not all(map(is_id, parts)):
        raise record.refuse(
            "Match", "must be a game, a number and the player of each seat, in order"
        )
    first, number, *players = parts
    return match_game(first, int(number), dict(zip(table.seats, players, strict=True)), table)


def _is_rated(record: Record) -> bool:
    text = record.header("Rated")
    if text not in (None, _YES):
        raise record.refuse("Rated", f"must be {_YES!r} or absent")
    return text is not None


def _clock(settings: ClockSettings | None) -> str:
    """Return the settings of a game's clock that are not at their defaults."""
    if settings is None:
        return ""
    values = ((field_.name, getattr(settings, field_.name)) for field_ in fields(settings))
    return " ".join(f"{name}={value}" for name, value in values if value)


def _clock_in(record: Record) -> ClockSettings | None:
    header = record.header("Clock")
    if header is None:
        return None
    pairs = dict(word.split("=", 1) for word in header.split(" ") if "=" in word)
    numbers = {member.name for member in fields(ClockSettings) if member.type is int}
    words: dict[str, type[StrEnum]] = {"kind": ClockKind, "at_zero": AtZero, "bot": BotLevel}
    try:
        values: dict[str, Any] = {
            name: int(text) if name in numbers and _NUMBER.fullmatch(text) else words[name](text)
            for name, text in pairs.items()
        }
        settings = ClockSettings(**values)
    except (KeyError, ValueError, TypeError):
        raise record.refuse(
            "Clock", "must be a clock such as kind=bank seconds=300 increment=10"
        ) from None
    if _clock(settings) != header:
        raise record.refuse("Clock", f"must be written as {_clock(settings)!r}")
    if faults := settings.faults():
        raise record.refuse("Clock", f"incompatible members: {', '.join(faults)}")
    return settings


def _table(table: Table) -> str:
    """Return the seats if there are more than two; those that one player takes are joined by +."""
    parties = (*map("+".join, table.parties),)
    return ",".join(parties) if len(table.seats) > len(Side) else ""


def _table_in(record: Record, variant: Variant) -> Table:
    text = record.header("Table")
    tables = {_table(table): table for table in tables_for(variant)}
    if (text or "") not in tables:
        raise record.refuse("Table", f"the tables of {variant} are {'; '.join(tables)}")
    return tables[text or ""]


def _id(record: Record, name: str) -> str:
    text = record.required(name)
    if not is_id(text):
        raise record.refuse(name, "an id is 1 to 64 letters, digits, - and _")
    return text


def _number(record: Record, name: str) -> int:
    text = record.required(name)
    if not _NUMBER.fullmatch(text):
        raise record.refuse(name, f"{text!r} is not a number")
    return int(text)


def _one_of(record: Record, name: str, kind: type[_Word]) -> _Word:
    text = record.required(name)
    try:
        return kind(text)
    except ValueError:
        raise record.refuse(name, f"{text!r} is not one of {', '.join(kind)}") from None
