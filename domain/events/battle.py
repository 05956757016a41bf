"""Attacks, ambushes and strikes, and their consequences."""

from domain.events.bases import SeatEvent, UnitEvent
from domain.events.marks import hidden
from domain.geometry.hexes import Hex
from domain.values import Card, Face, LossCause, Seat, Section, Side
from domain.values.frozen import dataclass
from domain.values.rare import rare


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """A unit attacks with ``dice`` dice at ``distance`` hexes; 1 is close assault. ``stars`` says
    that stars hit as well."""

    attacker: str
    target: str
    distance: int
    dice: int
    overrun: bool
    stars: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice of the declared attack; ``draw`` is the draw of the game's chance."""

    faces: tuple[Face, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class AmbushOffered:
    """``seat`` may have its attacked unit battle first, if it holds the card for it.

    Offered whether or not it holds one, so that nothing of its hand is revealed.
    """

    unit: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class AmbushPlayed:
    """The attacked ``unit`` battles first with ``dice`` dice. ``stars`` as in
    ``AttackDeclared``."""

    seat: Seat
    card: Card
    unit: str
    dice: int
    stars: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class AmbushRolled:
    """The dice of the ambush against the attacker; ``draw`` as in ``DiceRolled``."""

    faces: tuple[Face, ...]
    draw: int


class AmbushDeclined(SeatEvent):
    """The attack continues without an ambush."""


@dataclass(frozen=True, slots=True)
class AttackCancelled:
    """The ambushed attacker is gone or has retreated: it loses its attack and further battles."""

    attacker: str


@dataclass(frozen=True, slots=True)
class TargetsDemanded:
    """The active seat chooses up to ``most`` units to strike with ``dice`` dice each.

    At least one of them is in ``section`` (as the active seat sees it), if there is one.
    """

    dice: int
    most: int
    section: Section | None


class TargetNamed(UnitEvent):
    """A unit was chosen as a target."""


@dataclass(frozen=True, slots=True)
class TargetsFixed:
    """No further target is chosen."""


@dataclass(frozen=True, slots=True)
class StrikeRolled:
    """The dice against one of the targets; ``draw`` as in ``DiceRolled``."""

    target: str
    faces: tuple[Face, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class FiguresLost:
    """A unit lost ``count`` figures and survived. A big ``gun`` has now zeroed in on its hex."""

    unit: str
    count: int
    cause: LossCause
    gun: str = rare("")


@dataclass(frozen=True, slots=True)
class UnitEliminated:
    """A unit lost its last ``count`` figures and left ``hex``; ``medals`` go to the side ``to``
    (never more than it still needs)."""

    unit: str
    hex: Hex
    count: int
    cause: LossCause
    to: Side
    medals: int


@dataclass(frozen=True, slots=True)
class RetreatDemanded:
    """``seat`` must choose how its unit retreats: ``shortest`` to ``longest`` hexes.

    ``flags`` were rolled, and ``losses`` of them cost a figure because the retreat was blocked. A
    ``shortest`` of 0 means that the only flag may be ignored.
    """

    unit: str
    seat: Seat
    flags: int
    losses: int
    shortest: int
    longest: int


class FlagIgnored(UnitEvent):
    """A unit ignored a flag, thanks to what is on its hex."""


@dataclass(frozen=True, slots=True)
class UnitRetreated:
    """A unit retreated along ``path`` (hexes entered)."""

    unit: str
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class GroundOffered:
    """The unit may enter the hex that its close assault has emptied."""

    unit: str
    hex: Hex


@dataclass(frozen=True, slots=True)
class GroundTaken:
    """The unit entered the emptied hex; the flags say what it may still do this turn, and
    ``ashore`` is as in ``UnitMoved``."""

    unit: str
    hex: Hex
    may_battle: bool
    may_take_ground: bool
    ashore: bool = rare(default=False)


class GroundDeclined(UnitEvent):
    """The unit stays where it is."""


class OverrunOffered(UnitEvent):
    """Armor that took ground may battle once more."""


class OverrunDeclined(UnitEvent):
    """The armor unit does not battle again."""


@dataclass(frozen=True, slots=True)
class BattleBackOffered:
    """``seat`` may have its unit, left with one figure by a close assault, battle the attacker with
    one die."""

    unit: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class BattleBackRolled:
    """The die against the attacker; ``draw`` as in ``DiceRolled``, ``stars`` as in attacks."""

    faces: tuple[Face, ...]
    draw: int
    stars: bool = rare(default=False)


class BattleBackDeclined(UnitEvent):
    """The unit does not battle back."""


class PursuitOffered(UnitEvent):
    """Armor that took ground may move one more hex before its further battle."""


class PursuitDeclined(UnitEvent):
    """The armor unit stays on the ground it took."""


@dataclass(frozen=True, slots=True)
class HazardRolled:
    """Dice for what a unit loses to the ground it entered, or for hits that are rolled again, by
    ``cause``; ``draw`` as in ``DiceRolled``."""

    unit: str
    hex: Hex
    cause: LossCause
    faces: tuple[Face, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class MineLaid:
    """One of the remaining tokens lies face down on ``hex``; ``draw`` as in ``DiceRolled``."""

    hex: Hex
    draw: int
    strength: int = hidden()


@dataclass(frozen=True, slots=True)
class MineRevealed:
    """A unit entered a mine; a mine without dice leaves the board."""

    unit: str
    hex: Hex
    strength: int


@dataclass(frozen=True, slots=True)
class MineSwept:
    """Engineers cleared their hex of mines instead of battling."""

    unit: str
    hex: Hex


@dataclass(frozen=True, slots=True)
class DemolitionRolled:
    """Dice to seal the cave of a unit, or to blow up a bridge; ``draw`` as in ``DiceRolled``."""

    hex: Hex
    faces: tuple[Face, ...]
    draw: int
    done: bool
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class HeadquartersTaken:
    """A unit captured a headquarters of ``seat``, which lost ``cards``, or retook it."""

    unit: str
    hex: Hex
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class VisibilityRolled:
    """The stars of a roll changed how far units see: ``visibility`` hexes, from 6 on without limit.
    ``draw`` as in ``DiceRolled``."""

    faces: tuple[Face, ...]
    draw: int
    visibility: int


@dataclass(frozen=True, slots=True)
class BattlesEnded:
    """The active seat fights no further battle this turn."""


@dataclass(frozen=True, slots=True)
class ObjectiveTaken:
    """A side gained an objective's medals."""

    objective: str
    side: Side
    medals: int


@dataclass(frozen=True, slots=True)
class ObjectiveLost:
    """A side lost an objective's medals, which are on the board again."""

    objective: str
    side: Side
    medals: int
