"""Over which sides the pieces of roads, rails and water leave a hex, by how they are turned."""

from domain.values import Direction

_AROUND = (
    Direction.E,
    Direction.NE,
    Direction.NW,
    Direction.W,
    Direction.SW,
    Direction.SE,
)
_AT_FIRST: dict[str, tuple[int, ...]] = {
    "straight": (0, 3),
    "curve": (1, 5),
    "fork_left": (0, 1, 3),
    "fork_right": (0, 3, 5),
    "crossing": (0, 1, 3, 4),
    "fork_y": (0, 2, 4),
}
"""Counted counterclockwise from the east, of a piece that is not turned yet."""
PIECES = tuple(_AT_FIRST)
"""The shapes of pieces."""


def ends(piece: str | None, turn: int | None) -> tuple[Direction, ...]:
    """The sides over which a piece leaves its hex; each step of ``turn`` after the first turns it
    counterclockwise by a sixth of a circle. A piece of no known shape has none."""
    steps = (turn or 1) - 1
    return tuple(_AROUND[(place + steps) % 6] for place in _AT_FIRST.get(piece or "", ()))


def bridge_ends(turn: int | None) -> tuple[Direction, ...]:
    """The sides over which the roadway of a bridge leaves its hex: it turns clockwise by a twelfth
    of a circle, so that every second turn leads over corners, and over no sides."""
    steps = (turn or 1) // 2
    return (_AROUND[(2 - steps) % 6], _AROUND[(5 - steps) % 6]) if (turn or 1) % 2 == 0 else ()
