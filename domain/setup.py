"""A battle before its first turn: board, pieces, objectives and sides, as plain frozen values.

A ``Setup`` stands whole in a game's first event. How it is read from a scenario document is the
business of ``scenarios``.
"""

from dataclasses import dataclass

from domain.hexes import Hex
from domain.values import (
    Edge,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
)


@dataclass(frozen=True, slots=True)
class Tile:
    """A terrain hex. ``piece`` and ``turn`` (a multiple of 60 degrees) are for drawing only."""

    hex: Hex
    terrain: TerrainKind
    piece: str | None = None
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class PlacedObstacle:
    """An obstacle on its hex; ``turn`` is for drawing only."""

    hex: Hex
    kind: ObstacleKind
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class PlacedUnit:
    """A unit on its first hex with its full number of figures."""

    id: str
    side: Side
    kind: UnitKind
    figures: int
    hex: Hex


@dataclass(frozen=True, slots=True)
class Objective:
    """Hexes that give ``medals`` to the side they are printed for; one hex, so far."""

    id: str
    side: Side
    kind: ObjectiveKind
    hexes: tuple[Hex, ...]
    medals: int
    label: str


@dataclass(frozen=True, slots=True)
class Label:
    """A name printed on the map."""

    hex: Hex
    text: str


@dataclass(frozen=True, slots=True)
class Army:
    """What the scenario says of one side. ``hand`` is the scenario's number of cards at the start;
    after each own turn in ``extra_draws`` the side draws one card more than usual."""

    side: Side
    edge: Edge
    hand: int
    medals_to_win: int
    extra_draws: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """A battle as it stands before the first turn."""

    first: Side
    armies: tuple[Army, ...]
    tiles: tuple[Tile, ...]
    obstacles: tuple[PlacedObstacle, ...]
    units: tuple[PlacedUnit, ...]
    objectives: tuple[Objective, ...]
    labels: tuple[Label, ...] = ()

    def army(self, side: Side) -> Army:
        """What the scenario says of ``side``."""
        return next(army for army in self.armies if army.side is side)
