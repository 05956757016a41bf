"""The rulebook of 2004 as a value."""

from dataclasses import replace

from domain.editions.section_cards import SECTION_CARDS
from domain.editions.tactic_cards import TACTIC_CARDS
from domain.rulebook.book import Edition, GroundTraits, Sight, UnitTraits
from domain.rulebook.card_spec import ALL_TYPES
from domain.values import (
    EditionName,
    Face,
    Feature,
    Front,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
    UnitType,
    Variant,
)

INFANTRY, ARMOR, ARTILLERY = UnitType.INFANTRY, UnitType.ARMOR, UnitType.ARTILLERY

_INFANTRY = UnitTraits(
    type=INFANTRY,
    move=2,
    move_and_battle=1,
    dice_by_range=(3, 2, 1),
    hit_by=frozenset({Face.INFANTRY, Face.GRENADE}),
    symbol=Face.INFANTRY,
)
_ARMOR = UnitTraits(
    type=ARMOR,
    move=3,
    move_and_battle=3,
    dice_by_range=(3, 3, 3),
    hit_by=frozenset({Face.ARMOR, Face.GRENADE}),
    symbol=Face.ARMOR,
    overruns=True,
)

# 2004 p. 7-9: movement, battle dice and ranges; p. 12, Special Forces and French Resistance.
# Elite armor differs in its number of figures alone, which stands with the unit.
UNITS: dict[UnitKind, UnitTraits] = {
    UnitKind.INFANTRY: _INFANTRY,
    UnitKind.ELITE_INFANTRY: replace(_INFANTRY, move_and_battle=2),
    UnitKind.FRENCH_RESISTANCE: replace(_INFANTRY, battles_on_entry=True, retreat_per_flag=3),
    UnitKind.ARMOR: _ARMOR,
    UnitKind.ELITE_ARMOR: _ARMOR,
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
_BLUFF = replace(_HILL, from_beach={INFANTRY: 2})
_WATER = GroundTraits(impassable_for=ALL_TYPES, land=False)

# 2004 p. 13-15: terrain. Sea bluffs, cliffs and steep hills are special rules of its scenarios; a
# church is a town, and a pond is laid with river tiles and hinders no line of sight.
TERRAIN: dict[TerrainKind, GroundTraits] = {
    TerrainKind.OPEN: GroundTraits(),
    TerrainKind.FOREST: _FOREST,
    TerrainKind.HEDGEROW: replace(_FOREST, entered_by_neighbors_only=True, leave_cap=1),
    TerrainKind.HILL: _HILL,
    TerrainKind.STEEP_HILL: replace(_HILL, climb_cost=2),
    TerrainKind.TOWN: _TOWN,
    TerrainKind.CHURCH: _TOWN,
    TerrainKind.RIVER: _WATER,
    TerrainKind.LAKE: _WATER,
    TerrainKind.BEACH: GroundTraits(beach=True, move_cap=2),
    TerrainKind.OCEAN: GroundTraits(
        land=False, move_cap=1, no_retreat_onto=True, no_attack=True, no_obstacles=True
    ),
    TerrainKind.SEA_BLUFF: _BLUFF,
    TerrainKind.CLIFF: _BLUFF,
}

# What single scenarios say of their hexes (Montélimar, St. Vith, Saverne, Arnhem Bridge).
FEATURES: dict[Feature, GroundTraits] = {
    Feature.IMPASSABLE: GroundTraits(impassable_for=ALL_TYPES),
    Feature.STOPS_ARTILLERY: GroundTraits(stops_fire_of=frozenset({ARTILLERY})),
    Feature.WIDE: GroundTraits(stops_fire_of=frozenset({INFANTRY})),
}

# 2004 p. 15-16: bridges and obstacles. The sea wall is a special rule of Omaha Beach.
OBSTACLES: dict[ObstacleKind, GroundTraits] = {
    ObstacleKind.BRIDGE: GroundTraits(carries_across=True),
    ObstacleKind.BRIDGE_SECTION: GroundTraits(carries_across=True),
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
    ObstacleKind.HEDGEHOG: GroundTraits(
        impassable_for=frozenset({ARMOR, ARTILLERY}),
        ignores_a_flag=frozenset({INFANTRY}),
    ),
    ObstacleKind.BUNKER: GroundTraits(
        impassable_for=frozenset({ARMOR, ARTILLERY}),
        holds=frozenset({ARTILLERY}),
        protection={INFANTRY: 1, ARMOR: 2},
        sight=Sight.BLOCKS,
        ignores_a_flag=ALL_TYPES,
        owner_only=True,
    ),
    # It is built of sandbags, and takes no more of them.
    ObstacleKind.SEA_WALL: GroundTraits(
        protection={INFANTRY: 1, ARMOR: 1},
        ignores_a_flag=ALL_TYPES,
        owner_only=True,
        no_obstacles=True,
    ),
}


def always_obstructs(_height: int, _lowest: int) -> bool:
    """Whatever stands on the line hinders it, however high the ends (2004 p. 9)."""
    return True


def hill_obstructs_between_hills(together: bool, _lowest: int) -> bool:
    """A hill hinders all lines but those on its own plateau (2004 p. 14, Hills)."""
    return not together


def air_dice_by_side(_front: Front, _year: int, side: Side) -> int:
    """Two dice a target for the Allies, one for the Axis (2004, Air Power card)."""
    return 2 if side is Side.ALLIES else 1


EDITION_2004 = Edition(
    name=EditionName.E2004,
    tables=dict.fromkeys(
        ("units", "terrain", "features", "obstacles", "cards", "hands", "sight", "air"),
        EditionName.E2004,
    ),
    units=UNITS,
    terrain=TERRAIN,
    features=FEATURES,
    obstacles=OBSTACLES,
    cards=SECTION_CARDS | TACTIC_CARDS,
    decks={
        Variant.STANDARD: SECTION_CARDS | TACTIC_CARDS,
        Variant.YOUNG_GENERALS: SECTION_CARDS,
    },
    hand_sizes={Variant.STANDARD: None, Variant.YOUNG_GENERALS: None},
    obstructs=always_obstructs,
    hill_obstructs=hill_obstructs_between_hills,
    half_hexes_obstruct=False,
    steepest_step=None,
    air_dice=air_dice_by_side,
    obstacle_limits={ObstacleKind.SANDBAGS: 12},
    laid_with={ObstacleKind.SEA_WALL: ObstacleKind.SANDBAGS},
)
