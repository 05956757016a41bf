"""Whom a command card can order (2004 p. 6, Order Units; 2025, Order units)."""

from collections.abc import Iterable, Mapping

from domain.book import CardSpec
from domain.errors import Rule
from domain.position import Position
from domain.state import Unit
from domain.values import Section

Sections = tuple[Section, ...]


def fits(allotment: Mapping[Section, int], standing: Iterable[Sections]) -> bool:
    """Whether every unit can be given a section it stands in without exceeding any allotment.

    A unit on a hex cut by a dotted line counts for either section, whichever makes room: flank
    allotments are filled first from units that have no other section.
    """
    demand: dict[Sections, int] = {}
    for sections in standing:
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


def sections_of(position: Position, unit: Unit) -> Sections:
    """The sections a unit stands in, as its own player sees them."""
    return position.grid.sections(unit.hex, position.edge(unit.side))


def refusal(position: Position, spec: CardSpec, unit: Unit) -> Rule | None:
    """Why the active seat cannot order this unit of its own; None when it can."""
    ordered = position.state.turn.ordered
    if unit.id in ordered:
        return Rule.ORDER_ALREADY_GIVEN
    sections = sections_of(position, unit)
    if not any(spec.orders.get(section, 0) for section in sections):
        return Rule.ORDER_NOT_IN_SECTION
    if not fits(spec.orders, (*(status.sections for status in ordered.values()), sections)):
        return Rule.ORDER_NONE_LEFT
    return None


def orderable(position: Position, spec: CardSpec) -> list[Unit]:
    """The units that the active seat may order now, in the order of the set-up."""
    side = position.state.turn.seat.side
    return [unit for unit in position.units_of(side) if refusal(position, spec, unit) is None]
