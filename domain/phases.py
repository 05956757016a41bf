"""What a game waits for: the phases of a turn, each a frozen value with its parameters."""

from domain.geometry.hexes import Hex
from domain.values import Decision, Seat, UnitKind
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class AirDropPhase:
    """A seat chooses the hex to drop units on; fields as in ``AirDropDemanded``."""

    seat: Seat
    kind: UnitKind
    units: int
    figures: int
    scatter: int
    decision = Decision.AIR_DROP


@dataclass(frozen=True, slots=True)
class LaySmokePhase:
    """A seat lays the next marker of its smoke screen; ``laid`` are the markers so far."""

    seat: Seat
    laid: tuple[Hex, ...] = ()
    decision = Decision.LAY_SMOKE


@dataclass(frozen=True, slots=True)
class PlayCardPhase:
    """The active seat plays a command card."""

    decision = Decision.PLAY_CARD


@dataclass(frozen=True, slots=True)
class CommitCardPhase:
    """A seat commits a card of its hand, face down, to its next turn."""

    seat: Seat
    decision = Decision.COMMIT_CARD


@dataclass(frozen=True, slots=True)
class HandOutPhase:
    """The active seat hands out cards of its hand to its generals."""

    decision = Decision.HAND_OUT


@dataclass(frozen=True, slots=True)
class NameTargetsPhase:
    """The active seat names the units to strike."""

    decision = Decision.NAME_TARGETS


@dataclass(frozen=True, slots=True)
class StrikePhase:
    """The active seat chooses which of the named units is struck next."""

    decision = Decision.STRIKE


@dataclass(frozen=True, slots=True)
class HealPhase:
    """The active seat names a unit that has lost figures."""

    decision = Decision.HEAL


@dataclass(frozen=True, slots=True)
class OrderPhase:
    """The active seat orders units."""

    decision = Decision.ORDER


@dataclass(frozen=True, slots=True)
class MovePhase:
    """The active seat moves ordered units."""

    decision = Decision.MOVE


@dataclass(frozen=True, slots=True)
class BattlePhase:
    """The active seat battles with ordered units and ends its turn."""

    decision = Decision.BATTLE


@dataclass(frozen=True, slots=True)
class AmbushPhase:
    """The owner of the attacked unit may have it battle first; in a pair, each member who has not
    ``passed`` may."""

    seat: Seat
    unit: str
    passed: frozenset[Seat] = frozenset()
    decision = Decision.AMBUSH


@dataclass(frozen=True, slots=True)
class RetreatPhase:
    """The owner of a unit hit by flags chooses its retreat; fields as in ``RetreatDemanded``."""

    seat: Seat
    unit: str
    flags: int
    losses: int
    shortest: int
    longest: int
    decision = Decision.RETREAT


@dataclass(frozen=True, slots=True)
class TakeGroundPhase:
    """The active seat may enter the emptied hex."""

    unit: str
    hex: Hex
    decision = Decision.TAKE_GROUND


@dataclass(frozen=True, slots=True)
class OverrunPhase:
    """The active seat may battle once more with the armor unit that took ground."""

    unit: str
    decision = Decision.OVERRUN


@dataclass(frozen=True, slots=True)
class BattleBackPhase:
    """The owner of a unit with one figure left may have it battle its attacker."""

    seat: Seat
    unit: str
    decision = Decision.BATTLE_BACK


@dataclass(frozen=True, slots=True)
class PursuitPhase:
    """The active seat may move the armor unit that took ground one hex more."""

    unit: str
    decision = Decision.PURSUE


@dataclass(frozen=True, slots=True)
class MoveAgainPhase:
    """The active seat may move a unit once more after the battles, or ends its turn."""

    unit: str
    decision = Decision.MOVE_AGAIN


@dataclass(frozen=True, slots=True)
class ChooseCardPhase:
    """The active seat keeps one of the cards it drew."""

    decision = Decision.CHOOSE_CARD


Phase = (
    AirDropPhase
    | LaySmokePhase
    | PlayCardPhase
    | CommitCardPhase
    | HandOutPhase
    | NameTargetsPhase
    | StrikePhase
    | HealPhase
    | OrderPhase
    | MovePhase
    | BattlePhase
    | AmbushPhase
    | RetreatPhase
    | TakeGroundPhase
    | OverrunPhase
    | BattleBackPhase
    | PursuitPhase
    | MoveAgainPhase
    | ChooseCardPhase
)
