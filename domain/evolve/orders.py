"""Handlers: units are ordered and moved."""

from dataclasses import replace

from domain import events as e
from domain.evolve.changes import (
    Changes,
    Handler,
    relocated,
    resumed_phase,
    with_medals,
    with_obstacle,
    with_status,
    with_unit,
    without_obstacle,
    without_unit,
)
from domain.phases import (
    AmbushPhase,
    BattlePhase,
    HealPhase,
    MoveAgainPhase,
    MovePhase,
    PursuitPhase,
)
from domain.state import Breakthrough, GameState, OrderedUnit, Unit
from domain.values import ObstacleKind
from domain.values.replacing import replace_fields


def _dice_rolled(state: GameState, event: e.OrderDiceRolled) -> Changes:
    turn = state.turn
    tended = turn.tended if event.unit is None else (*turn.tended, event.unit)
    turn = replace_fields(turn, rolled=event.faces, tended=tended)
    if event.seat is not None:
        turn = replace_fields(turn, dice={**turn.dice, event.seat: event.faces})
    if isinstance(state.phase, MovePhase) and event.unit is not None:
        # A unit that recovers does nothing else.
        status = replace_fields(
            turn.ordered[event.unit], moved=True, may_battle=False, moved_again=True
        )
        turn = with_status(turn, event.unit, status)
    return {"turn": turn, "draws": event.draw + 1}


def _restored(state: GameState, event: e.FiguresRestored) -> Changes:
    unit = state.units[event.unit]
    restored = (*state.turn.restored, *[event.unit] * event.count)
    return {
        **with_unit(state, replace_fields(unit, figures=unit.figures + event.count)),
        "turn": replace_fields(state.turn, restored=restored),
    }


def _ordered(state: GameState, event: e.UnitOrdered) -> Changes:
    start = state.units[event.unit].hex
    status = OrderedUnit(event.sections, start, on_the_move=event.on_the_move)
    return {"turn": with_status(state.turn, event.unit, status)}


def _phase_finished(state: GameState, event: e.PhaseFinished) -> Changes:
    phase = state.phase
    if isinstance(phase, AmbushPhase):
        return {"phase": replace(phase, passed=phase.passed | {event.seat})}
    changes = {"turn": replace_fields(state.turn, finished=state.turn.finished | {event.seat})}
    return changes | {"phase": BattlePhase()} if isinstance(phase, MoveAgainPhase) else changes


def _moves_ended(state: GameState, _event: e.MovesEnded) -> Changes:
    if isinstance(state.phase, MoveAgainPhase):
        return {"phase": BattlePhase()}
    turn = replace_fields(state.turn, finished=frozenset(), moved=True)
    return {"turn": turn, "phase": resumed_phase(turn)}


def _unfinished(state: GameState) -> Changes:
    turn = state.turn
    return {"turn": replace_fields(turn, finished=frozenset())} if turn.finished else {}


def _moved(state: GameState, event: e.UnitMoved) -> Changes:
    status = replace_fields(
        state.turn.ordered[event.unit],
        moved=True,
        cost=event.cost,
        may_battle=event.may_battle,
        may_take_ground=event.may_take_ground,
        charges=event.charges,
        moved_again=isinstance(state.phase, MoveAgainPhase),
    )
    changes = relocated(state, event.unit, event.path[-1], ashore=event.ashore)
    turn = with_status(state.turn, event.unit, status)
    return {**changes, **_after_pursuit(state), "turn": turn}


def _after_pursuit(state: GameState) -> Changes:
    """Return to the battles after a unit has moved on from the ground it took."""
    return {"phase": resumed_phase(state.turn)} if isinstance(state.phase, PursuitPhase) else {}


def _exited(state: GameState, event: e.UnitExited) -> Changes:
    side = state.units[event.unit].side
    removed = without_unit(state, event.unit, event.hex)
    exited = {**state.exited, side: state.exited.get(side, 0) + 1}
    return {
        **removed,
        **_after_pursuit(state),
        **with_medals(state, side, event.medals),
        "exited": exited,
    }


def _arrived(state: GameState, event: e.UnitArrived) -> Changes:
    name, side, full, turn = event.unit, event.side, event.figures, state.turn
    unit = Unit(name, side, event.kind, full, full, event.hex, broke_through=True)
    status = OrderedUnit(event.sections, event.hex, moved=True, may_battle=event.may_battle)
    before = state.broken_through.get(side, Breakthrough(turn.number, 0))
    after = Breakthrough(turn.number, before.units + 1)
    return {
        **with_unit(state, unit),
        "turn": with_status(turn, name, status),
        "broken_through": {**state.broken_through, side: after},
    }


def _wire_cleared(state: GameState, event: e.WireCleared) -> Changes:
    before = state.turn.ordered[event.unit]
    status = replace_fields(before, battles=before.battles + 1)
    changes = without_obstacle(state, event.hex, ObstacleKind.WIRE)
    return {**changes, "turn": with_status(state.turn, event.unit, status)}


HANDLERS: dict[type, Handler] = {
    e.OrderDiceRolled: _dice_rolled,
    e.HealingOffered: lambda _state, _event: {"phase": HealPhase()},
    e.FiguresRestored: _restored,
    e.UnitOrdered: _ordered,
    e.PhaseFinished: _phase_finished,
    e.OrdersEnded: lambda state, _: {**_unfinished(state), "phase": MovePhase()},
    e.UnitMoved: _moved,
    e.UnitExited: _exited,
    e.MovesEnded: _moves_ended,
    e.SecondMoveOffered: lambda _, event: {"phase": MoveAgainPhase(event.unit)},
    e.UnitArrived: _arrived,
    e.ObstaclePlaced: lambda state, event: with_obstacle(state, event.hex, event.kind),
    e.ObstacleRemoved: lambda state, event: without_obstacle(state, event.hex, event.kind),
    e.WireCleared: _wire_cleared,
}
