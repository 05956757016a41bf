"""The shape of a rulebook: what a row of each table says. The rows are in ``editions``.

Every default is the harmless one. Where two editions differ in a number, the number is a field
here; where they differ in a procedure, a function is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from domain.values import (
    Card,
    EditionName,
    Face,
    ObstacleKind,
    Section,
    TerrainKind,
    UnitKind,
    UnitType,
    Variant,
)

NOBODY: frozenset[UnitType] = frozenset()
ALL_TYPES: frozenset[UnitType] = frozenset(UnitType)


class Sight(IntEnum):
    """How much something on an intermediate hex hinders a line of sight."""

    CLEAR = 0
    BLOCKS_IN_PAIRS = 1
    """Two neighboring hexes of it on the line block."""
    BLOCKS = 2


@dataclass(frozen=True, slots=True)
class GroundTraits:
    """What one terrain or one obstacle does, or everything on a hex together (see ``stack``).

    ``protection`` and ``penalty`` count dice that an attacker of a type loses: against a unit
    here, and when it attacks from here.
    """

    impassable_for: frozenset[UnitType] = NOBODY
    carries_across: bool = False
    """Makes the terrain below passable (a bridge)."""
    land: bool = True
    entered_from_land_only: bool = False
    must_stop: bool = False
    no_battle_on_entry: bool = False
    protection: Mapping[UnitType, int] = field(default_factory=dict)
    penalty: Mapping[UnitType, int] = field(default_factory=dict)
    sight: Sight = Sight.CLEAR
    height: int = 0
    ignores_a_flag: frozenset[UnitType] = NOBODY
    goes_with_unit: bool = False
    """Leaves the board when the unit on it leaves the hex (sandbags)."""
    crushed_by: frozenset[UnitType] = NOBODY
    cleared_by: frozenset[UnitType] = NOBODY
    """Types that may remove it instead of battling."""


@dataclass(frozen=True, slots=True)
class UnitTraits:
    """A row of the unit table. Distances in hexes; ``dice_by_range[0]`` is for adjacent targets."""

    type: UnitType
    move: int
    move_and_battle: int
    dice_by_range: tuple[int, ...]
    hit_by: frozenset[Face]
    needs_sight: bool = True
    ignores_protection: bool = False
    takes_ground: bool = True
    overruns: bool = False
    medals: int = 1


@dataclass(frozen=True, slots=True)
class CardSpec:
    """A command card: how many units it orders in each section, and what it changes.

    ``ANY_NUMBER`` stands for all units of a section. ``offered`` cards are drawn at the end of the
    turn, of which one is kept.
    """

    copies: int
    orders: Mapping[Section, int]
    offered: int = 1


ANY_NUMBER = 1_000_000


@dataclass(frozen=True, slots=True)
class Edition:
    """A rulebook as a value.

    ``obstructs(height, lowest)`` says whether a unit or blocking terrain at ``height`` hinders a
    line whose lower end stands at ``lowest``.
    """

    name: EditionName
    units: Mapping[UnitKind, UnitTraits]
    terrain: Mapping[TerrainKind, GroundTraits]
    obstacles: Mapping[ObstacleKind, GroundTraits]
    decks: Mapping[Variant, Mapping[Card, CardSpec]]
    hand_sizes: Mapping[Variant, int | None]
    """Cards a side by variant, whatever the scenario says; None keeps the scenario's number."""
    obstructs: Callable[[int, int], bool]
    half_hexes_obstruct: bool
    _grounds: dict[tuple[TerrainKind, tuple[ObstacleKind, ...]], GroundTraits] = field(
        default_factory=dict, repr=False, compare=False
    )

    def ground(self, terrain: TerrainKind, lying: tuple[ObstacleKind, ...]) -> GroundTraits:
        """Everything on a hex together: a terrain and the obstacles lying on it."""
        known = self._grounds.get((terrain, lying))
        if known is None:
            below = self.terrain[terrain]
            known = stack(below, *(self.obstacles[kind] for kind in lying))
            self._grounds[terrain, lying] = known
        return known


def stack(below: GroundTraits, *above: GroundTraits) -> GroundTraits:
    """Several things on one hex: every limit applies, only the highest dice reductions count, and
    no more than one flag is ignored (2004 p. 10 and 16; 2025 Appendix 2)."""
    layers = (below, *above)
    carried = any(layer.carries_across for layer in layers)
    bars = layers[1:] if carried else layers
    return GroundTraits(
        impassable_for=frozenset().union(*(layer.impassable_for for layer in bars)),
        carries_across=carried,
        land=below.land or carried,
        entered_from_land_only=any(layer.entered_from_land_only for layer in layers),
        must_stop=any(layer.must_stop for layer in layers),
        no_battle_on_entry=any(layer.no_battle_on_entry for layer in layers),
        protection=_highest([layer.protection for layer in layers]),
        penalty=_highest([layer.penalty for layer in layers]),
        sight=max(layer.sight for layer in layers),
        height=below.height,
        ignores_a_flag=frozenset().union(*(layer.ignores_a_flag for layer in layers)),
        goes_with_unit=any(layer.goes_with_unit for layer in layers),
        crushed_by=frozenset().union(*(layer.crushed_by for layer in layers)),
        cleared_by=frozenset().union(*(layer.cleared_by for layer in layers)),
    )


def _highest(tables: list[Mapping[UnitType, int]]) -> dict[UnitType, int]:
    return {kind: max(table.get(kind, 0) for table in tables) for kind in UnitType}
