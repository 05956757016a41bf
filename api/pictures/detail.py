"""A part of a board without its border, for texts that explain something with it."""

from dataclasses import dataclass

from api.pictures.board import Manner, layout_of, pieces
from api.pictures.drawing.geometry import HALF_HEIGHT, HALF_WIDTH, ROW_STEP
from api.pictures.drawing.ground import Ground
from api.pictures.drawing.marks import Marks
from api.pictures.drawing.svg import picture
from api.pictures.drawing.symbols import Symbols
from api.pictures.drawing.themes import THEMES
from api.pictures.overlay import Extras, Overlay
from api.pictures.scene import Scene


@dataclass(frozen=True, slots=True)
class Part:
    """The first and last row shown, and the doubled columns of the first and last hex."""

    rows: tuple[int, int]
    columns: tuple[int, int]

    @property
    def corner(self) -> tuple[int, int]:
        """The upper left corner of the part on the board."""
        return HALF_WIDTH * self.columns[0], ROW_STEP * self.rows[0]

    @property
    def size(self) -> tuple[int, int]:
        """Its size."""
        wide = HALF_WIDTH * (self.columns[1] - self.columns[0] + 2)
        return wide, ROW_STEP * (self.rows[1] - self.rows[0]) + 2 * HALF_HEIGHT


def detail(scene: Scene, manner: Manner, extras: Extras, part: Part, texts: tuple[str, str]) -> str:
    """Draw a part of a scene; ``texts`` are its title and its description."""
    symbols = Symbols(THEMES[manner.theme])
    layout = layout_of(scene, manner.side)
    ground = Ground(scene.tiles, symbols, layout)
    below = "".join(ground.drawn())
    marks = Marks(scene, symbols, ground, layout)
    overlay = Overlay(extras, symbols, layout)
    units = "".join(pieces(scene, manner, symbols, marks, layout))
    # Moves are drawn over the units, which stand where the moves begin.
    board = "".join((below, units, *overlay.below(), *overlay.above()))
    left, top = part.corner
    moved = f'<g transform="translate({-left} {-top})">{board}</g>'
    return picture(part.size, manner.language, *texts, symbols.definitions() + moved)
