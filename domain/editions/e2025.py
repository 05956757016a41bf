"""The rulebook of 2025, written as its differences from that of 2004."""

from dataclasses import replace

from domain.editions.e2004 import EDITION_2004, OBSTACLES, TERRAIN
from domain.rulebook.book import Sight
from domain.rulebook.card_spec import ALL_TYPES
from domain.values import (
    EditionName,
    Front,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitType,
    Variant,
)


def obstructs_by_height(height: int, lowest: int) -> bool:
    """Only what is as high as the lower end hinders the line (2025, Terrain height)."""
    return height >= lowest


def hill_obstructs_from_below(_together: bool, lowest: int) -> bool:
    """A hill hinders no line between two ends on high ground (2025 Appendix 2, Hills)."""
    return lowest < 1


# 2025 Appendix 4: who ruled the air on a front in a year; where nobody is named, neither did.
AIR_SUPERIORITY: dict[Front, dict[int, Side]] = {
    Front.WESTERN: dict.fromkeys(range(1939, 1944), Side.AXIS)
    | {1944: Side.ALLIES, 1945: Side.ALLIES},
    Front.EASTERN: dict.fromkeys(range(1939, 1943), Side.AXIS),
    Front.PACIFIC: dict.fromkeys(range(1939, 1943), Side.AXIS)
    | {1944: Side.ALLIES, 1945: Side.ALLIES},
    Front.MEDITERRANEAN: {
        1940: Side.AXIS,
        1941: Side.AXIS,
        1944: Side.ALLIES,
        1945: Side.ALLIES,
    },
}


def air_dice_by_superiority(front: Front, year: int, side: Side) -> int:
    """Two dice a target for the side that rules the air, one otherwise (2025 Appendix 4)."""
    return 2 if AIR_SUPERIORITY[front].get(year) is side else 1


_BLUFF_COSTS = {UnitType.INFANTRY: 2}

EDITION_2025 = replace(
    EDITION_2004,
    name=EditionName.E2025,
    tables={
        **EDITION_2004.tables,
        **dict.fromkeys(("terrain", "obstacles", "hands", "sight", "air"), EditionName.E2025),
    },
    # 2025 Appendix 2.
    terrain={
        **TERRAIN,
        TerrainKind.CHURCH: replace(TERRAIN[TerrainKind.CHURCH], ignores_a_flag=ALL_TYPES),
        # Two neighboring lake hexes on the line block it.
        TerrainKind.LAKE: replace(TERRAIN[TerrainKind.LAKE], sight=Sight.BLOCKS_IN_PAIRS),
        # The move ends in the water, but may begin inland.
        TerrainKind.OCEAN: replace(TERRAIN[TerrainKind.OCEAN], move_cap=None, must_stop=True),
        # The beach side costs the same both ways, and is closed both ways to all but infantry.
        TerrainKind.SEA_BLUFF: replace(TERRAIN[TerrainKind.SEA_BLUFF], to_beach=_BLUFF_COSTS),
        TerrainKind.CLIFF: replace(
            TERRAIN[TerrainKind.CLIFF], to_beach=_BLUFF_COSTS, no_ground_from_beach=True
        ),
    },
    obstacles={
        **OBSTACLES,
        # From and to land, or along the bridge.
        ObstacleKind.BRIDGE: replace(OBSTACLES[ObstacleKind.BRIDGE], entered_from_land_only=True),
        ObstacleKind.BRIDGE_SECTION: replace(
            OBSTACLES[ObstacleKind.BRIDGE_SECTION], entered_from_land_only=True
        ),
        # Armor may be set up inside, and then stays there.
        ObstacleKind.BUNKER: replace(
            OBSTACLES[ObstacleKind.BUNKER], holds=frozenset({UnitType.ARMOR, UnitType.ARTILLERY})
        ),
        # An obstacle like any other, no longer one side's.
        ObstacleKind.SEA_WALL: replace(OBSTACLES[ObstacleKind.SEA_WALL], owner_only=False),
    },
    hand_sizes={Variant.STANDARD: None, Variant.YOUNG_GENERALS: 6},
    obstructs=obstructs_by_height,
    hill_obstructs=hill_obstructs_from_below,
    half_hexes_obstruct=True,
    steepest_step=1,
    air_dice=air_dice_by_superiority,
)
