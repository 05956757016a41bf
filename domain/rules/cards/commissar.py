"""Cards that are committed a turn ahead (Eastern Front, Political commissars)."""

from domain.position import Position
from domain.values import Card, Seat


def commits(position: Position, seat: Seat) -> bool:
    """Return whether a seat commits a card now: its side has a commissar, and it has another card
    to play this turn. The answer depends only on numbers of cards that everyone sees.

    Ruling: pairs and generals, who play cards in other ways, have no commissar.
    """
    state = position.state
    if state.table.side_of(seat) not in position.field.commissars:
        return False
    if state.table.together or state.table.partners(seat):
        return False
    committed = state.cards.committed.get(seat, ())
    return len(state.cards.hand(seat)) > (0 if committed else 1)


def committable(position: Position, seat: Seat) -> list[Card]:
    """Return the different cards that a seat may commit. Ruling: a reaction only if it holds
    nothing else; it then has no effect."""
    hand = sorted(set(position.state.cards.hand(seat)))
    return [card for card in hand if not position.book.cards[card].reaction] or hand


def playable_instead(position: Position, seat: Seat) -> list[Card]:
    """Return the different cards that a seat may play from its hand without committing one; none
    before the first turn."""
    if not position.state.turn.number:
        return []
    allowed = position.field.commissars[position.state.table.side_of(seat)]
    return sorted(allowed.intersection(position.state.cards.hand(seat)))
