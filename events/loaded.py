"""A game as far as it was read, and how far a viewer may see it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from domain import Past, fold
from domain.events import AirDropDemanded, SeatTaken, TurnStarted
from domain.state import GameState
from domain.values import Seat, Status
from events.codec import SCHEMAS
from events.lines import Line
from events.listing import Times
from events.recorded import Recorded

_SEAT_TAKEN = SCHEMAS[SeatTaken][0]
_TURN_STARTED = SCHEMAS[TurnStarted][0]
_AIR_DROP_DEMANDED = SCHEMAS[AirDropDemanded][0]

Entries = Sequence[Recorded] | Sequence[Line]


@dataclass(frozen=True, slots=True)
class Head:
    """A version of a game, and the hash of its last event."""

    version: int
    hash: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game as far as it was read: its state, its head hash, and its times.

    ``settled`` says that the last event read ends its command. A log always ends like that; a
    version in its middle may stand between the events of one command. ``nonces`` are what the
    clients added that took a seat, joined by dots. ``begun`` are the versions at which play and
    then each turn began, of a game whose spectators are behind; each of them is settled.
    """

    state: GameState
    head: str
    times: Times
    settled: bool
    nonces: str = ""
    begun: tuple[Head, ...] = ()

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
        delay = self.state.created.spectator_delay
        if seats or not delay or self.state.status is not Status.ACTIVE:
            return Head(self.version, self.head)
        return self.begun[max(0, len(self.begun) - 1 - delay)]


def advance(known: Loaded | None, entries: Entries, past: Past) -> Loaded:
    """The game after further events, of which there is at least one."""
    state = fold((entry.event for entry in entries), known.state if known else None, past)
    if state is None:
        raise ValueError("a game has at least one event")
    last = entries[-1]
    created = known.times.created if known else entries[0].at
    nonces = known.nonces if known else ""
    if known is None or known.state.status is Status.WAITING:
        nonces = _seat_nonces(entries) or nonces
    begun = known.begun if known else ()
    if state.created.spectator_delay:
        begun += tuple(_begun(entries, known.version if known else 0, bool(begun)))
    return Loaded(state, last.hash, Times(created, last.at), last.last, nonces, begun)


def _begun(entries: Entries, version: int, begun: bool) -> Iterator[Head]:
    """Where play and turns begin among events that follow ``version``."""
    for entry in entries:
        version += 1
        if entry.type == _TURN_STARTED or (entry.type == _AIR_DROP_DEMANDED and not begun):
            begun = True
            yield Head(version, entry.hash)


def _seat_nonces(entries: Entries) -> str:
    """What the last player to sit down added, with all that others had added before."""
    given = [
        entry.nonce
        for entry in entries
        if entry.type == _SEAT_TAKEN and entry.nonce is not msgspec.UNSET
    ]
    return given[-1] if given else ""
