"""Standing orders: that a seat has given some is told, which ones is its own until the end."""

from domain.events.marks import hidden, rarely_hidden
from domain.geometry.hexes import Hex
from domain.plans import ConditionalTurn
from domain.values import Seat
from domain.values.frozen import dataclass
from domain.values.standing import Instruction


@dataclass(frozen=True, slots=True)
class StandingOrdersGiven:
    """The ``orders`` that answer in place of ``seat`` from here on, instead of its earlier ones;
    there may be none. ``toward`` is the hex that one of them names; the first of ``turns`` whose
    condition holds is carried out as the seat's next turn begins. Taking the game back leaves
    them as they are."""

    seat: Seat
    orders: tuple[Instruction, ...] = hidden()
    toward: Hex | None = rarely_hidden()
    turns: tuple[ConditionalTurn, ...] = rarely_hidden(())
