"""The interrupt of an attacked unit (2004 and 2025, Ambush card)."""

from domain.position import Position
from domain.rules.battles.combat import ambush_dice
from domain.rules.moves import drops
from domain.state import Unit
from domain.values import Card, Seat, Side


def card_in(position: Position, seat: Seat) -> Card | None:
    """The reaction card that a seat holds."""
    held = position.state.cards.hand(seat)
    return next((card for card in held if position.book.cards[card].reaction), None)


def shared_card(position: Position, side: Side) -> Card | None:
    """The reaction card that lies open for a side's pair."""
    card = position.state.cards.shared.get(side)
    return card if card is not None and position.book.cards[card].reaction else None


def is_possible(position: Position, target: Unit, attacker: Unit) -> bool:
    """Whether the attacked unit could be in ambush, as far as everybody knows.

    An adjacent attack, dice to throw, and a reaction card that does not lie open, or does for the
    pair attacked; a unit that cannot be ordered yet springs none. Whether its owner holds one is
    not looked at, for asking only then would tell.
    """
    fight = position.state.turn.fight
    if fight is None or fight.distance > 1:
        return False
    cards = position.state.cards
    somewhere_unseen = any(
        sum(shown is card for shown in cards.face_up()) < copies
        for card, copies in position.state.created.deck.items()
        if position.book.cards[card].reaction
    )
    known = somewhere_unseen or shared_card(position, target.side) is not None
    waits = drops.rests(position, target)
    return known and not waits and ambush_dice(position, target, attacker) > 0
