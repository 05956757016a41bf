"""What is wrong with a record, and where."""

from typing import NamedTuple


class TextPosition(NamedTuple):
    """Where something stands in a text, both counted from 1."""

    line: int
    column: int


NOWHERE = TextPosition(0, 0)
"""Of what was not read from a text."""


class NotationError(Exception):
    """A text that is no record, or a record of what cannot have happened; ``reason`` says why."""

    def __init__(self, place: TextPosition, reason: str) -> None:
        super().__init__(f"line {place.line}, column {place.column}: {reason}")
        self.place = place
        self.reason = reason
