"""Taking back: what was asked, what came of it. Nothing that has happened leaves the log."""

from domain.events.marks import hidden
from domain.values import Card, Seat
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class UndoRequested:
    """A seat asks the other one to let it take the game back to ``to_version``. The request lapses
    when play goes on."""

    seat: Seat
    to_version: int


@dataclass(frozen=True, slots=True)
class UndoAgreed:
    """``seat`` agrees to what another one has asked for; others still have to."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UndoDeclined:
    """``seat`` does not agree to what the other one has asked for."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UndoWithdrawn:
    """``seat`` no longer asks."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game is as it was at ``to_version``. Draws of its chance are not taken back: what is
    thrown and shuffled from here on are later ones."""

    to_version: int


@dataclass(frozen=True, slots=True)
class DrawPileShuffled:
    """The ``count`` cards of the draw pile lie in a new order, the last of ``order`` on top, as
    draw ``draw`` of the game's chance has it: cards that were drawn and taken back are among
    them."""

    count: int
    draw: int
    order: tuple[Card, ...] = hidden()
