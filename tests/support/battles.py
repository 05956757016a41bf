"""Battles made up at random: every terrain, obstacle, objective and kind of unit."""

import random
from collections.abc import Iterator
from dataclasses import replace

from domain import create, fold
from domain.chance import SeededChance
from domain.geometry.hexes import Hex, grid_of
from domain.geometry.piece_ends import PIECES
from domain.geometry.shape import STANDARD, GridShape
from domain.pieces.units import FIGURES
from domain.scenarios import load, slugs
from domain.setup import (
    AppliedDoctrine,
    Army,
    BlownBridges,
    Night,
    Objective,
    PlacedObstacle,
    PlacedUnit,
    Setup,
    StandIn,
    Tile,
)
from domain.values import (
    Card,
    Check,
    Doctrine,
    Edge,
    EditionName,
    Feature,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
    Variant,
)
from domain.values.side_features import CLOSED_TO, HEADQUARTERS_OF
from tests.support.games import Playing, game_options, seated, start_game

WATER = (TerrainKind.RIVER, TerrainKind.LAKE)
FEATURES = [(), (), (), (Feature.IMPASSABLE,), (Feature.STOPS_ARTILLERY,)]
LIMITED = (ObstacleKind.WIRE, ObstacleKind.SANDBAGS, ObstacleKind.HEDGEHOG, ObstacleKind.SEA_WALL)
OWNED = (ObstacleKind.BUNKER, ObstacleKind.SEA_WALL, ObstacleKind.MINEFIELD)
CLOSED_TO_ARMOR = (ObstacleKind.BUNKER, ObstacleKind.HEDGEHOG)
FOOT = (UnitKind.INFANTRY, UnitKind.ELITE_INFANTRY, UnitKind.FRENCH_RESISTANCE)


def made_up(dice: random.Random, shape: GridShape = STANDARD) -> Setup:
    """A small battle in the middle of the board, the armies close together."""
    covered = dice.sample(grid_of(shape).hexes, 55)
    terrain = {hex_: dice.choice(list(TerrainKind)) for hex_ in covered}
    tiles = {
        hex_: Tile(
            hex_,
            kind,
            piece=dice.choice(PIECES),
            turn=dice.randint(1, 6),
            features=dice.choice(FEATURES) if kind is TerrainKind.HILL else (),
        )
        for hex_, kind in terrain.items()
    }
    bridges = [hex_ for hex_, kind in terrain.items() if kind is TerrainKind.RIVER][:4]
    dry = [
        hex_
        for hex_ in grid_of(shape).hexes
        if terrain.get(hex_) not in WATER
        and (hex_ not in tiles or Feature.IMPASSABLE not in tiles[hex_].features)
    ]
    lying = [
        PlacedObstacle(hex_, kind, owner=dice.choice([None, *Side]) if kind in OWNED else None)
        for kind in (*LIMITED, ObstacleKind.BUNKER, ObstacleKind.MINEFIELD)
        for hex_ in dice.sample(dry, 5)
    ]
    units = _units(dice, shape, dry, {p.hex for p in lying if p.kind in CLOSED_TO_ARMOR})
    for hex_ in dice.sample(dry, 8):
        features = (dice.choice([*CLOSED_TO, *HEADQUARTERS_OF]),)
        tiles[hex_] = replace(tiles.get(hex_, Tile(hex_, TerrainKind.OPEN)), features=features)
    return Setup(
        first=dice.choice(list(Side)),
        armies=(
            Army(Side.ALLIES, Edge.BOTTOM, dice.randint(2, 6), 4),
            Army(Side.AXIS, Edge.TOP, dice.randint(2, 6), 4, extra_draws=(1, 2)),
        ),
        tiles=tuple(tiles.values()),
        obstacles=(*(PlacedObstacle(hex_, ObstacleKind.BRIDGE) for hex_ in bridges), *lying),
        units=units,
        objectives=tuple(_objectives(dice, dry)),
        year=dice.randint(1939, 1945),
        stand_ins=(_stand_in(dice, dry),),
        grid=shape,
        last_unit_decides=True,
        doctrines=tuple(
            AppliedDoctrine(side, doctrine)
            for side in Side
            for doctrine in dice.sample(list(Doctrine), dice.choice([0, 1, 2]))
        ),
        nights=dice.choice([(), (), (Night(dice.choice(list(Side)), falls=dice.random() < 0.5),)]),
        camouflaged=tuple(unit.id for unit in units if dice.randrange(4) == 0),
    )


def open_ended(setup: Setup) -> Setup:
    """The battle with an exit for anyone over the top and the bottom edge, in a winter night of
    British and desert troops under commissars, over minefields and headquarters, before big guns
    and camouflaged units."""
    edges = tuple(position for position in grid_of(STANDARD).hexes if position.row in (0, 8))
    exits = Objective("exits", None, ObjectiveKind.EXIT, edges, 1, "edge")
    dry = {tile.hex for tile in setup.tiles if tile.terrain is not TerrainKind.RIVER}
    middle = tuple(hex_ for hex_ in grid_of(STANDARD).hexes if hex_.row == 4)
    tents = tuple(HEADQUARTERS_OF)
    mines = tuple(hex_ for hex_ in grid_of(STANDARD).hexes if hex_.row in (2, 6))
    ice = (hex_ for hex_ in grid_of(STANDARD).hexes if hex_ not in dry and hex_.row in (3, 5))
    return replace(
        setup,
        objectives=(*setup.objectives, exits),
        tiles=(
            *(tile for tile in setup.tiles if tile.hex in dry),
            *(Tile(hex_, TerrainKind.FROZEN_RIVER) for hex_ in ice),
            *(
                Tile(hex_, TerrainKind.OPEN, features=(tents[hex_.col % 2],))
                for hex_ in middle
                if hex_ not in dry
            ),
        ),
        obstacles=(
            *setup.obstacles,
            *(PlacedObstacle(hex_, ObstacleKind.MINEFIELD) for hex_ in mines),
        ),
        units=tuple(map(_digging, setup.units)),
        camouflaged=tuple(unit.id for unit in setup.units if unit.id.endswith(("1", "3"))),
        nights=(Night(Side.ALLIES),),
        doctrines=tuple(
            AppliedDoctrine(side, doctrine)
            for side in Side
            for doctrine in (
                Doctrine.BRITISH_COMMONWEALTH,
                Doctrine.NORTH_AFRICAN_DESERT,
                Doctrine.RED_ARMY_COMMISSAR,
            )
        ),
    )


