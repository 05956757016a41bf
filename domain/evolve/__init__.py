"""Book an event: state before, event, state after. Never judges, never refuses, never throws.

One function an event type says which parts of the state are new; ``_BOOKING`` is the table of them.
"""

from collections.abc import Iterable

from domain import events as e
from domain.copying import changed
from domain.evolve import battle, cards, lifecycle, orders
from domain.evolve.changes import Booking
from domain.state import GameState

_BOOKING: dict[type, Booking] = {
    **lifecycle.BOOKING,
    **cards.BOOKING,
    **orders.BOOKING,
    **battle.BOOKING,
}


def fold(events: Iterable[e.Event], state: GameState | None = None) -> GameState | None:
    """The state after ``events``, from ``state`` or from nothing; None for no events at all."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: GameState | None, event: e.Event) -> GameState:
    """The state after one event. The first event of a game must be ``GameCreated``."""
    if state is None:
        if not isinstance(event, e.GameCreated):
            raise ValueError("a game's first event is its creation")
        return lifecycle.created(event)
    changes = _BOOKING[type(event)](state, event)
    return changed(state, version=state.version + 1, **changes)
