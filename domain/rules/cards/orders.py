"""Which units a command card can order (2004 p. 6, Order Units; 2025, Order units)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from domain.errors import Rule
from domain.pieces.card_spec import CardSpec, Contact, Halves
from domain.position import Position, cached_per_position
from domain.rules.cards import halves
from domain.rules.moves.drops import rests
from domain.state import OrderedUnit, Unit
from domain.values import Face, ObstacleKind, Seat, Section, UnitType

Sections = tuple[Section, ...]


def fits(allotment: Mapping[Section, int], units: Iterable[Sections]) -> bool:
    """Return whether every unit can be assigned to one of its sections within the allotments.

    A unit on a hex cut by a dotted line counts for either section. Flank allotments are used first
    by units that have no other section.
    """
    demand: dict[Sections, int] = {}
    for sections in units:
        demand[sections] = demand.get(sections, 0) + 1
    center = demand.get((Section.CENTER,), 0)
    for flank in (Section.LEFT, Section.RIGHT):
        room = allotment.get(flank, 0) - demand.get((flank,), 0)
        if room < 0:
            return False
        shared = sum(
            count
            for sections, count in demand.items()
            if flank in sections and Section.CENTER in sections
        )
        center += max(0, shared - room)
    return center <= allotment.get(Section.CENTER, 0)


@lru_cache(maxsize=4096)
def _section_refusal(
    printed: tuple[tuple[Section, int], ...],
    extra: int,
    standing: tuple[Sections, ...],
    sections: Sections,
) -> Rule | None:
    """Return why a card cannot order a unit in ``sections`` besides those ``standing`` in theirs;
    None if it can. The card orders ``printed`` units per section, and ``extra`` more in any one of
    them."""
    allotted = dict(printed)
    if not any(section in allotted for section in sections):
        return Rule.ORDER_NOT_IN_SECTION
    raised = [{**allotted, section: limit + extra} for section, limit in printed] if extra else []
    fits_any = any(fits(allotment, (*standing, sections)) for allotment in raised or [allotted])
    return None if fits_any else Rule.ORDER_NONE_LEFT


def sections_of(position: Position, unit: Unit) -> Sections:
    """Return the sections of a unit, as its own player sees them."""
    return position.grid.sections(unit.hex, position.edge(unit.side))


def ordered_in(position: Position, unit: Unit) -> Sections:
    """Return the sections in which a unit is ordered: its own, limited to a general's."""
    sections = sections_of(position, unit)
    if not position.state.turn.beside:
        return sections
    own = position.state.table.commands(position.actor)
    return tuple(section for section in sections if section in own)


def commander(position: Position, unit: Unit) -> Seat:
    """Return the seat that decides for a unit: in a pair, the member whose turn it is; in the
    active team, one of those that execute its card; among active generals, the one that ordered it.

    Ruling: for a unit between two generals that neither has ordered, it is the first of them in
    order of play.
    """
    table, turn = position.state.table, position.state.turn
    seats = table.seats_of(unit.side)
    if len(seats) == 1:
        return seats[0]
    if turn.beside and unit.side is position.side and unit.id in turn.ordered:
        return position.state.orderer(unit.id)
    seat = table.commander(unit.side, sections_of(position, unit))
    if turn.delegates and unit.side is position.side:
        return seat if seat in turn.delegates else turn.delegates[0]
    return next((partner for partner in table.partners(seat) if partner in turn.acting), seat)


def may_command(position: Position, seat: Seat, unit: Unit) -> bool:
    """Return whether a seat may decide for a unit: either of two generals for one between them,
    until one of them has ordered it."""
    table = position.state.table
    if not table.together or unit.id in position.state.turn.ordered:
        return commander(position, unit) is seat
    return seat in table.commanders(unit.side, sections_of(position, unit))


def commanded(position: Position, seat: Seat) -> Iterator[Unit]:
    """Return the units that a seat commands and that can be ordered by now, in set-up order."""
    units = _commanded(position, seat)
    if not position.field.rests:
        return units
    return (unit for unit in units if not rests(position, unit))


def _commanded(position: Position, seat: Seat) -> Iterator[Unit]:
    table = position.state.table
    side = table.side_of(seat)
    units = position.units_of(side)
    if len(table.seats_of(side)) == 1 or _acts_for_team(position, seat):
        return units
    return (unit for unit in units if may_command(position, seat, unit))


def _acts_for_team(position: Position, seat: Seat) -> bool:
    """Return whether a seat leads a team whose card is not yet assigned."""
    state, table = position.state, position.state.table
    return not (state.turn.delegates or table.together) and len(table.team(seat)) > 1