def explosive(setup: Setup) -> Setup:
    """The battle with caves on all open ground of its middle, and bridges that either side may blow
    up for a medal."""
    covered = {tile.hex for tile in setup.tiles}
    kinds = (TerrainKind.HILL_CAVE, TerrainKind.MOUNTAIN_CAVE)
    caves = (
        Tile(hex_, kinds[hex_.col % 7 == 0])
        for hex_ in grid_of(setup.grid).hexes
        if hex_ not in covered and hex_.row in (3, 4, 5, 6)
    )
    rivers = tuple(tile.hex for tile in setup.tiles if tile.terrain is TerrainKind.RIVER)
    bridged = {placed.hex for placed in setup.obstacles}
    more = (PlacedObstacle(hex_, ObstacleKind.BRIDGE) for hex_ in rivers if hex_ not in bridged)
    return replace(
        setup,
        tiles=(*setup.tiles, *caves),
        obstacles=(*setup.obstacles, *more),
        objectives=(Objective("blown", None, ObjectiveKind.DEED, rivers, 1, ""),),
        blown_bridges=tuple(BlownBridges(side, rivers, side is Side.AXIS) for side in Side),
    )


def _digging(unit: PlacedUnit) -> PlacedUnit:
    """Infantry of even numbers are engineers, and all artillery are big guns."""
    if unit.kind is UnitKind.ARTILLERY:
        return replace(unit, kind=UnitKind.BIG_GUN)
    digs = unit.kind is UnitKind.INFANTRY and int(unit.id.rpartition("-")[2]) % 2 == 0
    return replace(unit, kind=UnitKind.COMBAT_ENGINEER) if digs else unit


def _objectives(dice: random.Random, dry: list[Hex]) -> Iterator[Objective]:
    kinds = [ObjectiveKind.TEMPORARY, *ObjectiveKind]
    if dice.randrange(4):
        kinds.remove(ObjectiveKind.EXIT)
    for number, kind in enumerate(kinds, start=1):
        side = dice.choice([None, *Side])
        hexes = tuple(dice.sample(dry, dice.randint(1, 4)))
        need = dice.randint(1, len(hexes))
        check = dice.choice(list(Check))
        if kind is ObjectiveKind.SUDDEN_DEATH:
            need = len(hexes)
        yield Objective(f"m{number}", side, kind, hexes, 1, "", need, check)


def _stand_in(dice: random.Random, dry: list[Hex]) -> StandIn:
    return StandIn(
        side=dice.choice(list(Side)),
        cards=(Card.RECON_LEFT, Card.RECON_CENTER, Card.RECON_RIGHT),
        as_card=Card.AIR_POWER,
        hexes=tuple(dice.sample(dry, 20)),
        dice=2,
        max_targets=4,
        same_section=dice.choice([True, False]),
    )


BOOKLET = tuple(slug for slug in slugs() if not load(slug).grid.half_lines)
"""The battles of the booklet for two; Overlord has a board of its own."""


def battle(edition: EditionName, number: int, shape: GridShape = STANDARD) -> Playing:
    """A game that ``number`` stands for: one of the scenarios for even ones, else one made up; on
    another board than the standard one, always that."""
    seed = f"{number:064x}"
    variant = Variant.YOUNG_GENERALS if number % 5 == 0 else Variant.STANDARD
    if number % 2 == 0 and shape is STANDARD:
        return start_game(BOOKLET[number // 2 % len(BOOKLET)], edition, seed, variant)
    wished = replace(game_options(made_up(random.Random(number), shape), seed), variant=variant)
    created = create(edition, wished)
    state = fold([created])
    assert state is not None
    chance = SeededChance(bytes.fromhex(seed), created.game)
    game = Playing(state, [created], [], chance)
    for command in seated():
        game.do(command)
    return game


def _units(
    dice: random.Random, shape: GridShape, dry: list[Hex], closed: set[Hex]
) -> tuple[PlacedUnit, ...]:
    middle = shape.rows // 2
    places = {Side.AXIS: range(middle - 4, middle + 1), Side.ALLIES: range(middle, middle + 5)}
    units: list[PlacedUnit] = []
    taken: set[Hex] = set()
    for side, rows in places.items():
        free = [hex_ for hex_ in dry if hex_.row in rows and hex_ not in taken]
        for number, hex_ in enumerate(dice.sample(free, 8), start=1):
            kinds = [kind for kind in UnitKind if hex_ not in closed or kind in FOOT]
            kind = dice.choice(kinds)
            medals = dice.choice([1, 1, 1, 2])
            units.append(PlacedUnit(f"{side}-{number}", side, kind, FIGURES[kind], hex_, medals))
            taken.add(hex_)
    return tuple(units)
