"""The positions of hexes in a picture, in integer units of its view box. A hex is 104 wide and 120
high, nearly regular. The origin is the upper left corner of the board; a turned board is seen from
the other side.

Clients that draw boards find the same numbers in ``tests/data/geometry.json``.
"""

from collections.abc import Iterator

from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import GridShape
from domain.values import Direction

HALF_WIDTH = 52
HALF_HEIGHT = 60
SHOULDER = 30
ROW_STEP = 90
Point = tuple[int, int]

CORNERS: tuple[Point, ...] = (
    (0, -HALF_HEIGHT),
    (HALF_WIDTH, -SHOULDER),
    (HALF_WIDTH, SHOULDER),
    (0, HALF_HEIGHT),
    (-HALF_WIDTH, SHOULDER),
    (-HALF_WIDTH, -SHOULDER),
)
"""The corners of a hex around its center, clockwise from the top."""
MIDDLES: dict[Direction, Point] = {
    Direction.E: (52, 0),
    Direction.SE: (26, 45),
    Direction.SW: (-26, 45),
    Direction.W: (-52, 0),
    Direction.NW: (-26, -45),
    Direction.NE: (26, -45),
}
"""The middle of each side of a hex around its center, clockwise."""
AROUND = tuple(MIDDLES)
OPPOSITE = {side: AROUND[(place + 3) % 6] for place, side in enumerate(AROUND)}


class Layout:
    """The layout of a board, seen from its lower or (``turned``) its upper edge."""

    def __init__(self, shape: GridShape, *, turned: bool = False) -> None:
        self.shape = shape
        self.grid = grid_of(shape)
        self.turned = turned
        self.width = 2 * HALF_WIDTH * shape.columns
        self.height = ROW_STEP * (shape.rows - 1) + 2 * HALF_HEIGHT

    def center(self, hex_: Hex) -> Point:
        """The center of a hex."""
        return self._turned(HALF_WIDTH * (hex_.x + 1), ROW_STEP * hex_.row + HALF_HEIGHT)

    def toward(self, side: Direction) -> Point:
        """The middle of a side of a hex of this board, relative to its center."""
        return MIDDLES[OPPOSITE[side] if self.turned else side]

    def outline(self) -> str:
        """The outline of the board as path data."""
        columns = self.shape.columns
        steps = columns * f"l{HALF_WIDTH} {-SHOULDER}l{HALF_WIDTH} {SHOULDER}"
        back = columns * f"l{-HALF_WIDTH} {SHOULDER}l{-HALF_WIDTH} {-SHOULDER}"
        return f"M0 {SHOULDER}{steps}V{self.height - SHOULDER}{back}Z"

    def half_hexes(self) -> Iterator[tuple[Hex, Point]]:
        """The printed half hexes at the ends of odd rows: the hex beside each, and its center."""
        for row in range(1, self.shape.rows, 2):
            down = ROW_STEP * row + HALF_HEIGHT
            yield Hex(row, 0), self._turned(0, down)
            yield Hex(row, self.shape.columns - 2), self._turned(self.width, down)

    def section_lines(self) -> Iterator[int]:
        """The x-coordinates of the lines between sections."""
        for line in (*self.shape.section_lines, *self.shape.half_lines):
            yield self._turned(HALF_WIDTH * (line + 1), 0)[0]

    def _turned(self, x: int, y: int) -> Point:
        return (self.width - x, self.height - y) if self.turned else (x, y)
