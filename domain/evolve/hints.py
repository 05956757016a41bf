"""Booking: hints."""

from domain import events as e
from domain.evolve.changes import Booking, Changes, aside
from domain.state import GameState
from domain.values.hints import Hints


def _given(state: GameState, event: e.HintGiven) -> Changes:
    version, before = state.version, state.hints
    others = before.seats if before.version == version else ()
    return {**aside(state), "hints": Hints(version + 1, (*others, event.seat))}


BOOKING: dict[type, Booking] = {e.HintGiven: _given}
