"""A bounded memory of what was used most recently, shared between threads."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Keeps the ``limit`` values used last, by name."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
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
            self._values.pop(name, None)

    def put(self, name: str, value: V, newer: Callable[[V, V], bool] | None = None) -> None:
        """Keep a value; with ``newer``, only if it is newer than the one that is kept."""
        with self._lock:
            known = self._values.get(name)
            if known is not None and newer is not None and not newer(value, known):
                return
            self._values[name] = value
            self._values.move_to_end(name)
            while len(self._values) > self._limit:
                self._values.popitem(last=False)
