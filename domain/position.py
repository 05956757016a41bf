"""A state under its rulebook: the basic questions that every rule starts from."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, TypeVar

from domain.geometry.hexes import Grid, Hex
from domain.phases import OrderPhase
from domain.pieces.card_spec import PLAIN, CardSpec, Effects
from domain.pieces.ground import GroundTraits
from domain.pieces.units import UnitTraits
from domain.rulebook.battlefield import battlefield
from domain.rulebook.book import Edition
from domain.setup import Objective
from domain.state import GameState, Order, Unit
from domain.values import Edge, Seat, Side
from domain.values.caching import CachedProperty

T = TypeVar("T")


class Position:
    """A state, its edition and its battlefield, from the perspective of ``actor``. ``actor`` is the
    given seat if it acts in this turn; otherwise the seat of the current attacker where generals
    act at the same time, else the seat that began the turn. ``seat`` is the one by whose card it
    acts. ``cache`` holds the results of ``cached_per_position`` and ``cached_per_unit``."""

    def __init__(self, book: Edition, state: GameState, seat: Seat | None = None) -> None:
        self.book = book
        self.state = state
        self.actor = _actor(state, seat)
        self.seat = self.actor if self.actor in state.turn.beside else state.turn.seat
        self.field = battlefield(book, state.setup)
        self.grid: Grid = self.field.grid
        self.cache: dict[object, Any] = {}

    def ground(self, hex_: Hex) -> GroundTraits:
        """Return the traits of a hex: its terrain, features and obstacles together."""
        obstacles = self.state.obstacles.get(hex_)
        return self.field.bare[hex_] if obstacles is None else self.field.ground(hex_, obstacles)

    def shelter(self, unit: Unit) -> GroundTraits:
        """Return the traits of the unit's hex, without what protects only the enemy."""
        obstacles = self.state.obstacles.get(unit.hex, ())
        return self.field.shelter(unit.hex, obstacles, unit.side)

    def traits(self, unit: Unit) -> UnitTraits:
        """Return the unit's row of the unit table, as changed by the doctrines of the battle."""
        rows = self.field.rows
        if rows is not None:
            return rows[unit.kind]
        return self.field.row(unit.side, unit.id, unit.kind, ashore=unit.ashore)

    def battle_traits(self, unit: Unit) -> UnitTraits:
        """Return the traits a unit battles with; for some they differ until it has moved."""
        row = self.traits(unit)
        if row.unmoved is None:
            return row
        status = self.state.turn.ordered.get(unit.id)
        moved = status is not None and (status.moved or status.start != unit.hex)
        return row if moved else row.unmoved

    @CachedProperty
    def side(self) -> Side:
        """The side whose turn it is."""
        return self.state.table.side_of(self.seat)

    @CachedProperty
    def order(self) -> Order:
        """The order of the seat's card. Raises ``ValueError`` if it has played none."""
        order = self.state.turn.orders.get(self.seat)
        if order is None:
            raise ValueError("no card is in play")
        return order

    @CachedProperty
    def spec(self) -> CardSpec:
        """The card whose orders are executed this turn."""
        return self.book.cards[self.order.card]

    @CachedProperty
    def effects(self) -> Effects:
        """The effects of that card on the units it orders."""
        return PLAIN if self.order.fallback else self.spec.effects

    @property
    def heals_beside_others(self) -> bool:
        """Whether the actor chooses a unit to heal while other generals give orders."""
        turn = self.state.turn
        ordering = isinstance(self.state.phase, OrderPhase) and self.actor in turn.generals
        return ordering and self.spec.heals

    def edge(self, side: Side) -> Edge:
        """Return the edge of the board where a side sits."""
        return self.field.edges[side]

    def units_of(self, side: Side) -> Iterator[Unit]:
        """Return a side's units on the board, in set-up order."""
        return (unit for unit in self.state.units.values() if unit.side is side)

    def adjacent_enemies(self, unit: Unit) -> list[Unit]:
        """Return the enemy units adjacent to a unit."""
        occupants = self.state.occupants
        return [
            other
            for hex_ in self.grid.neighbors[unit.hex]
            if (other := occupants.get(hex_)) is not None and other.side is not unit.side
        ]

    def medals_to_win(self, side: Side) -> int:
        """Return the number of medals with which a side wins."""
        return self.field.medals_to_win[side]

    def objectives_at(self, hex_: Hex) -> tuple[Objective, ...]:
        """Return the objectives printed on a hex."""
        return self.field.objectives_at.get(hex_, ())


def _actor(state: GameState, seat: Seat | None) -> Seat:
    turn = state.turn
    if seat is not None and (seat in turn.beside or seat in turn.delegates):
        return seat
    if turn.beside and turn.fight is not None:
        return state.orderer(turn.fight.attacker)
    return turn.seat


class _LastPosition:
    """The position used last. Threads may replace each other's."""

    __slots__ = ("position",)

    def __init__(self) -> None:
        self.position: Position | None = None


_last_position = _LastPosition()


def cached_position(book: Edition, state: GameState, seat: Seat | None) -> Position:
    """Return the position of a seat, the same object for the same state.

    Commands that were just listed can then be decided without asking the same questions again.
    """
    position = _last_position.position
    if (
        position is None
        or position.state is not state
        or position.book is not book
        or position.actor is not _actor(state, seat)
    ):
        position = _last_position.position = Position(book, state, seat)
    return position


def cached_per_position(function: Callable[[Position], T]) -> Callable[[Position], T]:
    """Cache a function's result for each position."""

    @wraps(function)
    def cached(position: Position) -> T:
        cache = position.cache
        if function not in cache:
            cache[function] = function(position)
        result: T = cache[function]
        return result

    return cached


def cached_per_unit(function: Callable[[Position, Unit], T]) -> Callable[[Position, Unit], T]:
    """Cache a function's result for each position and unit, as long as the unit is unchanged."""

    @wraps(function)
    def cached(position: Position, unit: Unit) -> T:
        key = function, unit.id
        entry: tuple[Unit, T] | None = position.cache.get(key)
        if entry is None or entry[0] is not unit:
            entry = position.cache[key] = unit, function(position, unit)
        return entry[1]

    return cached
