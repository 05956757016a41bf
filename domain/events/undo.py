"""Taking back: requests, answers and results. No event ever leaves the log."""

from domain.events.bases import SeatEvent
from domain.events.marks import hidden
from domain.values import Card, Seat
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class UndoRequested:
    """A seat asked the other one to let it take the game back to ``to_version``. The request lapses
    when play continues."""

    seat: Seat
    to_version: int


class UndoAgreed(SeatEvent):
    """``seat`` agreed to another seat's request; others still have to."""


class UndoDeclined(SeatEvent):
    """``seat`` declined the other seat's request."""


class UndoWithdrawn(SeatEvent):
    """``seat`` withdrew its request."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game is as it was at ``to_version``. Draws of its chance are not taken back: later rolls
    and shuffles use later draws."""

    to_version: int


@dataclass(frozen=True, slots=True)
class DrawPileShuffled:
    """The ``count`` cards of the draw pile are in a new order, the last of ``order`` on top, by
    draw ``draw`` of the game's chance: they include cards that were drawn and taken back."""

    count: int
    draw: int
    order: tuple[Card, ...] = hidden()
