"""Headquarters that are captured and retaken (Pacific, Headquarters and supply tents)."""

from domain.geometry.hexes import Hex
from domain.position import Position
from domain.values import Seat, Side


def owner(position: Position, hex_: Hex, side: Side) -> Seat:
    """The seat of a side that a headquarters costs a card: who holds the hand of its commander."""
    table = position.state.table
    sections = position.grid.sections(hex_, position.edge(side))
    return table.leader(table.commander(side, sections))


def cost(position: Position, seat: Seat) -> int:
    """The cards that a seat loses. Ruling: it keeps the last one that it could play a turn with; a
    card that lies before it, or that it has committed, is one, as it draws for it."""
    cards = position.state.cards
    before = (seat in cards.in_play) + len(cards.reactions.get(seat, ()))
    held = len(cards.hand(seat))
    return int(bool(held) and held + before + len(cards.committed.get(seat, ())) > 1)


def lost_for_now(position: Position, seat: Seat) -> int:
    """The cards by which a seat's hand is smaller as long as its headquarters are lost."""
    return sum(one.cards for one in position.state.captured.values() if one.seat is seat)
