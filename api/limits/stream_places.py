"""How many streams a process holds, and for whom.

A stream occupies a thread while it is open, so there is a place for each. Nobody takes all of them:
an address and a player have a share, some places are for those who hold a seat, and when there is
none left, who holds a seat displaces a signed-in spectator, and that one somebody who is not signed
in. All of it counts within one process.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from threading import Lock

RESERVED_FOR_COMMANDS = 64
"""Threads of a process that streams may not occupy, or commands would starve."""
MAX_DISPLACED = RESERVED_FOR_COMMANDS // 2
"""Displaced streams that have not ended yet: each does with its next heartbeat."""
SEATED_SHARE = 4
"""One place in so many is for streams of games in which their reader holds a seat."""


class NoPlaceError(Exception):
    """There is no place for a stream: of ``whose`` share, an "address" or a "player", all ``most``
    are taken; or those of the process."""

    def __init__(self, whose: str | None = None, most: int = 0) -> None:
        super().__init__(f"{most} streams of one {whose}" if whose else "no place is left")
        self.whose = whose
        self.most = most


class Rank(IntEnum):
    """Who gives way to whom."""

    ANONYMOUS = 0
    SIGNED_IN = 1
    SEATED = 2


@dataclass(eq=False, slots=True)
class Place:
    """A place that a stream holds. ``address`` is None where that is not counted; ``stands`` says
    whether the token that the stream was opened with is taken still."""

    rank: Rank
    address: str | None = None
    player: str | None = None
    stands: Callable[[], bool] = lambda: True
    displaced: bool = field(default=False)
    """Whether the stream is to end, because somebody else needs the place."""


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """Streams in all, and of one address or player at most."""

    total: int
    per_address: int
    per_player: int


class StreamPlaces:
    """The places of this process."""

    def __init__(self, limits: StreamLimits) -> None:
        self._limits = limits
        self._places: set[Place] = set()
        self._lock = Lock()

    def take(self, wanted: Place) -> None:
        """Hold a place until ``leave``. Raises ``NoPlaceError``."""
        with self._lock:
            open_now = [place for place in self._places if not place.displaced]
            if wanted.player is not None:
                of_player = sum(place.player == wanted.player for place in open_now)
                if of_player >= self._limits.per_player:
                    raise NoPlaceError("player", self._limits.per_player)
            if wanted.address is not None:
                here = [place for place in open_now if place.address == wanted.address]
                if len(here) >= self._limits.per_address:
                    self._displace(here, wanted, NoPlaceError("address", self._limits.per_address))
                    open_now = [place for place in open_now if not place.displaced]
            if self._is_full(open_now, wanted.rank):
                self._displace(open_now, wanted, NoPlaceError())
            self._places.add(wanted)

    def leave(self, place: Place) -> None:
        """Give a place back; once is enough."""
        with self._lock:
            self._places.discard(place)

    def _is_full(self, open_now: list[Place], rank: Rank) -> bool:
        total = self._limits.total
        if len(open_now) >= total:
            return True
        others = sum(place.rank is not Rank.SEATED for place in open_now)
        return rank is not Rank.SEATED and others >= total - total // SEATED_SHARE

    def _displace(self, among: Iterable[Place], wanted: Place, refusal: NoPlaceError) -> None:
        """Let somebody of the lowest rank below give way, of the address with the most streams."""
        below = [place for place in among if place.rank < wanted.rank]
        leaving = sum(place.displaced for place in self._places)
        if not below or leaving >= MAX_DISPLACED:
            raise refusal
        streams = Counter(place.address for place in below)
        min(below, key=lambda place: (place.rank, -streams[place.address])).displaced = True
