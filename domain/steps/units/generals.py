"""Generals carry out the cards that they were handed out, all at the same time (Overlord)."""

from collections.abc import Iterable

from domain import events as e
from domain.phases import OrderPhase
from domain.position import Position, cached_position
from domain.rules.cards import orders
from domain.rules.cards.demolition import bridges
from domain.steps.draft import Draft
from domain.steps.units.moves import end_moves_if_none
from domain.values import Seat


def begin(draft: Draft) -> None:
    """Their orders begin, with dice that their cards throw; those who can give none have
    finished."""
    if not isinstance(draft.state.phase, OrderPhase) or draft.over():
        return
    for seat in draft.state.turn.generals:
        spec = Position(draft.book, draft.state, seat).spec
        if spec.orders.by_dice:
            faces, draw = draft.roll(spec.dice)
            draft.then(e.OrderDiceRolled(faces, draw, seat=seat))
    end_orders_if_none(draft)


def end_orders_if_none(draft: Draft) -> None:
    """Who can give no further order has finished."""
    state = draft.state
    none = (
        seat for seat in state.awaiting if not _any_left(cached_position(draft.book, state, seat))
    )
    end_orders(draft, none)


def end_orders(draft: Draft, seats: Iterable[Seat]) -> None:
    """These seats give no further order; moves follow when nobody does."""
    if draft.finish_phase(seats, e.OrdersEnded()):
        end_moves_if_none(draft)


def _any_left(position: Position) -> bool:
    """Whether a seat may order one more unit, set one on the move, name one to heal, or blow up a
    bridge."""
    if position.heals_beside_others:
        return bool(orders.tendable(position, position.actor))
    return orders.any_orderable(position) or bool(bridges(position))
