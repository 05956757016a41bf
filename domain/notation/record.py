"""A record as values: the contents of its text, before they are checked against the rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.notation.errors import NOWHERE, NotationError, TextPosition
from domain.values import Seat

FORMAT = "record 1"
"""The value of the first header; another number is another notation."""
HIDDEN = "?"
"""A card that the reader of a record may not know."""
MAX_COMMENT = 10_000
"""The most letters of a comment."""
EVERYTHING = "all"
"""The view of the hands, the deck and the seed, once a game is over."""


@dataclass(frozen=True, slots=True)
class Header:
    """The value of a header, and its position."""

    value: str
    place: TextPosition = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One command: its seat, word and argument, and its outcome.

    ``turn`` and ``active`` are those of the heading above it, 0 and None before the first turn.
    ``undone`` says that it is in parentheses: it was taken back later.
    """

    seat: Seat
    word: str
    argument: str = ""
    outcome: tuple[str, ...] = ()
    turn: int = 0
    active: Seat | None = None
    undone: bool = False
    comment: str = ""
    place: TextPosition = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A game in writing; ``comment`` precedes its first step."""

    headers: Mapping[str, Header]
    steps: tuple[Step, ...]
    comment: str = ""

    @property
    def complete(self) -> bool:
        """Whether the record holds everything, so that the game can be replayed from it."""
        return self.header("View") == EVERYTHING

    def require_complete(self) -> None:
        """Raise ``NotationError`` if the record is of a limited view."""
        if not self.complete:
            raise self.refuse(
                "View", f"only a record of everything ({EVERYTHING!r}) can be replayed"
            )

    def header(self, name: str) -> str | None:
        """Return the value of a header; None if it is missing."""
        header = self.headers.get(name)
        return None if header is None else header.value

    def place(self, name: str) -> TextPosition:
        """Return the position of a header; the beginning if it is missing."""
        header = self.headers.get(name)
        return TextPosition(1, 1) if header is None else header.place

    def required(self, name: str) -> str:
        """Return the value of a required header. Raises ``NotationError`` if it is missing."""
        value = self.header(name)
        if value is None:
            raise NotationError(TextPosition(1, 1), f"the header {name} is missing")
        return value

    def refuse(self, name: str, reason: str) -> NotationError:
        """Return the error for an invalid header."""
        return NotationError(self.place(name), f"{name}: {reason}")
