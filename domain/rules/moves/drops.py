"""Air drops: over which hexes, and when; and units that cannot be ordered yet."""

from domain.position import Position
from domain.setup import AirDrop, DropTerms
from domain.state import DAY, Unit


def terms(position: Position, number: int) -> DropTerms:
    """Return the terms of an air drop; the defaults if the scenario has none."""
    listed = position.state.created.setup.drop_terms
    return next((drop for drop in listed if drop.number == number), DropTerms(number))


def due(position: Position) -> AirDrop | None:
    """Return the next air drop, if it is made now: before the first turn in the scenario's order,
    or as its side's first turn in daylight begins."""
    state = position.state
    drops, number = state.created.setup.air_drops, state.drops
    if number == len(drops):
        return None
    drop = drops[number]
    if not terms(position, number).by_day:
        return drop
    in_turn = state.turn.number > 0 and position.side is drop.side
    return drop if in_turn and state.visibility >= DAY else None


def rests(position: Position, unit: Unit) -> bool:
    """Return whether a unit that arrived during the battle cannot be ordered yet."""
    return unit.rests_through >= position.state.turn.number > 0
