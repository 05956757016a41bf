"""The traits of terrain, features and obstacles, alone and combined. Every default is neutral."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from domain.pieces.words import UnitType

NOBODY: frozenset[UnitType] = frozenset()


class Sight(IntEnum):
    """How much something on an intermediate hex obstructs a line of sight."""

    CLEAR = 0
    BLOCKS_IN_PAIRS = 1
    """Two adjacent hexes of it on the line block."""
    BLOCKS_AS_HILL = 2
    """Blocks by the edition's rule for hills."""
    BLOCKS = 3


@dataclass(frozen=True, slots=True)
class GroundTraits:
    """The traits of one terrain, feature or obstacle, or of everything on a hex combined (see
    ``stack``).

    ``protection`` and ``penalty`` count the dice that an attacker of a type loses: against a unit
    on this hex, and when it attacks from this hex. ``protection_from_below`` counts against lower
    attackers. Costs and caps are hexes of movement.
    """

    impassable_for: frozenset[UnitType] = NOBODY
    holds: frozenset[UnitType] = NOBODY
    """Types that never leave the hex (guns set up in a bunker)."""
    carries_across: bool = False
    """Makes the terrain below passable (a bridge)."""
    road: bool = False
    """Connected pieces of it extend a move along them by one hex."""
    land: bool = True
    entered_from_land_only: bool = False
    entered_by_neighbors_only: bool = False
    """Entered only by a unit that began its turn adjacent to the hex (a hedgerow)."""
    steep: bool = False
    """Left and entered only to and from ground of height 1 or more, even in retreats."""
    cave: bool = False
    """Units that tunnel can move between caves, are protected inside and ignore all flags there."""
    sunken: bool = False
    """Left and entered only by the ends of its piece. Infantry and armor can battle into it and out
    of it no farther than one hex, unless both units are in sunken hexes."""
    recovered_by: frozenset[UnitType] = NOBODY
    """Types that may recover figures here instead of moving and battling."""
    recovery_dice: int = 0
    """Dice for recovery; 0 is one per card."""
    ice_dice: int = 0
    """Dice for a unit that enters; each star costs it a figure."""
    must_stop: bool = False
    halts: frozenset[UnitType] = NOBODY
    """Types whose move ends here, but which may still take ground."""
    no_battle_on_entry: bool = False
    no_battle_on_entry_of: frozenset[UnitType] = NOBODY
    no_battle_on_leaving_of: frozenset[UnitType] = NOBODY
    """Types that may not battle after a move that begins here."""
    battle_after: int | None = None
    """The most hexes of a move that ends here and still allows a battle."""
    taken_unmoved_by: frozenset[UnitType] = NOBODY
    """Types that can take this ground only if they have not moved."""
    move_cap: int | None = None
    """The most hexes of a move that enters this hex."""
    leave_cap: int | None = None
    """The most hexes entered by a move that begins here, whatever they cost."""
    climb_cost: int = 1
    """The cost of a step up to here from lower ground."""
    boats: bool = False
    """Water that infantry with boats can enter."""
    sea: bool = False
    """Water that ships can enter."""
    beach: bool = False
    from_beach: Mapping[UnitType, int] | None = None
    """The cost of a step up from a beach, by type; None is an ordinary step."""
    to_beach: Mapping[UnitType, int] | None = None
    no_ground_from_beach: bool = False
    """Whether this ground cannot be taken from a beach."""
    no_retreat_onto: bool = False
    no_attack: bool = False
    """Whether units cannot attack from here."""
    no_attack_of: frozenset[UnitType] = NOBODY
    no_obstacles: bool = False
    """Whether obstacles cannot be placed here."""
    protection: Mapping[UnitType, int] = field(default_factory=dict)
    protection_from_below: Mapping[UnitType, int] = field(default_factory=dict)
    protection_from_outside: Mapping[UnitType, int] = field(default_factory=dict)
    """Protection against attackers that are in no sunken hex; artillery does not ignore it."""
    penalty: Mapping[UnitType, int] = field(default_factory=dict)
    longer_range: Mapping[UnitType, int] = field(default_factory=dict)
    """Hexes by which a type shoots farther from here, with the dice of its longest range."""
    sight: Sight = Sight.CLEAR
    stops_fire_of: frozenset[UnitType] = NOBODY
    """Types that cannot attack across the hex, in sight or not."""
    height: int = 0
    ignores_a_flag: frozenset[UnitType] = NOBODY
    ignores_flags: frozenset[UnitType] = NOBODY
    """Types that may ignore any number of flags here."""
    owner_only: bool = False
    """Whether it protects, and lets ignore a flag, only the side that a scenario names, if any."""
    goes_with_unit: bool = False
    """Leaves the board when the unit on it leaves the hex (sandbags)."""
    crushed_by: frozenset[UnitType] = NOBODY
    cleared_by: frozenset[UnitType] = NOBODY
    """Types that may remove it instead of battling."""

    def is_plain_for(self, kind: UnitType) -> bool:
        """Return whether it limits neither a move of this type onto it nor a battle afterwards."""
        return not (
            self.entered_by_neighbors_only
            or self.must_stop
            or self.no_battle_on_entry
            or kind in self.halts
            or kind in self.no_battle_on_entry_of
        ) and (self.move_cap is None and self.battle_after is None)


