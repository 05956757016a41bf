"""The plan of a game's upgrade, made before anything is changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from domain import evolve
from domain.state import GameState
from events.log.first_forms import is_first, modernized
from events.log.stored_event import StoredEvent, load
from events.log.unreadable import FAULTS, unreadable
from events.store.duplicate_keys import recall
from events.transfer.verifying import RefusedLogError, check_chain

_SCOPES = {True: "new", False: ""}
"""The scopes of idempotency keys: those that created a game (True), and all others."""


@dataclass(frozen=True, slots=True)
class Plan:
    """An upgraded game: its ``lines`` and idempotency ``fields``, its state and when it last
    changed.

    ``unreadable`` says why the log cannot be read; ``fault`` why a readable log does not verify, so
    that the game is frozen.
    """

    lines: tuple[bytes, ...] = field(repr=False)
    fields: Mapping[str, str] = field(repr=False)
    state: GameState | None = None
    at: str = ""
    fault: str | None = None
    unreadable: str | None = None


def planned(lines: Sequence[bytes], fields: Mapping[str, str]) -> Plan:
    """Plan the upgrade of a log and its idempotency fields."""
    fields = dict(map(_field, fields, fields.values()))
    try:
        converted = modernized(lines, _commands(fields)) if is_first(lines) else list(lines)
        log = [load(line) for line in converted]
        state: GameState | None = None
        for one in log:
            state = evolve(state, one.event)
    except FAULTS as error:
        return Plan(tuple(lines), fields, unreadable=str(unreadable("the log", error)))
    return Plan(tuple(converted), fields, state, log[-1].at, _fault(log))


def _fault(log: Sequence[StoredEvent]) -> str | None:
    """Why a readable log does not verify, or None."""
    try:
        check_chain(log)
    except RefusedLogError as error:
        return f"event {error.version}: {error.reason}"
    return None if log[-1].last else "the last command is incomplete"


def _commands(fields: Mapping[str, str]) -> dict[int, int]:
    """The first and last version of each command with an idempotency key."""
    outcomes = (recall(value.encode()) for value in fields.values())
    return {outcome.after + 1: outcome.upto for outcome in outcomes}


def _field(name: str, value: str) -> tuple[str, str]:
    """Convert an idempotency field; the earliest had a player and a key but no scope."""
    if " " in name:
        return name, value
    player, _, key = name.partition(":")
    return f"{player} {_SCOPES[recall(value.encode()).after == 0]} {key}", value
