"""Which members of a team execute a card (2004 Appendix 3, Team Play; 2025 Appendix 5)."""

from domain.position import Position
from domain.state import Order
from domain.values import Seat


def carrying_out(position: Position, seat: Seat, order: Order) -> tuple[Seat, ...]:
    """Return the members of a seat's team that execute a card; none if there is no team.

    A card that prints sections is executed by their commanders, and one given in a section by its
    commander. Every other card falls to the Commander-in-Chief.
    """
    table = position.state.table
    if len(table.team(seat)) < 2:
        return ()
    printed = position.book.cards[order.card].orders.per_section
    sections = printed if order.section is None else (order.section,)
    return table.commanders(table.side_of(seat), sections) or (table.leader(seat),)
