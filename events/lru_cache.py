"""A thread-safe cache of the most recently used values."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """An LRU cache of values by name whose total weight is at most ``limit``. The weight of a value
    is 1 by default and must not change."""

    def __init__(self, limit: int, weight: Callable[[V], int] = lambda _: 1) -> None:
        self._limit = limit
        self._weight = weight
        self._total_weight = 0
        self._values: OrderedDict[str, V] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str) -> V | None:
        """The cached value, marked as used; None if it is not cached."""
        with self._lock:
            value = self._values.get(name)
            if value is not None:
                self._values.move_to_end(name)
            return value

    def drop(self, name: str) -> None:
        """Remove a value from the cache."""
        with self._lock:
            self._remove(name)

    def put(self, name: str, value: V, newer: Callable[[V, V], bool] | None = None) -> None:
        """Cache a value; with ``newer``, only if it is newer than the cached one."""
        with self._lock:
            cached = self._values.get(name)
            if cached is not None and newer is not None and not newer(value, cached):
                return
            self._remove(name)
            self._values[name] = value
            self._total_weight += self._weight(value)
            while self._total_weight > self._limit:
                self._remove(next(iter(self._values)))

    def _remove(self, name: str) -> None:
        value = self._values.pop(name, None)
        if value is not None:
            self._total_weight -= self._weight(value)
