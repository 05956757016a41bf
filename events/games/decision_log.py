"""The decisions of games, kept for those met lately: a log is folded once, and then only on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from domain import fold
from domain.events import Event
from domain.history import ExecutedCommand, PastDecision, decision
from domain.inference.decisions import kind_of
from domain.state import GameState
from events.games.repository import GameRepository
from events.log import chain
from events.log.stored_event import StoredEvent
from events.lru_cache import LruCache

_MAX_DECISIONS = 50_000
"""Decisions that are kept, of all games together."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A game as far as it was folded, and the decisions up to there that are settled."""

    state: GameState | None
    head: str
    settled: tuple[PastDecision, ...]

    @property
    def version(self) -> int:
        return self.state.version if self.state else 0


class DecisionLog:
    """What games waited for, and which commands came. Safe to share between threads."""

    def __init__(self, games: GameRepository, max_decisions: int = _MAX_DECISIONS) -> None:
        self._games = games
        self._recent: LruCache[_Known] = LruCache(
            max_decisions, weight=lambda one: len(one.settled) + 1
        )

    def upto(self, game: str, version: int) -> list[PastDecision]:
        """The decisions of a game at its versions up to one that ends a command; of the last of
        them it is not told what came after that version."""
        known = self._recent.get(game) or _Known(None, chain.GENESIS, ())
        if known.version < version:
            known = self._further(game, known, version)
        found = [one for one in known.settled if one.version <= version]
        if known.version > version:
            return [replace(one, command=None) if one.version == version else one for one in found]
        pending = decision(known.state) if known.state else None
        return [*found, pending] if pending else found

    def _further(self, game: str, known: _Known, version: int) -> _Known:
        events = self._games.events(game, known.version, version)
        if not events or not events[0].follows(known.head):
            # The log is not the one that was folded: its operator has put back an older copy.
            known = _Known(None, chain.GENESIS, ())
            events = self._games.events(game, 0, version)
        known = self._extended(game, known, events)
        self._recent.put(game, known)
        return known

    def _extended(self, game: str, known: _Known, events: Sequence[StoredEvent]) -> _Known:
        state, past = known.state, self._games.past(game)
        earlier: dict[int, GameState] = {}
        fresh: list[PastDecision] = []
        for command in commands(events):
            command_events = [one.event for one in command]
            if state is not None and (one := _answered(state, command, command_events)):
                fresh.append(one)
            state = fold(command_events, state, lambda back: earlier.get(back) or past(back))
            if state is not None:
                earlier[state.version] = state
        return _Known(state, events[-1].hash, (*known.settled, *fresh))


def _answered(
    state: GameState, command: Sequence[StoredEvent], events: Sequence[Event]
) -> PastDecision | None:
    """What was waited for at a state, and the command that came; None where that was none."""
    asked = decision(state)
    recorded = command[0].command_to(events[0]) if asked else None
    kind = type(recorded) if recorded else kind_of(state, events) if asked else None
    if asked is None or kind is None:
        return None
    first, last = command[0].version, command[-1].version
    return replace(asked, command=ExecutedCommand(kind, command[0].seat, first, last))


def commands(events: Sequence[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """The events of each command."""
    command: list[StoredEvent] = []
    for one in events:
        command.append(one)
        if one.last:
            yield command
            command = []
