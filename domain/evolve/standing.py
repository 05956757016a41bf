"""Handlers: standing orders."""

from domain import events as e
from domain.evolve.changes import Changes, Handler, keep_offer
from domain.state import GameState, Standing


def _given(state: GameState, event: e.StandingOrdersGiven) -> Changes:
    before, turn = state.standing.get(event.seat), state.turn.number
    times = before.times + 1 if before and before.turn == turn else 1
    units = state.units if event.turns else {}
    orders = Standing(event.orders, turn, times, event.toward, event.turns, units)
    return {**keep_offer(state), "standing": {**state.standing, event.seat: orders}}


HANDLERS: dict[type, Handler] = {e.StandingOrdersGiven: _given}
