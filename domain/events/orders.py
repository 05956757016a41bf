"""Ordering and moving units."""

from domain.events.bases import SeatEvent, UnitEvent
from domain.geometry.hexes import Hex
from domain.values import Face, ObstacleKind, RemovalCause, Seat, Section, Side, UnitKind
from domain.values.frozen import dataclass
from domain.values.rare import rare


@dataclass(frozen=True, slots=True)
class OrderDiceRolled:
    """Dice that a card requires before its orders; ``draw`` as in ``DiceRolled``. ``unit`` is the
    unit to get figures back, if one was chosen. ``seat`` orders by them, where several roll dice of
    their own."""

    faces: tuple[Face, ...]
    draw: int
    unit: str | None = None
    seat: Seat | None = rare(default=None)


@dataclass(frozen=True, slots=True)
class HealingOffered:
    """The active seat may choose a unit that has lost figures."""


@dataclass(frozen=True, slots=True)
class FiguresRestored:
    """A unit got ``count`` figures back."""

    unit: str
    count: int


@dataclass(frozen=True, slots=True)
class UnitOrdered:
    """A unit may act this turn. ``sections`` are those it is in, as its player sees them;
    ``on_the_move`` it may only move."""

    unit: str
    sections: tuple[Section, ...]
    on_the_move: bool = rare(default=False)


class PhaseFinished(SeatEvent):
    """``seat`` gives no further order, or makes no further move, this turn; others may. The phase
    ends with the last of them, by an event of its own."""


@dataclass(frozen=True, slots=True)
class OrdersEnded:
    """No further unit is ordered this turn; ordered units may move."""


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit moved along ``path`` (hexes entered) at ``cost`` hexes of movement, including the step
    off the board if one follows.

    ``may_battle`` and ``may_take_ground`` say what it may still do this turn; one that ``charges``
    may battle adjacent enemies only. A unit that comes ``ashore`` leaves its boats there.
    """

    unit: str
    path: tuple[Hex, ...]
    cost: int
    may_battle: bool
    may_take_ground: bool
    charges: bool = rare(default=False)
    ashore: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class UnitExited:
    """A unit left the board by ``hex``, which gave its side ``medals`` (never more than it still
    needed)."""

    unit: str
    hex: Hex
    medals: int


@dataclass(frozen=True, slots=True)
class MovesEnded:
    """No further unit moves this turn; ordered units may battle, unless the battles are over."""


class SecondMoveOffered(UnitEvent):
    """The battles are over, and the unit may move once more."""


@dataclass(frozen=True, slots=True)
class UnitArrived:
    """A new unit came onto the board. It counts as ordered in ``sections`` and as moved;
    ``may_battle`` as in ``UnitMoved``."""

    unit: str
    side: Side
    kind: UnitKind
    figures: int
    hex: Hex
    sections: tuple[Section, ...] = rare()
    may_battle: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class ObstaclePlaced:
    """A unit put an obstacle on its hex."""

    unit: str
    hex: Hex
    kind: ObstacleKind


@dataclass(frozen=True, slots=True)
class ObstacleRemoved:
    """An obstacle left the board."""

    hex: Hex
    kind: ObstacleKind
    cause: RemovalCause


@dataclass(frozen=True, slots=True)
class WireCleared:
    """An infantry unit removed the wire under it instead of battling."""

    unit: str
    hex: Hex
