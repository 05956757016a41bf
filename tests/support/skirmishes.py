"""What many rule tables draw and expect: boards at a phase, moves by compass, units gone."""

from domain import events as e
from domain.commands import MoveUnit
from domain.hexes import at
from domain.values import LossCause, Seat, Side
from tests.support.boards import path
from tests.support.games import Skirmish


def drawn(picture: str, ordered: str = "I", left: int = 8, first: Side = Side.ALLIES) -> Skirmish:
    """Before the moves."""
    return Skirmish(picture, left, ordered, phase="move", first=first)


def fight(picture: str, ordered: str = "I", left: int = 8, first: Side = Side.ALLIES) -> Skirmish:
    """Before the battles."""
    return Skirmish(picture, left, ordered, first=first)


def go(unit: str, start: tuple[int, int], steps: str) -> MoveUnit:
    """An Allied unit's move by compass steps from a row and a doubled column."""
    return MoveUnit(Seat.ALLIES, unit, path(start, steps))


def moved(
    unit: str, start: tuple[int, int], steps: str, *, battle: bool, ground: bool = True
) -> e.UnitMoved:
    """What comes of it where each hex costs one."""
    entered = path(start, steps)
    return e.UnitMoved(unit, entered, len(entered), battle, ground)


def gone(name: str, spot: tuple[int, int]) -> e.UnitEliminated:
    """An Axis unit loses its last figure to hits."""
    return e.UnitEliminated(name, at(*spot), 1, LossCause.HITS, Side.ALLIES, 1)
