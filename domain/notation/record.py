"""A record as values: what its text says, before anyone asks whether it can have happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.notation.errors import NOWHERE, NotationError, TextPosition
from domain.values import Seat

FORMAT = "record 1"
"""What the first header of a record says; another number is another notation."""
HIDDEN = "?"
"""A card that whoever a record was written for may not know."""
MAX_COMMENT = 10_000
"""Letters of what is said of one command."""
EVERYTHING = "all"
"""The view of who sees the hands, the deck and the seed, once a game is over."""


@dataclass(frozen=True, slots=True)
class Header:
    """The value of a header, and where it stands."""

    value: str
    place: TextPosition = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One command: whose it is, its word and what that is said of; and what came of it.

    ``turn`` and ``active`` are those of the heading above it, 0 and None before the first turn.
    ``undone`` says that it stands in parentheses: it was taken back later.
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
    """A game in writing; ``comment`` stands before its first step."""

    headers: Mapping[str, Header]
    steps: tuple[Step, ...]
    comment: str = ""

    @property
    def complete(self) -> bool:
        """Whether everything is told, so that the game can be played again from it."""
        return self.said("View") == EVERYTHING

    def require_complete(self) -> None:
        """Refuse what was seen of a game by somebody who may not know everything. Raises
        ``NotationError``."""
        if not self.complete:
            raise self.refuse("View", f"only what was seen by {EVERYTHING!r} can be played again")

    def said(self, name: str) -> str | None:
        """The value of a header; None where there is none."""
        header = self.headers.get(name)
        return None if header is None else header.value

    def place(self, name: str) -> TextPosition:
        """Where a header stands; the beginning, where there is none."""
        header = self.headers.get(name)
        return TextPosition(1, 1) if header is None else header.place

    def required(self, name: str) -> str:
        """The value of a header that must be there. Raises ``NotationError``."""
        value = self.said(name)
        if value is None:
            raise NotationError(TextPosition(1, 1), f"the header {name} is missing")
        return value

    def refuse(self, name: str, reason: str) -> NotationError:
        """The error of a header that says what cannot be."""
        return NotationError(self.place(name), f"{name}: {reason}")