def stack(below: GroundTraits, *above: GroundTraits) -> GroundTraits:
    """Return the combined traits of everything on a hex: every limit applies, only the highest dice
    reductions count, and at most one flag is ignored (2004 p. 10 and 16; 2025 Appendix 2). Traits
    of a single piece stay with its own row: whom it protects, and when it leaves the board."""
    layers = (below, *above)
    carried = any(layer.carries_across for layer in layers)
    limiting = layers[1:] if carried else layers
    return GroundTraits(
        impassable_for=_all_of(layer.impassable_for for layer in limiting),
        holds=_all_of(layer.holds for layer in layers),
        carries_across=carried,
        land=below.land or carried,
        entered_from_land_only=any(layer.entered_from_land_only for layer in layers),
        entered_by_neighbors_only=any(layer.entered_by_neighbors_only for layer in layers),
        steep=any(layer.steep for layer in limiting),
        cave=any(layer.cave for layer in layers),
        sunken=any(layer.sunken for layer in limiting),
        recovered_by=_all_of(layer.recovered_by for layer in layers),
        recovery_dice=max(layer.recovery_dice for layer in layers),
        ice_dice=max(layer.ice_dice for layer in limiting),
        must_stop=any(layer.must_stop for layer in layers),
        halts=_all_of(layer.halts for layer in limiting),
        no_battle_on_entry=any(layer.no_battle_on_entry for layer in layers),
        no_battle_on_entry_of=_all_of(layer.no_battle_on_entry_of for layer in limiting),
        no_battle_on_leaving_of=_all_of(layer.no_battle_on_leaving_of for layer in limiting),
        battle_after=min(
            (x.battle_after for x in limiting if x.battle_after is not None), default=None
        ),
        taken_unmoved_by=_all_of(layer.taken_unmoved_by for layer in limiting),
        move_cap=min((x.move_cap for x in layers if x.move_cap is not None), default=None),
        leave_cap=min((x.leave_cap for x in layers if x.leave_cap is not None), default=None),
        climb_cost=max(layer.climb_cost for layer in layers),
        boats=below.boats and not carried and not _all_of(x.impassable_for for x in above),
        sea=below.sea and not _all_of(x.impassable_for for x in above),
        beach=below.beach,
        from_beach=below.from_beach,
        to_beach=below.to_beach,
        no_ground_from_beach=below.no_ground_from_beach,
        no_retreat_onto=any(layer.no_retreat_onto for layer in layers),
        no_attack=any(layer.no_attack for layer in layers),
        no_attack_of=_all_of(layer.no_attack_of for layer in layers),
        no_obstacles=any(layer.no_obstacles for layer in layers),
        protection=_highest([layer.protection for layer in layers]),
        protection_from_below=_highest([layer.protection_from_below for layer in layers]),
        protection_from_outside=_highest([layer.protection_from_outside for layer in layers]),
        penalty=_highest([layer.penalty for layer in layers]),
        longer_range=_highest([layer.longer_range for layer in layers]),
        sight=max(layer.sight for layer in layers),
        stops_fire_of=NOBODY if carried else _all_of(layer.stops_fire_of for layer in layers),
        height=below.height,
        ignores_a_flag=_all_of(layer.ignores_a_flag for layer in layers),
        ignores_flags=_all_of(layer.ignores_flags for layer in layers),
        cleared_by=_all_of(layer.cleared_by for layer in layers),
    )


def without_shelter(obstacle: GroundTraits) -> GroundTraits:
    """Return an obstacle's traits without its protection."""
    return replace(obstacle, protection={}, ignores_a_flag=NOBODY, ignores_flags=NOBODY)


def _all_of(sets: Iterable[frozenset[UnitType]]) -> frozenset[UnitType]:
    return NOBODY.union(*sets)


def _highest(tables: list[Mapping[UnitType, int]]) -> dict[UnitType, int]:
    """Return the highest number of each type in any table. A missing number is not 0, which would
    exceed a negative one."""
    types = {kind for table in tables for kind in table}
    return {kind: max(table[kind] for table in tables if kind in table) for kind in types}
