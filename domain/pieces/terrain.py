"""Terrain: the names of its kinds, and a row for each."""

from dataclasses import replace
from enum import StrEnum
from typing import Any

from domain.pieces.ground import GroundTraits, Sight
from domain.pieces.rows import Row, changed, in_both
from domain.pieces.words import ALL_TYPES, UnitType

INFANTRY, ARMOR, ARTILLERY = UnitType.INFANTRY, UnitType.ARMOR, UnitType.ARTILLERY


class TerrainKind(StrEnum):
    """The terrain of a hex; exactly one kind per hex."""

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
    JUNGLE = "jungle"
    MARSH = "marsh"
    RICE_PADDY = "rice_paddy"
    FORDABLE_STREAM = "fordable_stream"
    RAILROAD = "railroad"
    RAILROAD_STATION = "railroad_station"
    MOUNTAIN = "mountain"
    PALM_FOREST = "palm_forest"
    ERG = "erg"
    OASIS = "oasis"
    ESCARPMENT = "escarpment"
    COASTLINE = "coastline"
    CITY_RUINS = "city_ruins"
    FACTORY_COMPLEX = "factory_complex"
    FORTRESS = "fortress"
    HILL_FOREST = "hill_forest"
    HILL_TOWN = "hill_town"
    TRENCHES = "trenches"
    CEMETERY = "cemetery"
    RAVINE = "ravine"
    LIGHTHOUSE = "lighthouse"
    DAM = "dam"
    PRISON_CAMP = "prison_camp"
    BARRACKS = "barracks"
    POWER_PLANT = "power_plant"
    RADAR_STATION = "radar_station"
    HEADQUARTERS = "headquarters"
    HOSPITAL = "hospital"
    SUPPLY_DEPOT = "supply_depot"
    ROAD = "road"
    ROAD_HILL = "road_hill"
    FROZEN_RIVER = "frozen_river"
    WADI = "wadi"
    HILL_CAVE = "hill_cave"
    MOUNTAIN_CAVE = "mountain_cave"


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
# Only infantry can climb from the beach, at a cost of two hexes; going down is an ordinary step.
_BLUFF_COSTS = {INFANTRY: 2}
_BLUFF = replace(_HILL, from_beach=_BLUFF_COSTS)
_WATER = GroundTraits(impassable_for=ALL_TYPES, land=False)
_OCEAN = GroundTraits(
    land=False, sea=True, move_cap=1, no_retreat_onto=True, no_attack=True, no_obstacles=True
)
_BUILDING = GroundTraits(sight=Sight.BLOCKS)
_BEACH = GroundTraits(beach=True, move_cap=2)
_FOR_INFANTRY = GroundTraits(impassable_for=frozenset({ARMOR, ARTILLERY}), ignores_a_flag=ALL_TYPES)
_MARSH = GroundTraits(
    impassable_for=frozenset({ARTILLERY}),
    must_stop=True,
    no_battle_on_entry_of=frozenset({ARMOR}),
    no_battle_on_leaving_of=frozenset({ARMOR}),
    leave_cap=1,
)

_MOUNTAIN = GroundTraits(
    impassable_for=frozenset({ARMOR, ARTILLERY}),
    holds=frozenset({ARTILLERY}),
    steep=True,
    protection_from_below={INFANTRY: 2, ARMOR: 2},
    longer_range={ARTILLERY: 1},
    sight=Sight.BLOCKS_AS_HILL,
    height=2,
)
_CAVES: dict[str, Any] = {"impassable_for": frozenset({ARMOR, ARTILLERY}), "cave": True}

