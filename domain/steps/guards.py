"""Checks shared by all phases. Each raises ``IllegalCommandError`` if it fails."""

from typing import TypeVar

from domain.commands import Play, TakeHint
from domain.errors import IllegalCommandError, Rule
from domain.phases import Phase
from domain.position import Position
from domain.rules.cards import orders
from domain.state import GameState, OrderedUnit, Unit
from domain.values import Seat, Status

P = TypeVar("P", bound=Phase)


def awaited(state: GameState, command: Play | TakeHint) -> None:
    """Require a running game that awaits this seat."""
    running(state)
    if command.seat not in state.awaiting:
        decision = state.phase.decision if state.phase else None
        raise IllegalCommandError(Rule.TURN_NOT_YOURS, awaited=state.awaited, decision=decision)


def at_table(state: GameState, seat: Seat) -> None:
    """Require a seat of this game."""
    if seat not in state.table:
        seats = list(state.table.seats)
        raise IllegalCommandError(Rule.SEAT_UNKNOWN, seat=seat, seats=seats)


def running(state: GameState) -> None:
    """Require a game that has begun and is not over."""
    if state.status is Status.WAITING:
        raise IllegalCommandError(Rule.GAME_NOT_STARTED, free_seats=list(state.free_seats))
    if state.is_over:
        raise IllegalCommandError(Rule.GAME_OVER, winner=state.winner, ending=state.ending)


def phase(state: GameState, kind: type[P]) -> P:
    """Return the current phase, which must be of this type."""
    current = state.phase
    if not isinstance(current, kind):
        decision = current.decision if current else None
        raise IllegalCommandError(Rule.PHASE_OTHER_DECISION, decision=decision)
    return current


def own_unit(position: Position, seat: Seat, name: str) -> Unit:
    """Return a unit on the board that the seat commands."""
    unit = position.state.units.get(name)
    if unit is None:
        raise IllegalCommandError(Rule.UNIT_UNKNOWN, unit=name)
    if not orders.may_command(position, seat, unit):
        raise IllegalCommandError(Rule.UNIT_NOT_YOURS, unit=name, side=unit.side)
    return unit


def ordered_unit(position: Position, seat: Seat, name: str) -> tuple[Unit, OrderedUnit]:
    """Return a unit that the seat has ordered this turn, and its status."""
    unit, ordered = position.state.units.get(name), orders.ordered_by(position, seat)
    if unit is None or name not in ordered:
        own_unit(position, seat, name)
        raise IllegalCommandError(Rule.UNIT_NOT_ORDERED, unit=name, ordered=list(ordered))
    return unit, ordered[name]


def ordered_units(position: Position) -> list[tuple[Unit, OrderedUnit]]:
    """Return the units on the board that the acting seat has ordered, in that order."""
    units, ordered = position.state.units, orders.ordered_by(position, position.actor)
    return [(units[name], status) for name, status in ordered.items() if name in units]


def second_mover(position: Position) -> Unit | None:
    """Return the ordered unit that still has a second move after the battles, if any."""
    turn = position.state.turn
    if position.seat not in turn.orders or not position.effects.moves_again or turn.battles_over:
        return None
    return next(iter(second_movers(position)), None)


def second_movers(position: Position) -> list[Unit]:
    """Return the ordered units that have not moved a second time."""
    return [unit for unit, status in ordered_units(position) if not status.moved_again]
