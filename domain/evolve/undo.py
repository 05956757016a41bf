"""Handlers: requests to take back, and the return to an earlier state."""

from dataclasses import replace

from domain import events as e
from domain.evolve.changes import Changes, Handler, pile_shuffled
from domain.state import GameState, Offer
from domain.values.replacing import replace_fields


def _requested(state: GameState, event: e.UndoRequested) -> Changes:
    requests = {**state.undo.asked, event.seat: state.undo.asked.get(event.seat, 0) + 1}
    offer = Offer(event.seat, event.to_version)
    return {"undo": replace_fields(state.undo, offer=offer, said=state.version + 1, asked=requests)}


def _agreed(state: GameState, event: e.UndoAgreed) -> Changes:
    offer = state.undo.offer and replace(
        state.undo.offer, agreed=(*state.undo.offer.agreed, event.seat)
    )
    return {"undo": replace_fields(state.undo, offer=offer, said=state.version + 1)}


def _settled(state: GameState, _event: object) -> Changes:
    return {"undo": replace_fields(state.undo, offer=None, said=state.version + 1)}


def restored(earlier: GameState, current: GameState) -> GameState:
    """Return ``earlier`` as the version after ``current``. Draws, requests and standing orders are
    kept, used time stays used, and no one who has left comes back.

    An accepted request sets the barrier, as a decision of the other seat.
    """
    version = current.version + 1
    barrier = version if current.offer else earlier.undo.barrier
    undo = replace_fields(current.undo, barrier=barrier, offer=None, said=0)
    names = ("draws", "standing", "seats", "clock", "proposal", "proposed")
    unchanged = {name: getattr(current, name) for name in names}
    return replace_fields(earlier, version=version, undo=undo, **unchanged)


HANDLERS: dict[type, Handler] = {
    e.UndoRequested: _requested,
    e.UndoAgreed: _agreed,
    e.UndoDeclined: _settled,
    e.UndoWithdrawn: _settled,
    e.DrawPileShuffled: pile_shuffled,
}
