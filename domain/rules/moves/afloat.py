"""Infantry with boats: where it is afloat, and when it leaves its boats (Terrain Pack, folding
boats)."""

from collections import ChainMap
from collections.abc import Mapping

from domain.geometry.hexes import Hex
from domain.pieces.words import Going
from domain.position import Position
from domain.rulebook.battlefield import Step
from domain.state import Unit

_NO_HEXES: frozenset[Hex] = frozenset()
Steps = Mapping[Hex, tuple[Step, ...]]


def rivers(position: Position, unit: Unit) -> frozenset[Hex]:
    """Return the hexes where a unit is afloat and its move ends; none without boats."""
    boats = position.traits(unit).going is Going.BOAT
    return position.field.rivers if boats else _NO_HEXES


def steps(position: Position, unit: Unit) -> Steps:
    """Return the steps of a unit; one afloat comes ashore first, or stays afloat."""
    traits, by_mover = position.traits(unit), position.field.steps[unit.side]
    if traits.going is Going.BOAT and unit.hex in position.field.rivers:
        return ChainMap({unit.hex: by_mover[Going.BOAT][unit.hex]}, by_mover[traits.type])
    return by_mover[traits.mover]


def comes_ashore(position: Position, unit: Unit, path: tuple[Hex, ...]) -> bool:
    """Return whether a unit leaves its boats along a path."""
    water = rivers(position, unit)
    return unit.hex in water and bool(path) and path[0] not in water
