"""Expensive answers: computed one at a time, within a work limit, and cached by entity tag.

Callers take turns, and the requests of one caller wait for each other, so that a caller who sends
many delays nobody else. Ordinary requests are served meanwhile.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from threading import Lock, local

from flask import g

from domain.analysis.work import Spend, WorkBudget
from events.lru_cache import LruCache

MAX_STEPS = 60_000_000
"""The work limit of one request: some seconds of CPU time."""
STEPS_PER_EVENT = 1_000
"""The cost of an event that is read, and narrated or folded."""
STEPS_PER_LINE = 250
"""The cost of an event that is read and written as it is."""
MAX_WAITING, MAX_WAITING_PER_CALLER = 48, 16
"""Fewer than the threads that a server process reserves for requests other than streams."""
MAX_CACHED_BYTES = 48 * 1024 * 1024
_MAX_SHARE = 4
"""An answer larger than one part in so many of the cache is not cached."""


class BusyError(Exception):
    """Too many expensive requests are waiting, or one has waited too long."""


class _FairLock:
    """A first-in, first-out lock; Python's own wakes any waiter."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._held = False
        self._waiting: deque[Lock] = deque()

    def acquire(self, timeout: float) -> bool:
        """Acquire the lock within ``timeout`` seconds; return whether it was acquired."""
        ticket = Lock()
        with self._guard:
            if not self._held:
                self._held = True
                return True
            ticket.acquire()
            self._waiting.append(ticket)
        if ticket.acquire(timeout=timeout):
            return True
        with self._guard:
            if ticket not in self._waiting:
                return True
            self._waiting.remove(ticket)
        return False

    def release(self) -> None:
        """Hand the lock to the first waiter."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


@dataclass(slots=True)
class _Line:
    """The requests of one caller, of which the first is served."""

    head: _FairLock = field(default_factory=_FairLock)
    length: int = 0


class CostlyAnswers:
    """The expensive answers of one process. Thread-safe."""

    def __init__(self, max_bytes: int = MAX_CACHED_BYTES) -> None:
        self.max_wait_seconds = 10.0
        self._largest = max_bytes // _MAX_SHARE
        self._cached: LruCache[bytes] = LruCache(max_bytes, weight=len)
        self._slot = _FairLock()
        self._lines: dict[str, _Line] = {}
        self._guard = Lock()
        self._thread = local()

    def answer(self, tag: str, make: Callable[[Spend], bytes], caller: str | None = None) -> bytes:
        """Return the answer under a strong entity tag, which must cover everything that the answer
        depends on. Without a ``caller`` it is computed without queueing. Raises ``BusyError`` and
        ``WorkLimitError``."""
        cached = self._cached.get(tag)
        if cached is not None:
            g.answered_from_cache = True
            return cached
        if caller is None:
            return self._compute(tag, make)
        with self.turn(caller):
            return self._cached.get(tag) or self._compute(tag, make)

    @contextmanager
    def turn(self, caller: str) -> Iterator[None]:
        """Wait for the caller's turn to compute, and hold it. Raises ``BusyError``."""
        deadline = time.monotonic() + self.max_wait_seconds
        head = nullcontext() if self._is_head() else self._head(caller, deadline)
        with head, _held(self._slot, deadline):
            yield

    @contextmanager
    def head_of_line(self, caller: str) -> Iterator[None]:
        """Wait until no other expensive request of the caller is served, and keep the others
        waiting: also outside ``turn``, a caller then uses at most one thread's share of the CPU.
        Raises ``BusyError``."""
        with self._head(caller, time.monotonic() + self.max_wait_seconds):
            self._thread.is_head = True
            try:
                yield
            finally:
                self._thread.is_head = False

    def _is_head(self) -> bool:
        return getattr(self._thread, "is_head", False)

    @contextmanager
    def _head(self, caller: str, deadline: float) -> Iterator[None]:
        with self._in_line(caller) as line, _held(line.head, deadline):
            yield

    def _compute(self, tag: str, make: Callable[[Spend], bytes]) -> bytes:
        answer = make(WorkBudget(MAX_STEPS).spend)
        if len(answer) <= self._largest:
            self._cached.put(tag, answer)
        return answer

    @contextmanager
    def _in_line(self, caller: str) -> Iterator[_Line]:
        with self._guard:
            line = self._lines.get(caller) or _Line()
            waiting = sum(other.length for other in self._lines.values())
            if waiting >= MAX_WAITING or line.length >= MAX_WAITING_PER_CALLER:
                raise BusyError
            self._lines[caller] = line
            line.length += 1
        try:
            yield line
        finally:
            with self._guard:
                line.length -= 1
                if not line.length:
                    del self._lines[caller]


@contextmanager
def _held(lock: _FairLock, deadline: float) -> Iterator[None]:
    if not lock.acquire(timeout=max(0.0, deadline - time.monotonic())):
        raise BusyError
    try:
        yield
    finally:
        lock.release()
