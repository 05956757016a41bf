"""Book an event: state before, event, state after. Never judges, never refuses, never throws.

One function an event type says which parts of the state are new; ``_BOOKING`` is the table of them.
"""

from collections.abc import Callable, Iterable, Sequence

from domain import events as e
from domain.evolve import (
    agreements,
    battle,
    branching,
    cards,
    hints,
    lifecycle,
    orders,
    standing,
    undo,
)
from domain.evolve.agreements import timed
from domain.evolve.barriers import with_barriers
from domain.evolve.changes import Booking
from domain.state import GameState
from domain.values.replacing import replace_all, replace_fields

_BOOKING: dict[type, Booking] = with_barriers(
    {
        **lifecycle.BOOKING,
        **cards.BOOKING,
        **orders.BOOKING,
        **battle.BOOKING,
        **undo.BOOKING,
        **standing.BOOKING,
        **hints.BOOKING,
        **branching.BOOKING,
        **agreements.BOOKING,
    }
)
_TIMED = timed(_BOOKING)
"""The same for a game that has a clock."""

Past = Callable[[int], GameState | None]
"""A game as it was at a version of its own; None for one in the middle of a command, or before the
first turn."""


def no_past(_version: int) -> GameState | None:
    """For who knows that nothing is taken back."""
    return None


def fold(
    events: Iterable[e.Event], state: GameState | None = None, past: Past = no_past
) -> GameState | None:
    """The state after ``events``, from ``state`` or from nothing; None for no events at all.

    As ``evolve`` for each of them, but only the last state is ever seen: those on the way are one
    object that is changed in place, which is a third of the time. ``past`` is asked for what is
    taken back to and is not after ``state``.
    """
    steps = tuple(events)
    if state is None:
        if not steps:
            return None
        state, steps = evolve(None, steps[0]), steps[1:]
    wanted = {one.to_version for one in steps if type(one) is e.TakenBack}
    return _fold_back(state, steps, past, wanted) if wanted else _fold_on(state, steps)


def evolve(state: GameState | None, event: e.Event, past: Past = no_past) -> GameState:
    """The state after one event. The first event of a game must be ``GameCreated``."""
    if state is None:
        if not isinstance(event, e.GameCreated):
            raise ValueError("a game's first event is its creation")
        return lifecycle.created(event)
    if type(event) is e.TakenBack:
        earlier = past(event.to_version)
        if earlier is None:
            raise ValueError(f"the game at version {event.to_version} is not known here")
        return undo.restored(earlier, state)
    table = _BOOKING if state.clock is None else _TIMED
    changes = table[type(event)](state, event)
    changes["version"] = state.version + 1
    return replace_all(state, changes)


def _fold_on(state: GameState, steps: Sequence[e.Event]) -> GameState:
    working = replace_fields(state)
    fields = working.__dict__
    for event in steps:
        table = _BOOKING if working.clock is None else _TIMED
        fields.update(table[type(event)](working, event))
        fields["version"] += 1
    return working


def _fold_back(
    state: GameState, steps: Sequence[e.Event], past: Past, wanted: set[int]
) -> GameState:
    """Fold up to each version that is gone back to and to each event that does so."""
    first, known = state.version, {state.version: state}

    def earlier(version: int) -> GameState | None:
        return known[version] if version >= first else past(version)

    ends = {version - first for version in wanted if version > first}
    ends |= {end for n, one in enumerate(steps) if type(one) is e.TakenBack for end in (n, n + 1)}
    reached = 0
    for end in sorted({*ends, len(steps)} - {0}):
        span = steps[reached:end]
        if type(span[0]) is e.TakenBack:
            state = evolve(state, span[0], earlier)
        else:
            state = _fold_on(state, span)
        known[state.version] = state
        reached = end
    return state
