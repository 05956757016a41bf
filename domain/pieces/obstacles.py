"""Obstacles: their names, and a row for each."""

from enum import StrEnum

from domain.pieces.ground import GroundTraits, Sight
from domain.pieces.rows import Row, changed, in_both
from domain.pieces.words import ALL_TYPES, UnitType

INFANTRY, ARMOR, ARTILLERY = UnitType.INFANTRY, UnitType.ARMOR, UnitType.ARTILLERY


class ObstacleKind(StrEnum):
    """What is on a hex in addition to its terrain."""

    BRIDGE = "bridge"
    BRIDGE_SECTION = "bridge_section"
    WIRE = "wire"
    SANDBAGS = "sandbags"
    HEDGEHOG = "hedgehog"
    BUNKER = "bunker"
    SEA_WALL = "sea_wall"
    FORD = "ford"
    PONTOON_BRIDGE = "pontoon_bridge"
    RAILROAD_BRIDGE = "railroad_bridge"
    ROAD_BLOCK = "road_block"
    DRAGONS_TEETH = "dragons_teeth"
    MINEFIELD = "minefield"
    SMOKE = "smoke"


# 2004 p. 15-16: bridges and obstacles; 2025 Appendix 2. The sea wall is a special rule of Omaha
# Beach.
OBSTACLES: dict[ObstacleKind, Row[GroundTraits]] = {
    # Since 2025 entered only from land, or along the bridge.
    ObstacleKind.BRIDGE: changed(GroundTraits(carries_across=True), entered_from_land_only=True),
    ObstacleKind.BRIDGE_SECTION: changed(
        GroundTraits(carries_across=True), entered_from_land_only=True
    ),
    ObstacleKind.WIRE: in_both(
        GroundTraits(
            must_stop=True,
            penalty={INFANTRY: 1},
            crushed_by=frozenset({ARMOR}),
            cleared_by=frozenset({INFANTRY}),
        )
    ),
    ObstacleKind.SANDBAGS: in_both(
        GroundTraits(
            protection={INFANTRY: 1, ARMOR: 1},
            ignores_a_flag=ALL_TYPES,
            goes_with_unit=True,
        )
    ),
    ObstacleKind.HEDGEHOG: in_both(
        GroundTraits(
            impassable_for=frozenset({ARMOR, ARTILLERY}),
            ignores_a_flag=frozenset({INFANTRY}),
        )
    ),
    # In 2025 armor can be set up inside and then stays there.
    ObstacleKind.BUNKER: changed(
        GroundTraits(
            impassable_for=frozenset({ARMOR, ARTILLERY}),
            holds=frozenset({ARTILLERY}),
            protection={INFANTRY: 1, ARMOR: 2},
            sight=Sight.BLOCKS,
            ignores_a_flag=ALL_TYPES,
            owner_only=True,
        ),
        holds=frozenset({ARMOR, ARTILLERY}),
    ),
    # Built from sandbags; no more can be added. In 2025 it no longer belongs to one side.
    ObstacleKind.SEA_WALL: changed(
        GroundTraits(
            protection={INFANTRY: 1, ARMOR: 1},
            ignores_a_flag=ALL_TYPES,
            owner_only=True,
            no_obstacles=True,
        ),
        owner_only=False,
    ),
    # Terrain Pack and Eastern Front. A ford lies in a river.
    ObstacleKind.FORD: in_both(
        GroundTraits(
            carries_across=True,
            must_stop=True,
            no_obstacles=True,
            penalty=dict.fromkeys(UnitType, 1),
        )
    ),
    ObstacleKind.PONTOON_BRIDGE: changed(
        GroundTraits(carries_across=True), entered_from_land_only=True
    ),
    ObstacleKind.RAILROAD_BRIDGE: changed(
        GroundTraits(carries_across=True, halts=frozenset({ARMOR, ARTILLERY})),
        entered_from_land_only=True,
    ),
    ObstacleKind.ROAD_BLOCK: in_both(
        GroundTraits(
            impassable_for=frozenset({ARMOR, ARTILLERY}),
            must_stop=True,
            protection={INFANTRY: 1, ARMOR: 1},
            ignores_a_flag=ALL_TYPES,
        )
    ),
    ObstacleKind.DRAGONS_TEETH: in_both(
        GroundTraits(impassable_for=frozenset({ARMOR, ARTILLERY}), must_stop=True)
    ),
    # Terrain Pack, Minefields. Their effect depends on their tokens.
    ObstacleKind.MINEFIELD: in_both(GroundTraits(must_stop=True)),
    # Special rule, Smoke screens: laid before the first turn, removed after two of its side.
    ObstacleKind.SMOKE: in_both(GroundTraits(sight=Sight.BLOCKS)),
}

BRIDGES = (
    ObstacleKind.BRIDGE,
    ObstacleKind.BRIDGE_SECTION,
    ObstacleKind.PONTOON_BRIDGE,
    ObstacleKind.RAILROAD_BRIDGE,
)
"""Bridges that can be blown up."""
OBSTACLE_LIMITS = {ObstacleKind.SANDBAGS: 12}
"""Pieces in the box, for obstacles that cards place on the board."""
MINES = (0, 0, 0, 1, 1, 2, 2, 3, 4)
"""The strengths of the minefield tokens in the box."""
LAID_WITH = {ObstacleKind.SEA_WALL: ObstacleKind.SANDBAGS}
"""Obstacles that are built from the pieces of another one."""