SEALED = {
    TerrainKind.HILL_CAVE: TerrainKind.HILL,
    TerrainKind.MOUNTAIN_CAVE: TerrainKind.MOUNTAIN,
}
"""The terrain that remains when a cave is sealed."""

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
    # Terrain Pack, folding boats.
    TerrainKind.RIVER: in_both(replace(_WATER, boats=True)),
    # Two neighboring lake hexes on the line block it.
    TerrainKind.LAKE: changed(_WATER, sight=Sight.BLOCKS_IN_PAIRS),
    TerrainKind.BEACH: in_both(_BEACH),
    # A move ends in the water, but may begin inland.
    TerrainKind.OCEAN: changed(_OCEAN, move_cap=None, must_stop=True),
    # The beach side costs the same both ways, and only infantry can cross it.
    TerrainKind.SEA_BLUFF: changed(_BLUFF, to_beach=_BLUFF_COSTS),
    TerrainKind.CLIFF: changed(_BLUFF, to_beach=_BLUFF_COSTS, no_ground_from_beach=True),
    # Terrain Pack.
    TerrainKind.MARSH: in_both(_MARSH),
    TerrainKind.ROAD: in_both(GroundTraits(road=True)),
    TerrainKind.ROAD_HILL: in_both(replace(_HILL, road=True)),
    TerrainKind.WADI: in_both(
        GroundTraits(sunken=True, protection_from_outside=dict.fromkeys(UnitType, 1))
    ),
    TerrainKind.RAILROAD: in_both(GroundTraits(halts=frozenset({ARMOR, ARTILLERY}))),
    **dict.fromkeys(
        (
            TerrainKind.RAILROAD_STATION,
            TerrainKind.FACTORY_COMPLEX,
            TerrainKind.LIGHTHOUSE,
            TerrainKind.BARRACKS,
            TerrainKind.POWER_PLANT,
        ),
        in_both(_TOWN),
    ),
    TerrainKind.PRISON_CAMP: in_both(replace(_TOWN, ignores_a_flag=ALL_TYPES)),
    TerrainKind.RADAR_STATION: in_both(
        replace(_TOWN, no_battle_on_entry=False, ignores_a_flag=ALL_TYPES)
    ),
    TerrainKind.SUPPLY_DEPOT: in_both(_BUILDING),
    TerrainKind.CEMETERY: in_both(GroundTraits(ignores_a_flag=ALL_TYPES)),
    TerrainKind.DAM: in_both(replace(_FOR_INFANTRY, sight=Sight.BLOCKS)),
    # Ruling: guns and tanks set up inside stay there, as in a bunker.
    TerrainKind.FORTRESS: in_both(
        GroundTraits(
            impassable_for=frozenset({ARMOR, ARTILLERY}),
            holds=frozenset({ARMOR, ARTILLERY}),
            protection={INFANTRY: 1, ARMOR: 2},
            sight=Sight.BLOCKS,
            ignores_flags=ALL_TYPES,
        )
    ),
    # A mountain is twice as high as a hill. Ruling: its slopes lead to any high ground.
    TerrainKind.MOUNTAIN: in_both(_MOUNTAIN),
    # Eastern Front.
    TerrainKind.FROZEN_RIVER: in_both(GroundTraits(ice_dice=2)),
    TerrainKind.CITY_RUINS: in_both(
        replace(
            _FOREST,
            impassable_for=frozenset({ARMOR, ARTILLERY}),
            ignores_a_flag=ALL_TYPES,
        )
    ),
    TerrainKind.HILL_FOREST: in_both(replace(_FOREST, height=1)),
    TerrainKind.HILL_TOWN: in_both(replace(_TOWN, height=1)),
    TerrainKind.RAVINE: in_both(_FOR_INFANTRY),
    TerrainKind.TRENCHES: in_both(
        GroundTraits(
            impassable_for=frozenset({ARTILLERY}),
            must_stop=True,
            no_attack_of=frozenset({ARMOR}),
            protection={INFANTRY: 1, ARMOR: 1},
            ignores_a_flag=frozenset({INFANTRY}),
        )
    ),
    # Pacific. A unit that was not adjacent to a jungle when it began its move does not battle.
    TerrainKind.JUNGLE: in_both(
        GroundTraits(
            halts=ALL_TYPES,
            battle_after=1,
            taken_unmoved_by=frozenset({ARMOR}),
            protection={INFANTRY: 1, ARMOR: 2},
            sight=Sight.BLOCKS,
        )
    ),
    TerrainKind.RICE_PADDY: in_both(_MARSH),
    TerrainKind.HILL_CAVE: in_both(replace(_HILL, **_CAVES)),
    TerrainKind.MOUNTAIN_CAVE: in_both(replace(_MOUNTAIN, **_CAVES)),
    TerrainKind.FORDABLE_STREAM: in_both(GroundTraits(halts=ALL_TYPES)),
    TerrainKind.HEADQUARTERS: in_both(_BUILDING),
    TerrainKind.HOSPITAL: in_both(
        replace(_BUILDING, recovered_by=frozenset({INFANTRY}), recovery_dice=6)
    ),
    # Mediterranean.
    TerrainKind.PALM_FOREST: in_both(_FOREST),
    TerrainKind.ERG: in_both(replace(_HILL, must_stop=True)),
    TerrainKind.OASIS: in_both(
        GroundTraits(
            must_stop=True,
            protection={INFANTRY: 1, ARMOR: 1},
            sight=Sight.BLOCKS,
            ignores_a_flag=ALL_TYPES,
        )
    ),
    # Ruling: as high as a hill, where heights matter for line of sight.
    TerrainKind.ESCARPMENT: changed(
        GroundTraits(impassable_for=ALL_TYPES, sight=Sight.BLOCKS), height=1
    ),
    TerrainKind.COASTLINE: in_both(_BEACH),
}
