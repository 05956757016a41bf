"""What the seats of a running game may agree on."""

from dataclasses import dataclass
from enum import StrEnum

from domain.values import Seat


class Agreement(StrEnum):
    """What a seat may propose."""

    PAUSE = "pause"
    """Nobody's time runs for some days."""
    HAND_OVER = "hand_over"
    """A member of a side leaves the game, and a partner plays its seat as well."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What ``seat`` has proposed: a pause of ``days``, or to hand its seat over to the player of
    ``to``; and which of the others have agreed."""

    seat: Seat
    what: Agreement
    days: int = 0
    to: Seat | None = None
    agreed: tuple[Seat, ...] = ()
