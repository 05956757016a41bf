"""Which events still count: the line of the game from its beginning to a version."""

from collections.abc import Iterable, Mapping

Span = tuple[int, int]
"""The first and the last of versions that follow each other."""


def standing(version: int, taken_back: Mapping[int, int]) -> list[Span]:
    """The versions that lead to ``version``, in order, without what was taken back on the way.

    ``taken_back`` has the versions that took the game back, and to which version each did.
    """
    found: list[Span] = []
    last = version
    while last > 0:
        first = max((one for one in taken_back if one <= last), default=1)
        found.append((first, last))
        last = taken_back.get(first, 0)
    return found[::-1]


def portion(spans: Iterable[Span], after: int, most: int) -> list[Span]:
    """Of the versions in ``spans`` those behind ``after``, at most so many."""
    found: list[Span] = []
    for first, last in spans:
        begin = max(first, after + 1)
        end = min(last, begin + most - 1)
        if begin <= end:
            found.append((begin, end))
            most -= end - begin + 1
    return found


def undone(version: int, taken_back: Mapping[int, int]) -> list[Span]:
    """The versions up to ``version`` that no longer count, in order."""
    found: list[Span] = []
    before = 0
    for first, last in standing(version, taken_back):
        if first > before + 1:
            found.append((before + 1, first - 1))
        before = last
    return found
