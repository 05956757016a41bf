"""Which cards a Commander-in-Chief can hand out, to whom, and what they order there (Overlord,
Command cards)."""

from domain.pieces.card_spec import FACING
from domain.pieces.cards import facing
from domain.position import Position
from domain.rules.cards.orders import fallback_needed
from domain.rules.cards.plays import stand_ins
from domain.state import Order
from domain.values import Card, Seat
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Handed:
    """The orders of a card for the seat that receives it; fields as in the event ``CardPlayed``."""

    orders_as: Card | None
    fallback: bool


def recipients(position: Position, card: Card) -> list[Seat]:
    """Return the seats to which the active seat may hand out a card of its hand now, in order of
    play.

    Ruling: a hand of which no card can be handed out is played card by card, without effect.
    """
    seats = _recipients(position, card)
    if seats or position.state.cards.handed or _any_for_hand(position):
        return seats
    return [position.seat]


def is_full(position: Position) -> bool:
    """Return whether no further card can be handed out this turn, whatever the hand holds: that
    must stay hidden."""
    cards, chief, terms = position.state.cards, position.seat, position.book.handing_out
    handed = cards.handed
    return (
        len(handed) >= terms.most
        or (bool(handed) and len(cards.hand(chief)) <= terms.keeps)
        or (chief in handed and _is_alone(position, chief, handed[chief]))
    )


def meaning(position: Position, to: Seat, card: Card) -> Handed:
    """Return what a card orders when it is handed out to a seat."""
    orders_as: Card | None = None
    spec = position.book.cards[card]
    if spec.copies_enemy:
        copied = _copied(position, to)
        orders_as = None if copied is None else facing(copied.card)
    elif to is position.seat and spec.given_to:
        orders_as = next(iter(stand_ins(position, to, card)), None)
    ordered = position.book.cards[orders_as or card]
    is_general = to is not position.seat
    return Handed(orders_as, is_general and fallback_needed(position, ordered, to))


def _any_for_hand(position: Position) -> bool:
    hand = set(position.state.cards.hand(position.seat))
    return any(_recipients(position, card) for card in hand)


def _recipients(position: Position, card: Card) -> list[Seat]:
    handed = position.state.cards.handed
    seats = position.state.table.acting_with(position.seat)
    return [seat for seat in seats if seat not in handed and _can_receive(position, seat, card)]


def _can_receive(position: Position, to: Seat, card: Card) -> bool:
    spec, chief = position.book.cards[card], position.seat
    if spec.reaction:
        return False
    if spec.copies_enemy:
        fits = _copied(position, to) is not None
    elif to is chief:
        fits = not spec.given_to or bool(stand_ins(position, chief, card))
    else:
        fits = not spec.given_to.isdisjoint(position.state.table.commands(to))
    return fits and not (position.state.cards.handed and _is_alone(position, to, card))


def _is_alone(position: Position, to: Seat, card: Card) -> bool:
    """Return whether a card, handed out to this seat, is the only one of its turn."""
    return position.book.cards[meaning(position, to, card).orders_as or card].alone


def _copied(position: Position, to: Seat) -> Order | None:
    """Return the enemy's order of the last turn that a seat copies: a general that of the general
    it faces, the Commander-in-Chief that of its counterpart."""
    table = position.state.table
    enemy = position.side.enemy
    if to is position.seat:
        copied = table.first_of(enemy)
    else:
        copied = table.commander(enemy, tuple(FACING[section] for section in table.commands(to)))
    order = position.state.cards.issued.get(copied)
    copies_too = order is not None and position.book.cards[order.card].copies_enemy
    return None if copies_too else order
