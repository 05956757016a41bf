"""Draws the ground of a board: terrain, water, roads, tracks, and the lines between sections."""

from collections.abc import Iterator, Mapping

from api import pieces
from api.pictures.drawing import geometry as g
from api.pictures.drawing.svg import number, points
from api.pictures.drawing.symbols import Symbols
from domain.geometry import piece_ends
from domain.geometry.hexes import DIRECTIONS, Hex, at
from domain.setup import Tile
from domain.values import Direction, Feature, TerrainKind

_STRAIGHT, _CURVE = 3, 2
_BROOK, _NARROW, _WIDE = 18, 30, 50
_BANK = 7


class Ground:
    """Draws the ground of one picture."""

    def __init__(self, tiles: tuple[Tile, ...], symbols: Symbols, layout: g.Layout) -> None:
        self._tiles: Mapping[Hex, Tile] = {tile.hex: tile for tile in tiles}
        self._symbols = symbols
        self._layout = layout

    def drawn(self) -> Iterator[str]:
        """Draw all layers below the pieces, from the bottom up."""
        yield from self._fields()
        yield from self._halves()
        yield from self.ways()
        yield from self._features()
        yield from self._grid()

    def ways(self) -> Iterator[str]:
        """Draw rivers, tracks and roads."""
        yield from self._rivers()
        yield from self._tracks()
        yield from self._roads()

    def flow(self, hex_: Hex) -> tuple[Direction, ...]:
        """The sides of a river hex that its water crosses."""
        tile = self._tiles.get(hex_)
        if tile is None or "course" not in _drawn(tile.terrain) or "road" in _drawn(tile.terrain):
            return ()
        if tile.turn is not None and tile.piece is not None:
            return _course(tile.piece, tile.turn)
        return self._beside(hex_, "rail" if "rail" in _drawn(tile.terrain) else "water")

    def _beside(self, hex_: Hex, what: str) -> tuple[Direction, ...]:
        """The sides with water or tracks behind them; if there is only one, the edge of the board
        too."""
        near = {side: at(hex_.row + down, hex_.x + right) for side, (down, right) in _STEPS}
        on = [side for side, other in near.items() if what in _drawn(self._terrain(other))]
        if len(on) == 1:
            on += [side for side, other in near.items() if other not in self._layout.grid][:1]
        return tuple(on[:2]) if len(on) > 1 else (Direction.W, Direction.E)

    def _terrain(self, hex_: Hex) -> TerrainKind:
        tile = self._tiles.get(hex_)
        return TerrainKind.OPEN if tile is None else tile.terrain

    def _fields(self) -> Iterator[str]:
        for hex_ in self._layout.grid.hexes:
            x, y = self._layout.center(hex_)
            yield self._filled(self._terrain(hex_), x, y)
            yield self._piece(hex_)

    def pieces(self) -> Iterator[str]:
        """Draw the terrain of hexes that are not open."""
        for hex_ in self._tiles:
            yield self._piece(hex_)

    def _piece(self, hex_: Hex) -> str:
        kind, tile = self._terrain(hex_), self._tiles.get(hex_)
        covered = tile is not None and Feature.IMPASSABLE in tile.features
        bare = kind is TerrainKind.OPEN and (hex_.row * 5 + hex_.col * 3) % 4
        manner = _drawn(kind)
        if covered or bare or "course" in manner:
            return ""
        x, y = self._layout.center(hex_)
        place = f"translate({x} {y})"
        if "facing" in manner and self._layout.turned:
            place += " rotate(180)"
        if "mirrored" in manner and (hex_.row + hex_.col) % 2:
            place += " scale(-1 1)"
        return self._symbols.use(f"terrain/{kind}", place)

    def _filled(self, kind: TerrainKind, x: int, y: int) -> str:
        corners = points((x + dx, y + dy) for dx, dy in g.CORNERS)
        return self._symbols.colored(f'<polygon points="{corners}" fill="var(--{kind})"/>')

    def _halves(self) -> Iterator[str]:
        for beside, (x, y) in self._layout.half_hexes():
            kind = self._terrain(beside)
            printed = "printed" in _drawn(kind)
            shown = kind if printed else TerrainKind.OPEN
            yield self._filled(shown, x, y)
            if printed:
                yield self._symbols.use(f"terrain/{shown}", f"translate({x} {y})")

    def _rivers(self) -> Iterator[str]:
        """Draw all banks, then all water, so that no bank crosses a river."""
        courses = [
            (self._course_path(tile), _width(tile))
            for tile in self._tiles.values()
            if {"course", "water"} <= _drawn(tile.terrain)
        ]
        for color, more in (("bank", _BANK), ("water", 0)):
            for path, across in courses:
                line = f'stroke="var(--{color})" stroke-width="{across + more}"'
                yield self._symbols.colored(f'<path d="{path}" fill="none" {line}/>')
        for path, _ in courses:
            yield self._symbols.colored(
                f'<path d="{path}" fill="none" stroke="var(--wave)" stroke-width="9" '
                'stroke-opacity=".4"/>'
            )

    def _tracks(self) -> Iterator[str]:
        """Draw the rails and the bed of each railroad."""
        for tile in self._tiles.values():
            if {"course", "rail"} <= _drawn(tile.terrain):
                line = f'<path d="{self._course_path(tile)}" fill="none" stroke='
                for color, style in (
                    ("rail", 'stroke-width="26" stroke-dasharray="4 9"'),
                    ("rail", 'stroke-width="13"'),
                    (tile.terrain, 'stroke-width="8"'),
                ):
                    yield self._symbols.colored(f'{line}"var(--{color})" {style}/>')

    def _roads(self) -> Iterator[str]:
        """Draw roads from the middle of a hex over each of their sides."""
        for tile in self._tiles.values():
            if "road" in _drawn(tile.terrain):
                x, y = self._layout.center(tile.hex)
                leading = (
                    self._layout.toward(side) for side in piece_ends.ends(tile.piece, tile.turn)
                )
                path = "".join(f"M{x} {y}l{number(dx)} {number(dy)}" for dx, dy in leading)
                yield self._symbols.colored(
                    f'<path d="{path or f"M{x - 20} {y}h40"}" fill="none" stroke="var(--road-way)" '
                    'stroke-width="13" stroke-linecap="round"/>'
                )

    def _course_path(self, tile: Tile) -> str:
        x, y = self._layout.center(tile.hex)
        ends = [self._layout.toward(side) for side in self.flow(tile.hex)]
        # A little beyond the border, so that no seam shows where two hexes meet.
        (ax, ay), (bx, by) = [(x + dx * 1.02, y + dy * 1.02) for dx, dy in ends]
        course = f"M{number(ax)} {number(ay)}Q{x} {y} {number(bx)} {number(by)}"
        return course + "".join(self._onward(tile.hex, side) for side in self.flow(tile.hex))

    def _onward(self, hex_: Hex, side: Direction) -> str:
        """The path through the printed half hex beside a hex, if water leaves by it."""
        near = at(hex_.row, hex_.x + DIRECTIONS[side][1])
        if side not in (Direction.E, Direction.W) or near in self._layout.grid:
            return ""
        x, y = self._layout.center(hex_)
        right, _ = self._layout.toward(side)
        return f"M{x + right} {y}h{right}"

    def _features(self) -> Iterator[str]:
        for tile in self._tiles.values():
            x, y = self._layout.center(tile.hex)
            for feature in tile.features:
                if "course" not in pieces.of("features", feature).drawn:
                    yield self._symbols.use(f"features/{feature}", f"translate({x} {y})")

    def _grid(self) -> Iterator[str]:
        """Draw the lines between hexes, each once, and the lines between sections, along the
        middles of hexes."""
        path = []
        for hex_ in self._layout.grid.hexes:
            x, y = self._layout.center(hex_)
            path.append(f"M{x} {y - 60}l52 30v60l-52 30")
        for _, (x, y) in self._layout.half_hexes():
            path.append(f"M{x} {y - 60}l52 30v60l-52 30")
        yield self._symbols.colored(
            f'<path d="{"".join(path)}" fill="none" stroke="var(--grid)" stroke-width="1.6"/>'
        )
        height = self._layout.height
        for x in self._layout.section_lines():
            yield self._symbols.colored(
                f'<path d="M{x} 0V{height}" stroke="var(--section)" stroke-width="3.4" '
                'stroke-dasharray="2 11" stroke-linecap="round" stroke-opacity=".85"/>'
            )


_STEPS = tuple(DIRECTIONS.items())


def _width(tile: Tile) -> int:
    """The width of water."""
    if tile.terrain is TerrainKind.FORDABLE_STREAM:
        return _BROOK
    return _WIDE if Feature.WIDE in tile.features else _NARROW


def _drawn(kind: TerrainKind) -> frozenset[str]:
    """How a terrain is drawn, if not by default."""
    return pieces.of("terrain", kind).drawn


def _course(piece: str, turn: int) -> tuple[Direction, Direction]:
    """The ends of a piece of water, turned counterclockwise by sixths of a circle: a straight one
    lies from west to east at 1, a curve opens to the east."""
    apart = _STRAIGHT if piece == "straight" else _CURVE
    begin = 3 if piece == "straight" else 5
    first = (begin - (turn - 1)) % 6
    return g.AROUND[first], g.AROUND[(first + apart) % 6]
