"""Which events still count: the line of the game from its beginning to a version."""

from collections.abc import Mapping

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


def undone(version: int, taken_back: Mapping[int, int]) -> list[Span]:
    """The versions up to ``version`` that no longer count, in order."""
    found: list[Span] = []
    before = 0
    for first, last in standing(version, taken_back):
        if first > before + 1:
            found.append((before + 1, first - 1))
        before = last
    return found
