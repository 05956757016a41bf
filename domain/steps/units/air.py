"""Air drops, mostly before the first turn (a special rule of Sainte-Mère-Église)."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import AirDrop, Play
from domain.errors import IllegalCommandError, Rule
from domain.geometry.hexes import DIRECTIONS, Hex, at
from domain.phases import AirDropPhase
from domain.position import Position
from domain.rules.moves import drops
from domain.setup import DropTerms
from domain.steps import board
from domain.steps.cards import turns
from domain.steps.draft import Draft
from domain.steps.guards import phase as current
from domain.steps.units import smoke
from domain.values import DropFailure, Seat

_DRIFTS = ((0, 0), *DIRECTIONS.values())


def demand_or_begin(draft: Draft) -> None:
    """Demand the scenario's next drop, or after the last one offer smoke and begin the first turn.
    Nothing follows if medals held from the set-up or gained by landing have won the game."""
    if not draft.over() and not turns.demand_drop(draft):
        smoke.offer_or_begin(draft)


def drop(draft: Draft, command: AirDrop) -> None:
    """Drop the units over a hex. Each drifts on its own; one that ends off the board, on an
    occupied hex or on ground it cannot enter is out of the game."""
    phase = current(draft.state, AirDropPhase)
    if command.hex not in draft.position.grid:
        raise IllegalCommandError(Rule.AIR_DROP_OFF_BOARD, hex=command.hex)
    terms = _terms(draft.position)
    if terms.hexes and command.hex not in terms.hexes:
        raise IllegalCommandError(Rule.AIR_DROP_ELSEWHERE, hex=command.hex, hexes=terms.hexes)
    for _ in range(phase.units):
        if not draft.over():
            _drop_unit(draft, phase, command.hex)
    if draft.state.turn.number:
        turns.open_turn(draft)
    else:
        demand_or_begin(draft)


def options(position: Position, seat: Seat) -> Iterator[Play]:
    """Return every hex of the board, or each hex that the scenario allows."""
    return (AirDrop(seat, hex_) for hex_ in _terms(position).hexes or position.grid.hexes)


def _terms(position: Position) -> DropTerms:
    return drops.terms(position, position.state.drops - 1)


def _drop_unit(draft: Draft, phase: AirDropPhase, aim: Hex) -> None:
    draw = draft.state.draws
    drift = draft.chance.numbers(draw, phase.scatter, len(_DRIFTS))
    row = aim.row + sum(_DRIFTS[step][0] for step in drift)
    hex_ = at(row, aim.x + sum(_DRIFTS[step][1] for step in drift))
    side = draft.state.table.side_of(phase.seat)
    cause = _failure(draft.position, phase, hex_)
    if cause is not None:
        draft.then(e.UnitDropFailed(side, phase.kind, cause, aim, drift, draw))
        return
    rest = _terms(draft.position).rest
    draft.then(
        e.UnitLanded(
            draft.new_unit(side),
            side,
            phase.kind,
            phase.figures,
            hex_,
            aim,
            drift,
            draw,
            rests_through=draft.state.turn.number + rest if rest else 0,
        )
    )
    board.settle_objectives(draft, hex_)


def _failure(position: Position, phase: AirDropPhase, hex_: Hex) -> DropFailure | None:
    if hex_ not in position.grid:
        return DropFailure.OFF_BOARD
    if hex_ in position.state.occupants:
        return DropFailure.OCCUPIED
    mover, side = position.book.units[phase.kind].mover, position.state.table.side_of(phase.seat)
    closed = position.field.closes(hex_, side, mover, position.ground(hex_))
    return DropFailure.IMPASSABLE if closed else None
