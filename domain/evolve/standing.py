"""Booking: the standing orders of the seats."""

from domain import events as e
from domain.evolve.changes import Booking, Changes, aside
from domain.state import GameState, Standing


def _given(state: GameState, event: e.StandingOrdersGiven) -> Changes:
    before, turn = state.standing.get(event.seat), state.turn.number
    times = before.times + 1 if before and before.turn == turn else 1
    units = state.units if event.turns else {}
    given = Standing(event.orders, turn, times, event.toward, event.turns, units)
    return {**aside(state), "standing": {**state.standing, event.seat: given}}


BOOKING: dict[type, Booking] = {e.StandingOrdersGiven: _given}
