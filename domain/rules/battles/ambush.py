"""Ambushes (2004 and 2025, Ambush card)."""

from domain.position import Position
from domain.rules.battles.combat import ambush_dice
from domain.rules.moves import drops
from domain.state import Unit
from domain.values import Card, Seat, Side


def card_in(position: Position, seat: Seat) -> Card | None:
    """Return the reaction card in a seat's hand, if any."""
    held = position.state.cards.hand(seat)
    return next((card for card in held if position.book.cards[card].reaction), None)


def shared_card(position: Position, side: Side) -> Card | None:
    """Return the open card of a side's pair, if it is a reaction card."""
    card = position.state.cards.shared.get(side)
    return card if card is not None and position.book.cards[card].reaction else None


def is_possible(position: Position, target: Unit, attacker: Unit) -> bool:
    """Return whether the attacked unit could be in ambush, as far as everyone knows.

    It takes an adjacent attack, dice to roll, a unit that can already be ordered, and a reaction
    card that is either hidden or the open card of the attacked pair. The owner's hand is not
    examined: asking only then would reveal it.
    """
    fight = position.state.turn.fight
    if fight is None or fight.distance > 1:
        return False
    cards = position.state.cards
    any_hidden = any(
        sum(visible is card for visible in cards.face_up()) < copies
        for card, copies in position.state.created.deck.items()
        if position.book.cards[card].reaction
    )
    available = any_hidden or shared_card(position, target.side) is not None
    is_resting = drops.rests(position, target)
    return available and not is_resting and ambush_dice(position, target, attacker) > 0
