"""The deck, the hands and the turns."""

from domain.events.bases import CardEvent, SeatEvent
from domain.events.marks import hidden
from domain.values import (
    Card,
    DiscardSource,
    Seat,
    Section,
    SharedCardSource,
    ShuffleReason,
    Side,
)
from domain.values.frozen import dataclass
from domain.values.rare import rare


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """``count`` cards form the new draw pile, the last of ``order`` on top.

    The topmost ``kept`` of them were there before; draw ``draw`` of the game's chance ordered the
    others: all cards at the start, later the discard pile, or both piles if a card says so. The
    discard pile is now empty.
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
class SharedCardLaid:
    """A member laid a card open for its pair, taken from ``source``."""

    seat: Seat
    side: Side
    card: Card
    source: SharedCardSource


@dataclass(frozen=True, slots=True)
class SharedCardTaken:
    """A member of a pair took their open card, to play it at once."""

    seat: Seat
    side: Side
    card: Card


@dataclass(frozen=True, slots=True)
class HandShown:
    """A seat showed the ``count`` cards of its hand at that time to the seats ``to``."""

    seat: Seat
    to: tuple[Seat, ...]
    count: int
    cards: tuple[Card, ...] = hidden()


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Turn ``turn`` (from 1, counted over both sides) began; ``seat`` plays a card."""

    turn: int
    seat: Seat


class CommitmentDemanded(SeatEvent):
    """``seat`` must commit a card to its next turn."""


class CardCommitted(CardEvent):
    """``seat`` committed a card of its hand, face down, to its next turn."""


@dataclass(frozen=True, slots=True)
class CardHandedOut:
    """The Commander-in-Chief ``seat`` handed a card out to a general, or kept it for itself.

    Only the two see it until all cards of the turn are played.
    """

    seat: Seat
    to: Seat
    card: Card = hidden()


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A command card was played face up.

    ``orders_as`` is another card whose orders it executes: the one a Counter-Attack copies, or the
    one it stands in for. ``section`` limits those orders if the card does not print it.
    ``fallback`` says that the side has no unit of the card's types and orders one of any type
    instead.
    """

    seat: Seat
    card: Card
    orders_as: Card | None = None
    section: Section | None = None
    fallback: bool = False
    committed: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class CardProposed:
    """A member of a team proposed a card of the team's hand to the others, ``to``."""

    seat: Seat
    to: tuple[Seat, ...]
    card: Card = hidden()


@dataclass(frozen=True, slots=True)
class CardAssigned:
    """The card that ``seat`` played for its side is executed by the seats ``to``."""

    seat: Seat
    to: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card was discarded face up; ``source`` is where it was. Draw ``draw`` chose it from the
    hand, sorted by name."""

    seat: Seat
    card: Card
    source: DiscardSource
    draw: int | None = rare(None)


class CardDrawn(CardEvent):
    """A seat drew the top card into its hand."""


@dataclass(frozen=True, slots=True)
class CardsOffered:
    """A seat drew ``count`` cards and will keep one."""

    seat: Seat
    count: int
    cards: tuple[Card, ...] = hidden()


class CardKept(CardEvent):
    """A seat took one of the offered cards into its hand."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat's turn is over."""

    turn: int
    seat: Seat
