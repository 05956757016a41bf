"""Units: the names of their kinds, and a row for each."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from domain.pieces.rows import Row, in_both
from domain.pieces.words import Face, Going, Mover, UnitType

INFANTRY, ARMOR, ARTILLERY = UnitType.INFANTRY, UnitType.ARMOR, UnitType.ARTILLERY


class UnitKind(StrEnum):
    """A row of the unit table; several kinds may share a type."""

    INFANTRY = "infantry"
    ELITE_INFANTRY = "elite_infantry"
    FRENCH_RESISTANCE = "french_resistance"
    ARMOR = "armor"
    ELITE_ARMOR = "elite_armor"
    ARTILLERY = "artillery"
    MOBILE_ARTILLERY = "mobile_artillery"
    SKI_TROOPS = "ski_troops"
    COMBAT_ENGINEER = "combat_engineer"
    ANTI_TANK_TEAM = "anti_tank_team"
    ANTI_TANK_TEAM_LATE = "anti_tank_team_late"
    MORTAR_TEAM = "mortar_team"
    MORTAR_TEAM_LATE = "mortar_team_late"
    MACHINE_GUN_TEAM = "machine_gun_team"
    MACHINE_GUN_TEAM_LATE = "machine_gun_team_late"
    SNIPER = "sniper"
    CAVALRY = "cavalry"
    HEAVY_ANTI_TANK_GUN = "heavy_anti_tank_gun"
    FLAMETHROWER_TANK = "flamethrower_tank"
    TIGER = "tiger"
    BIG_GUN = "big_gun"
    DESTROYER = "destroyer"


NO_TYPE: frozenset[UnitType] = frozenset()


@dataclass(frozen=True, slots=True)
class UnitTraits:
    """A row of the unit table. Distances in hexes; ``dice_by_range[0]`` is for adjacent targets.

    ``symbol`` is the die face of the type. ``battles_on_entry`` lifts the ban of terrain that
    forbids a battle on entry. ``retreat_per_flag`` is the most hexes that the owner may retreat for
    one flag; the least is one.
    """

    type: UnitType
    move: int
    move_and_battle: int
    dice_by_range: tuple[int, ...]
    hit_by: frozenset[Face]
    symbol: Face | None = None
    needs_sight: bool = True
    ignores_protection: bool = False
    takes_ground: bool = True
    overruns: bool = False
    battles_on_entry: bool = False
    retreat_per_flag: int = 1
    stars_hit: frozenset[UnitType] = NO_TYPE
    """Types that the stars of its dice hit as well."""
    spares: frozenset[UnitType] = NO_TYPE
    """Types that it never attacks."""
    most_protection: int | None = None
    """The most dice that the target's ground takes from its close assault."""
    clears_in_battle: bool = False
    """Whether it clears its hex, of what its type may remove, in addition to battling."""
    second_roll: bool = False
    """Whether a die is rolled again for each figure it would lose: only a grenade takes it."""
    sweeps_mines: bool = False
    """Clears its hex of mines instead of battling."""
    drops_flags: int = 0
    """Flags of each attack that it must ignore; one more if its hex lets it ignore one."""
    ignores_a_flag: bool = False
    bonus_at_full_strength: int = 0
    """Extra dice in close assault while it has lost no figure."""
    charge: int = 0
    """The most hexes of a move after which it may still battle adjacent enemies."""
    battles_back: bool = False
    """Whether it battles its attacker with one die when a close assault leaves it one figure."""
    pursues: bool = False
    """Whether it may move one more hex once it has taken ground."""
    markers: int = 0
    """The most hexes it can zero in on: it battles a unit that stays there after a hit with one
    extra die."""
    tunnels: bool = False
    """Whether it is at home in caves."""
    going: Going | None = None
    """How it moves over the board, if not as its type does."""
    heals: bool = True
    """Whether it can get figures back."""
    unmoved: "UnitTraits | None" = None
    """Its traits in battle until it has moved, if they differ."""

    @property
    def mover(self) -> Mover:
        """What it counts as when it moves."""
        return self.going or self.type


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
_ARTILLERY = UnitTraits(
    type=ARTILLERY,
    move=1,
    move_and_battle=0,
    dice_by_range=(3, 3, 2, 2, 1, 1),
    hit_by=frozenset({Face.GRENADE}),
    needs_sight=False,
    ignores_protection=True,
    takes_ground=False,
)

# Mediterranean, until 1942: a team moves or battles. Winter Wars, from 1943: it has its advantage
# until it has moved.
_TEAM = replace(_INFANTRY, takes_ground=False)
_EARLY_TEAM = replace(_TEAM, move_and_battle=0)
_MORTAR: dict[str, Any] = {"needs_sight": False, "ignores_protection": True}


def _late(**unmoved: Any) -> UnitTraits:
    """Return a team with different traits in battle until it has moved."""
    return replace(_TEAM, unmoved=replace(_TEAM, **unmoved))


