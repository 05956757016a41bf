"""A bounded memory of what was used most recently, shared between threads."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """Keeps the values used last, by name: as many as together weigh no more than ``limit``. Each
    weighs 1 unless ``weight`` says otherwise; it must not change."""

    def __init__(self, limit: int, weight: Callable[[V], int] = lambda _: 1) -> None:
        self._limit = limit
        self._weight = weight
        self._weighed = 0
        self._values: OrderedDict[str, V] = OrderedDict()
        self._lock = Lock()

    def get(self, name: str) -> V | None:
        """The value of a name, which counts as used now; None when it is not kept."""
        with self._lock:
            value = self._values.get(name)
            if value is not None:
                self._values.move_to_end(name)
            return value

    def drop(self, name: str) -> None:
        """Keep the value of a name no longer."""
        with self._lock:
            self._remove(name)

    def put(self, name: str, value: V, newer: Callable[[V, V], bool] | None = None) -> None:
        """Keep a value; with ``newer``, only if it is newer than the one that is kept."""
        with self._lock:
            known = self._values.get(name)
            if known is not None and newer is not None and not newer(value, known):
                return
            self._remove(name)
            self._values[name] = value
            self._weighed += self._weight(value)
            while self._weighed > self._limit:
                self._remove(next(iter(self._values)))

    def _remove(self, name: str) -> None:
        value = self._values.pop(name, None)
        if value is not None:
            self._weighed -= self._weight(value)
