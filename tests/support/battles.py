"""Battles made up at random: every terrain, obstacle and kind of unit, a few of each."""

import random

from domain import create, fold
from domain.chance import SeededChance
from domain.hexes import Hex, standard_grid
from domain.setup import Army, Objective, PlacedObstacle, PlacedUnit, Setup, Tile
from domain.values import (
    Edge,
    EditionName,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
)
from tests.support.games import Playing, pegasus, seated, wish

FIGURES = {UnitKind.INFANTRY: 4, UnitKind.ARMOR: 3, UnitKind.ARTILLERY: 2}
WATER = (TerrainKind.RIVER, TerrainKind.LAKE)
ROWS = {Side.AXIS: range(5), Side.ALLIES: range(4, 9)}


def made_up(dice: random.Random) -> Setup:
    """A small battle in the middle of the board, the armies close together."""
    terrain = {spot: dice.choice(list(TerrainKind)) for spot in _some(dice, 40)}
    bridges = [spot for spot, kind in terrain.items() if kind is TerrainKind.RIVER][:4]
    dry = [spot for spot in standard_grid().hexes if terrain.get(spot) not in WATER]
    on_land = dice.sample(dry, 16)
    lying = [PlacedObstacle(spot, ObstacleKind.WIRE) for spot in on_land[:8]]
    lying += [PlacedObstacle(spot, ObstacleKind.SANDBAGS) for spot in on_land[6:]]
    objectives = [
        Objective(f"m{i}", side, ObjectiveKind.TEMPORARY, (spot,), 1, "")
        for i, (side, spot) in enumerate(zip([*Side, *Side], dice.sample(dry, 4), strict=True))
    ]
    return Setup(
        first=dice.choice(list(Side)),
        armies=(
            Army(Side.ALLIES, Edge.BOTTOM, dice.randint(1, 6), 4),
            Army(Side.AXIS, Edge.TOP, dice.randint(1, 6), 4, extra_draws=(1, 2)),
        ),
        tiles=tuple(Tile(spot, kind) for spot, kind in terrain.items()),
        obstacles=(*(PlacedObstacle(spot, ObstacleKind.BRIDGE) for spot in bridges), *lying),
        units=_units(dice, dry),
        objectives=tuple(objectives),
    )


def battle(edition: EditionName, number: int) -> Playing:
    """A game that ``number`` stands for: Pegasus Bridge for even ones, else one made up."""
    seed = f"{number:064x}"
    if number % 2 == 0:
        return pegasus(edition, seed)
    created = create(edition, wish(made_up(random.Random(number)), seed))
    state = fold([created])
    assert state is not None
    chance = SeededChance(bytes.fromhex(seed), created.game)
    game = Playing(state, [created], [], chance)
    for command in seated():
        game.do(command)
    return game


def _some(dice: random.Random, count: int) -> list[Hex]:
    return dice.sample(standard_grid().hexes, count)


def _units(dice: random.Random, dry: list[Hex]) -> tuple[PlacedUnit, ...]:
    units: list[PlacedUnit] = []
    taken: set[Hex] = set()
    for side, rows in ROWS.items():
        free = [spot for spot in dry if spot.row in rows and spot not in taken]
        for number, spot in enumerate(dice.sample(free, 8), start=1):
            kind = dice.choice(list(UnitKind))
            units.append(PlacedUnit(f"{side}-{number}", side, kind, FIGURES[kind], spot))
            taken.add(spot)
    return tuple(units)
