"""Caches: lazily computed properties and mappings, and results by the identity of an argument."""

from collections.abc import Callable
from functools import wraps
from typing import Generic, TypeVar

K = TypeVar("K")
S = TypeVar("S")
T = TypeVar("T")


class CachedProperty(Generic[S, T]):
    """A property computed on first access and then stored as an attribute of the object, which must
    be immutable and have no slots. Two threads that access it at once compute it twice."""

    def __init__(self, function: Callable[[S], T]) -> None:
        self._function = function
        self.__doc__ = function.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: S, _owner: type) -> T:
        value = instance.__dict__[self._name] = self._function(instance)
        return value


class ComputedDict(dict[K, T]):
    """A mapping that computes a value when it is first looked up by ``[key]``, and then stores it.
    Two threads that look it up at once compute it twice."""

    def __init__(self, function: Callable[[K], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: K) -> T:
        value = self[key] = self._function(key)
        return value


def cached_by_identity(max_objects: int) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """Cache a function's results for ``max_objects`` objects by identity, because comparing the
    first events of games by value is slow."""

    def decorate(function: Callable[[S], T]) -> Callable[[S], T]:
        cache: dict[int, tuple[S, T]] = {}

        @wraps(function)
        def wrapper(value: S) -> T:
            cached = cache.get(id(value))
            if cached is not None and cached[0] is value:
                return cached[1]
            if len(cache) >= max_objects:
                cache.clear()
            # Keeps a reference to the object, so that its id is not reused.
            result = function(value)
            cache[id(value)] = value, result
            return result

        return wrapper

    return decorate
