"""Boards drawn in text.

A line is ``row: token token ...``. The first token of an even row stands at the doubled column
``left``, that of an odd row half a hex to the right of it; indent odd rows to see the hexes.

    board(left=8, picture='''
        2:  .   i   .
        3:    .   F
        4:  .   I   .
    ''')

A token is ground, a unit, or ``unit/ground``:

    terrain     ``.`` open  ``F`` forest  ``T`` town  ``C`` church  ``R`` hedgerow  ``~`` river
                ``L`` lake  ``H`` hill  ``S`` steep hill  ``K`` cliff  ``V`` sea bluff  ``_`` beach
                ``O`` ocean; those of the expansions by ``<jungle>``, their word, a piece of
                road by ``<road:curve2>``
    features    ``^`` impassable  ``|`` stops artillery  ``&`` wide, after the terrain: ``H^``
    obstacles   ``=`` bridge  ``#`` wire  ``%`` sandbags  ``x`` hedgehog  ``b`` bunker  ``w`` sea
                wall  ``f`` ford  ``*`` minefield, after the terrain: ``~=``, ``T%``, ``#``; ``+``
                and ``-`` after it: it is the Allies' only, the Axis' only
    medals      ``!`` objective of the Allies  ``?`` of the Axis; named m1, m2 ... as they are
                read
    marks       ``'`` and ` hexes that the test asks about, in two sorts
    units       ``I`` ``A`` ``G`` Allied infantry, armor, artillery; ``i`` ``a`` ``g`` of the Axis;
                ``E`` ``e`` elite infantry  ``P`` ``p`` French Resistance  ``D`` ``d`` elite armor;
                a number tells two of a kind apart (``I2``), ``i:1`` has one figure.
                The whole word before ``:`` or ``/`` is the unit's id.

The Allies sit at the bottom, the Axis at the top.
"""

import re
from dataclasses import dataclass, field, replace

from domain.geometry.hexes import Hex, at, grid_of
from domain.geometry.shape import STANDARD, GridShape
from domain.pieces.units import FIGURES
from domain.setup import Army, Objective, PlacedObstacle, PlacedUnit, Setup, Tile
from domain.values import (
    Edge,
    Feature,
    ObjectiveKind,
    ObstacleKind,
    Side,
    TerrainKind,
    UnitKind,
)

TERRAIN = {
    "F": TerrainKind.FOREST,
    "T": TerrainKind.TOWN,
    "~": TerrainKind.RIVER,
    "L": TerrainKind.LAKE,
    "C": TerrainKind.CHURCH,
    "R": TerrainKind.HEDGEROW,
    "H": TerrainKind.HILL,
    "S": TerrainKind.STEEP_HILL,
    "K": TerrainKind.CLIFF,
    "V": TerrainKind.SEA_BLUFF,
    "_": TerrainKind.BEACH,
    "O": TerrainKind.OCEAN,
}
FEATURES = {"^": Feature.IMPASSABLE, "|": Feature.STOPS_ARTILLERY, "&": Feature.WIDE}
OBSTACLES = {
    "=": ObstacleKind.BRIDGE,
    "#": ObstacleKind.WIRE,
    "%": ObstacleKind.SANDBAGS,
    "x": ObstacleKind.HEDGEHOG,
    "b": ObstacleKind.BUNKER,
    "w": ObstacleKind.SEA_WALL,
    "f": ObstacleKind.FORD,
    "*": ObstacleKind.MINEFIELD,
}
OWNERS = {"+": Side.ALLIES, "-": Side.AXIS}
MEDALS = {"!": Side.ALLIES, "?": Side.AXIS}
KINDS = {
    "i": UnitKind.INFANTRY,
    "e": UnitKind.ELITE_INFANTRY,
    "p": UnitKind.FRENCH_RESISTANCE,
    "a": UnitKind.ARMOR,
    "d": UnitKind.ELITE_ARMOR,
    "g": UnitKind.ARTILLERY,
    "m": UnitKind.MOBILE_ARTILLERY,
    "j": UnitKind.SKI_TROOPS,
}
DOUBLE = GridShape(columns=26, rows=9, section_lines=(17, 33))
"""Two boards side by side."""
LONG = GridShape(columns=13, rows=17)
"""A board that is as wide as usual and nearly twice as deep."""
SHAPES = {"double": DOUBLE, "long": LONG}
EDGES = {Side.ALLIES: Edge.BOTTOM, Side.AXIS: Edge.TOP}
STEPS = {"e": (0, 2), "ne": (-1, 1), "nw": (-1, -1), "w": (0, -2), "sw": (1, -1), "se": (1, 1)}

