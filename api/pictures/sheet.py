"""A sheet with a small picture of each battle of the service, so that a list of them needs one
request and common symbols are defined once.

Pages place and color the pictures as they do with kits. Lines, figures and names would be too small
to see, and are left out.
"""

from collections.abc import Iterator
from itertools import groupby

from api.pictures.drawing.geometry import Layout
from api.pictures.drawing.ground import Ground
from api.pictures.drawing.marks import Marks
from api.pictures.drawing.symbols import Symbols
from api.pictures.drawing.themes import NAMED
from api.pictures.drawing.tokens import plate
from api.pictures.scene import Scene, of_setup
from domain.scenarios import load, slugs
from domain.setup import Tile

_HEX = "l52 30v60l-52 30-52-30v-60z"


def sheet() -> str:
    """Draw the sheet, with a picture under the slug of each battle."""
    symbols = Symbols(NAMED)
    drawn = []
    for slug in slugs():
        scene = of_setup(slug, load(slug))
        layout = Layout(scene.shape)
        board = "".join(_board(scene, symbols, layout))
        view = f"0 0 {layout.width} {layout.height}"
        drawn.append(f'<svg data-board="{slug}" viewBox="{view}" aria-hidden="true">{board}</svg>')
    pictures = "".join(drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols.definitions()}{pictures}</svg>'


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
