"""Orders for the two halves of a general's section, each of which is a section of one of the boards
that lie side by side (Overlord, Command cards)."""

from collections.abc import Iterable

from domain.errors import Rule
from domain.pieces.card_spec import FACING, Halves
from domain.position import Position
from domain.state import OrderedUnit, Unit


def refusal(position: Position, unit: Unit, ordered: Iterable[OrderedUnit]) -> Rule | None:
    """Why a general's card orders no unit that stands there beside those that are ordered; None
    when it does. Which half a card for one of them orders in is shown by its first unit."""
    orders, open_ = position.spec.orders, _open(position)
    halves, extra = position.grid.halves, position.field.extra_orders[position.side]
    standing = [open_.intersection(halves[status.start]) for status in ordered]
    here = open_.intersection(halves[unit.hex])
    if not here:
        return Rule.ORDER_NOT_IN_SECTION
    if orders.halves is Halves.ONE:
        if len(standing) >= orders.anywhere + extra:
            return Rule.ORDER_NONE_LEFT
        return None if here.intersection(*standing) else Rule.ORDER_NOT_IN_SECTION
    standing.append(here)
    fits = len(standing) <= len(open_) * orders.anywhere + extra and all(
        standing.count(frozenset({half})) <= orders.anywhere + extra for half in open_
    )
    return None if fits else Rule.ORDER_NONE_LEFT


def _open(position: Position) -> frozenset[int]:
    """The halves in which a general may order by its card: its own two, or where it copies one that
    was carried out in one half, the half directly opposite."""
    state, seat = position.state, position.seat
    table, side = state.table, position.side
    sections = table.commands(seat)
    edge = position.edge(side)
    own = frozenset[int]().union(*(position.grid.halves_of(one, edge) for one in sections))
    one = position.spec.orders.halves is Halves.ONE
    if not one or not position.book.cards[state.cards.in_play[seat]].copies_enemy:
        return own
    facing = table.commander(side.enemy, tuple(FACING[section] for section in sections))
    copied = state.cards.issued.get(facing)
    return own & copied.halves if copied is not None and copied.halves else own
