"""A picture as a self-contained SVG: no font, style sheet, script or URL."""

from collections.abc import Iterator
from dataclasses import dataclass

from api.pictures.drawing.frame import MARGIN, STRIP, Frame
from api.pictures.drawing.geometry import Layout
from api.pictures.drawing.ground import Ground
from api.pictures.drawing.marks import Marks
from api.pictures.drawing.svg import picture
from api.pictures.drawing.symbols import Symbols
from api.pictures.drawing.themes import THEMES
from api.pictures.drawing.tokens import token
from api.pictures.drawing.words import Words, words
from api.pictures.overlay import Extras, Overlay
from api.pictures.scene import Scene
from domain.values import Edge, Side

NOTHING_MORE = Extras()
NONE, NAMES, HEXES, ALL = LABELS = ("none", "names", "hexes", "all")


@dataclass(frozen=True, slots=True)
class Manner:
    """How to draw: the ``theme``, what is ``labels`` on hexes, the side at the lower edge (as
    printed without one), and the ``language``."""

    theme: str = "light"
    labels: str = NAMES
    side: Side | None = None
    language: str = "en"


def draw(scene: Scene, manner: Manner, extras: Extras = NOTHING_MORE) -> str:
    """Draw a scene, with overlays."""
    symbols = Symbols(THEMES[manner.theme])
    said = words(scene, manner.language)
    layout = layout_of(scene, manner.side)
    frame = Frame(scene, symbols, said, layout)
    ground = Ground(scene.tiles, symbols, layout)
    below = "".join(ground.drawn())
    marks = Marks(scene, symbols, ground, layout)
    overlay = Overlay(extras, symbols, layout)
    units = "".join(pieces(scene, manner, symbols, marks, layout))
    board = "".join((*overlay.below(), units, *overlay.above()))
    return whole(
        said,
        symbols,
        frame,
        f'<g clip-path="url(#board)">{below}</g>{board}',
        "".join(frame.drawn()),
    )


def whole(said: Words, symbols: Symbols, frame: Frame, board: str, border: str) -> str:
    """Assemble the document; call it last, when all symbols have been used."""
    return picture(
        (frame.width, frame.height),
        said.language,
        said.title,
        said.description,
        f"{symbols.definitions()}{frame.paper()}"
        f'<clipPath id="board"><path d="{frame.outline}"/></clipPath>'
        f'<g transform="translate({MARGIN} {STRIP})">{board}</g>{border}',
    )


def layout_of(scene: Scene, side: Side | None) -> Layout:
    """Return the layout of the hexes as seen by a side."""
    turned = any(force.side is side and force.edge is Edge.TOP for force in scene.forces)
    return Layout(scene.shape, turned=turned)


def pieces(
    scene: Scene, manner: Manner, symbols: Symbols, marks: Marks, layout: Layout
) -> Iterator[str]:
    """Draw obstacles, units, medals and names, in this order."""
    named, lettered = manner.labels in (NAMES, ALL), manner.labels in (HEXES, ALL)
    yield from marks.obstacles(named=named)
    nations = {force.side: force.nation for force in scene.forces}
    for piece in scene.pieces:
        x, y = layout.center(piece.hex)
        drawn = token(piece, nations[piece.side], symbols)
        yield f'<g transform="translate({x} {y})">{drawn}</g>'
    yield from marks.medals(aside=lettered)
    if named:
        yield from marks.names()
    if lettered:
        yield from marks.coordinates()
