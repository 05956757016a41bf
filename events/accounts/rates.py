"""How many requests there were in a window of time, counted for all processes together.

A process takes several out of the shared count at once and then gives them out from memory, so most
requests cost no round trip. More than the quota are never given out; what a process has taken and
not given out when a window ends is lost to the others, a fiftieth of the quota at most.
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
"""The quota is taken out in so many parts, or more towards its end."""
_KNOWN = 50_000
_PAUSE_SECONDS = 1.0
"""For so long a store that did not answer is not asked again."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests (``quota``) in each window of so many ``seconds``; windows begin at whole
    multiples of that."""

    quota: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Counted:
    """Whether one more request was within its rate, how many more may be, and in how many seconds
    the next window begins."""

    within: bool
    left: int
    seconds: int


@dataclass(slots=True)
class _Share:
    """What this process has of one count: ``left`` taken out and not given out, after ``taken``
    were taken out by all."""

    window: int
    left: int = 0
    taken: int = 0


class Rates:
    """Counts by policy and by who asks. Safe to share between threads."""

    def __init__(self, client: Client, clock: Callable[[], float] = time.time) -> None:
        self._storage = RedisStorage("redis://", key_prefix=keys.RATES)
        # The storage makes a client of its own, for one server alone; this one may be a cluster's.
        self._storage.storage = client
        self._storage.initialize_storage("")
        self._clock = clock
        self._shares: LruCache[_Share] = LruCache(_KNOWN)
        self._lock = Lock()
        self._ask_after = 0.0

    def count(self, policy: str, who: str, rate: Rate, weight: int = 1) -> Counted | None:
        """Count one more request, as ``weight`` of them, which is no more than the quota; None
        where the store does not answer: then nobody knows."""
        now = self._clock()
        window = int(now // rate.seconds)
        rest = int((window + 1) * rate.seconds - now) + 1
        while True:
            with self._lock:
                share = self._share(policy, who, window)
                within = share.left >= weight
                if within or share.taken >= rate.quota:
                    share.left -= weight if within else 0
                    left = max(0, rate.quota - share.taken) + share.left
                    return Counted(within, left, rest)
                wanted = max(_part(rate.quota, share.taken), weight - share.left)
            if not self._take_out(share, f"{policy}:{who}:{window}", rate, wanted):
                return None

    def give_back(self, policy: str, who: str, rate: Rate, weight: int = 1) -> None:
        """Count so many requests less: they turned out not to belong here."""
        with self._lock:
            self._share(policy, who, int(self._clock() // rate.seconds)).left += weight

    def used_up(self, policy: str, who: str, rate: Rate) -> Counted | None:
        """What is told when nothing is left, as far as this process knows; None otherwise."""
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

    def _take_out(self, share: _Share, name: str, rate: Rate, wanted: int) -> bool:
        """Take a part out of the shared count, as far as there is any; False without an answer."""
        if time.monotonic() < self._ask_after:
            return False
        item = RateLimitItemPerSecond(rate.quota, rate.seconds)
        try:
            taken = self._storage.incr(item.key_for(name), item.get_expiry(), wanted)
        except FAILURES as error:
            self._ask_after = time.monotonic() + _PAUSE_SECONDS
            _log.warning("rate limiting suspended: %r", error)
            return False
        with self._lock:
            share.left += max(0, min(wanted, rate.quota - (taken - wanted)))
            share.taken = max(share.taken, taken)
        return True


def _part(quota: int, taken: int) -> int:
    """How many to take out at once: fewer when there is little left, so that the last ones are not
    kept from other processes."""
    return max(1, min(quota // _PARTS, (quota - taken) // 4))
