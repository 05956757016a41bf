"""Infantry with boats: where it is afloat, how it goes from there, and when it leaves its boats
(Terrain Pack, folding boats)."""

from collections.abc import Mapping

from domain.geometry.hexes import Hex
from domain.pieces.words import Going
from domain.position import Position
from domain.rulebook.battlefield import Step
from domain.state import Unit

_NO_HEXES: frozenset[Hex] = frozenset()
Steps = Mapping[Hex, tuple[Step, ...]]


def rivers(position: Position, unit: Unit) -> frozenset[Hex]:
    """Hexes on which a unit is afloat, and its move ends whatever the card: none for those without
    boats."""
    boats = position.traits(unit).going is Going.BOAT
    return position.field.rivers if boats else _NO_HEXES


def steps(position: Position, unit: Unit) -> Steps:
    """The steps of a unit; one that is afloat comes ashore with its first one, or stays afloat."""
    traits, known = position.traits(unit), position.field.steps[unit.side]
    if traits.going is Going.BOAT and unit.hex in position.field.rivers:
        return {**known[traits.type], unit.hex: known[Going.BOAT][unit.hex]}
    return known[traits.mover]


def comes_ashore(position: Position, unit: Unit, path: tuple[Hex, ...]) -> bool:
    """Whether a unit leaves its boats on the way."""
    water = rivers(position, unit)
    return unit.hex in water and bool(path) and path[0] not in water
