"""A game as far as it was read, and how far a viewer may see it."""

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

_WATCHED = 100
"""Events from the end in which the awaited seats nearly always change: several turns. All others
are folded at once, in half the time."""

Entries = Sequence[StoredEvent] | Sequence[FoldEvent]


@dataclass(frozen=True, slots=True)
class Head:
    """A version of a game, and the hash of its last event."""

    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class SpectatorDelay:
    """How far who holds no seat ``sees`` a running game, since when (RFC 3339), and where each turn
    has begun, by its number; 0 is where play began."""

    sees: Head
    since: str
    begun: tuple[tuple[int, Head], ...]

    def next(self, turn: int, head: Head, at: str, delay: int) -> "SpectatorDelay":
        """The same after a further turn has begun at ``head``, at a time. What was seen once stays
        seen, though the game may have been taken back since."""
        begun = (*self.begun, (turn, head))
        known = [place for number, place in begun if number <= turn - delay]
        later = max(self.sees, (known or [begun[0][1]])[-1], key=lambda place: place.version)
        return SpectatorDelay(later, self.since if later == self.sees else at, begun)


@dataclass(frozen=True, slots=True)
class Waiting:
    """For which seats a game waits, and ``since`` when for just these (RFC 3339)."""

    seats: tuple[Seat, ...]
    since: str

    def next(self, state: GameState, at: str) -> "Waiting":
        """The same after a command at a time."""
        return self if state.awaiting == self.seats else Waiting(state.awaiting, at)


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game as far as it was read: its state, its head hash, and its times.

    ``settled`` says that the last event read ends its command. A log always ends like that; a
    version in its middle may stand between the events of one command. ``nonces`` are what the
    clients added that took a seat, joined by dots. ``spectator_delay`` is there once play has begun
    in a game whose spectators are behind.
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
        """The newest version that a viewer who holds ``seats`` may know of, where this is the
        game's newest one.

        Who holds none sees a running game as it was when the turn began that is as many turns
        back as the game's creator has set; at the start, as it was when play began.
        """
        spectator_delay = self._delay_for(seats)
        return Head(self.version, self.head) if spectator_delay is None else spectator_delay.sees

    def changed(self, seats: frozenset[Seat]) -> str:
        """When what such a viewer may know of the game last became more (RFC 3339)."""
        spectator_delay = self._delay_for(seats)
        return self.times.updated if spectator_delay is None else spectator_delay.since

    def _delay_for(self, seats: frozenset[Seat]) -> SpectatorDelay | None:
        """How far a viewer sees who is behind; None for one who is not."""
        running = self.state.status is Status.ACTIVE
        return self.spectator_delay if running and not seats else None


def advance(
    known: GameSnapshot | None, entries: Entries, past: Past, watched: int = _WATCHED
) -> GameSnapshot:
    """The game after further events, of which there is at least one. Of the last ``watched`` it is
    seen whom the game waits for after each command, and of all where that does not tell since
    when."""
    if known is None:
        state = with_clock_at(evolve(None, entries[0].event), milliseconds(entries[0].at))
        waiting, more = Waiting((), entries[0].at), entries[1:]
    else:
        state, waiting, more = known.state, known.waiting, entries
    states, first, begun = {state.version: state}, state.version, 0
    back = {one.event.to_version for one in more if type(one.event) is TakenBack}
    unsure = watched < len(more)
    for end, entry in enumerate(more, start=1):
        seen = entry.last and end > len(more) - watched
        if not seen and first + end not in back and end < len(more):
            continue
        state = _gone_on(
            state, more[begun:end], lambda version: states.get(version) or past(version)
        )
        states[state.version], begun = state, end
        if seen:
            waiting = Waiting(state.awaiting, "") if unsure else waiting.next(state, entry.at)
            unsure = False
    if unsure or (waiting.seats and not waiting.since):
        return advance(known, entries, past, len(entries))
    return _read(state, known, entries, waiting)


def _gone_on(state: GameState, entries: Entries, past: Past) -> GameState:
    """The state after further events, before which time has passed where there is a clock. ``past``
    knows each version that they take back to."""
    if state.clock is None:
        return fold((entry.event for entry in entries), state, past) or state
    for at, run in groupby(entries, key=lambda entry: entry.at):
        state = with_clock_at(state, milliseconds(at))
        state = fold((entry.event for entry in run), state, past) or state
    return state


def advance_to(state: GameState, known: GameSnapshot | None, entries: Entries) -> GameSnapshot:
    """The same after one command, where the ``state`` that it leads to is at hand already."""
    waiting = known.waiting if known else Waiting((), entries[0].at)
    return _read(state, known, entries, waiting.next(state, entries[-1].at))


def _read(
    state: GameState, known: GameSnapshot | None, entries: Entries, waiting: Waiting
) -> GameSnapshot:
    last = entries[-1]
    created = known.times.created if known else entries[0].at
    nonces = known.nonces if known else ""
    if known is None or known.state.status is Status.WAITING:
        nonces = _seat_nonces(entries) or nonces
    spectator_delay = known.spectator_delay if known else None
    if state.created.spectator_delay:
        delay, version = state.created.spectator_delay, known.version if known else 0
        spectator_delay = _delayed(spectator_delay, entries, version, delay)
    times = Times(created, last.at, waiting.since if waiting.seats else None)
    return GameSnapshot(state, last.hash, times, last.last, waiting, nonces, spectator_delay)


def _delayed(
    spectator_delay: SpectatorDelay | None, entries: Entries, version: int, delay: int
) -> SpectatorDelay | None:
    """How far spectators see after events that follow ``version``. Play and turns begin with the
    last event of a command, so nothing is seen that stands between the events of one."""
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
    """What the last player to sit down added, with all that others had added before."""
    given = [
        entry.nonce
        for entry in entries
        if entry.type == _SEAT_TAKEN and entry.nonce is not msgspec.UNSET
    ]
    return given[-1] if given else ""
