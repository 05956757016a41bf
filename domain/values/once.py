"""What is worked out once: for each object, or for each first event of a game."""

from collections.abc import Callable
from functools import wraps
from typing import Generic, TypeVar

S = TypeVar("S")
T = TypeVar("T")


class Once(Generic[S, T]):
    """A property that is worked out when it is first asked for, and then an attribute of the
    object, which must never change and have no slots. Two threads that ask at once do the work
    twice."""

    def __init__(self, work: Callable[[S], T]) -> None:
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: S, _owner: type) -> T:
        value = instance.__dict__[self._name] = self._work(instance)
        return value


def by_identity(max_objects: int) -> Callable[[Callable[[S], T]], Callable[[S], T]]:
    """Have a function remember its results for ``max_objects`` objects, by identity and not by
    value: those of the first events of games are costly to compare."""

    def decorated(work: Callable[[S], T]) -> Callable[[S], T]:
        found: dict[int, tuple[S, T]] = {}

        @wraps(work)
        def remembered(value: S) -> T:
            known = found.get(id(value))
            if known is not None and known[0] is value:
                return known[1]
            if len(found) >= max_objects:
                found.clear()
            # The object is kept along, so that its identity is not given to another one.
            made = work(value)
            found[id(value)] = value, made
            return made

        return remembered

    return decorated