_TOKEN = re.compile(
    r"(?:(?P<unit>[IEPADGMJiepadgmj]\d*)(?::(?P<figures>\d))?(?:/|$|(?=['`])))?"
    r"(?:<(?P<terrain>[a-z_]+)(?::(?P<piece>[a-z_]+)(?P<turn>\d))?>)?(?P<ground>[.FTCRHSKVLO_~^|&=#%xbwf*+!?'`-]*)"
)


@dataclass
class Board:
    """What a picture shows."""

    tiles: list[Tile] = field(default_factory=list)
    obstacles: list[PlacedObstacle] = field(default_factory=list)
    units: list[PlacedUnit] = field(default_factory=list)
    objectives: list[Objective] = field(default_factory=list)
    shape: GridShape = STANDARD
    marks: dict[str, list[Hex]] = field(default_factory=lambda: {"'": [], "`": []})

    def setup(self, first: Side, hand: int, extra: tuple[int, ...], medals: int) -> Setup:
        """The same as a battle; the Axis alone may draw ``extra`` cards."""
        return Setup(
            first=first,
            armies=(
                Army(Side.ALLIES, Edge.BOTTOM, hand, medals),
                Army(Side.AXIS, Edge.TOP, hand, medals, extra),
            ),
            tiles=tuple(self.tiles),
            obstacles=tuple(self.obstacles),
            units=tuple(self.units),
            objectives=tuple(self.objectives),
            grid=self.shape,
        )


def board(picture: str, left: int = 8, shape: GridShape = STANDARD) -> Board:
    """Read a picture."""
    drawn = Board(shape=shape)
    for line in filter(None, map(str.strip, picture.splitlines())):
        label, _, tokens = line.partition(":")
        row = int(label)
        for place, token in enumerate(tokens.split()):
            hex_ = at(row, left + row % 2 + 2 * place)
            if hex_ not in grid_of(shape):
                raise ValueError(f"{token!r} in {line!r} is not on the board")
            _read(drawn, hex_, token)
    return drawn


def path(start: tuple[int, int], steps: str) -> tuple[Hex, ...]:
    """The hexes entered by compass steps (``"ne e se"``) from a row and a doubled column."""
    row, x = start
    entered = []
    for step in steps.split():
        down, across = STEPS[step]
        row, x = row + down, x + across
        entered.append(at(row, x))
    return tuple(entered)


def _read(drawn: Board, hex_: Hex, token: str) -> None:
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise ValueError(f"no token is written {token!r}")
    if name := found["unit"]:
        side = Side.ALLIES if name[0].isupper() else Side.AXIS
        kind = KINDS[name[0].lower()]
        drawn.units.append(
            PlacedUnit(name, side, kind, int(found["figures"] or FIGURES[kind]), hex_)
        )
    if word := found["terrain"]:
        turn = int(found["turn"]) if found["turn"] else None
        drawn.tiles.append(Tile(hex_, TerrainKind(word), found["piece"], turn))
    _read_ground(drawn, hex_, found["ground"])


def _read_ground(drawn: Board, hex_: Hex, letters: str) -> None:
    for letter in letters:
        if letter in TERRAIN:
            drawn.tiles.append(Tile(hex_, TERRAIN[letter]))
        elif letter in FEATURES:
            tile = drawn.tiles.pop()
            drawn.tiles.append(replace(tile, features=(*tile.features, FEATURES[letter])))
        elif letter in OBSTACLES:
            drawn.obstacles.append(PlacedObstacle(hex_, OBSTACLES[letter]))
        elif letter in OWNERS:
            owned = replace(drawn.obstacles.pop(), owner=OWNERS[letter])
            drawn.obstacles.append(owned)
        elif letter in MEDALS:
            name = f"m{len(drawn.objectives) + 1}"
            side = MEDALS[letter]
            medal = Objective(name, side, ObjectiveKind.TEMPORARY, (hex_,), 1, name)
            drawn.objectives.append(medal)
        elif letter in drawn.marks:
            drawn.marks[letter].append(hex_)
