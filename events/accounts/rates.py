"""Rate limiting with fixed windows, counted over all processes.

A process takes several requests from the shared count at once and counts them in memory, so most
requests need no round trip. The quota is never exceeded; what a process has taken and not used by
the end of a window is lost to the others, at most a fiftieth of the quota.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from limits import RateLimitItemPerSecond
from limits.storage import RedisStorage

from events.lru_cache import LruCache
from events.store import keys
from events.store.failures import FAILURES
from events.store.servers import Client

_log = logging.getLogger(__name__)
_PARTS = 50
"""The number of parts in which a quota is taken; smaller parts are taken towards its end."""
_MAX_SHARES = 50_000
_PAUSE_SECONDS = 1.0
"""The pause before the next attempt after the store has failed."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A ``quota`` of requests per window of ``seconds``; windows begin at multiples of
    ``seconds``."""

    quota: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Counted:
    """Whether a request was within its rate, how many are left, and the seconds to the next
    window."""

    within: bool
    left: int
    seconds: int


@dataclass(slots=True)
class _Share:
    """This process's share of a count: ``left`` are taken and not used, ``taken`` were taken by all
    processes."""

    window: int
    left: int = 0
    taken: int = 0


class Rates:
    """Counts requests by policy and caller. Thread-safe."""

    def __init__(self, client: Client, clock: Callable[[], float] = time.time) -> None:
        self._storage = RedisStorage("redis://", key_prefix=keys.RATES)
        # The storage creates a client for a single server; this one may be a cluster's.
        self._storage.storage = client
        self._storage.initialize_storage("")
        self._clock = clock
        self._shares: LruCache[_Share] = LruCache(_MAX_SHARES)
        self._lock = Lock()
        self._retry_at = 0.0

    def count(self, policy: str, who: str, rate: Rate, weight: int = 1) -> Counted | None:
        """Count a request with a ``weight`` of at most the quota; None if the store is
        unavailable."""
        now = self._clock()
        window = int(now // rate.seconds)
        remaining = int((window + 1) * rate.seconds - now) + 1
        while True:
            with self._lock:
                share = self._share(policy, who, window)
                within = share.left >= weight
                if within or share.taken >= rate.quota:
                    share.left -= weight if within else 0
                    left = max(0, rate.quota - share.taken) + share.left
                    return Counted(within, left, remaining)
                wanted = max(_part(rate.quota, share.taken), weight - share.left)
            if not self._take(share, f"{policy}:{who}:{window}", rate, wanted):
                return None

    def give_back(self, policy: str, who: str, rate: Rate, weight: int = 1) -> None:
        """Undo ``count`` for a request that turned out not to count."""
        with self._lock:
            self._share(policy, who, int(self._clock() // rate.seconds)).left += weight

    def used_up(self, policy: str, who: str, rate: Rate) -> Counted | None:
        """The result for an exhausted rate, as far as this process knows; None if it is not."""
        now = self._clock()
        window = int(now // rate.seconds)
        with self._lock:
            share = self._share(policy, who, window)
            if share.left > 0 or share.taken < rate.quota:
                return None
        return Counted(False, 0, int((window + 1) * rate.seconds - now) + 1)

    def _share(self, policy: str, who: str, window: int) -> _Share:
        name = f"{policy}:{who}"
        share = self._shares.get(name)
        if share is None or share.window != window:
            share = _Share(window)
            self._shares.put(name, share)
        return share

    def _take(self, share: _Share, name: str, rate: Rate, wanted: int) -> bool:
        """Take a part of the shared count; False if the store is unavailable."""
        if time.monotonic() < self._retry_at:
            return False
        item = RateLimitItemPerSecond(rate.quota, rate.seconds)
        try:
            taken = self._storage.incr(item.key_for(name), item.get_expiry(), wanted)
        except FAILURES as error:
            self._retry_at = time.monotonic() + _PAUSE_SECONDS
            _log.warning("rate limiting suspended: %r", error)
            return False
        with self._lock:
            share.left += max(0, min(wanted, rate.quota - (taken - wanted)))
            share.taken = max(share.taken, taken)
        return True


def _part(quota: int, taken: int) -> int:
    """How many to take at once: fewer towards the end of the quota, to leave some for other
    processes."""
    return max(1, min(quota // _PARTS, (quota - taken) // 4))
