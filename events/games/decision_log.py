"""The decisions of games, cached so that a log is folded once and then only extended."""

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
"""Cached decisions of all games together."""


@dataclass(frozen=True, slots=True)
class _FoldedLog:
    """A game folded up to a version, and the completed decisions up to there."""

    state: GameState | None
    head: str
    settled: tuple[PastDecision, ...]

    @property
    def version(self) -> int:
        return self.state.version if self.state else 0


class DecisionLog:
    """Past decisions and the commands that answered them. Thread-safe."""

    def __init__(self, games: GameRepository, max_decisions: int = _MAX_DECISIONS) -> None:
        self._games = games
        self._logs: LruCache[_FoldedLog] = LruCache(
            max_decisions, weight=lambda log: len(log.settled) + 1
        )

    def upto(self, game: str, version: int) -> list[PastDecision]:
        """The decisions of a game up to ``version``, which must end a command. The decision pending
        at ``version`` has no answer."""
        folded = self._logs.get(game) or _FoldedLog(None, chain.GENESIS, ())
        if folded.version < version:
            folded = self._further(game, folded, version)
        decisions = [past for past in folded.settled if past.version <= version]
        if folded.version > version:
            return [
                replace(past, command=None) if past.version == version else past
                for past in decisions
            ]
        pending = decision(folded.state) if folded.state else None
        return [*decisions, pending] if pending else decisions

    def _further(self, game: str, folded: _FoldedLog, version: int) -> _FoldedLog:
        events = self._games.events(game, folded.version, version)
        if not events or not events[0].follows(folded.head):
            # The log is not the one that was folded: an older backup was restored.
            folded = _FoldedLog(None, chain.GENESIS, ())
            events = self._games.events(game, 0, version)
        folded = self._extended(game, folded, events)
        self._logs.put(game, folded)
        return folded

    def _extended(self, game: str, folded: _FoldedLog, events: Sequence[StoredEvent]) -> _FoldedLog:
        state, past = folded.state, self._games.past(game)
        earlier: dict[int, GameState] = {}
        decisions: list[PastDecision] = []
        for command in commands(events):
            command_events = [event.event for event in command]
            if state is not None and (event := _answered(state, command, command_events)):
                decisions.append(event)
            state = fold(command_events, state, lambda back: earlier.get(back) or past(back))
            if state is not None:
                earlier[state.version] = state
        return _FoldedLog(state, events[-1].hash, (*folded.settled, *decisions))


def _answered(
    state: GameState, command: Sequence[StoredEvent], events: Sequence[Event]
) -> PastDecision | None:
    """The decision pending at a state with the command that answered it, or None."""
    pending = decision(state)
    recorded = command[0].command_to(events[0]) if pending else None
    kind = type(recorded) if recorded else kind_of(state, events) if pending else None
    if pending is None or kind is None:
        return None
    first, last = command[0].version, command[-1].version
    return replace(pending, command=ExecutedCommand(kind, command[0].seat, first, last))


def commands(events: Sequence[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """Group events by command."""
    command: list[StoredEvent] = []
    for event in events:
        command.append(event)
        if event.last:
            yield command
            command = []
