"""What an upgrade will do with a game, found out before anything is changed."""

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
"""The scopes of idempotency keys that made a game, and of all others."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game as it will be: its ``lines`` and idempotency ``fields``, the state they lead to and
    when it last changed.

    ``unreadable`` says why a log cannot be read; ``fault`` what else is wrong with one that can:
    it will take no more events.
    """

    lines: tuple[bytes, ...] = field(repr=False)
    fields: Mapping[str, str] = field(repr=False)
    state: GameState | None = None
    at: str = ""
    fault: str | None = None
    unreadable: str | None = None


def planned(lines: Sequence[bytes], fields: Mapping[str, str]) -> Plan:
    """What will be made of a log and of the idempotency fields of its game."""
    fields = dict(map(_field, fields, fields.values()))
    try:
        made = modernized(lines, _commands(fields)) if is_first(lines) else list(lines)
        log = [load(line) for line in made]
        state: GameState | None = None
        for one in log:
            state = evolve(state, one.event)
    except FAULTS as error:
        return Plan(tuple(lines), fields, unreadable=str(unreadable("the log", error)))
    return Plan(tuple(made), fields, state, log[-1].at, _fault(log))


def _fault(log: Sequence[StoredEvent]) -> str | None:
    """What is wrong with a log that can be read, if anything."""
    try:
        check_chain(log)
    except RefusedLogError as error:
        return f"event {error.version}: {error.reason}"
    return None if log[-1].last else "the last command is not all there"


def _commands(fields: Mapping[str, str]) -> dict[int, int]:
    """The first and the last version of each command that came with a key."""
    known = (recall(value.encode()) for value in fields.values())
    return {one.after + 1: one.upto for one in known}


def _field(name: str, value: str) -> tuple[str, str]:
    """An idempotency field; on the first day it named its player and key, without a scope."""
    if " " in name:
        return name, value
    player, _, key = name.partition(":")
    return f"{player} {_SCOPES[recall(value.encode()).after == 0]} {key}", value
