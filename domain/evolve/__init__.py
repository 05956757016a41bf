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
    """The state after ``events``, from ``state`` or from nothing; None for no events at all.

    As ``evolve`` for each of them, but only the last state is ever seen: those on the way are one
    object that is changed in place, which is a third of the time.
    """
    steps = iter(events)
    if state is None:
        first = next(steps, None)
        if first is None:
            return None
        state = evolve(None, first)
    working = changed(state)
    fields = working.__dict__
    for event in steps:
        fields.update(_BOOKING[type(event)](working, event))
        fields["version"] += 1
    return working


def evolve(state: GameState | None, event: e.Event) -> GameState:
    """The state after one event. The first event of a game must be ``GameCreated``."""
    if state is None:
        if not isinstance(event, e.GameCreated):
            raise ValueError("a game's first event is its creation")
        return lifecycle.created(event)
    changes = _BOOKING[type(event)](state, event)
    return changed(state, version=state.version + 1, **changes)
