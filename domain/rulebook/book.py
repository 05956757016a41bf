"""The shape of a rulebook: what a row of each table says. The rows are in ``editions``.

Every default is the harmless one. Where two editions differ in a number, the number is a field
here; where they differ in a procedure, a function is.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum

from domain.rulebook.card_spec import CardSpec
from domain.values import (
    Card,
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
    land: bool = True
    entered_from_land_only: bool = False
    entered_by_neighbors_only: bool = False
    """Entered only by a unit that began its turn next to the hex (a hedgerow)."""
    must_stop: bool = False
    no_battle_on_entry: bool = False
    move_cap: int | None = None
    """Most hexes of a move that enters here."""
    leave_cap: int | None = None
    """Most hexes entered by a move that begins here, whatever they cost."""
    climb_cost: int = 1
    """Cost of a step up to here from lower ground."""
    beach: bool = False
    from_beach: Mapping[UnitType, int] | None = None
    """Cost of a step up from a beach, for the types that can make it; None is an ordinary step."""
    to_beach: Mapping[UnitType, int] | None = None
    no_ground_from_beach: bool = False
    """Ground is not taken here from a beach."""
    no_retreat_onto: bool = False
    no_attack: bool = False
    """Nobody attacks from here."""
    no_obstacles: bool = False
    """No obstacle can be put here."""
    protection: Mapping[UnitType, int] = field(default_factory=dict)
    protection_from_below: Mapping[UnitType, int] = field(default_factory=dict)
    penalty: Mapping[UnitType, int] = field(default_factory=dict)
    sight: Sight = Sight.CLEAR
    stops_fire_of: frozenset[UnitType] = NOBODY
    """Types that cannot attack across the hex, in sight or not."""
    height: int = 0
    ignores_a_flag: frozenset[UnitType] = NOBODY
    owner_only: bool = False
    """Protects and lets ignore a flag only the side that a scenario names, if it names one."""
    goes_with_unit: bool = False
    """Leaves the board when the unit on it leaves the hex (sandbags)."""
    crushed_by: frozenset[UnitType] = NOBODY
    cleared_by: frozenset[UnitType] = NOBODY
    """Types of units that may remove it instead of battling."""


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


_Layers = tuple[
    TerrainKind, tuple[Feature, ...], tuple[ObstacleKind, ...], tuple[ObstacleKind, ...]
]


@dataclass(frozen=True, slots=True)
class Edition:
    """A rulebook as a value.

    ``obstructs(height, lowest)`` says whether a unit or blocking terrain at ``height`` hinders a
    line whose lower end stands at ``lowest``; ``hill_obstructs(together, lowest)`` whether a hill
    does, which is ``together`` with the hills at both ends one connected group or not.
    ``air_dice(front, year, side)`` are the dice a target that a side throws from the air.
    """

    name: EditionName
    units: Mapping[UnitKind, UnitTraits]
    terrain: Mapping[TerrainKind, GroundTraits]
    features: Mapping[Feature, GroundTraits]
    obstacles: Mapping[ObstacleKind, GroundTraits]
    cards: Mapping[Card, CardSpec]
    decks: Mapping[Variant, Mapping[Card, CardSpec]]
    hand_sizes: Mapping[Variant, int | None]
    """Cards a side by variant, whatever the scenario says; None keeps the scenario's number."""
    obstructs: Callable[[int, int], bool]
    hill_obstructs: Callable[[bool, int], bool]
    half_hexes_obstruct: bool
    steepest_step: int | None
    """Most levels of height that one step can go up or down; None is any number."""
    air_dice: Callable[[Front, int, Side], int]
    obstacle_limits: Mapping[ObstacleKind, int]
    """Pieces in the box, for obstacles that cards put on the board."""
    laid_with: Mapping[ObstacleKind, ObstacleKind]
    """Obstacles that are laid with the pieces of another one."""
    # What ``ground`` has worked out: as many entries as combinations of rows occur. Two threads
    # that miss at once do the work twice.
    _grounds: dict[_Layers, GroundTraits] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def ground(
        self,
        terrain: TerrainKind,
        features: tuple[Feature, ...],
        lying: tuple[ObstacleKind, ...],
        useless: tuple[ObstacleKind, ...] = (),
    ) -> GroundTraits:
        """Everything on a hex together: a terrain, its features and the obstacles lying on it.

        ``useless`` obstacles shelter nobody, but are in the way all the same.
        """
        key = (terrain, features, lying, useless)
        known = self._grounds.get(key)
        if known is None:
            obstacles = [self.obstacles[kind] for kind in lying if kind not in useless]
            obstacles += [_without_shelter(self.obstacles[kind]) for kind in useless]
            known = stack(
                self.terrain[terrain], *(self.features[word] for word in features), *obstacles
            )
            self._grounds[key] = known
        return known


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
        must_stop=any(layer.must_stop for layer in layers),
        no_battle_on_entry=any(layer.no_battle_on_entry for layer in layers),
        move_cap=min((x.move_cap for x in layers if x.move_cap is not None), default=None),
        leave_cap=min((x.leave_cap for x in layers if x.leave_cap is not None), default=None),
        climb_cost=max(layer.climb_cost for layer in layers),
        beach=below.beach,
        from_beach=below.from_beach,
        to_beach=below.to_beach,
        no_ground_from_beach=below.no_ground_from_beach,
        no_retreat_onto=any(layer.no_retreat_onto for layer in layers),
        no_attack=any(layer.no_attack for layer in layers),
        no_obstacles=any(layer.no_obstacles for layer in layers),
        protection=_highest([layer.protection for layer in layers]),
        protection_from_below=_highest([layer.protection_from_below for layer in layers]),
        penalty=_highest([layer.penalty for layer in layers]),
        sight=max(layer.sight for layer in layers),
        stops_fire_of=NOBODY if carried else _all_of(layer.stops_fire_of for layer in layers),
        height=below.height,
        ignores_a_flag=_all_of(layer.ignores_a_flag for layer in layers),
        cleared_by=_all_of(layer.cleared_by for layer in layers),
    )


def _without_shelter(obstacle: GroundTraits) -> GroundTraits:
    return replace(obstacle, protection={}, ignores_a_flag=NOBODY)


def _all_of(sets: Iterable[frozenset[UnitType]]) -> frozenset[UnitType]:
    return NOBODY.union(*sets)


def _highest(tables: list[Mapping[UnitType, int]]) -> dict[UnitType, int]:
    """The highest number for each type of which some table says one: nothing said is not a 0 that
    would outdo less than none."""
    said = {kind for table in tables for kind in table}
    return {kind: max(table[kind] for table in tables if kind in table) for kind in said}
