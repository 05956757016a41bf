"""Units: their words, and a row for each."""

from dataclasses import dataclass, replace
from enum import StrEnum

from domain.pieces.rows import Row, in_both
from domain.pieces.words import Face, UnitType

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


@dataclass(frozen=True, slots=True)
class UnitTraits:
    """A row of the unit table. Distances in hexes; ``dice_by_range[0]`` is for adjacent targets.

    ``symbol`` is the die face that stands for the type. ``battles_on_entry`` lifts the ban of
    terrain that forbids a battle on entry. ``retreat_per_flag`` is the most hexes that the owner
    may go back for one flag; the least is one.
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

# 2004 p. 7-9: movement, battle dice and ranges; p. 12, Special Forces and French Resistance.
# Elite armor differs in its number of figures alone, which stands with the unit.
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
}

FIGURES = {
    UnitKind.INFANTRY: 4,
    UnitKind.ELITE_INFANTRY: 4,
    UnitKind.FRENCH_RESISTANCE: 3,
    UnitKind.ARMOR: 3,
    UnitKind.ELITE_ARMOR: 4,
    UnitKind.ARTILLERY: 2,
    UnitKind.MOBILE_ARTILLERY: 2,
    UnitKind.SKI_TROOPS: 3,
}
"""A unit's usual number of figures (2004 p. 3 and 12; 2025, Units)."""
