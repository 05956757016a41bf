"""A state seen through its rulebook: the questions that every rule starts from."""

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
from domain.values.once import Once

T = TypeVar("T")


class Position:
    """One state, its edition and its battlefield, as ``actor`` acts in it: one of those whose turn
    it is, or else the one that began the turn, or whose attack it was last. ``seat`` is the one by
    whose card it acts. ``answers`` are to what was asked of it once and may be asked again: see
    ``asked_once`` and ``latest``."""

    def __init__(self, book: Edition, state: GameState, seat: Seat | None = None) -> None:
        self.book = book
        self.state = state
        self.actor = _actor(state, seat)
        self.seat = self.actor if self.actor in state.turn.beside else state.turn.seat
        self.field = battlefield(book, state.setup)
        self.grid: Grid = self.field.grid
        self.answers: dict[object, Any] = {}

    def ground(self, hex_: Hex) -> GroundTraits:
        """Everything on a hex together."""
        lying = self.state.obstacles.get(hex_)
        return self.field.bare[hex_] if lying is None else self.field.ground(hex_, lying)

    def shelter(self, unit: Unit) -> GroundTraits:
        """What the unit's hex does for it: as ``ground``, less what shelters only the enemy."""
        lying = self.state.obstacles.get(unit.hex, ())
        return self.field.shelter(unit.hex, lying, unit.side)

    def traits(self, unit: Unit) -> UnitTraits:
        """The unit's row of the unit table, as the doctrines of the battle change it."""
        rows = self.field.rows
        if rows is not None:
            return rows[unit.kind]
        return self.field.row(unit.side, unit.id, unit.kind, ashore=unit.ashore)

    def fighting(self, unit: Unit) -> UnitTraits:
        """The same as it battles: some units do so otherwise as long as they have not moved."""
        row = self.traits(unit)
        if row.unmoved is None:
            return row
        status = self.state.turn.ordered.get(unit.id)
        moved = status is not None and (status.moved or status.start != unit.hex)
        return row if moved else row.unmoved

    @Once
    def side(self) -> Side:
        """The side whose turn it is."""
        return self.state.table.side_of(self.seat)

    @Once
    def order(self) -> Order:
        """What the seat's card of this turn orders."""
        order = self.state.turn.orders.get(self.seat)
        if order is None:
            raise ValueError("no card is in play")
        return order

    @Once
    def spec(self) -> CardSpec:
        """The card whose orders are carried out this turn."""
        return self.book.cards[self.order.card]

    @Once
    def effects(self) -> Effects:
        """What that card changes for the units it orders."""
        return PLAIN if self.order.fallback else self.spec.effects

    @property
    def heals_beside_others(self) -> bool:
        """Whether the actor names a unit to heal while other generals give orders."""
        turn = self.state.turn
        ordering = isinstance(self.state.phase, OrderPhase) and self.actor in turn.generals
        return ordering and self.spec.heals

    def edge(self, side: Side) -> Edge:
        """Where a side sits."""
        return self.field.edges[side]

    def units_of(self, side: Side) -> Iterator[Unit]:
        """A side's units on the board, in the order of the set-up."""
        return (unit for unit in self.state.units.values() if unit.side is side)

    def adjacent_enemies(self, unit: Unit) -> list[Unit]:
        """Enemy units next to a unit."""
        occupants = self.state.occupants
        return [
            other
            for hex_ in self.grid.neighbors[unit.hex]
            if (other := occupants.get(hex_)) is not None and other.side is not unit.side
        ]

    def medals_to_win(self, side: Side) -> int:
        """The number of medals at which a side wins."""
        return self.field.medals_to_win[side]

    def objectives_at(self, hex_: Hex) -> tuple[Objective, ...]:
        """The objectives printed on a hex."""
        return self.field.objectives_at.get(hex_, ())


def _actor(state: GameState, seat: Seat | None) -> Seat:
    turn = state.turn
    if seat is not None and (seat in turn.beside or seat in turn.delegates):
        return seat
    if turn.beside and turn.fight is not None:
        return state.orderer(turn.fight.attacker)
    return turn.seat


class _Latest:
    """The position that was looked at last. Threads may replace each other's."""

    __slots__ = ("position",)

    def __init__(self) -> None:
        self.position: Position | None = None


_latest = _Latest()


def latest(book: Edition, state: GameState, seat: Seat | None) -> Position:
    """The position of a seat: the same object for as long as it is asked for the same state, so
    that what is listed is carried out without the same questions again."""
    known = _latest.position
    if (
        known is None
        or known.state is not state
        or known.book is not book
        or known.actor is not _actor(state, seat)
    ):
        known = _latest.position = Position(book, state, seat)
    return known


def asked_once(question: Callable[[Position], T]) -> Callable[[Position], T]:
    """Has a question about a position answered once for each of them."""

    @wraps(question)
    def asked(position: Position) -> T:
        answers = position.answers
        if question not in answers:
            answers[question] = question(position)
        found: T = answers[question]
        return found

    return asked


def asked_once_a_unit(question: Callable[[Position, Unit], T]) -> Callable[[Position, Unit], T]:
    """The same for a question about a unit, as it is at the time."""

    @wraps(question)
    def asked(position: Position, unit: Unit) -> T:
        key = question, unit.id
        known: tuple[Unit, T] | None = position.answers.get(key)
        if known is None or known[0] is not unit:
            known = position.answers[key] = unit, question(position, unit)
        return known[1]

    return asked
