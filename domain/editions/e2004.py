"""The rulebook of 2004 as a value."""

from domain.book import ALL_TYPES, Edition, GroundTraits, Sight, UnitTraits
from domain.editions.cards import SECTION_CARDS
from domain.values import (
    EditionName,
    Face,
    ObstacleKind,
    TerrainKind,
    UnitKind,
    UnitType,
    Variant,
)

INFANTRY, ARMOR, ARTILLERY = UnitType.INFANTRY, UnitType.ARMOR, UnitType.ARTILLERY

# 2004 p. 7-9: movement, battle dice and ranges.
UNITS: dict[UnitKind, UnitTraits] = {
    UnitKind.INFANTRY: UnitTraits(
        type=INFANTRY,
        move=2,
        move_and_battle=1,
        dice_by_range=(3, 2, 1),
        hit_by=frozenset({Face.INFANTRY, Face.GRENADE}),
    ),
    UnitKind.ARMOR: UnitTraits(
        type=ARMOR,
        move=3,
        move_and_battle=3,
        dice_by_range=(3, 3, 3),
        hit_by=frozenset({Face.ARMOR, Face.GRENADE}),
        overruns=True,
    ),
    UnitKind.ARTILLERY: UnitTraits(
        type=ARTILLERY,
        move=1,
        move_and_battle=0,
        dice_by_range=(3, 3, 2, 2, 1, 1),
        hit_by=frozenset({Face.GRENADE}),
        needs_sight=False,
        ignores_protection=True,
        takes_ground=False,
    ),
}

# 2004 p. 13-15: terrain. A pond is laid with river tiles and hinders no line of sight.
TERRAIN: dict[TerrainKind, GroundTraits] = {
    TerrainKind.OPEN: GroundTraits(),
    TerrainKind.FOREST: GroundTraits(
        must_stop=True,
        no_battle_on_entry=True,
        protection={INFANTRY: 1, ARMOR: 2},
        sight=Sight.BLOCKS,
    ),
    TerrainKind.TOWN: GroundTraits(
        must_stop=True,
        no_battle_on_entry=True,
        protection={INFANTRY: 1, ARMOR: 2},
        penalty={ARMOR: 2},
        sight=Sight.BLOCKS,
    ),
    TerrainKind.RIVER: GroundTraits(impassable_for=ALL_TYPES, land=False),
    TerrainKind.LAKE: GroundTraits(impassable_for=ALL_TYPES, land=False),
}

# 2004 p. 15-16: bridges and obstacles.
OBSTACLES: dict[ObstacleKind, GroundTraits] = {
    ObstacleKind.BRIDGE: GroundTraits(carries_across=True),
    ObstacleKind.WIRE: GroundTraits(
        must_stop=True,
        penalty={INFANTRY: 1},
        crushed_by=frozenset({ARMOR}),
        cleared_by=frozenset({INFANTRY}),
    ),
    ObstacleKind.SANDBAGS: GroundTraits(
        protection={INFANTRY: 1, ARMOR: 1},
        ignores_a_flag=ALL_TYPES,
        goes_with_unit=True,
    ),
}


def always_obstructs(_height: int, _lowest: int) -> bool:
    """Whatever stands on the line hinders it, however high the ends (2004 p. 9)."""
    return True


EDITION_2004 = Edition(
    name=EditionName.E2004,
    units=UNITS,
    terrain=TERRAIN,
    obstacles=OBSTACLES,
    decks={Variant.YOUNG_GENERALS: SECTION_CARDS},
    hand_sizes={Variant.YOUNG_GENERALS: None},
    obstructs=always_obstructs,
    half_hexes_obstruct=False,
)
