"""Bases of events with the same data."""

from domain.events.marks import hidden
from domain.values import Card, Seat
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class SeatEvent:
    """An event about a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardEvent(SeatEvent):
    """An event about a card that only its seat knows."""

    card: Card = hidden()


@dataclass(frozen=True, slots=True)
class UnitEvent:
    """An event about a unit."""

    unit: str
