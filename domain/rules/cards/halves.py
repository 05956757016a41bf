"""Orders for the two halves of a general's section, each of which is a section of one of the two
boards (Overlord, Command cards)."""

from collections.abc import Iterable

from domain.errors import Rule
from domain.pieces.card_spec import FACING, Halves
from domain.position import Position
from domain.state import OrderedUnit, Unit


def refusal(position: Position, unit: Unit, ordered: Iterable[OrderedUnit]) -> Rule | None:
    """Return why a general's card cannot order this unit besides those already ``ordered``; None if
    it can. If the card orders in one half only, its first unit determines which."""
    orders, allowed = position.spec.orders, _allowed_halves(position)
    halves, extra = position.grid.halves, position.field.extra_orders[position.side]
    used = [allowed.intersection(halves[status.start]) for status in ordered]
    own = allowed.intersection(halves[unit.hex])
    if not own:
        return Rule.ORDER_NOT_IN_SECTION
    if orders.halves is Halves.ONE:
        if len(used) >= orders.anywhere + extra:
            return Rule.ORDER_NONE_LEFT
        return None if own.intersection(*used) else Rule.ORDER_NOT_IN_SECTION
    used.append(own)
    fits = len(used) <= len(allowed) * orders.anywhere + extra and all(
        used.count(frozenset({half})) <= orders.anywhere + extra for half in allowed
    )
    return None if fits else Rule.ORDER_NONE_LEFT


def _allowed_halves(position: Position) -> frozenset[int]:
    """Return the halves in which a general's card may order: its own two, or, if it copies a card
    executed in one half, the half directly opposite."""
    state, seat = position.state, position.seat
    table, side = state.table, position.side
    sections = table.commands(seat)
    edge = position.edge(side)
    own = frozenset[int]().union(*(position.grid.halves_of(section, edge) for section in sections))
    one_half = position.spec.orders.halves is Halves.ONE
    if not one_half or not position.book.cards[state.cards.in_play[seat]].copies_enemy:
        return own
    facing = table.commander(side.enemy, tuple(FACING[section] for section in sections))
    copied = state.cards.issued.get(facing)
    return own & copied.halves if copied is not None and copied.halves else own