def ordered_by(position: Position, seat: Seat) -> Mapping[str, OrderedUnit]:
    """Return the units that a seat has ordered this turn, by id."""
    state, turn = position.state, position.state.turn
    if not turn.beside and len(turn.delegates) < 2:
        return turn.ordered
    return {name: status for name, status in turn.ordered.items() if state.orderer(name) is seat}


def fallback_needed(position: Position, spec: CardSpec, seat: Seat) -> bool:
    """Return whether a seat has no unit of the types that a card orders, and the card orders one of
    any type instead."""
    return spec.orders.falls_back and not any(
        position.traits(unit).type in spec.orders.types for unit in commanded(position, seat)
    )


def refusal(position: Position, unit: Unit, *, on_the_move: bool = False) -> Rule | None:
    """Return why the unit cannot be ordered, or set ``on_the_move``; None if it can."""
    command = _order_limits(position)
    return command.moving_refusal(unit) if on_the_move else command.refusal(unit)


def facts(position: Position, unit: Unit) -> dict[str, object]:
    """Return the facts behind an order: where and what the unit is, and what the card orders."""
    spec = position.spec
    return {
        "unit": unit.id,
        "hex": unit.hex,
        "type": position.traits(unit).type,
        "sections": sections_of(position, unit),
        "card": position.order.card,
        "types": sorted(spec.orders.types),
        "ordered": list(ordered_by(position, position.actor)),
        "adjacent_enemies": [enemy.id for enemy in position.adjacent_enemies(unit)],
    }


@cached_per_position
def orderable(position: Position) -> Sequence[Unit]:
    """Return the units that the acting seat may order now, in set-up order."""
    return _order_limits(position).orderable(commanded(position, position.actor))


def movable(position: Position) -> list[Unit]:
    """Return the units that the acting seat may set on the move now, in set-up order."""
    if not position.spec.orders.on_the_move:
        return []
    refusal = _order_limits(position).moving_refusal
    return [unit for unit in commanded(position, position.actor) if refusal(unit) is None]


def any_orderable(position: Position) -> bool:
    """Return whether the active seat may order another unit, or set one on the move."""
    return bool(orderable(position) or movable(position))


def healable(position: Position, seat: Seat) -> list[Unit]:
    """Return a seat's units that have lost figures and can recover some, in set-up order."""
    return [
        unit
        for unit in commanded(position, seat)
        if unit.figures < unit.full and position.traits(unit).heals
    ]


def tendable(position: Position, seat: Seat) -> list[Unit]:
    """Return the healable units for which dice may be rolled now: one per card, and as many more as
    the card orders extra units."""
    tended, extra = position.state.turn.tended, position.field.extra_orders[position.side]
    own = {unit.id for unit in commanded(position, seat)}
    if len(own.intersection(tended)) > extra:
        return []
    return [unit for unit in healable(position, seat) if unit.id not in tended]


def restorable(position: Position, seat: Seat) -> list[Unit]:
    """Return the healable units to which a die of the common roll can still give a figure."""
    turn, units = position.state.turn, position.state.units
    used = [position.traits(units[name]).symbol for name in turn.restored]
    return [
        unit
        for unit in healable(position, seat)
        if _dice_suffice(turn.rolled, [*used, position.traits(unit).symbol])
    ]


def healed(position: Position, unit: Unit, faces: Iterable[Face]) -> int:
    """Return the figures that a roll restores: one per symbol or star, at most those lost."""
    symbol = position.traits(unit).symbol
    return min(unit.full - unit.figures, sum(face in (symbol, Face.STAR) for face in faces))


