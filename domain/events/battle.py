"""Attacks, ambushes and strikes, and what they lead to."""

from domain.events.marks import hidden
from domain.geometry.hexes import Hex
from domain.values import Card, Face, LossCause, Seat, Section, Side
from domain.values.frozen import dataclass
from domain.values.rare import rare


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """A unit attacks with ``dice`` dice at ``distance`` hexes; 1 is close assault. ``stars`` says
    that stars hit besides."""

    attacker: str
    target: str
    distance: int
    dice: int
    overrun: bool
    stars: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice of the declared attack, from draw ``draw`` of the game's chance."""

    faces: tuple[Face, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class AmbushOffered:
    """``seat`` may have its attacked unit battle first, if it holds the card for it.

    Offered whether it holds one or not, so that nothing of its hand shows.
    """

    unit: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class AmbushPlayed:
    """The attacked ``unit`` battles first, with ``dice`` dice; the card lies open. ``stars`` as in
    ``AttackDeclared``."""

    seat: Seat
    card: Card
    unit: str
    dice: int
    stars: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class AmbushRolled:
    """The dice of the ambush against the attacker, from draw ``draw`` of the game's chance."""

    faces: tuple[Face, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class AmbushDeclined:
    """The attack goes on without an ambush."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AttackCancelled:
    """The ambushed attacker is gone or pushed back: its attack and further battles are lost."""

    attacker: str


@dataclass(frozen=True, slots=True)
class TargetsDemanded:
    """The active seat names up to ``most`` units to strike with ``dice`` dice each.

    With a ``section`` (as the active seat sees it) one of them at least stands there.
    """

    dice: int
    most: int
    section: Section | None


@dataclass(frozen=True, slots=True)
class TargetNamed:
    """A unit will be struck."""

    unit: str


@dataclass(frozen=True, slots=True)
class TargetsFixed:
    """No further target is named."""


@dataclass(frozen=True, slots=True)
class StrikeRolled:
    """The dice against one of the named units, from draw ``draw`` of the game's chance."""

    target: str
    faces: tuple[Face, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class FiguresLost:
    """A unit lost ``count`` figures and lives on. A big ``gun`` has zeroed in on its hex now."""

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

    ``flags`` were rolled, and ``losses`` of them have cost a figure because there was no way back.
    ``shortest`` 0 means that the only flag may be ignored.
    """

    unit: str
    seat: Seat
    flags: int
    losses: int
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True)
class FlagIgnored:
    """A unit stood its ground against a flag, thanks to what is on its hex."""

    unit: str


@dataclass(frozen=True, slots=True)
class UnitRetreated:
    """A unit went back through ``path`` (hexes entered)."""

    unit: str
    path: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class GroundOffered:
    """The unit may enter the hex its close assault has emptied."""

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


@dataclass(frozen=True, slots=True)
class GroundDeclined:
    """The unit stays where it is."""

    unit: str


@dataclass(frozen=True, slots=True)
class OverrunOffered:
    """Armor that took ground may battle once more."""

    unit: str


@dataclass(frozen=True, slots=True)
class OverrunDeclined:
    """The armor unit does not use its further battle."""

    unit: str


@dataclass(frozen=True, slots=True)
class BattleBackOffered:
    """``seat`` may have its unit, which a close assault has left with one figure, battle the
    attacker with one die."""

    unit: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class BattleBackRolled:
    """The die against the attacker, from draw ``draw`` of the game's chance. ``stars`` as in
    ``AttackDeclared``."""

    faces: tuple[Face, ...]
    draw: int
    stars: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class BattleBackDeclined:
    """The unit does not battle back."""

    unit: str


@dataclass(frozen=True, slots=True)
class PursuitOffered:
    """Armor that took ground may move one hex more before its further battle."""

    unit: str


@dataclass(frozen=True, slots=True)
class PursuitDeclined:
    """The armor unit stays on the ground that it took."""

    unit: str


@dataclass(frozen=True, slots=True)
class HazardRolled:
    """Dice for what a unit loses by the ground that it came onto or by hits that are thrown again,
    by its ``cause``, from draw ``draw`` of the game's chance."""

    unit: str
    hex: Hex
    cause: LossCause
    faces: tuple[Face, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class MineLaid:
    """A token lies face down on ``hex``, one of those left, by draw ``draw`` of the game."""

    hex: Hex
    draw: int
    strength: int = hidden()


@dataclass(frozen=True, slots=True)
class MineRevealed:
    """A unit came onto a mine; one without dice is off the board."""

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
    """Dice to seal the cave of a unit, or to blow up a bridge, from draw ``draw`` of the game's
    chance."""

    hex: Hex
    faces: tuple[Face, ...]
    draw: int
    done: bool
    unit: str | None = None


@dataclass(frozen=True, slots=True)
class HeadquartersTaken:
    """A unit took a headquarters of ``seat``, which has ``cards`` fewer, or again as many."""

    unit: str
    hex: Hex
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class VisibilityRolled:
    """How far units see has changed with the stars of the dice, from draw ``draw`` of the game's
    chance: ``visibility`` hexes, from 6 on without limit."""

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
    """A side lost an objective's medals; they lie on the board again."""

    objective: str
    side: Side
    medals: int
