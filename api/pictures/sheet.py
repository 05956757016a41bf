"""A sheet with a small picture of each battle of the service, so that a list of them needs one
request and common symbols are defined once.

Each picture is on a line of its own, after one with the symbols and colors that they share and
before one with the end. Those two around it make it a file, light or dark as its reader has it.
Lines, figures and names would be too small to see, and are left out.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from api.pictures.drawing.geometry import Layout
from api.pictures.drawing.ground import Ground
from api.pictures.drawing.marks import Marks
from api.pictures.drawing.svg import number
from api.pictures.drawing.symbols import Symbols
from api.pictures.drawing.themes import NAMED, style
from api.pictures.drawing.tokens import plate
from api.pictures.scene import Scene, of_setup
from domain.scenarios import load, slugs
from domain.setup import Tile

_HEX = "l52 30v60l-52 30-52-30v-60z"
_SHAPES = re.compile(r"(?:<(?:circle|ellipse|path) [^>]*/>\s*){2,}")
_SHAPE = re.compile(r"<\w+ ([^>]*)/>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def sheet() -> str:
    """Draw the sheet, with a picture under the slug of each battle."""
    symbols = Symbols(NAMED)
    drawn = []
    for slug in slugs():
        scene = of_setup(slug, load(slug))
        layout = Layout(scene.shape)
        board = "".join(_board(scene, symbols, layout))
        view = f"0 0 {layout.width} {layout.height}"
        drawn.append(f'<svg data-board="{slug}" viewBox="{view}">{board}</svg>')
    shared = f"<style>{''.join(style().splitlines())}</style>{_merged(symbols.definitions())}"
    return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg">{shared}', *drawn, "</svg>"))


def _board(scene: Scene, symbols: Symbols, layout: Layout) -> Iterator[str]:
    yield symbols.colored(f'<path d="{layout.outline()}" fill="var(--open)"/>')
    kinds = sorted(scene.tiles, key=lambda tile: tile.terrain)
    for kind, tiles in groupby(kinds, key=lambda tile: tile.terrain):
        yield symbols.colored(f'<path d="{_hexes(tiles, layout)}" fill="var(--{kind})"/>')
    ground = Ground(scene.tiles, symbols, layout)
    yield from ground.ways()
    yield from ground.pieces()
    marks = Marks(scene, symbols, ground, layout)
    yield from marks.obstacles(named=False)
    for piece in scene.pieces:
        mark = f"{piece.side}-{piece.kind}"
        symbols.define(mark, plate(piece.kind, piece.side, None, symbols))
        x, y = layout.center(piece.hex)
        yield f'<use href="#{mark}" transform="translate({x} {y})"/>'
    yield from marks.medals(aside=False)


def _hexes(tiles: Iterator[Tile], layout: Layout) -> str:
    tops = (layout.center(tile.hex) for tile in tiles)
    return "".join(f"M{x} {y - 60}{_HEX}" for x, y in tops)


def _merged(drawing: str) -> str:
    """Make one shape of all in a row that look alike: so small, what lies above what is not seen. A
    wood has 3 shapes instead of 45."""
    return _SHAPES.sub(lambda found: _by_looks(found[0]), drawing)


def _by_looks(shapes: str) -> str:
    outlines: dict[str, str] = {}
    for shape in _SHAPE.findall(shapes):
        own = dict(_ATTRIBUTE.findall(shape))
        outline = _outline(own)
        looks = "".join(f' {name}="{value}"' for name, value in own.items())
        outlines[looks] = outlines.get(looks, "") + outline
    return "".join(f'<path d="{outline}"{looks}/>' for looks, outline in outlines.items())


def _outline(shape: dict[str, str]) -> str:
    """Take its outline out of the attributes of a shape."""
    if "d" in shape:
        return shape.pop("d")
    radius = shape.pop("r", "")
    across, down = shape.pop("rx", radius), shape.pop("ry", radius)
    x, y = float(shape.pop("cx", 0)), shape.pop("cy", "0")
    left, wide = number(x - float(across)), number(2 * float(across))
    half = f"a{across} {down} 0 1 1"
    return f"M{left} {y}{half} {wide} 0{half} -{wide} 0Z"
