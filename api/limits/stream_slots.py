"""Limits the open streams of one process.

A stream occupies a thread while it is open, so the number of slots is limited: per address, per
player and in total, with some reserved for players in their own games. When none is left, a player
displaces a signed-in spectator, and that one an anonymous client.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from threading import Lock

RESERVED_THREADS = 64
"""Threads of a process that streams may not occupy, or commands would starve."""
MAX_DISPLACED = RESERVED_THREADS // 2
"""Displaced streams that have not ended yet; each ends with its next heartbeat."""
SEATED_SHARE = 4
"""One slot in so many is reserved for streams of players in their own games."""


class NoSlotError(Exception):
    """No slot is left: all ``limit`` of one ``owner``, an "address" or a "player", are taken, or
    all of the process."""

    def __init__(self, owner: str | None = None, limit: int = 0) -> None:
        super().__init__(f"{limit} streams of one {owner}" if owner else "no slot is left")
        self.owner = owner
        self.limit = limit


class Rank(IntEnum):
    """The priority of a stream; higher ranks displace lower ones."""

    ANONYMOUS = 0
    SIGNED_IN = 1
    SEATED = 2


@dataclass(eq=False, slots=True)
class Slot:
    """The slot of one stream. ``address`` is None when it is exempt."""

    rank: Rank
    address: str | None = None
    player: str | None = None
    token_is_valid: Callable[[], bool] = lambda: True
    """Whether the token that the stream was opened with is still valid."""
    displaced: bool = field(default=False)
    """Whether the stream must end because another one needs its slot."""


@dataclass(frozen=True, slots=True)
class StreamLimits:
    """The maximum number of streams, in total and per address or player."""

    total: int
    per_address: int
    per_player: int


class StreamSlots:
    """The stream slots of this process."""

    def __init__(self, limits: StreamLimits) -> None:
        self._limits = limits
        self._slots: set[Slot] = set()
        self._lock = Lock()

    def acquire(self, slot: Slot) -> None:
        """Occupy a slot until ``release``. Raises ``NoSlotError``."""
        with self._lock:
            active = [other for other in self._slots if not other.displaced]
            if slot.player is not None:
                of_player = sum(other.player == slot.player for other in active)
                if of_player >= self._limits.per_player:
                    raise NoSlotError("player", self._limits.per_player)
            if slot.address is not None:
                of_address = [other for other in active if other.address == slot.address]
                if len(of_address) >= self._limits.per_address:
                    error = NoSlotError("address", self._limits.per_address)
                    self._displace(of_address, slot, error)
                    active = [other for other in active if not other.displaced]
            if self._is_full(active, slot.rank):
                self._displace(active, slot, NoSlotError())
            self._slots.add(slot)

    def release(self, slot: Slot) -> None:
        """Free a slot. Idempotent."""
        with self._lock:
            self._slots.discard(slot)

    def _is_full(self, active: list[Slot], rank: Rank) -> bool:
        total = self._limits.total
        if len(active) >= total:
            return True
        others = sum(slot.rank is not Rank.SEATED for slot in active)
        return rank is not Rank.SEATED and others >= total - total // SEATED_SHARE

    def _displace(self, candidates: Iterable[Slot], slot: Slot, error: NoSlotError) -> None:
        """Displace a stream of the lowest rank below, at the address with the most of them."""
        lower = [other for other in candidates if other.rank < slot.rank]
        ending = sum(other.displaced for other in self._slots)
        if not lower or ending >= MAX_DISPLACED:
            raise error
        streams = Counter(other.address for other in lower)
        min(lower, key=lambda other: (other.rank, -streams[other.address])).displaced = True
