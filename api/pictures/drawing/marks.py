"""Draws marks on hexes: obstacles, medals, names, coordinates."""

from collections.abc import Iterator
from math import atan2, degrees

from api import pieces
from api.pictures.drawing import geometry as g
from api.pictures.drawing.ground import Ground
from api.pictures.drawing.lettering import Pen, width
from api.pictures.drawing.symbols import Symbols
from api.pictures.scene import Scene
from domain.geometry.hexes import Hex, label
from domain.setup import Label, PlacedObstacle
from domain.values import ObjectiveKind, ObstacleKind

BRIDGES = frozenset(
    kind for kind in ObstacleKind if "crossing" in pieces.of("obstacles", kind).drawn
)
"""Obstacles across water."""
_WHOLE = BRIDGES | {ObstacleKind.BUNKER}
"""Obstacles that fill a hex; the others have a position within it."""
_MIDDLE, _LOWER, _UPPER = 0, 41, -44
_SIZES = {_MIDDLE: 1.1, _LOWER: 0.95, _UPPER: 0.75}
"""The positions within a hex for obstacles, best first, and their scale there."""
_NOWHERE = (ObjectiveKind.EMPTY_SECTION,)
"""Objectives that are not on the board."""
_LINE_LIMIT = 100
_CAP, _SMALL_CAP = 12.5, 10.5
_LAST_LINE = 51
_MAX = 60


class Marks:
    """Draws the marks of one picture: in the middle of hexes without units, else at their ends:
    medals at the upper, names and obstacles at the lower."""

    def __init__(self, scene: Scene, symbols: Symbols, ground: Ground, layout: g.Layout) -> None:
        self._scene = scene
        self._symbols = symbols
        self._pen = Pen(symbols)
        self._ground = ground
        self._layout = layout
        self._occupied = {piece.hex for piece in scene.pieces}
        self._objectives = [one for one in scene.objectives if one.kind not in _NOWHERE]
        self._taken = {(hex_, _UPPER) for one in self._objectives for hex_ in one.hexes}
        self._taken |= {(hex_, _MIDDLE) for hex_ in self._occupied}

    def obstacles(self, *, named: bool) -> Iterator[str]:
        """Draw bunkers and bridges, then the other obstacles; units are drawn over them. If places
        are ``named``, the positions of their names stay free."""
        lying = sorted(self._scene.obstacles, key=lambda one: one.kind not in _WHOLE)
        self._taken |= {(one.hex, _MIDDLE) for one in lying if one.kind in _WHOLE}
        if named:
            self._taken |= {(name.hex, _LOWER) for name in self._scene.labels}
        for placed in lying:
            yield self._obstacle(placed)

    def medals(self, *, aside: bool) -> Iterator[str]:
        """Draw a medal on each hex of an objective, with a ring of its holder, if any."""
        for objective in self._objectives:
            for hex_ in objective.hexes:
                x, y = self._layout.center(hex_)
                place = f"translate({x + (16 if aside else 0)} {y - 45}) scale(.88)"
                yield self._symbols.use(f"marks/medal_{objective.side or 'both'}", place)
                holder = self._scene.held.get(objective.id)
                if holder is not None:
                    yield self._symbols.use(f"marks/held_{holder}", place)

    def names(self) -> Iterator[str]:
        """Draw the names of places: in the middle of a free hex, else at its lower end."""
        for name in self._scene.labels:
            yield from self.name(name, free=(name.hex, _MIDDLE) not in self._taken)

    def name(self, name: Label, *, free: bool) -> Iterator[str]:
        """Draw the name of a place, by whether the middle of its hex is free."""
        x, y = self._layout.center(name.hex)
        lines = _lines(name.text[:_MAX])
        cap = _CAP if free or len(lines) == 1 else _SMALL_CAP
        cap = min(cap, cap * _LINE_LIMIT / max(width(line, cap) for line in lines))
        step = cap * 1.3
        last = y + (cap + step * (len(lines) - 1)) / 2 if free else y + _LAST_LINE
        for place, line in enumerate(reversed(lines)):
            across = width(line, cap) / 2 + 6
            middle = min(max(x, across), self._layout.width - across)
            yield self._pen.write(line, (middle, last - place * step), cap)

    def coordinates(self) -> Iterator[str]:
        """Draw the coordinates of each hex, as in the narrative of a game."""
        for hex_ in self._layout.grid.hexes:
            x, y = self._layout.center(hex_)
            yield self._pen.write(label(hex_), (x - 14, y - 37), 11)

    def crossing(self, placed: PlacedObstacle) -> float:
        """The angle of a bridge in degrees: along its open ends, else across the river."""
        if placed.open_ends:
            return _angle((0, 0), g.MIDDLES[placed.open_ends[0]])
        ends = self._ground.flow(placed.hex)
        if not ends:
            return 0
        return 90 + _angle(*(g.MIDDLES[side] for side in ends))

    def _obstacle(self, placed: PlacedObstacle) -> str:
        x, y = self._layout.center(placed.hex)
        place = f"translate({x} {y})"
        if placed.kind in BRIDGES:
            place += f" rotate({self.crossing(placed)})"
        elif placed.kind not in _WHOLE:
            at = self._free(placed.hex)
            place = f"translate({x} {y + at}) scale({_SIZES[at]})"
        return self._symbols.use(f"obstacles/{placed.kind}", place)

    def _free(self, hex_: Hex) -> int:
        """A free position for an obstacle on a hex; the lower one if none is free."""
        at = next((at for at in _SIZES if (hex_, at) not in self._taken), _LOWER)
        self._taken.add((hex_, at))
        return at


def _angle(one: g.Point, other: g.Point) -> float:
    return round(degrees(atan2(other[1] - one[1], other[0] - one[0])))


def _lines(text: str) -> list[str]:
    """Split a name that is too long into two lines, as evenly as possible."""
    gaps = [place + 1 for place, sign in enumerate(text[:-1]) if sign in " -"]
    if width(text, _CAP) <= _LINE_LIMIT or not gaps:
        return [text]
    middle = min(gaps, key=lambda place: abs(2 * place - len(text)))
    return [text[:middle].rstrip(), text[middle:]]
