"""Checks that every phase begins with."""

from typing import TypeVar

from domain.commands import Play
from domain.errors import IllegalCommandError, Rule
from domain.position import Position
from domain.state import GameState, OrderedUnit, Phase, Unit
from domain.values import Seat, Status

P = TypeVar("P", bound=Phase)


def awaited(state: GameState, command: Play) -> None:
    """The game is running and it is this seat's decision."""
    running(state)
    if state.awaited is not command.seat:
        decision = state.phase.decision if state.phase else None
        raise IllegalCommandError(Rule.TURN_NOT_YOURS, awaited=state.awaited, decision=decision)


def running(state: GameState) -> None:
    """The game has begun and is not over."""
    if state.status is Status.WAITING:
        free = [seat for seat in Seat if seat not in state.seats]
        raise IllegalCommandError(Rule.GAME_NOT_STARTED, free_seats=free)
    if state.status is Status.FINISHED:
        raise IllegalCommandError(Rule.GAME_OVER, winner=state.winner, ending=state.ending)


def phase(state: GameState, kind: type[P]) -> P:
    """The current phase, which must be of this kind."""
    current = state.phase
    if not isinstance(current, kind):
        decision = current.decision if current else None
        raise IllegalCommandError(Rule.PHASE_OTHER_DECISION, decision=decision)
    return current


def own_unit(state: GameState, seat: Seat, name: str) -> Unit:
    """A unit of the seat's side that is on the board."""
    unit = state.units.get(name)
    if unit is None:
        raise IllegalCommandError(Rule.UNIT_UNKNOWN, unit=name)
    if unit.side is not seat.side:
        raise IllegalCommandError(Rule.UNIT_NOT_YOURS, unit=name, side=unit.side)
    return unit


def ordered_unit(state: GameState, seat: Seat, name: str) -> tuple[Unit, OrderedUnit]:
    """A unit of the seat's side that was ordered this turn."""
    unit = own_unit(state, seat, name)
    status = state.turn.ordered.get(name)
    if status is None:
        ordered = list(state.turn.ordered)
        raise IllegalCommandError(Rule.UNIT_NOT_ORDERED, unit=name, ordered=ordered)
    return unit, status


def ordered_units(position: Position) -> list[tuple[Unit, OrderedUnit]]:
    """The ordered units still on the board, in the order they were ordered."""
    units = position.state.units
    return [
        (units[name], status)
        for name, status in position.state.turn.ordered.items()
        if name in units
    ]


def second_mover(position: Position) -> Unit | None:
    """The ordered unit that a second move still awaits after the battles."""
    if not position.effects.moves_again or position.state.turn.battles_over:
        return None
    return next((unit for unit, _ in ordered_units(position)), None)
