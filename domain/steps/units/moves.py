"""Moving ordered units (2004 p. 7-8, Move Units; 2025, Move units)."""

from collections.abc import Iterable, Iterator

from domain import events as e
from domain.commands import (
    Decline,
    EndBattles,
    EndMoves,
    EndTurn,
    ExitBoard,
    HealUnit,
    MoveUnit,
    Play,
)
from domain.errors import IllegalCommandError, Rule
from domain.phases import BattlePhase, MoveAgainPhase, MovePhase, PursuitPhase
from domain.position import Position, cached_position
from domain.rules.moves import afloat, movement
from domain.rules.moves.walk import path_refusal
from domain.rules.recovery import may_recover
from domain.state import Unit
from domain.steps import board, guards
from domain.steps.draft import Draft
from domain.steps.units import hazards
from domain.values import RemovalCause, Seat

_MAX_SHOWN = 3
"""The number of exits that a refusal names."""


def move_unit(draft: Draft, command: MoveUnit) -> None:
    """Move one ordered unit, once; the hexes it leaves and enters are settled at once."""
    unit = _mover(draft, command)
    again = isinstance(draft.state.phase, MoveAgainPhase)
    move = _require_move(draft.position, unit, command)
    _move(draft, unit, move, may_battle=move.may_battle and not again)
    if not draft.over():
        _continue(draft, again=again)


def exit_board(draft: Draft, command: ExitBoard) -> None:
    """Move an ordered unit off the board, which may win the game."""
    unit = _mover(draft, command)
    again = isinstance(draft.state.phase, MoveAgainPhase)
    exits = movement.exits(draft.position, unit)
    move = next((option for option in exits if option.path == command.path), None)
    if move is None:
        paths = [list(option.path) for option in exits[:_MAX_SHOWN]]
        raise IllegalCommandError(Rule.MOVEMENT_NO_EXIT, unit=unit.id, hex=unit.hex, exits=paths)
    if move.path:
        _move(draft, unit, move, may_battle=False)
    if not draft.over() and unit.id in draft.state.units:
        board.leave(draft, draft.state.units[unit.id])
    if not draft.over():
        _continue(draft, again=again)


def pursue(draft: Draft, command: MoveUnit | ExitBoard) -> None:
    """Move on by one hex, or off the board, from ground taken."""
    phase = guards.phase(draft.state, PursuitPhase)
    unit, status = guards.ordered_unit(draft.position, command.seat, command.unit)
    if unit.id != phase.unit:
        raise IllegalCommandError(Rule.OVERRUN_OTHER_UNIT, unit=phase.unit)
    exits = isinstance(command, ExitBoard)
    moves = (movement.departures if exits else movement.pursuits)(draft.position, unit)
    move = next((option for option in moves if option.path == command.path), None)
    if move is None:
        paths = [list(option.path) for option in moves[:_MAX_SHOWN]]
        rule = Rule.MOVEMENT_NO_EXIT if exits else Rule.MOVEMENT_OTHER_PATH
        raise IllegalCommandError(rule, unit=unit.id, hex=unit.hex, exits=paths)
    if exits:
        board.leave(draft, unit)
    else:
        _move(draft, unit, move, may_battle=move.may_battle and status.may_battle)


def pursuit_options(position: Position, seat: Seat, phase: PursuitPhase) -> Iterator[Play]:
    """Yield each hex to move on to, leaving the board, and declining."""
    unit = position.state.units[phase.unit]
    for move in movement.pursuits(position, unit):
        yield MoveUnit(seat, unit.id, move.path)
    for move in movement.departures(position, unit):
        yield ExitBoard(seat, unit.id, move.path)
    yield Decline(seat)


def end_moves(draft: Draft, command: EndMoves) -> None:
    """End the seat's moves; battles begin when all are done."""
    guards.phase(draft.state, MovePhase)
    _finish_moves(draft, [command.seat])


