"""Generals execute the cards handed out to them, all at the same time (Overlord)."""

from collections.abc import Iterable

from domain import events as e
from domain.phases import OrderPhase
from domain.position import Position, cached_position
from domain.rules.cards import breakthroughs, orders
from domain.rules.cards.demolition import bridges
from domain.steps.draft import Draft
from domain.steps.units.moves import end_moves_if_none
from domain.values import Seat


def begin(draft: Draft) -> None:
    """Begin the generals' orders, with their cards' dice; those without any are finished."""
    if not isinstance(draft.state.phase, OrderPhase) or draft.over():
        return
    for seat in draft.state.turn.generals:
        spec = Position(draft.book, draft.state, seat).spec
        if spec.orders.by_dice:
            faces, draw = draft.roll(spec.dice)
            draft.then(e.OrderDiceRolled(faces, draw, seat=seat))
    end_orders_if_none(draft)


def end_orders_if_none(draft: Draft) -> None:
    """Finish the orders of each seat that can give no more."""
    state = draft.state
    finished = (
        seat for seat in state.awaiting if not _can_order(cached_position(draft.book, state, seat))
    )
    end_orders(draft, finished)


def end_orders(draft: Draft, seats: Iterable[Seat]) -> None:
    """Finish the orders of these seats; moves follow when none gives any more."""
    if draft.finish_phase(seats, e.OrdersEnded()):
        end_moves_if_none(draft)


def _can_order(position: Position) -> bool:
    """Return whether a seat may order another unit, set one on the move, choose one to heal,
    blow up a bridge, or bring a unit on."""
    if position.heals_beside_others:
        return bool(orders.tendable(position, position.actor))
    return orders.any_orderable(position) or bool(
        bridges(position) or breakthroughs.places(position)
    )
