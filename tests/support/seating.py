"""The table for two, which every game of today has, in the words that tests of such games use."""

from domain.seating import tables_for
from domain.values import Seat, Side, Variant

[_TWO] = tables_for(Variant.STANDARD)
SEATS = _TWO.seats


def opponent(seat: Seat) -> Seat:
    """The only other seat."""
    [other] = _TWO.others(seat)
    return other


def seat_of(side: Side) -> Seat:
    """The only seat of a side."""
    [seat] = _TWO.seats_of(side)
    return seat


def side_of(seat: Seat) -> Side:
    """The side of a seat."""
    return _TWO.side_of(seat)
