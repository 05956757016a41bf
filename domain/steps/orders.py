"""Playing a card and ordering units (2004 p. 6; 2025, the same steps of the turn)."""

from collections.abc import Iterator

from domain import events as e
from domain.book import CardSpec
from domain.commands import EndOrders, OrderUnit, Play, PlayCard
from domain.errors import IllegalCommandError, Rule
from domain.position import Position
from domain.rules import orders
from domain.state import GameState, OrderPhase, PlayCardPhase
from domain.steps import guards
from domain.steps.draft import Draft
from domain.steps.moves import end_moves_if_none
from domain.values import Card, Seat


def card_in_play(state: GameState) -> Card:
    """The card that opened this turn."""
    card = state.cards.in_play
    if card is None:
        raise ValueError("no card is in play")
    return card


def spec_in_play(position: Position) -> CardSpec:
    """What the card that opened this turn says."""
    return position.book.decks[position.state.created.variant][card_in_play(position.state)]


def play_card(draft: Draft, command: PlayCard) -> None:
    """Open the turn. A card that can order nobody may be played all the same."""
    guards.phase(draft.state, PlayCardPhase)
    if command.card not in draft.state.cards.hand(command.seat):
        raise IllegalCommandError(Rule.CARD_NOT_IN_HAND, card=command.card)
    draft.then(e.CardPlayed(command.seat, command.card))
    _end_orders_if_none(draft)


def card_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Each different card of the hand."""
    return (PlayCard(seat, card) for card in sorted(set(position.state.cards.hand(seat))))


def order_unit(draft: Draft, command: OrderUnit) -> None:
    """Give an order; when no further one can be given, ordering ends."""
    guards.phase(draft.state, OrderPhase)
    unit = guards.own_unit(draft.state, command.seat, command.unit)
    position = draft.position
    refused = orders.refusal(position, spec_in_play(position), unit)
    if refused is not None:
        raise IllegalCommandError(refused, unit=unit.id)
    draft.then(e.UnitOrdered(unit.id, orders.sections_of(position, unit)))
    _end_orders_if_none(draft)


def end_orders(draft: Draft, _command: EndOrders) -> None:
    """Order no further unit; fewer than the card allows is always fine."""
    guards.phase(draft.state, OrderPhase)
    draft.then(e.OrdersEnded())
    end_moves_if_none(draft)


def order_options(position: Position, seat: Seat) -> Iterator[Play]:
    """Each unit that can still be ordered, and ending."""
    for unit in orders.orderable(position, spec_in_play(position)):
        yield OrderUnit(seat, unit.id)
    yield EndOrders(seat)


def _end_orders_if_none(draft: Draft) -> None:
    if not orders.orderable(draft.position, spec_in_play(draft.position)):
        draft.then(e.OrdersEnded())
        end_moves_if_none(draft)
