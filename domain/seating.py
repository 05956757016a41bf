"""The table of a game: its seats in order of play, each with its side, role and command.

Only this module knows how many seats there are, which side a seat is on, and the order of turns.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, zip_longest
from typing import Final

from domain.events import GameCreated, MatchGame, ReservedSeat, SeatSetup
from domain.values import Role, Seat, Section, Side, Variant
from domain.values.caching import cached_by_identity


class Table:
    """The seats of a game in order of play. With ``together`` all seats of a side act in the same
    turn, each by a card that its Commander-in-Chief hands out; otherwise a turn belongs to one
    seat. ``parties`` are the seats that one player takes, by default one each."""

    __slots__ = ("_by_seat", "_by_side", "_parties", "places", "seats", "together")

    def __init__(
        self,
        places: tuple[SeatSetup, ...],
        *,
        together: bool = False,
        parties: tuple[tuple[Seat, ...], ...] = (),
    ) -> None:
        self.places = places
        self.together = together
        self._parties = parties
        self.seats: tuple[Seat, ...] = tuple(place.seat for place in places)
        self._by_seat: Mapping[Seat, SeatSetup] = {place.seat: place for place in places}
        self._by_side: Mapping[Side, tuple[Seat, ...]] = {
            side: tuple(place.seat for place in places if place.side is side) for side in Side
        }

    def __contains__(self, seat: Seat) -> bool:
        return seat in self._by_seat

    def side_of(self, seat: Seat) -> Side:
        """Return the side a seat belongs to."""
        return self._by_seat[seat].side

    def seats_of(self, side: Side) -> tuple[Seat, ...]:
        """Return the seats of a side, in order of play."""
        return self._by_side[side]

    @property
    def parties(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each player, in the order of their first seats."""
        return self._parties or tuple((seat,) for seat in self.seats)

    @property
    def shared_parties(self) -> tuple[tuple[Seat, ...], ...]:
        """The parties, if any player takes several seats; otherwise none."""
        return self._parties

    def party(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that are taken together with ``seat``, which is among them."""
        return next((party for party in self._parties if seat in party), (seat,))

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats but one, in order of play from it on."""
        start = self.seats.index(seat)
        return self.seats[start + 1 :] + self.seats[:start]

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that play against one, in order of play from it on."""
        side = self.side_of(seat)
        return tuple(other for other in self.others(seat) if self.side_of(other) is not side)

    def first_of(self, side: Side) -> Seat:
        """Return the seat of a side that plays first."""
        return self.seats_of(side)[0]

    def acting_with(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that act in a turn that ``seat`` begins, itself first."""
        if not self.together:
            return (seat,)
        own = self.seats_of(self.side_of(seat))
        return (seat, *(other for other in own if other is not seat))

    @property
    def smaller(self) -> Side | None:
        """The side with one player fewer; None if both have as many."""
        allies, axis = (len(self._by_side[side]) for side in (Side.ALLIES, Side.AXIS))
        return None if allies == axis else Side.ALLIES if allies < axis else Side.AXIS

    def leader(self, seat: Seat) -> Seat:
        """Return the seat whose hand a seat plays from: in a team, its Commander-in-Chief."""
        place = self._by_seat[seat]
        return self.first_of(place.side) if place.role in _ROLES_WITH_LEADER else seat

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The seats that hold hands, and that begin turns."""
        return tuple(seat for seat in self.seats if self.leader(seat) is seat)

    def team(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that play from the same hand, in order of play."""
        leader = self.leader(seat)
        return tuple(other for other in self.seats if self.leader(other) is leader)

    def visible_hands(self, seats: Iterable[Seat]) -> frozenset[Seat]:
        """Return these seats, and those whose hands they may see: a team shares one hand, but a
        general does not see that of its Commander-in-Chief."""
        own = frozenset(seats)
        members = (seat for seat in own if self._by_seat[seat].role is Role.SECTION_COMMANDER)
        return own.union(map(self.leader, members))

    def partners(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats of a pair; empty for a seat that is not in one."""
        if self._by_seat[seat].role is not Role.PARTNER:
            return ()
        return tuple(other for other in self.seats_of(self.side_of(seat)) if other is not seat)

    def next_after(self, seat: Seat, taken: Mapping[Seat, int]) -> Seat:
        """Return the seat that begins the next turn, given the number of turns each has ``taken``:
        sides take turns, and within a side its seats do."""
        side = self.side_of(seat)
        enemies = [leader for leader in self.leaders if self.side_of(leader) is not side]
        return enemies[sum(taken[enemy] for enemy in enemies) % len(enemies)]

    def commands(self, seat: Seat) -> tuple[Section, ...]:
        """Return the sections in which a seat commands units of its side."""
        return self._by_seat[seat].sections

    def commanders(self, side: Side, sections: Container[Section]) -> tuple[Seat, ...]:
        """Return the seats of a side that command one of ``sections``, in order of play."""
        return tuple(
            seat
            for seat in self._by_side[side]
            if any(section in sections for section in self._by_seat[seat].sections)
        )

    def commander(self, side: Side, sections: tuple[Section, ...]) -> Seat:
        """Return the first seat that may decide for a unit of ``side`` in ``sections``."""
        seats = self._by_side[side]
        for seat in seats[:-1]:
            if not set(sections).isdisjoint(self._by_seat[seat].sections):
                return seat
        return seats[-1]

    def possible_viewers(self) -> Iterator[frozenset[Seat]]:
        """Iterate over every set of seats that one viewer may hold."""
        held: list[frozenset[Seat]] = [frozenset()]
        for seat in self.seats:
            held += [seats | {seat} for seats in held]
        return iter(held)


_ROLES_WITH_LEADER: Final = (Role.SECTION_COMMANDER, Role.FIELD_GENERAL)
_SEATS: Final = {
    Side.ALLIES: (Seat.ALLIES_1, Seat.ALLIES_2, Seat.ALLIES_3, Seat.ALLIES_4),
    Side.AXIS: (Seat.AXIS_1, Seat.AXIS_2, Seat.AXIS_3, Seat.AXIS_4),
}
_SINGLES: Final = {Side.ALLIES: Seat.ALLIES, Side.AXIS: Seat.AXIS}
_FLANKS: Final = (Section.LEFT, Section.RIGHT)
_PAIR: Final = ((Role.PARTNER, tuple(Section)),) * 2
"""Two partners who share an army (2025 Appendix 5, Operation Alliance)."""
_CHIEF: Final = (Role.COMMANDER_IN_CHIEF, (Section.CENTER,))
_TEAMS: Final = (
    (_CHIEF, (Role.SECTION_COMMANDER, _FLANKS)),
    (_CHIEF, *((Role.SECTION_COMMANDER, (flank,)) for flank in _FLANKS)),
)
"""Two or three members who share a hand, each with sections of its own (2004 Appendix 3, Team
Play)."""

_CHAIN: Final = (
    (Role.COMMANDER_IN_CHIEF, ()),
    *((Role.FIELD_GENERAL, (section,)) for section in Section),
)
"""A Commander-in-Chief and a general for each section (Overlord)."""
_PARTIES: Final = ((), ((0, 2), (1,), (3,)), ((0, 2), (1, 3)), ((0, 1, 2, 3),))
"""The positions within a side that each player takes. Ruling: of three the Commander-in-Chief
commands the center as well, of two the other one has both flanks, and one has everything."""

_Roster = tuple[tuple[Role, tuple[Section, ...]], ...]
"""The roles and sections of the members of a side; empty if it has a single seat."""


def _table(*sides: _Roster) -> Table:
    """Return a table with these members on each side, in alternating order of play."""
    places = [
        [
            SeatSetup(seat, side, role, sections)
            for seat, (role, sections) in zip(_SEATS[side], members, strict=False)
        ]
        or [SeatSetup(_SINGLES[side], side)]
        for side, members in zip(Side, sides, strict=True)
    ]
    return Table(tuple(place for row in zip_longest(*places) for place in row if place))


def _tables(*teams: _Roster) -> tuple[Table, ...]:
    """Return the tables with the full rosters and with fewer members: the largest first, the sides
    differing by at most one."""
    sizes = sorted((*teams, ()), key=len, reverse=True)
    pairs = [(team, team) for team in teams] + [
        sides
        for larger, smaller in pairwise(sizes)
        for sides in ((larger, smaller), (smaller, larger))
    ]
    return tuple(_table(*sides) for sides in sorted(pairs, key=lambda team: -sum(map(len, team))))


def _overlord(places: tuple[tuple[int, ...], ...]) -> Table:
    """Return the table of Overlord at which each player of a side takes these of its positions."""
    seats = zip(*_SEATS.values(), strict=True)
    sides = {seat: side for side, own in _SEATS.items() for seat in own}
    ranks = zip(seats, _CHAIN, strict=True)
    rows = [(seat, role, sections) for pair, (role, sections) in ranks for seat in pair]
    return Table(
        tuple(SeatSetup(seat, sides[seat], role, sections) for seat, role, sections in rows),
        together=True,
        parties=tuple(
            tuple(own[place] for place in held) for held in places for own in _SEATS.values()
        ),
    )


_TABLES: Final[Mapping[Variant, tuple[Table, ...]]] = {
    **dict.fromkeys(Variant, (_table((), ()),)),
    Variant.OPERATION_ALLIANCE: _tables(_PAIR),
    **dict.fromkeys((Variant.TEAM, Variant.YOUNG_GENERALS_TEAM), _tables(*_TEAMS)),
    Variant.OVERLORD: tuple(map(_overlord, _PARTIES)),
}
SEATS: Final = tuple(
    dict.fromkeys(seat for tables in _TABLES.values() for table in tables for seat in table.seats)
)
"""All seats that a new game may have."""


def tables_for(variant: Variant) -> tuple[Table, ...]:
    """Return the tables that a new game of a variant may have, largest first; of two of a size,
    first the one at which the later side has one player fewer."""
    return _TABLES[variant]


def table_with(variant: Variant, parties: tuple[tuple[Seat, ...], ...]) -> Table | None:
    """Return the table of a variant with these parties in order of play, if there is one."""
    return next((table for table in _TABLES[variant] if table.parties == parties), None)


def mirrored(variant: Variant, table: Table) -> Table:
    """Return the table of a variant with the sides swapped."""
    seat_counts = [len(table.seats_of(side.enemy)) for side in Side]
    return next(
        other
        for other in _TABLES[variant]
        if [len(other.seats_of(side)) for side in Side] == seat_counts
        and len(other.parties) == len(table.parties)
    )


def match_game(first: str, number: int, players: Mapping[Seat, str], table: Table) -> MatchGame:
    """Return game ``number`` of the match that ``first`` opened, with each seat's player."""
    allies, axis = (players[table.first_of(side)] for side in (Side.ALLIES, Side.AXIS))
    reserved = tuple(ReservedSeat(seat, players[seat]) for seat in table.seats)
    return MatchGame(first, number, allies, axis, reserved if len(reserved) > len(Side) else ())


@cached_by_identity(max_objects=256)
def table_of(created: GameCreated) -> Table:
    """Return the table of a game, given its first event."""
    return _cached_table(created.seats, created.together, created.parties)


@lru_cache(maxsize=64)
def _cached_table(
    places: tuple[SeatSetup, ...], together: bool, parties: tuple[tuple[Seat, ...], ...]
) -> Table:
    return Table(places, together=together, parties=parties)
