"""What has happened in a game. Events carry outcomes, so folding them needs no rule and no dice.

A class here is one event type at its newest schema; ``events/codec.py`` gives each its stable
name. Fields made with ``hidden()`` are known only to the seats of the event's ``audience``, which
may be none.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Final

from domain.hexes import Hex
from domain.setup import Setup
from domain.values import (
    Card,
    DiscardSource,
    EditionName,
    Ending,
    Face,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Seat,
    Section,
    ShuffleReason,
    Side,
    Undo,
    Variant,
    Visibility,
)

_HIDDEN: Final = "hidden"


def hidden() -> Any:
    """A field that only the event's audience may see."""
    return field(metadata={_HIDDEN: True}, repr=False)


def hidden_names(kind: type) -> frozenset[str]:
    """The fields of an event class that were made with ``hidden()``."""
    return frozenset(f.name for f in fields(kind) if f.metadata.get(_HIDDEN))


@dataclass(frozen=True, slots=True)
class HandSize:
    """Cards a seat starts with, and the extra ones it draws at the end of some of its own turns."""

    seat: Seat
    start: int
    extra_after_own_turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameCreated:
    """The whole set-up, so that later edits of scenario files change no game of today.

    ``seed_commitment`` is the SHA-256 of the seed's bytes; ``move_time_limit`` is in seconds.
    """

    game: str
    scenario: str
    edition: EditionName
    variant: Variant
    undo: Undo
    visibility: Visibility
    created_by: str
    move_time_limit: int
    hand_sizes: tuple[HandSize, ...]
    setup: Setup
    seed_commitment: str
    seed: str = hidden()


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down."""

    seat: Seat
    player: str


@dataclass(frozen=True, slots=True)
class GameStarted:
    """All seats are taken; ``first`` will play first."""

    first: Seat


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """``count`` cards form the new draw pile, the last of ``order`` on top.

    The topmost ``kept`` of them lay there before; draw ``draw`` of the game's chance ordered the
    others, which at the start are all cards and later the discard pile. That is empty now.
    """

    reason: ShuffleReason
    count: int
    kept: int
    draw: int
    order: tuple[Card, ...] = hidden()


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A seat's first hand, from the top of the draw pile."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = hidden()


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Turn ``turn`` (from 1, counted over both sides) begins; ``seat`` plays a card."""

    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A command card lies open before its player."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class UnitOrdered:
    """A unit may act this turn. ``sections`` are those it stood in, as its player sees them."""

    unit: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class OrdersEnded:
    """No further unit is ordered this turn; ordered units may move."""


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit went through ``path`` (hexes entered) at ``cost`` hexes of movement.

    ``may_battle`` and ``may_take_ground`` say what the move leaves open this turn.
    """

    unit: str
    path: tuple[Hex, ...]
    cost: int
    may_battle: bool
    may_take_ground: bool


@dataclass(frozen=True, slots=True)
class MovesEnded:
    """No further unit moves this turn; ordered units may battle."""


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


@dataclass(frozen=True, slots=True)
class AttackDeclared:
    """A unit attacks with ``dice`` dice at ``distance`` hexes; 1 is close assault."""

    attacker: str
    target: str
    distance: int
    dice: int
    overrun: bool


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice of the declared attack, from draw ``draw`` of the game's chance."""

    faces: tuple[Face, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class FiguresLost:
    """A unit lost ``count`` figures and lives on."""

    unit: str
    count: int
    cause: LossCause


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
    """The unit entered the emptied hex; the flags say what it may still do this turn."""

    unit: str
    hex: Hex
    may_battle: bool
    may_take_ground: bool


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
class BattlesEnded:
    """The active seat fights no further battle this turn."""


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card lies face up on the discard pile; ``source`` is where it was."""

    seat: Seat
    card: Card
    source: DiscardSource


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew the top card into its hand."""

    seat: Seat
    card: Card = hidden()


@dataclass(frozen=True, slots=True)
class CardsOffered:
    """A seat looks at ``count`` cards from the top and will keep one."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = hidden()


@dataclass(frozen=True, slots=True)
class CardKept:
    """A seat took one of the offered cards into its hand."""

    seat: Seat
    card: Card = hidden()


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat's turn is over."""

    turn: int
    seat: Seat


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


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """A seat gave the game up, or let its time run out."""

    seat: Seat
    reason: Ending


@dataclass(frozen=True, slots=True)
class GameFinished:
    """The game is over."""

    winner: Side
    reason: Ending


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed, in hex, behind every die and shuffle, for anyone to check.

    Draw ``n`` reads the bytes of HMAC-SHA-256, keyed with the seed, over ``<game>:<n>::<block>``
    for block 0, 1, and so on.
    """

    seed: str


Event = (
    UnitOrdered
    | UnitMoved
    | AttackDeclared
    | DiceRolled
    | FiguresLost
    | UnitEliminated
    | RetreatDemanded
    | FlagIgnored
    | UnitRetreated
    | GroundOffered
    | GroundTaken
    | GroundDeclined
    | OverrunOffered
    | OverrunDeclined
    | OrdersEnded
    | MovesEnded
    | BattlesEnded
    | ObstacleRemoved
    | WireCleared
    | ObjectiveTaken
    | ObjectiveLost
    | CardPlayed
    | CardDiscarded
    | CardDrawn
    | CardsOffered
    | CardKept
    | TurnEnded
    | TurnStarted
    | DeckShuffled
    | CardsDealt
    | GameCreated
    | SeatTaken
    | GameStarted
    | SeatResigned
    | GameFinished
    | SeedRevealed
)


def audience(event: Event) -> tuple[Seat, ...]:
    """The seats that may see an event's hidden fields; none of them is nobody."""
    match event:
        case CardsDealt() | CardDrawn() | CardsOffered() | CardKept():
            return (event.seat,)
        case _:
            return ()
