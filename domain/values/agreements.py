"""Agreements between the seats of a running game."""

from dataclasses import dataclass
from enum import StrEnum

from domain.values import Seat


class Agreement(StrEnum):
    """What a seat may propose."""

    PAUSE = "pause"
    """The clock stops for some days."""
    HAND_OVER = "hand_over"
    """A member of a side leaves the game, and a partner plays its seat as well."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal by ``seat``: a pause of ``days``, or to hand its seat over to the player of
    ``to``; and which of the others have agreed."""

    seat: Seat
    what: Agreement
    days: int = 0
    to: Seat | None = None
    agreed: tuple[Seat, ...] = ()
