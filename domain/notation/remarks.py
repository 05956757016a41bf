"""Remarks on a game's versions as comments of its record."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace

from domain.notation.record import MAX_COMMENT, Record

Remark = tuple[int, str]
"""A version, and a remark on it."""
_BEFORE_FIRST = -1


def with_comments(record: Record, versions: Sequence[int], remarks: Iterable[Remark]) -> Record:
    """Return a record with each remark on the command that led to its version, or past it; those on
    the game's creation come first. ``versions`` are those that the commands led to. Remarks beyond
    a comment's maximum length are dropped."""
    comments: dict[int, str] = {}
    for version, text in remarks:
        index = bisect_left(versions, version) if version > 1 else _BEFORE_FIRST
        joined = f"{comments.get(index, '')} {text}".strip()
        if len(joined) <= MAX_COMMENT:
            comments[index] = joined
    steps = [
        replace(step, comment=comments.get(number, "")) for number, step in enumerate(record.steps)
    ]
    return replace(record, steps=tuple(steps), comment=comments.get(_BEFORE_FIRST, ""))
