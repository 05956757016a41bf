"""A game folded up to a version, and how much of it a viewer may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

import msgspec

from domain import Past, evolve, fold, with_clock_at
from domain.events import AirDropDemanded, SeatTaken, TakenBack, TurnStarted
from domain.state import GameState
from domain.values import Seat, Status
from events.clock import milliseconds
from events.log.codec import SCHEMAS
from events.log.fold_event import FoldEvent
from events.log.stored_event import StoredEvent
from events.summaries import Times

_SEAT_TAKEN = SCHEMAS[SeatTaken][0]
_TURN_STARTED = SCHEMAS[TurnStarted][0]
_AIR_DROP_DEMANDED = SCHEMAS[AirDropDemanded][0]

_TRACKED = 100
"""The last events of a log, in which the awaited seats nearly always change: several turns. All
earlier events are folded in one step, which takes half the time."""

Entries = Sequence[StoredEvent] | Sequence[FoldEvent]


@dataclass(frozen=True, slots=True)
class Head:
    """A version of a game, and the hash of its last event."""

    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class SpectatorDelay:
    """What spectators of a running game see: the version, and since when (RFC 3339).

    ``turn_starts`` has the start of each turn by its number; 0 is the start of play."""

    head: Head
    since: str
    turn_starts: tuple[tuple[int, Head], ...]

    def next(self, turn: int, head: Head, at: str, delay: int) -> "SpectatorDelay":
        """The delay after a turn began at ``head``. What was visible stays visible, even if the
        game was taken back since."""
        turn_starts = (*self.turn_starts, (turn, head))
        visible = [start for number, start in turn_starts if number <= turn - delay]
        newest = max(
            self.head, (visible or [turn_starts[0][1]])[-1], key=lambda start: start.version
        )
        return SpectatorDelay(newest, self.since if newest == self.head else at, turn_starts)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The seats that a game awaits, and since when it awaits exactly these (RFC 3339)."""

    seats: tuple[Seat, ...]
    since: str

    def next(self, state: GameState, at: str) -> "Waiting":
        """The awaited seats after a command."""
        return self if state.awaiting == self.seats else Waiting(state.awaiting, at)


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game folded up to a version: its state, the hash of its last event, and its times.

    ``settled`` says whether the last event ends its command; the last event of a log always does.
    ``nonces`` are those of the clients that took seats, joined by dots. ``spectator_delay`` is set
    once play has begun in a game with a delay.
    """

    state: GameState
    head: str
    times: Times
    settled: bool
    waiting: Waiting
    nonces: str = ""
    spectator_delay: SpectatorDelay | None = None

    @property
    def version(self) -> int:
        """The number of events folded."""
        return self.state.version

    def visible(self, seats: frozenset[Seat]) -> Head:
        """The newest version that a viewer who holds ``seats`` may see, if this snapshot is the
        game's newest.

        Spectators see a running game as of the start of an earlier turn, behind by the delay that
        the creator has set, but never before the start of play.
        """
        spectator_delay = self._delay_for(seats)
        return Head(self.version, self.head) if spectator_delay is None else spectator_delay.head

    def visible_since(self, seats: frozenset[Seat]) -> str:
        """When that version last changed for a viewer who holds ``seats`` (RFC 3339)."""
        spectator_delay = self._delay_for(seats)
        return self.times.updated if spectator_delay is None else spectator_delay.since

    def _delay_for(self, seats: frozenset[Seat]) -> SpectatorDelay | None:
        """The delay that applies to a viewer; None if there is none."""
        running = self.state.status is Status.ACTIVE
        return self.spectator_delay if running and not seats else None


def advance(
    snapshot: GameSnapshot | None, entries: Entries, past: Past, tracked: int = _TRACKED
) -> GameSnapshot:
    """Fold further events (at least one) into a snapshot.

    The awaited seats are tracked after each command of the last ``tracked`` events, or of all if
    that does not show since when the game awaits them."""
    if snapshot is None:
        state = with_clock_at(evolve(None, entries[0].event), milliseconds(entries[0].at))
        waiting, more = Waiting((), entries[0].at), entries[1:]
    else:
        state, waiting, more = snapshot.state, snapshot.waiting, entries
    earlier, start, folded = {state.version: state}, state.version, 0
    undo_targets = {entry.event.to_version for entry in more if type(entry.event) is TakenBack}
    unknown_since = tracked < len(more)
    for end, entry in enumerate(more, start=1):
        track = entry.last and end > len(more) - tracked
        if not track and start + end not in undo_targets and end < len(more):
            continue
        state = _fold_timed(
            state, more[folded:end], lambda version: earlier.get(version) or past(version)
        )
        earlier[state.version], folded = state, end
        if track:
            waiting = (
                Waiting(state.awaiting, "") if unknown_since else waiting.next(state, entry.at)
            )
            unknown_since = False
    if unknown_since or (waiting.seats and not waiting.since):
        return advance(snapshot, entries, past, len(entries))
    return _snapshot(state, snapshot, entries, waiting)


def _fold_timed(state: GameState, entries: Entries, past: Past) -> GameState:
    """The state after further events and, in a game with a clock, the time that passed before them.
    ``past`` gives the states that they take back to."""
    if state.clock is None:
        return fold((entry.event for entry in entries), state, past) or state
    for at, simultaneous in groupby(entries, key=lambda entry: entry.at):
        state = with_clock_at(state, milliseconds(at))
        state = fold((entry.event for entry in simultaneous), state, past) or state
    return state


def advance_to(state: GameState, snapshot: GameSnapshot | None, entries: Entries) -> GameSnapshot:
    """Like ``advance`` for one command whose resulting ``state`` is already computed."""
    waiting = snapshot.waiting if snapshot else Waiting((), entries[0].at)
    return _snapshot(state, snapshot, entries, waiting.next(state, entries[-1].at))


def _snapshot(
    state: GameState, previous: GameSnapshot | None, entries: Entries, waiting: Waiting
) -> GameSnapshot:
    last = entries[-1]
    created = previous.times.created if previous else entries[0].at
    nonces = previous.nonces if previous else ""
    if previous is None or previous.state.status is Status.WAITING:
        nonces = _seat_nonces(entries) or nonces
    spectator_delay = previous.spectator_delay if previous else None
    if state.created.spectator_delay:
        delay, version = state.created.spectator_delay, previous.version if previous else 0
        spectator_delay = _delayed(spectator_delay, entries, version, delay)
    times = Times(created, last.at, waiting.since if waiting.seats else None)
    return GameSnapshot(state, last.hash, times, last.last, waiting, nonces, spectator_delay)


def _delayed(
    spectator_delay: SpectatorDelay | None, entries: Entries, version: int, delay: int
) -> SpectatorDelay | None:
    """The spectator delay after events that follow ``version``. Play and turns begin with the last
    event of a command, so spectators never see half of one."""
    for entry in entries:
        version += 1
        head = Head(version, entry.hash)
        if spectator_delay is None and entry.type in (_AIR_DROP_DEMANDED, _TURN_STARTED):
            spectator_delay = SpectatorDelay(head, entry.at, ((0, head),))
        if spectator_delay is not None and entry.type == _TURN_STARTED:
            started = cast(TurnStarted, entry.event)
            spectator_delay = spectator_delay.next(started.turn, head, entry.at, delay)
    return spectator_delay


def _seat_nonces(entries: Entries) -> str:
    """The nonces of all players who have taken a seat, as of the last one."""
    nonces = [
        entry.nonce
        for entry in entries
        if entry.type == _SEAT_TAKEN and entry.nonce is not msgspec.UNSET
    ]
    return nonces[-1] if nonces else ""