class _OrderLimits:
    """What the turn's card can still order; cached for all units of a position."""

    def __init__(self, position: Position) -> None:
        self._position = position
        turn = position.state.turn
        # The members of a team share one card.
        self._taken = turn.ordered
        self._given = turn.ordered if turn.delegates else ordered_by(position, position.seat)
        self._ordered = {
            name: status for name, status in self._given.items() if not status.on_the_move
        }
        self._order = position.order
        self._spec = position.book.cards[self._order.card]
        self._extra = position.field.extra_orders[position.side]
        self._sections = position.grid.seen_from(position.edge(position.side))
        self._standing = tuple(status.sections for status in self._ordered.values())
        self._room: dict[object, Rule | None] = {}
        orders = self._spec.orders
        self._by_place = (
            orders.contact is Contact.ANY
            and orders.halves is Halves.ANY
            and self._spec.effects.places is None
        )

    def refusal(self, unit: Unit) -> Rule | None:
        """Return why a unit cannot be ordered; None if it can."""
        if unit.id in self._taken:
            return Rule.ORDER_ALREADY_GIVEN
        if rests(self._position, unit):
            return Rule.ORDER_NOT_YET
        return self._refusal(unit)

    def orderable(self, units: Iterable[Unit]) -> list[Unit]:
        """Return those of the units, none of which rests, that can be ordered. The answer is the
        same for all units of a type in the same sections, unless the card looks at more."""
        ordered, sections, traits = self._taken, self._sections, self._position.traits
        result, answers = list[Unit](), dict[object, bool]()
        for unit in units:
            if unit.id in ordered:
                continue
            key = (traits(unit).type, sections[unit.hex]) if self._by_place else unit.id
            if key not in answers:
                answers[key] = self._refusal(unit) is None
            if answers[key]:
                result.append(unit)
        return result

    def _refusal(self, unit: Unit) -> Rule | None:
        position, orders = self._position, self._spec.orders
        if self._order.fallback:
            return Rule.ORDER_NONE_LEFT if len(self._ordered) > self._extra else None
        kind = position.traits(unit).type
        if kind not in orders.types:
            return Rule.ORDER_OTHER_TYPE
        if orders.contact is not Contact.ANY:
            rule = _contact_refusal(position, orders.contact, unit)
            if rule is not None:
                return rule
        rule = self._dice_refusal(kind, unit) if orders.by_dice else self._place_refusal(unit)
        if rule is not None or self._spec.effects.places is None:
            return rule
        return _obstacle_refusal(position, self._spec.effects.places, unit)

    def moving_refusal(self, unit: Unit) -> Rule | None:
        """Return why a unit cannot be set on the move; None if it can."""
        if unit.id in self._given:
            return Rule.ORDER_ALREADY_GIVEN
        if rests(self._position, unit):
            return Rule.ORDER_NOT_YET
        moving = len(self._given) - len(self._ordered)
        return None if moving < self._spec.orders.on_the_move else Rule.ORDER_NONE_LEFT

    def _dice_refusal(self, kind: UnitType, unit: Unit) -> Rule | None:
        if kind not in self._room:
            position = self._position
            units = [*(position.state.units[name] for name in self._ordered), unit]
            symbols = [position.traits(other).symbol for other in units]
            turn = position.state.turn
            enough = _dice_suffice(turn.dice.get(position.seat, turn.rolled), symbols)
            self._room[kind] = None if enough else Rule.ORDER_NONE_LEFT
        return self._room[kind]

    def _place_refusal(self, unit: Unit) -> Rule | None:
        if self._spec.orders.halves is not Halves.ANY:
            return halves.refusal(self._position, unit, self._ordered.values())
        sections = self._sections[unit.hex]
        if sections not in self._room:
            self._room[sections] = self._number_refusal(sections)
        return self._room[sections]

    def _number_refusal(self, sections: Sections) -> Rule | None:
        """Return why the card has no order left for a unit in these sections; None if it has."""
        orders = self._spec.orders
        if orders.anywhere:
            if orders.one_section and self._order.section not in sections:
                return Rule.ORDER_NOT_IN_SECTION
            limit = orders.anywhere + self._extra
            return None if len(self._standing) < limit else Rule.ORDER_NONE_LEFT
        printed = tuple(orders.per_section.items())
        return _section_refusal(printed, self._extra, self._standing, sections)


@cached_per_position
def _order_limits(position: Position) -> _OrderLimits:
    return _OrderLimits(position)


def _contact_refusal(position: Position, contact: Contact, unit: Unit) -> Rule | None:
    touching = bool(position.adjacent_enemies(unit))
    if contact is Contact.ADJACENT:
        return None if touching else Rule.ORDER_NO_ENEMY_ADJACENT
    return Rule.ORDER_ENEMY_ADJACENT if touching else None


def _dice_suffice(faces: Sequence[Face], symbols: Sequence[Face | None]) -> bool:
    """Return whether each unit can be assigned a die of its own: its symbol, or a star."""
    stars = faces.count(Face.STAR)
    for symbol in set(symbols):
        available = 0 if symbol is None else faces.count(symbol)
        stars -= max(0, symbols.count(symbol) - available)
    return stars >= 0


def _obstacle_refusal(position: Position, placed: ObstacleKind, unit: Unit) -> Rule | None:
    obstacles = position.state.obstacles
    laid_with = position.book.laid_with
    used = sum(
        laid_with.get(kind, kind) is placed for kinds in obstacles.values() for kind in kinds
    )
    if (
        placed in obstacles.get(unit.hex, ())
        or position.ground(unit.hex).no_obstacles
        or used >= position.book.obstacle_limits[placed]
    ):
        return Rule.ORDER_NO_OBSTACLE
    return None
