"""Answers that cost many times what others do: made one after another, each within a limit of work,
and cached under their entity tags.

Whoever sends many such requests waits for its own ones; callers take turns, and what else there is
to answer goes on beside the one that is being made.
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
"""Of one request: some seconds of a processor."""
STEPS_PER_EVENT = 1_000
"""Of an event that is read, and told or folded."""
STEPS_PER_LINE = 250
"""Of an event that is read, and written as it is."""
MAX_WAITING, MAX_WAITING_PER_CALLER = 48, 16
"""Fewer than the threads that a server process leaves for what is no stream."""
MAX_CACHED_BYTES = 48 * 1024 * 1024
_MAX_SHARE = 4
"""An answer is not cached that would take more than this part of all room."""


class BusyError(Exception):
    """Too many costly requests wait to be answered, or one has waited too long."""


class _Queue:
    """A lock that goes to whoever has waited longest; Python's own goes to anybody."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._held = False
        self._waiting: deque[Lock] = deque()

    def acquire(self, timeout: float) -> bool:
        """Have the lock, within so many seconds; whether that came about."""
        mine = Lock()
        with self._guard:
            if not self._held:
                self._held = True
                return True
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=timeout):
            return True
        with self._guard:
            if mine not in self._waiting:
                return True
            self._waiting.remove(mine)
        return False

    def release(self) -> None:
        """Hand it on."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


@dataclass(slots=True)
class _Line:
    """The requests of one caller, of which the first one is served."""

    front: _Queue = field(default_factory=_Queue)
    length: int = 0


class CostlyAnswers:
    """The costly answers of one process. Safe to share between threads."""

    def __init__(self, max_bytes: int = MAX_CACHED_BYTES) -> None:
        self.max_wait_seconds = 10.0
        self._largest = max_bytes // _MAX_SHARE
        self._cached: LruCache[bytes] = LruCache(max_bytes, weight=len)
        self._slot = _Queue()
        self._lines: dict[str, _Line] = {}
        self._guard = Lock()
        self._thread = local()

    def answer(self, tag: str, make: Callable[[Spend], bytes], caller: str | None = None) -> bytes:
        """The answer that a strong entity tag stands for: whatever it follows from must be in the
        tag. Without a ``caller`` nobody waits for a turn to make it. Raises ``BusyError`` and
        ``WorkLimitError``."""
        cached = self._cached.get(tag)
        if cached is not None:
            g.answered_from_cache = True
            return cached
        if caller is None:
            return self._made(tag, make)
        with self.turn(caller):
            return self._cached.get(tag) or self._made(tag, make)

    @contextmanager
    def turn(self, caller: str) -> Iterator[None]:
        """Wait for the turn of a caller, and have it. Raises ``BusyError``."""
        end = time.monotonic() + self.max_wait_seconds
        front = nullcontext() if self._is_first() else self._front(caller, end)
        with front, _held(self._slot, end):
            yield

    @contextmanager
    def first_in_line(self, caller: str) -> Iterator[None]:
        """Wait until no other costly request of a caller is looked at, and be the one that is: all
        of it, beside the answer itself, takes no more than one at a time of a processor's turns.
        Raises ``BusyError``."""
        with self._front(caller, time.monotonic() + self.max_wait_seconds):
            self._thread.first = True
            try:
                yield
            finally:
                self._thread.first = False

    def _is_first(self) -> bool:
        return getattr(self._thread, "first", False)

    @contextmanager
    def _front(self, caller: str, end: float) -> Iterator[None]:
        with self._in_line(caller) as line, _held(line.front, end):
            yield

    def _made(self, tag: str, make: Callable[[Spend], bytes]) -> bytes:
        made = make(WorkBudget(MAX_STEPS).spend)
        if len(made) <= self._largest:
            self._cached.put(tag, made)
        return made

    @contextmanager
    def _in_line(self, caller: str) -> Iterator[_Line]:
        with self._guard:
            line = self._lines.get(caller) or _Line()
            waiting = sum(one.length for one in self._lines.values())
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
def _held(lock: _Queue, end: float) -> Iterator[None]:
    if not lock.acquire(timeout=max(0.0, end - time.monotonic())):
        raise BusyError
    try:
        yield
    finally:
        lock.release()
