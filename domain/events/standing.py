"""Standing orders: it is public that a seat has given some; their content is private until the
end."""

from domain.events.marks import hidden, rarely_hidden
from domain.geometry.hexes import Hex
from domain.plans import ConditionalTurn
from domain.values import Seat
from domain.values.frozen import dataclass
from domain.values.standing import Instruction


@dataclass(frozen=True, slots=True)
class StandingOrdersGiven:
    """The ``orders`` that answer in place of ``seat`` from now on, replacing its earlier ones;
    possibly none. ``toward`` is the hex that one of them names; the first of ``turns`` whose
    condition holds is executed as the seat's next turn begins. Taking the game back does not change
    them."""

    seat: Seat
    orders: tuple[Instruction, ...] = hidden()
    toward: Hex | None = rarely_hidden()
    turns: tuple[ConditionalTurn, ...] = rarely_hidden(())
