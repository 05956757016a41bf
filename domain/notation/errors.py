"""Errors in a record, with their positions."""

from typing import NamedTuple


class TextPosition(NamedTuple):
    """A position in a text, both counted from 1."""

    line: int
    column: int


NOWHERE = TextPosition(0, 0)
"""The position of values that were not read from a text."""


class NotationError(Exception):
    """A text that is not a record, or a record of an impossible game; ``reason`` says why."""

    def __init__(self, place: TextPosition, reason: str) -> None:
        super().__init__(f"line {place.line}, column {place.column}: {reason}")
        self.place = place
        self.reason = reason
