"""Where hexes lie on a picture: whole numbers only, in the units of its view box.

A hex is 104 wide and 120 high, as good as regular. The picture's origin is the board's upper left
corner; a turned board is the same one seen from the other side. Clients that draw boards of their
own find the same numbers in ``tests/data/geometry.json``.
"""

from collections.abc import Iterator

from domain.geometry.hexes import Hex, standard_grid
from domain.values import Direction

HALF_WIDTH = 52
HALF_HEIGHT = 60
SHOULDER = 30
ROW_STEP = 90
ROWS = 9
COLUMNS = 13
WIDTH = 2 * HALF_WIDTH * COLUMNS
HEIGHT = ROW_STEP * (ROWS - 1) + 2 * HALF_HEIGHT
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
"""The middle of each side of a hex, around its center; clockwise."""
AROUND = tuple(MIDDLES)
OPPOSITE = {side: AROUND[(place + 3) % 6] for place, side in enumerate(AROUND)}


def center(spot: Hex, *, turned: bool = False) -> Point:
    """Where the center of a hex lies."""
    x, y = HALF_WIDTH * (spot.x + 1), ROW_STEP * spot.row + HALF_HEIGHT
    return (WIDTH - x, HEIGHT - y) if turned else (x, y)


def hex_at(x: float, y: float, *, turned: bool = False) -> Hex | None:
    """The hex that a point lies in; None beside the board. A point on a border is in either."""
    if turned:
        x, y = WIDTH - x, HEIGHT - y
    near = int(y // ROW_STEP)
    for row in (near, near - 1):
        col = int((x - HALF_WIDTH * (row % 2)) // (2 * HALF_WIDTH))
        spot = Hex(row, col)
        if spot in standard_grid() and _within(x, y, *center(spot)):
            return spot
    return None


def toward(side: Direction, *, turned: bool) -> Point:
    """The middle of a side of a hex as the board lies, from its center."""
    return MIDDLES[OPPOSITE[side] if turned else side]


def outline() -> str:
    """The board's border as path data: along the hexes of the first and the last row."""
    steps = COLUMNS * f"l{HALF_WIDTH} {-SHOULDER}l{HALF_WIDTH} {SHOULDER}"
    back = COLUMNS * f"l{-HALF_WIDTH} {SHOULDER}l{-HALF_WIDTH} {-SHOULDER}"
    return f"M0 {SHOULDER}{steps}V{HEIGHT - SHOULDER}{back}Z"


def half_hexes(*, turned: bool) -> Iterator[tuple[Hex, Point]]:
    """The printed halves at the ends of odd rows: the hex beside each, and the half's center."""
    for row in range(1, ROWS, 2):
        down = ROW_STEP * row + HALF_HEIGHT
        y = HEIGHT - down if turned else down
        yield Hex(row, 0), (WIDTH if turned else 0, y)
        yield Hex(row, COLUMNS - 2), (0 if turned else WIDTH, y)


def _within(x: float, y: float, middle_x: int, middle_y: int) -> bool:
    across, down = abs(x - middle_x), abs(y - middle_y)
    slope = SHOULDER * across + HALF_WIDTH * down
    return across <= HALF_WIDTH and slope <= HALF_WIDTH * HALF_HEIGHT
