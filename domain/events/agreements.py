"""Agreements between seats, and changes to their clocks."""

from domain.values import Ending, Seat
from domain.values.agreements import Agreement
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """A seat proposed a pause of ``days``, or to hand its seat over to the player of ``to``."""

    seat: Seat
    what: Agreement
    days: int = 0
    to: Seat | None = None


@dataclass(frozen=True, slots=True)
class ProposalAnswered:
    """``seat`` agreed to another seat's proposal or declined it, or withdrew its own."""

    seat: Seat
    agrees: bool


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """The clock of ``seat``, or of all seats, stopped for ``days``."""

    days: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ClockResumed:
    """The clock of ``seat``, or of all seats, runs again before its stop was over."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TimeCredited:
    """``seat`` got back time that passed since the last command while the service was down."""

    seat: Seat
    milliseconds: int


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """``player`` decides for ``seat`` from now on: a bot, because its time ran out, or a partner,
    because it resigned. Taking the game back does not undo this."""

    seat: Seat
    player: str
    reason: Ending
