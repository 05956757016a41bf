"""A board without units, and the symbols of all pieces, for pages that draw the units themselves.

The page puts references to the symbols, which are those of the pictures, into the group ``pieces``,
and colors everything by a style sheet.
"""

from collections.abc import Iterator

from api.pictures.board import layout_of, whole
from api.pictures.drawing.frame import Frame
from api.pictures.drawing.ground import Ground
from api.pictures.drawing.lettering import letters
from api.pictures.drawing.marks import BRIDGES, Marks
from api.pictures.drawing.symbols import Symbols
from api.pictures.drawing.themes import NAMED
from api.pictures.drawing.tokens import MAX_PIPS, pips, plate, rim
from api.pictures.drawing.words import words
from api.pictures.scene import Scene
from domain.values import Feature, ObstacleKind, Side, TerrainKind, UnitKind

_MARKS = tuple(
    f"marks/{name}"
    for name in (
        *("medal_allies", "medal_axis", "medal_both", "medal_open", "held_allies", "held_axis"),
        *("on_turn", "hand", "loss", "gone", "struck"),
    )
)
_ALL_GROUND = (
    *(f"terrain/{kind}" for kind in TerrainKind),
    *(f"features/{kind}" for kind in Feature),
)
_FIGURES = 4
"""The maximum figures of a unit that enters a game after its start."""


def kit(scene: Scene, side: Side | None, language: str) -> str:
    """The kit of a board as seen by a side; as printed without one. Before any game it has all
    terrain, for pages that draw battles."""
    symbols = Symbols(NAMED)
    said = words(scene, language)
    layout = layout_of(scene, side)
    frame = Frame(scene, symbols, said, layout)
    ground = Ground(scene.tiles, symbols, layout)
    below = "".join(ground.drawn())
    for mark in (*_MARKS, *(f"obstacles/{kind}" for kind in ObstacleKind)):
        symbols.use(mark)
    if scene.version is None:
        for part in _ALL_GROUND:
            if part in symbols:
                symbols.use(part)
    for name, drawing in _drawings(scene, Marks(scene, symbols, ground, layout), symbols):
        symbols.define(name, drawing)
    border = "".join(frame.bare())
    turned = ' data-turned="yes"' if layout.turned else ""
    board = f'<g clip-path="url(#board)">{below}</g><g id="pieces"{turned}></g>'
    return whole(said, symbols, frame, board, border)


def _drawings(scene: Scene, marks: Marks, symbols: Symbols) -> Iterator[tuple[str, str]]:
    """Assembles the kit."""
    nations = {force.side: force.nation for force in scene.forces}
    strongest = max((_FIGURES, *(piece.full for piece in scene.pieces)))
    for side in Side:
        yield f"rim-{side}", rim(side, symbols)
        for kind in UnitKind:
            yield f"token-{side}-{kind}", plate(kind, side, nations.get(side), symbols)
        for full in range(1, min(strongest, MAX_PIPS) + 1):
            for figures in range(full + 1):
                yield f"pips-{side}-{figures}-{full}", pips(side, figures, full, symbols)
    for placed in scene.obstacles:
        if placed.kind in BRIDGES:
            turn = f"rotate({marks.crossing(placed)})"
            name = f"bridge-{placed.hex.row}-{placed.hex.col}"
            yield name, symbols.use(f"obstacles/{placed.kind}", turn)
    for label in scene.labels:
        for free, place in ((True, "middle"), (False, "lower")):
            drawn = "".join(marks.name(label, free=free))
            yield f"name-{label.hex.row}-{label.hex.col}-{place}", drawn
    for sign, letter in letters().items():
        path = f'<path d="{letter.strokes}" data-width="{letter.width}"/>'
        yield f"letter-{ord(sign)}", path
