"""Air drops: over which hexes, and when; and units that cannot be ordered yet."""

from domain.position import Position
from domain.setup import AirDrop, DropTerms
from domain.state import DAY, Unit


def terms(position: Position, number: int) -> DropTerms:
    """What else holds of an air drop of the battle; nothing does where the scenario is silent."""
    said = position.state.created.setup.drop_terms
    return next((one for one in said if one.number == number), DropTerms(number))


def due(position: Position) -> AirDrop | None:
    """The next air drop, if it is made now: before the first turn in the order of the scenario, or
    as the first turn of its side begins in which it is day."""
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
    """Whether a unit that has come during the battle cannot be ordered yet."""
    return unit.rests_through >= position.state.turn.number > 0
