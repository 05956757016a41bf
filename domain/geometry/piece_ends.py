"""The sides by which pieces of roads, rails and water leave a hex, by their orientation."""

from domain.values import Direction

_AROUND = (
    Direction.E,
    Direction.NE,
    Direction.NW,
    Direction.W,
    Direction.SW,
    Direction.SE,
)
_UNTURNED_ENDS: dict[str, tuple[int, ...]] = {
    "straight": (0, 3),
    "curve": (1, 5),
    "fork_left": (0, 1, 3),
    "fork_right": (0, 3, 5),
    "crossing": (0, 1, 3, 4),
    "fork_y": (0, 2, 4),
}
"""The ends of an unturned piece, counted counterclockwise from the east."""
PIECES = tuple(_UNTURNED_ENDS)
"""The shapes of pieces."""


def ends(piece: str | None, turn: int | None) -> tuple[Direction, ...]:
    """Return the sides by which a piece leaves its hex; each step of ``turn`` after the first turns
    it counterclockwise by a sixth of a circle. A piece of unknown shape has none."""
    steps = (turn or 1) - 1
    return tuple(_AROUND[(index + steps) % 6] for index in _UNTURNED_ENDS.get(piece or "", ()))


def bridge_ends(turn: int | None) -> tuple[Direction, ...]:
    """Return the sides by which the roadway of a bridge leaves its hex. It turns clockwise by a
    twelfth of a circle, so that every second turn leads over corners instead of sides."""
    steps = (turn or 1) // 2
    return (_AROUND[(2 - steps) % 6], _AROUND[(5 - steps) % 6]) if (turn or 1) % 2 == 0 else ()
