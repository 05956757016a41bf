"""The table of a game: its seats in order of play, each with its side, role and command.

Nothing else knows how many seats there are, which side a seat is on, or who plays after whom.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from domain.events import GameCreated, SeatSetup
from domain.values import Role, Seat, Section, Side, Variant


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

    @property
    def smaller(self) -> Side | None:
        """The side that has a player fewer; None where both have as many."""
        allies, axis = (len(self._by_side[side]) for side in (Side.ALLIES, Side.AXIS))
        return None if allies == axis else Side.ALLIES if allies < axis else Side.AXIS

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """The other seats of a pair; nobody for a seat that is of none."""
        if self._by_seat[seat].role is not Role.PARTNER:
            return ()
        return tuple(other for other in self.seats_of(self.side_of(seat)) if other is not seat)

    def next_after(self, seat: Seat, taken: Mapping[Seat, int]) -> Seat:
        """The seat with which the next turn begins, by the turns that each has ``taken``: armies
        take turns, and in an army its seats do."""
        enemies = self.seats_of(self.side_of(seat).enemy)
        if self.together:
            return enemies[0]
        return enemies[sum(taken[enemy] for enemy in enemies) % len(enemies)]

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


_PAIRS: Final = {
    Side.ALLIES: (Seat.ALLIES_1, Seat.ALLIES_2),
    Side.AXIS: (Seat.AXIS_1, Seat.AXIS_2),
}
_SINGLES: Final = {Side.ALLIES: Seat.ALLIES, Side.AXIS: Seat.AXIS}


def _alliance(smaller: Side | None) -> Table:
    """Two pairs, or one against a single player, in order of play (2025 Appendix 5)."""
    seats = {side: (_SINGLES[side],) if side is smaller else _PAIRS[side] for side in Side}
    rounds = zip_longest(*seats.values())
    return Table(
        tuple(
            SeatSetup(seat, side, Role.COMMANDER if side is smaller else Role.PARTNER)
            for round_ in rounds
            for side, seat in zip(Side, round_, strict=True)
            if seat is not None
        )
    )


_TWO: Final = Table(tuple(SeatSetup(seat, side) for side, seat in _SINGLES.items()))
_TABLES: Final[Mapping[Variant, Mapping[Side | None, Table]]] = {
    **{variant: {None: _TWO} for variant in Variant},
    Variant.OPERATION_ALLIANCE: {smaller: _alliance(smaller) for smaller in (None, *Side)},
}
"""By variant, and by the side that has a player fewer, if one has."""
SEATS: Final = tuple(
    dict.fromkeys(
        s for tables in _TABLES.values() for table in tables.values() for s in table.seats
    )
)
"""The words of all seats that a new game may have."""


def table_for(variant: Variant, smaller: Side | None = None) -> Table | None:
    """The table that a new game of a variant has, ``smaller`` being the side that has a player
    fewer; None where the variant knows no such table."""
    return _TABLES[variant].get(smaller)


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