def end_battles(draft: Draft, _command: EndBattles) -> None:
    """End the battles; the unit with a second move may make it."""
    guards.phase(draft.state, BattlePhase)
    unit = guards.second_mover(draft.position)
    if unit is None:
        raise IllegalCommandError(Rule.MOVEMENT_NO_SECOND_MOVE, card=draft.position.order.card)
    if not draft.state.turn.beside:
        draft.then(e.BattlesEnded())
    draft.then(e.SecondMoveOffered(unit.id))


def options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each move of each ordered unit that has not moved, and ending."""
    for unit, status in guards.ordered_units(position):
        if not status.moved:
            for move in movement.moves(position, unit):
                yield MoveUnit(seat, unit.id, move.path)
            for move in movement.exits(position, unit):
                yield ExitBoard(seat, unit.id, move.path)
            if may_recover(position, unit, status):
                yield HealUnit(seat, unit.id)
    yield EndMoves(seat)


def second_move_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each second move of each unit that has one left, and ending the turn."""
    for unit in guards.second_movers(position):
        for move in movement.moves(position, unit):
            yield MoveUnit(seat, unit.id, move.path)
        for move in movement.exits(position, unit):
            yield ExitBoard(seat, unit.id, move.path)
    yield EndTurn(seat)


def _continue(draft: Draft, *, again: bool) -> None:
    """Continue after a move: battles once no unit can move; the next second move after one."""
    movers = guards.second_movers(draft.position) if again else []
    if movers:
        draft.then(e.SecondMoveOffered(movers[0].id))
    else:
        end_moves_if_none(draft)


def end_moves_if_none(draft: Draft) -> None:
    """Go on to the battles if no ordered unit can still move."""
    finished = [seat for seat in draft.state.awaiting if not _can_move(draft, seat)]
    _finish_moves(draft, finished)


def _finish_moves(draft: Draft, seats: Iterable[Seat]) -> None:
    if draft.finish_phase(seats, e.MovesEnded()):
        hazards.sweep_standing(draft)


def _can_move(draft: Draft, seat: Seat) -> bool:
    """Return whether a unit that the seat has ordered can still move."""
    position = cached_position(draft.book, draft.state, seat)
    return any(
        not status.moved
        and (movement.can_move(position, unit) or may_recover(position, unit, status))
        for unit, status in guards.ordered_units(position)
    )


def _mover(draft: Draft, command: MoveUnit | ExitBoard) -> Unit:
    """Return the ordered unit of a move command, for its first or second move."""
    phase = draft.state.phase
    if isinstance(phase, BattlePhase) and not draft.position.effects.moves:
        card = draft.position.order.card
        raise IllegalCommandError(Rule.MOVEMENT_NOT_WITH_CARD, unit=command.unit, card=card)
    if not isinstance(phase, MoveAgainPhase):
        guards.phase(draft.state, MovePhase)
    unit, status = guards.ordered_unit(draft.position, command.seat, command.unit)
    if status.moved_again if isinstance(phase, MoveAgainPhase) else status.moved:
        raise IllegalCommandError(Rule.MOVEMENT_ALREADY_MOVED, unit=unit.id, moved=status.cost)
    return unit


def _require_move(position: Position, unit: Unit, command: MoveUnit) -> movement.Move:
    move = next((m for m in movement.moves(position, unit) if m.path == command.path), None)
    if move is None:
        rule, facts = path_refusal(position, unit, command.path)
        raise IllegalCommandError(rule, **facts)
    return move


def _move(draft: Draft, unit: Unit, move: movement.Move, *, may_battle: bool) -> None:
    draft.then(
        e.UnitMoved(
            unit.id,
            move.path,
            move.cost,
            may_battle,
            move.may_take_ground,
            charges=move.charges and may_battle,
            ashore=afloat.comes_ashore(draft.position, unit, move.path),
        )
    )
    board.after_leaving(draft, unit)
    hazards.settle_on(draft, unit, move.path, RemovalCause.ARMOR_ENTERED)
