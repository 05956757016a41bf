"""Handlers: a game is created, filled and finished."""

from dataclasses import replace

from domain import events as e
from domain.evolve.changes import (
    Changes,
    Handler,
    no_change,
    turn_opening_phase,
    with_obstacle,
    with_unit,
)
from domain.geometry.hexes import Hex
from domain.phases import AirDropPhase, LaySmokePhase
from domain.seating import table_of
from domain.state import DAY, NIGHT, Cards, GameState, Turn, Unit
from domain.values import ObstacleKind, Side, Status
from domain.values.clock import Clock


def created(event: e.GameCreated) -> GameState:
    """Return the initial state of a game."""
    setup, table = event.setup, table_of(event)
    units = {
        u.id: Unit(
            u.id,
            u.side,
            u.kind,
            u.figures,
            u.figures,
            u.hex,
            u.medals,
            camouflaged=u.id in setup.camouflaged,
        )
        for u in setup.units
    }
    obstacles: dict[Hex, tuple[ObstacleKind, ...]] = {}
    for placed in setup.obstacles:
        obstacles[placed.hex] = (*obstacles.get(placed.hex, ()), placed.kind)
    return GameState(
        version=1,
        created=event,
        status=Status.WAITING,
        seats={},
        turn=Turn(0, table.first_of(setup.first), dict.fromkeys(table.seats, 0), {}),
        phase=None,
        obstacles=obstacles,
        units=units,
        occupants={unit.hex: unit for unit in units.values()},
        medals=dict.fromkeys(Side, 0),
        held={},
        cards=Cards(),
        draws=0,
        clock=Clock.of(event.clock, table.seats),
        visibility=DAY if all(night.falls for night in setup.nights) else NIGHT,
    )


def _created_again(_state: GameState, _event: e.GameCreated) -> Changes:
    raise ValueError("a game is created once")


def _seat_left(state: GameState, event: e.SeatLeft) -> Changes:
    return {
        "seats": {seat: player for seat, player in state.seats.items() if seat is not event.seat}
    }


def _drop_demanded(state: GameState, event: e.AirDropDemanded) -> Changes:
    phase = AirDropPhase(event.seat, event.kind, event.units, event.figures, event.scatter)
    return {"phase": phase, "drops": state.drops + 1}


def _unit_landed(state: GameState, event: e.UnitLanded) -> Changes:
    figures = event.figures
    unit = Unit(
        event.unit,
        event.side,
        event.kind,
        figures,
        figures,
        event.hex,
        rests_through=event.rests_through,
    )
    return {**with_unit(state, unit), **_drop_resolved(state, event.draw)}


def _drop_resolved(state: GameState, draw: int) -> Changes:
    """Count down the units to drop; in a turn, its card follows the last one."""
    phase, changes = state.phase, {"draws": draw + 1}
    if not state.turn.number or not isinstance(phase, AirDropPhase):
        return changes
    remaining = replace(phase, units=phase.units - 1)
    return changes | {"phase": remaining if remaining.units else turn_opening_phase(state.turn)}


def _smoke_laid(state: GameState, event: e.SmokeLaid) -> Changes:
    phase, changes = state.phase, with_obstacle(state, event.hex, ObstacleKind.SMOKE)
    if isinstance(phase, LaySmokePhase):
        changes["phase"] = replace(phase, laid=(*phase.laid, event.hex))
    return changes


def _finished(_state: GameState, event: e.GameFinished) -> Changes:
    return {
        "status": Status.FINISHED,
        "winner": event.winner,
        "ending": event.reason,
        "phase": None,
    }


HANDLERS: dict[type, Handler] = {
    e.GameCreated: _created_again,
    e.SeatTaken: lambda state, event: {"seats": {**state.seats, event.seat: event.player}},
    e.SeatLeft: _seat_left,
    e.GameCancelled: lambda _state, _event: {"status": Status.CANCELLED},
    e.GameStarted: lambda _state, _event: {"status": Status.ACTIVE},
    e.AirDropDemanded: _drop_demanded,
    e.UnitLanded: _unit_landed,
    e.UnitDropFailed: lambda state, event: _drop_resolved(state, event.draw),
    e.SmokeOffered: lambda _, event: {"phase": LaySmokePhase(event.seat)},
    e.SmokeLaid: _smoke_laid,
    e.SmokeDeclined: no_change,
    e.SeatResigned: no_change,
    e.GameFinished: _finished,
    e.SeedRevealed: no_change,
}
