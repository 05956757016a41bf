"""A game at one version: frozen values that ``evolve`` builds and everyone else reads.

Mappings are typed read-only and are never changed in place; a new state shares what stayed the
same with the one before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.events import GameCreated
from domain.hexes import Hex
from domain.values import (
    Card,
    Ending,
    Face,
    ObstacleKind,
    Seat,
    Section,
    Side,
    Status,
    TerrainKind,
    UnitKind,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board; ``full`` is the number of figures it started with."""

    id: str
    side: Side
    kind: UnitKind
    figures: int
    full: int
    hex: Hex


@dataclass(frozen=True, slots=True)
class OrderedUnit:
    """What an ordered unit has done this turn and may still do.

    ``sections`` are those it stood in when ordered.
    """

    sections: tuple[Section, ...]
    moved: bool = False
    cost: int = 0
    may_battle: bool = True
    may_take_ground: bool = True
    battles: int = 0
    overran: bool = False


@dataclass(frozen=True, slots=True)
class Fight:
    """The attack declared last this turn; ``ground`` is where the target stood."""

    attacker: str
    target: str
    ground: Hex
    distance: int
    dice: int
    overrun: bool
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayCardPhase:
    """The active seat plays a command card."""

    decision = "play_card"


@dataclass(frozen=True, slots=True)
class OrderPhase:
    """The active seat orders units."""

    decision = "order"


@dataclass(frozen=True, slots=True)
class MovePhase:
    """The active seat moves ordered units."""

    decision = "move"


@dataclass(frozen=True, slots=True)
class BattlePhase:
    """The active seat battles with ordered units and ends its turn."""

    decision = "battle"


@dataclass(frozen=True, slots=True)
class RetreatPhase:
    """The owner of a pushed unit chooses its way back; fields as in ``RetreatDemanded``."""

    seat: Seat
    unit: str
    flags: int
    losses: int
    shortest: int
    longest: int
    decision = "retreat"


@dataclass(frozen=True, slots=True)
class TakeGroundPhase:
    """The active seat may enter the emptied hex."""

    unit: str
    hex: Hex
    decision = "take_ground"


@dataclass(frozen=True, slots=True)
class OverrunPhase:
    """The active seat may battle once more with the armor unit that took ground."""

    unit: str
    decision = "overrun"


@dataclass(frozen=True, slots=True)
class ChooseCardPhase:
    """The active seat keeps one of the cards it drew."""

    decision = "choose_card"


Phase = (
    PlayCardPhase
    | OrderPhase
    | MovePhase
    | BattlePhase
    | RetreatPhase
    | TakeGroundPhase
    | OverrunPhase
    | ChooseCardPhase
)


@dataclass(frozen=True, slots=True)
class Cards:
    """Where every card is. The last card of ``deck`` is on top, of ``discard`` face up on top."""

    deck: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    in_play: Card | None = None
    offer: tuple[Card, ...] = ()

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards a seat holds; none before the deal."""
        return self.hands.get(seat, ())


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn under way. ``taken`` counts the turns each seat has completed."""

    number: int
    seat: Seat
    taken: Mapping[Seat, int]
    ordered: Mapping[str, OrderedUnit]
    fight: Fight | None = None


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything about a game at ``version``, the number of events folded into it.

    ``created`` holds what never changes. ``occupants`` is ``units`` by hex. ``draws`` is the index
    of the next draw of the game's chance. ``held`` maps an objective to the side that has it.
    """

    version: int
    created: GameCreated
    status: Status
    seats: Mapping[Seat, str]
    turn: Turn
    phase: Phase | None
    terrain: Mapping[Hex, TerrainKind]
    obstacles: Mapping[Hex, tuple[ObstacleKind, ...]]
    units: Mapping[str, Unit]
    occupants: Mapping[Hex, Unit]
    medals: Mapping[Side, int]
    held: Mapping[str, Side]
    cards: Cards
    draws: int
    winner: Side | None = None
    ending: Ending | None = None

    @property
    def awaited(self) -> Seat | None:
        """The seat whose decision the game waits for; none before the start and after the end."""
        if self.phase is None:
            return None
        return self.phase.seat if isinstance(self.phase, RetreatPhase) else self.turn.seat

    def seats_of(self, player: str | None) -> tuple[Seat, ...]:
        """The seats a player holds, in the order of ``Seat``."""
        return tuple(seat for seat in Seat if player is not None and self.seats.get(seat) == player)
