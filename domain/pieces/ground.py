"""What terrain, features and obstacles do, one by one and together. Every default is the harmless
one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from domain.pieces.words import UnitType

NOBODY: frozenset[UnitType] = frozenset()


class Sight(IntEnum):
    """How much something on an intermediate hex hinders a line of sight."""

    CLEAR = 0
    BLOCKS_IN_PAIRS = 1
    """Two neighboring hexes of it on the line block."""
    BLOCKS_AS_HILL = 2
    """Blocks as the edition says of hills."""
    BLOCKS = 3


@dataclass(frozen=True, slots=True)
class GroundTraits:
    """What one terrain, feature or obstacle does, or everything on a hex together (see ``stack``).

    ``protection`` and ``penalty`` count dice that an attacker of a type loses: against a unit
    here, and when it attacks from here. ``protection_from_below`` counts against lower attackers.
    Costs and caps are hexes of movement.
    """

    impassable_for: frozenset[UnitType] = NOBODY
    holds: frozenset[UnitType] = NOBODY
    """Types that never leave the hex (guns set up in a bunker)."""
    carries_across: bool = False
    """Makes the terrain below passable (a bridge)."""
    road: bool = False
    """Linked pieces of it let a move that keeps to them go one hex farther."""
    land: bool = True
    entered_from_land_only: bool = False
    entered_by_neighbors_only: bool = False
    """Entered only by a unit that began its turn next to the hex (a hedgerow)."""
    steep: bool = False
    """Left and entered only to and from ground of height 1 or more, in retreats too."""
    cave: bool = False
    """Units that tunnel go from one to another, are sheltered inside and ignore all flags there."""
    sunken: bool = False
    """Left and entered only over the ends of its piece. Infantry and armor battle into it and out
    of it no farther than one hex, but for units that are both in sunken hexes."""
    recovered_by: frozenset[UnitType] = NOBODY
    """Types that may get figures back here instead of moving and battling."""
    recovery_dice: int = 0
    """Dice for that; 0 is one for each card."""
    ice_dice: int = 0
    """Dice for who comes here, whose stars cost it figures."""
    must_stop: bool = False
    halts: frozenset[UnitType] = NOBODY
    """Types whose move ends here, but who may still take ground."""
    no_battle_on_entry: bool = False
    no_battle_on_entry_of: frozenset[UnitType] = NOBODY
    no_battle_on_leaving_of: frozenset[UnitType] = NOBODY
    """Types that do not battle after a move that begins here."""
    battle_after: int | None = None
    """Most hexes of a move that ends here and leaves the battle."""
    taken_unmoved_by: frozenset[UnitType] = NOBODY
    """Types that take this ground only if they have not moved."""
    move_cap: int | None = None
    """Most hexes of a move that enters here."""
    leave_cap: int | None = None
    """Most hexes entered by a move that begins here, whatever they cost."""
    climb_cost: int = 1
    """Cost of a step up to here from lower ground."""
    boats: bool = False
    """Water that infantry with boats goes over."""
    sea: bool = False
    """Water that ships go over."""
    beach: bool = False
    from_beach: Mapping[UnitType, int] | None = None
    """Cost of a step up from a beach, for the types that can make it; None is an ordinary step."""
    to_beach: Mapping[UnitType, int] | None = None
    no_ground_from_beach: bool = False
    """Ground is not taken here from a beach."""
    no_retreat_onto: bool = False
    no_attack: bool = False
    """Nobody attacks from here."""
    no_attack_of: frozenset[UnitType] = NOBODY
    no_obstacles: bool = False
    """No obstacle can be put here."""
    protection: Mapping[UnitType, int] = field(default_factory=dict)
    protection_from_below: Mapping[UnitType, int] = field(default_factory=dict)
    protection_from_outside: Mapping[UnitType, int] = field(default_factory=dict)
    """The same against attackers that are in no sunken hex; artillery does not ignore it."""
    penalty: Mapping[UnitType, int] = field(default_factory=dict)
    longer_range: Mapping[UnitType, int] = field(default_factory=dict)
    """Hexes that a type shoots farther from here, with the dice of its longest range."""
    sight: Sight = Sight.CLEAR
    stops_fire_of: frozenset[UnitType] = NOBODY
    """Types that cannot attack across the hex, in sight or not."""
    height: int = 0
    ignores_a_flag: frozenset[UnitType] = NOBODY
    ignores_flags: frozenset[UnitType] = NOBODY
    """Types that may ignore any number of flags here."""
    owner_only: bool = False
    """Protects and lets ignore a flag only the side that a scenario names, if it names one."""
    goes_with_unit: bool = False
    """Leaves the board when the unit on it leaves the hex (sandbags)."""
    crushed_by: frozenset[UnitType] = NOBODY
    cleared_by: frozenset[UnitType] = NOBODY
    """Types of units that may remove it instead of battling."""

    def is_plain_for(self, kind: UnitType) -> bool:
        """Whether it says nothing of a move of a type that comes here, and of a battle after it."""
        return not (
            self.entered_by_neighbors_only
            or self.must_stop
            or self.no_battle_on_entry
            or kind in self.halts
            or kind in self.no_battle_on_entry_of
        ) and (self.move_cap is None and self.battle_after is None)


def stack(below: GroundTraits, *above: GroundTraits) -> GroundTraits:
    """Several things on one hex: every limit applies, only the highest dice reductions count, and
    no more than one flag is ignored (2004 p. 10 and 16; 2025 Appendix 2). What is asked of a single
    piece alone stays with its own row: whom it shelters, and when it leaves the board."""
    layers = (below, *above)
    carried = any(layer.carries_across for layer in layers)
    bars = layers[1:] if carried else layers
    return GroundTraits(
        impassable_for=_all_of(layer.impassable_for for layer in bars),
        holds=_all_of(layer.holds for layer in layers),
        carries_across=carried,
        land=below.land or carried,
        entered_from_land_only=any(layer.entered_from_land_only for layer in layers),
        entered_by_neighbors_only=any(layer.entered_by_neighbors_only for layer in layers),
        steep=any(layer.steep for layer in bars),
        cave=any(layer.cave for layer in layers),
        sunken=any(layer.sunken for layer in bars),
        recovered_by=_all_of(layer.recovered_by for layer in layers),
        recovery_dice=max(layer.recovery_dice for layer in layers),
        ice_dice=max(layer.ice_dice for layer in bars),
        must_stop=any(layer.must_stop for layer in layers),
        halts=_all_of(layer.halts for layer in bars),
        no_battle_on_entry=any(layer.no_battle_on_entry for layer in layers),
        no_battle_on_entry_of=_all_of(layer.no_battle_on_entry_of for layer in bars),
        no_battle_on_leaving_of=_all_of(layer.no_battle_on_leaving_of for layer in bars),
        battle_after=min(
            (x.battle_after for x in bars if x.battle_after is not None), default=None
        ),
        taken_unmoved_by=_all_of(layer.taken_unmoved_by for layer in bars),
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
    """An obstacle that is in the way, but shelters nobody."""
    return replace(obstacle, protection={}, ignores_a_flag=NOBODY, ignores_flags=NOBODY)


def _all_of(sets: Iterable[frozenset[UnitType]]) -> frozenset[UnitType]:
    return NOBODY.union(*sets)


def _highest(tables: list[Mapping[UnitType, int]]) -> dict[UnitType, int]:
    """The highest number for each type of which some table says one: nothing said is not a 0 that
    would outdo less than none."""
    said = {kind for table in tables for kind in table}
    return {kind: max(table[kind] for table in tables if kind in table) for kind in said}
