"""Standing orders: that a seat has given some is told, which ones is its own until the end."""

from dataclasses import dataclass

from domain.events.marks import hidden
from domain.values import Seat
from domain.values.standing import Instruction


@dataclass(frozen=True, slots=True)
class StandingOrdersGiven:
    """The ``orders`` that answer in place of ``seat`` from here on, instead of its earlier ones;
    there may be none. Taking the game back leaves them as they are."""

    seat: Seat
    orders: tuple[Instruction, ...] = hidden()
