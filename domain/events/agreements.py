"""What seats agree on, and what bears on their time."""

from domain.values import Ending, Seat
from domain.values.agreements import Agreement
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """A seat proposes a pause of ``days``, or to hand its seat over to the player of ``to``."""

    seat: Seat
    what: Agreement
    days: int = 0
    to: Seat | None = None


@dataclass(frozen=True, slots=True)
class ProposalAnswered:
    """``seat`` agrees to what another one has proposed, or does not; or withdraws its proposal."""

    seat: Seat
    agrees: bool


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """The time of ``seat``, or of all seats, does not run for ``days`` from now on."""

    days: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The time of ``seat``, or of all seats, runs again before that."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TimeCredited:
    """``seat`` gets time back that has passed since the last command while the service was down."""

    seat: Seat
    milliseconds: int


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """``player`` decides for ``seat`` from here on: a bot, as its time ran out, or a partner, as it
    resigned. Taking the game back does not undo that."""

    seat: Seat
    player: str
    reason: Ending
