"""Booking: the standing orders of the seats."""

from domain import events as e
from domain.evolve.changes import Booking, Changes
from domain.state import GameState, Standing
from domain.values.replacing import replace_fields


def _given(state: GameState, event: e.StandingOrdersGiven) -> Changes:
    before, turn = state.standing.get(event.seat), state.turn.number
    times = before.times + 1 if before and before.turn == turn else 1
    changes: Changes = {
        "standing": {**state.standing, event.seat: Standing(event.orders, turn, times)}
    }
    if state.offer:
        changes["undo"] = replace_fields(state.undo, said=state.version + 1)
    return changes


BOOKING: dict[type, Booking] = {e.StandingOrdersGiven: _given}
