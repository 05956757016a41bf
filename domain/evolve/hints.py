"""Handlers: hints."""

from domain import events as e
from domain.evolve.changes import Changes, Handler, keep_offer
from domain.state import GameState
from domain.values.hints import Hints


def _given(state: GameState, event: e.HintGiven) -> Changes:
    version, before = state.version, state.hints
    others = before.seats if before.version == version else ()
    return {**keep_offer(state), "hints": Hints(version + 1, (*others, event.seat))}


HANDLERS: dict[type, Handler] = {e.HintGiven: _given}
