"""The type of a rulebook: what a row of each table says. The rows are in ``pieces``.

Where two editions differ in a number, the number is a field; where they differ in a procedure, a
function is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from domain.pieces.card_spec import CardSpec
from domain.pieces.doctrines import DoctrineTraits
from domain.pieces.ground import GroundTraits, stack, without_shelter
from domain.pieces.units import UnitTraits
from domain.values import (
    Card,
    Doctrine,
    EditionName,
    Feature,
    Front,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
    Variant,
)

_Layers = tuple[
    TerrainKind, tuple[Feature, ...], tuple[ObstacleKind, ...], tuple[ObstacleKind, ...]
]


@dataclass(frozen=True, slots=True)
class HandingOut:
    """How a Commander-in-Chief hands out cards: at most ``most`` per turn, its own included, while
    it ``keeps`` some; and how many it ``draws`` at the end of the turn, up to its hand size."""

    most: int
    keeps: int
    draws: int


@dataclass(frozen=True, slots=True)
class Edition:
    """A rulebook as a value.

    ``obstructs(height, lowest)`` says whether a unit or blocking terrain at ``height`` obstructs a
    line whose lower end is at ``lowest``; ``hill_obstructs(together, height, lowest)`` whether a
    hill does, which is ``together`` with both ends in one connected group of ground at least as
    high, or not. ``air_dice(front, year, side)`` are the dice per target of a side's air strike.
    """

    name: EditionName
    tables: Mapping[str, EditionName]
    """The edition that each table is from: an edition reuses what it does not change."""
    units: Mapping[UnitKind, UnitTraits]
    terrain: Mapping[TerrainKind, GroundTraits]
    features: Mapping[Feature, GroundTraits]
    obstacles: Mapping[ObstacleKind, GroundTraits]
    doctrines: Mapping[Doctrine, DoctrineTraits]
    cards: Mapping[Card, CardSpec]
    decks: Mapping[Variant, Mapping[Card, CardSpec]]
    """The deck of each variant that the rulebook describes."""
    hand_sizes: Mapping[Variant, int]
    """Cards per side, in variants that do not use the scenario's number."""
    without_ground: frozenset[Variant]
    """Variants without taking ground, and so without overrun."""
    obstructs: Callable[[int, int], bool]
    hill_obstructs: Callable[[bool, int, int], bool]
    half_hexes_obstruct: bool
    steepest_step: int | None
    """The most levels that one step can go up or down; None is unlimited."""
    air_dice: Callable[[Front, int, Side], int]
    obstacle_limits: Mapping[ObstacleKind, int]
    """Pieces in the box, for obstacles that cards place on the board."""
    laid_with: Mapping[ObstacleKind, ObstacleKind]
    """Obstacles that are built from the pieces of another one."""
    handing_out: HandingOut = HandingOut(most=1, keeps=0, draws=1)
    """More than one card per turn in Overlord only."""
    # Cache of ``ground``, one entry per combination of rows that occurs. Two threads that miss at
    # once do the work twice.
    _grounds: dict[_Layers, GroundTraits] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def ground(
        self,
        terrain: TerrainKind,
        features: tuple[Feature, ...],
        obstacles_here: tuple[ObstacleKind, ...],
        useless: tuple[ObstacleKind, ...] = (),
    ) -> GroundTraits:
        """Return the combined traits of a terrain, its features and the obstacles on it.

        ``useless`` obstacles protect no one, but are still in the way.
        """
        key = (terrain, features, obstacles_here, useless)
        cached = self._grounds.get(key)
        if cached is None:
            obstacles = [self.obstacles[kind] for kind in obstacles_here if kind not in useless]
            obstacles += [without_shelter(self.obstacles[kind]) for kind in useless]
            cached = stack(
                self.terrain[terrain], *(self.features[feature] for feature in features), *obstacles
            )
            self._grounds[key] = cached
        return cached
