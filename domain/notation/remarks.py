"""What was said of a game's versions, as comments of its record."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

from domain.notation.record import MAX_COMMENT, Record

Remark = tuple[int, str]
"""A version, and what was said of it."""
_AHEAD = -1


def commented(record: Record, versions: Sequence[int], remarks: Iterable[Remark]) -> Record:
    """A record, with each remark behind the command that came to its version, or passed it; those
    on the game's creation stand ahead of all. ``versions`` are those that the commands came to.

    What finds no room in a comment any more is left out.
    """
    said: dict[int, str] = {}
    for version, text in remarks:
        place = bisect_left(versions, version) if version > 1 else _AHEAD
        both = f"{said.get(place, '')} {text}".strip()
        if len(both) <= MAX_COMMENT:
            said[place] = both
    steps = [replace(step, comment=said.get(at, "")) for at, step in enumerate(record.steps)]
    return replace(record, steps=tuple(steps), comment=said.get(_AHEAD, ""))
