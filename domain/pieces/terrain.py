"""Terrain: its words, and a row for each."""

from dataclasses import replace
from enum import StrEnum

from domain.pieces.ground import GroundTraits, Sight
from domain.pieces.rows import Row, changed, in_both
from domain.pieces.words import ALL_TYPES, UnitType

INFANTRY, ARMOR = UnitType.INFANTRY, UnitType.ARMOR


class TerrainKind(StrEnum):
    """What a hex is made of; exactly one kind a hex."""

    OPEN = "open"
    FOREST = "forest"
    HEDGEROW = "hedgerow"
    HILL = "hill"
    STEEP_HILL = "steep_hill"
    TOWN = "town"
    CHURCH = "church"
    RIVER = "river"
    LAKE = "lake"
    BEACH = "beach"
    OCEAN = "ocean"
    SEA_BLUFF = "sea_bluff"
    CLIFF = "cliff"


_FOREST = GroundTraits(
    must_stop=True,
    no_battle_on_entry=True,
    protection={INFANTRY: 1, ARMOR: 2},
    sight=Sight.BLOCKS,
)
_TOWN = replace(_FOREST, penalty={ARMOR: 2})
_HILL = GroundTraits(
    protection_from_below={INFANTRY: 1, ARMOR: 1},
    sight=Sight.BLOCKS_AS_HILL,
    height=1,
)
# Only infantry climbs from the beach, and two hexes it costs; going down is an ordinary step.
_BLUFF_COSTS = {INFANTRY: 2}
_BLUFF = replace(_HILL, from_beach=_BLUFF_COSTS)
_WATER = GroundTraits(impassable_for=ALL_TYPES, land=False)
_OCEAN = GroundTraits(
    land=False, move_cap=1, no_retreat_onto=True, no_attack=True, no_obstacles=True
)

# 2004 p. 13-15: terrain; 2025 Appendix 2. In 2004 sea bluffs, cliffs and steep hills are special
# rules of scenarios; a church is a town, and a pond is laid with river tiles and hinders no line of
# sight.
TERRAIN: dict[TerrainKind, Row[GroundTraits]] = {
    TerrainKind.OPEN: in_both(GroundTraits()),
    TerrainKind.FOREST: in_both(_FOREST),
    TerrainKind.HEDGEROW: in_both(replace(_FOREST, entered_by_neighbors_only=True, leave_cap=1)),
    TerrainKind.HILL: in_both(_HILL),
    TerrainKind.STEEP_HILL: in_both(replace(_HILL, climb_cost=2)),
    TerrainKind.TOWN: in_both(_TOWN),
    TerrainKind.CHURCH: changed(_TOWN, ignores_a_flag=ALL_TYPES),
    TerrainKind.RIVER: in_both(_WATER),
    # Two neighboring lake hexes on the line block it.
    TerrainKind.LAKE: changed(_WATER, sight=Sight.BLOCKS_IN_PAIRS),
    TerrainKind.BEACH: in_both(GroundTraits(beach=True, move_cap=2)),
    # The move ends in the water, but may begin inland.
    TerrainKind.OCEAN: changed(_OCEAN, move_cap=None, must_stop=True),
    # The beach side costs the same both ways, and is closed both ways to all but infantry.
    TerrainKind.SEA_BLUFF: changed(_BLUFF, to_beach=_BLUFF_COSTS),
    TerrainKind.CLIFF: changed(_BLUFF, to_beach=_BLUFF_COSTS, no_ground_from_beach=True),
}
