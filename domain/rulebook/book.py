"""The shape of a rulebook: what a row of each table says. The rows are in ``pieces``.

Where two editions differ in a number, the number is a field
here; where they differ in a procedure, a function is.
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
    """How a Commander-in-Chief hands out cards: up to ``most`` a turn, its own among them, as long
    as it ``keeps`` some; and how many it ``draws`` at the end of the turn, up to its hand."""

    most: int
    keeps: int
    draws: int


@dataclass(frozen=True, slots=True)
class Edition:
    """A rulebook as a value.

    ``obstructs(height, lowest)`` says whether a unit or blocking terrain at ``height`` hinders a
    line whose lower end stands at ``lowest``; ``hill_obstructs(together, height, lowest)`` whether
    a hill of a ``height`` does, which is ``together`` with those at both ends one connected group
    of ground as high, or not.
    ``air_dice(front, year, side)`` are the dice a target that a side throws from the air.
    """

    name: EditionName
    tables: Mapping[str, EditionName]
    """Whose each of the tables is: an edition takes over what it does not change."""
    units: Mapping[UnitKind, UnitTraits]
    terrain: Mapping[TerrainKind, GroundTraits]
    features: Mapping[Feature, GroundTraits]
    obstacles: Mapping[ObstacleKind, GroundTraits]
    doctrines: Mapping[Doctrine, DoctrineTraits]
    cards: Mapping[Card, CardSpec]
    decks: Mapping[Variant, Mapping[Card, CardSpec]]
    """The deck of each variant that the rulebook describes."""
    hand_sizes: Mapping[Variant, int]
    """Cards a side, in variants in which they are not the scenario's number."""
    without_ground: frozenset[Variant]
    """Variants without taking ground, and so without overrun."""
    obstructs: Callable[[int, int], bool]
    hill_obstructs: Callable[[bool, int, int], bool]
    half_hexes_obstruct: bool
    steepest_step: int | None
    """Most levels of height that one step can go up or down; None is any number."""
    air_dice: Callable[[Front, int, Side], int]
    obstacle_limits: Mapping[ObstacleKind, int]
    """Pieces in the box, for obstacles that cards put on the board."""
    laid_with: Mapping[ObstacleKind, ObstacleKind]
    """Obstacles that are laid with the pieces of another one."""
    handing_out: HandingOut = HandingOut(most=1, keeps=0, draws=1)
    """More than the one card that is played, and drawn, in Overlord alone."""
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
            obstacles += [without_shelter(self.obstacles[kind]) for kind in useless]
            known = stack(
                self.terrain[terrain], *(self.features[word] for word in features), *obstacles
            )
            self._grounds[key] = known
        return known
