"""Cards that are committed a turn ahead (Eastern Front, Political commissars)."""

from domain.position import Position
from domain.values import Card, Seat


def commits(position: Position, seat: Seat) -> bool:
    """Whether a seat lays a card down now: it plays by itself for a side with a commissar, and has
    another card to play in this turn. Only numbers of cards that everyone sees bear on it.

    Ruling: pairs and generals, who play cards in other ways, have no commissar.
    """
    state = position.state
    if state.table.side_of(seat) not in position.field.commissars:
        return False
    if state.table.together or state.table.partners(seat):
        return False
    lying = state.cards.committed.get(seat, ())
    return len(state.cards.hand(seat)) > (0 if lying else 1)


def committable(position: Position, seat: Seat) -> list[Card]:
    """The different cards that a seat may lay down. Ruling: a reaction only where it holds nothing
    else; it does nothing then."""
    hand = sorted(set(position.state.cards.hand(seat)))
    return [card for card in hand if not position.book.cards[card].reaction] or hand


def playable_instead(position: Position, seat: Seat) -> list[Card]:
    """The different cards that a seat may play from its hand and lay none down: not before the
    first turn."""
    if not position.state.turn.number:
        return []
    allowed = position.field.commissars[position.state.table.side_of(seat)]
    return sorted(allowed.intersection(position.state.cards.hand(seat)))
