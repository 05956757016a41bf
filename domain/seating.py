"""The table of a game: its seats in order of play, each with its side, role and command.

Nothing else knows how many seats there are, which side a seat is on, or who plays after whom.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from domain.events import GameCreated, SeatSetup
from domain.values import Seat, Section, Side, Variant


class Table:
    """The places of a game in order of play. With ``together`` all seats of a side act in the same
    turn, each by an order of its own; without, a turn is one seat's."""

    __slots__ = ("_by_seat", "_by_side", "places", "seats", "together")

    def __init__(self, places: tuple[SeatSetup, ...], *, together: bool = False) -> None:
        self.places = places
        self.together = together
        self.seats: tuple[Seat, ...] = tuple(place.seat for place in places)
        self._by_seat: Mapping[Seat, SeatSetup] = {place.seat: place for place in places}
        self._by_side: Mapping[Side, tuple[Seat, ...]] = {
            side: tuple(place.seat for place in places if place.side is side) for side in Side
        }

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._by_seat

    def side_of(self, seat: Seat) -> Side:
        """The army a seat belongs to."""
        return self._by_seat[seat].side

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """The seats of an army, in order of play."""
        return self._by_side[side]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats but one, in order of play from it on."""
        start = self.seats.index(seat)
        return self.seats[start + 1 :] + self.seats[:start]

    def facing(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that play against one, in order of play from it on."""
        side = self.side_of(seat)
        return tuple(other for other in self.others(seat) if self.side_of(other) is not side)

    def opposite(self, seat: Seat) -> Seat:
        """The seat that a player of this one takes when the sides are swapped."""
        side = self.side_of(seat)
        enemies = self.seats_of(side.enemy)
        return enemies[self.seats_of(side).index(seat) % len(enemies)]

    def first_of(self, side: Side) -> Seat:
        """The seat of an army that plays first."""
        return self.seats_of(side)[0]

    def acting_with(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that act in a turn that begins with ``seat``, itself first."""
        if not self.together:
            return (seat,)
        own = self.seats_of(self.side_of(seat))
        return (seat, *(other for other in own if other is not seat))

    def next_after(self, seat: Seat) -> Seat:
        """The seat with which the next turn begins."""
        if self.together:
            return self.first_of(self.side_of(seat).enemy)
        return self.others(seat)[0]

    def commander(self, side: Side, sections: tuple[Section, ...]) -> Seat:
        """Who decides for a unit of ``side`` in ``sections``: where several could, the first."""
        seats = self._by_side[side]
        for seat in seats[:-1]:
            if not set(sections).isdisjoint(self._by_seat[seat].sections):
                return seat
        return seats[-1]

    def holders(self) -> Iterator[frozenset[Seat]]:
        """Every set of seats that one viewer may hold."""
        held: list[frozenset[Seat]] = [frozenset()]
        for seat in self.seats:
            held += [one | {seat} for one in held]
        return iter(held)


_TWO: Final = Table((SeatSetup(Seat.ALLIES, Side.ALLIES), SeatSetup(Seat.AXIS, Side.AXIS)))
_BY_VARIANT: Final = dict.fromkeys(Variant, _TWO)
SEATS: Final = tuple(dict.fromkeys(s for table in _BY_VARIANT.values() for s in table.seats))
"""The words of all seats that a new game may have."""


def table_for(variant: Variant) -> Table:
    """The table that a new game of a variant has."""
    return _BY_VARIANT[variant]


def table_of(created: GameCreated) -> Table:
    """The table of a game, by its first event."""
    known = _recent.get(id(created))
    if known is not None and known[0] is created:
        return known[1]
    table = _table(created.seats, created.together)
    if len(_recent) >= _MOST_RECENT:
        _recent.clear()
    _recent[id(created)] = created, table
    return table


_MOST_RECENT = 256
_recent: dict[int, tuple[GameCreated, Table]] = {}
"""Tables by the first events themselves, which are dear to compare."""


@lru_cache(maxsize=64)
def _table(places: tuple[SeatSetup, ...], together: bool) -> Table:
    return Table(places, together=together)
