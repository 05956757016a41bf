"""Headquarters that are captured and retaken (Pacific, Headquarters and supply tents)."""

from domain.geometry.hexes import Hex
from domain.position import Position
from domain.values import Seat, Side


def owner(position: Position, hex_: Hex, side: Side) -> Seat:
    """Return the seat that loses a card: the holder of the hand of the hex's commander."""
    table = position.state.table
    sections = position.grid.sections(hex_, position.edge(side))
    return table.leader(table.commander(side, sections))


def cost(position: Position, seat: Seat) -> int:
    """Return the number of cards that a seat loses. Ruling: it keeps the last card with which it
    could play a turn; one on the table or committed counts, as the seat draws for it."""
    cards = position.state.cards
    on_table = (seat in cards.in_play) + len(cards.reactions.get(seat, ()))
    in_hand = len(cards.hand(seat))
    return int(bool(in_hand) and in_hand + on_table + len(cards.committed.get(seat, ())) > 1)


def withheld_cards(position: Position, seat: Seat) -> int:
    """Return by how many cards a seat's hand is smaller while its headquarters are lost."""
    return sum(
        capture.cards for capture in position.state.captured.values() if capture.seat is seat
    )
