"""Moving ordered units (2004 p. 7-8, Move Units; 2025, Move units)."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import EndMoves, MoveUnit, Play
from domain.errors import IllegalCommandError, Rule
from domain.position import Position
from domain.rules import movement
from domain.state import MovePhase
from domain.steps import board, guards
from domain.steps.draft import Draft
from domain.values import RemovalCause, Seat


def move_unit(draft: Draft, command: MoveUnit) -> None:
    """Move one ordered unit, whole and once; what it leaves and enters is settled at once."""
    guards.phase(draft.state, MovePhase)
    unit, status = guards.ordered_unit(draft.state, command.seat, command.unit)
    if status.moved:
        raise IllegalCommandError(Rule.MOVEMENT_ALREADY_MOVED, unit=unit.id)
    position = draft.position
    move = next((m for m in movement.moves(position, unit) if m.path == command.path), None)
    if move is None:
        raise IllegalCommandError(movement.path_refusal(position, unit, command.path), unit=unit.id)
    draft.then(e.UnitMoved(unit.id, move.path, move.cost, move.may_battle, move.may_take_ground))
    board.after_leaving(draft, unit)
    board.crush_obstacles(draft, draft.state.units[unit.id], RemovalCause.ARMOR_ENTERED)
    board.after_entering(draft, unit.side, move.path[-1])
    if not draft.over:
        end_moves_if_none(draft)


def end_moves(draft: Draft, _command: EndMoves) -> None:
    """Move no further unit: battles begin."""
    guards.phase(draft.state, MovePhase)
    draft.then(e.MovesEnded())


def options(position: Position, seat: Seat) -> Iterator[Play]:
    """Each different move of each ordered unit that has not moved, and ending."""
    for unit, status in guards.ordered_units(position):
        if not status.moved:
            for move in movement.moves(position, unit):
                yield MoveUnit(seat, unit.id, move.path)
    yield EndMoves(seat)


def end_moves_if_none(draft: Draft) -> None:
    """Go on to battle when no ordered unit can still move."""
    position = draft.position
    if not any(
        not status.moved and movement.can_move(position, unit)
        for unit, status in guards.ordered_units(position)
    ):
        draft.then(e.MovesEnded())