# 2004 p. 7-9: movement, battle dice and ranges; p. 12, Special Forces and French Resistance.
# Elite armor differs only in its number of figures, which the set-up gives.
UNITS: dict[UnitKind, Row[UnitTraits]] = {
    UnitKind.INFANTRY: in_both(_INFANTRY),
    UnitKind.ELITE_INFANTRY: in_both(replace(_INFANTRY, move_and_battle=2)),
    UnitKind.FRENCH_RESISTANCE: in_both(
        replace(_INFANTRY, battles_on_entry=True, retreat_per_flag=3)
    ),
    UnitKind.ARMOR: in_both(_ARMOR),
    UnitKind.ELITE_ARMOR: in_both(_ARMOR),
    UnitKind.ARTILLERY: in_both(_ARTILLERY),
    # Pacific, Troops 14.
    UnitKind.MOBILE_ARTILLERY: in_both(replace(_ARTILLERY, move=2, move_and_battle=1)),
    # Eastern Front, Troops 9.
    UnitKind.SKI_TROOPS: in_both(
        replace(
            _INFANTRY,
            move=3,
            move_and_battle=3,
            dice_by_range=(3, 2),
            battles_on_entry=True,
            retreat_per_flag=3,
        )
    ),
    UnitKind.ANTI_TANK_TEAM: in_both(replace(_EARLY_TEAM, stars_hit=frozenset({ARMOR}))),
    UnitKind.ANTI_TANK_TEAM_LATE: in_both(_late(stars_hit=frozenset({ARMOR}))),
    UnitKind.MACHINE_GUN_TEAM: in_both(replace(_EARLY_TEAM, stars_hit=frozenset({INFANTRY}))),
    UnitKind.MACHINE_GUN_TEAM_LATE: in_both(_late(stars_hit=frozenset({INFANTRY}))),
    UnitKind.MORTAR_TEAM: in_both(replace(_EARLY_TEAM, **_MORTAR)),
    UnitKind.MORTAR_TEAM_LATE: in_both(_late(**_MORTAR, dice_by_range=(3, 2, 1, 1))),
    # Terrain Pack. Ruling: they remove the wire as they battle, after it has cost them a die.
    UnitKind.COMBAT_ENGINEER: in_both(
        replace(_INFANTRY, most_protection=0, clears_in_battle=True, sweeps_mines=True)
    ),
    # Eastern Front, Troops.
    UnitKind.SNIPER: in_both(
        replace(
            _INFANTRY,
            move_and_battle=2,
            dice_by_range=(1, 1, 1, 1, 1),
            hit_by=frozenset({Face.GRENADE}),
            ignores_protection=True,
            battles_on_entry=True,
            retreat_per_flag=3,
            stars_hit=frozenset(UnitType),
            spares=frozenset({ARMOR}),
        )
    ),
    UnitKind.CAVALRY: in_both(
        replace(_INFANTRY, move=3, move_and_battle=3, dice_by_range=(2, 1), overruns=True)
    ),
    # Winter Wars.
    UnitKind.HEAVY_ANTI_TANK_GUN: in_both(
        replace(
            _ARTILLERY, dice_by_range=(2, 2, 2, 2), needs_sight=True, stars_hit=frozenset({ARMOR})
        )
    ),
    # Pacific, Troops.
    UnitKind.FLAMETHROWER_TANK: in_both(replace(_ARMOR, most_protection=1)),
    # Terrain Pack, Troops 3.
    UnitKind.BIG_GUN: in_both(
        replace(_ARTILLERY, dice_by_range=(3, 3, 2, 2, 1, 1, 1, 1), markers=3)
    ),
    # Battle Maps, Troops 16.
    UnitKind.TIGER: in_both(replace(_ARMOR, second_roll=True)),
    # Pacific, Troops 12. Ruling: it is artillery to cards, dice and terrain.
    UnitKind.DESTROYER: in_both(
        replace(
            _ARTILLERY,
            move=2,
            move_and_battle=2,
            dice_by_range=(3, 3, 2, 2, 1, 1, 1, 1),
            battles_on_entry=True,
            ignores_a_flag=True,
            going=Going.SHIP,
            heals=False,
        )
    ),
}

FIGURES = {
    **dict.fromkeys(UnitKind, 4),
    UnitKind.FRENCH_RESISTANCE: 3,
    UnitKind.ARMOR: 3,
    UnitKind.ARTILLERY: 2,
    UnitKind.MOBILE_ARTILLERY: 2,
    UnitKind.SKI_TROOPS: 3,
    UnitKind.SNIPER: 1,
    UnitKind.HEAVY_ANTI_TANK_GUN: 2,
    UnitKind.FLAMETHROWER_TANK: 3,
    UnitKind.TIGER: 1,
    UnitKind.BIG_GUN: 2,
    UnitKind.DESTROYER: 3,
}
"""A unit's usual number of figures (2004 p. 3 and 12; 2025, Units)."""
MEDALS = {**dict.fromkeys(UnitKind, 1), UnitKind.SNIPER: 0}
"""Medals that the enemy usually gains for eliminating a unit."""
