"""The deck, the hands and the turns that cards open."""

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

    The topmost ``kept`` of them lay there before; draw ``draw`` of the game's chance ordered the
    others: at the start all cards, later the discard pile, and at a card's bidding the discards
    with the whole draw pile. The discard pile is empty now.
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
    """A card lies open for a pair: a member laid it there, from where ``source`` says."""

    seat: Seat
    side: Side
    card: Card
    source: SharedCardSource


@dataclass(frozen=True, slots=True)
class SharedCardTaken:
    """A member of a pair took up their open card, to play it at once."""

    seat: Seat
    side: Side
    card: Card


@dataclass(frozen=True, slots=True)
class HandShown:
    """A seat showed the ``count`` cards of its hand, as it was then, to the seats ``to``."""

    seat: Seat
    to: tuple[Seat, ...]
    count: int
    cards: tuple[Card, ...] = hidden()


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Turn ``turn`` (from 1, counted over both sides) begins; ``seat`` plays a card."""

    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class CommitmentDemanded:
    """``seat`` lays a card down for its next turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardCommitted:
    """``seat`` laid a card of its hand face down, for its next turn."""

    seat: Seat
    card: Card = hidden()


@dataclass(frozen=True, slots=True)
class CardHandedOut:
    """The Commander-in-Chief ``seat`` handed a card out to a general, or laid it down for itself.

    Only the two see it before all cards of the turn are played.
    """

    seat: Seat
    to: Seat
    card: Card = hidden()


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A command card lies open before its player.

    ``orders_as`` is another card whose orders it carries out: the one a Counter-Attack mirrors, or
    the one it stands in for. ``section`` limits those orders where the card does not print it.
    ``fallback`` says that the side has no unit of the card's types and orders one of any instead.
    """

    seat: Seat
    card: Card
    orders_as: Card | None = None
    section: Section | None = None
    fallback: bool = False
    committed: bool = rare(default=False)


@dataclass(frozen=True, slots=True)
class CardProposed:
    """A member of a team proposed a card of the hand that it plays by to the others, ``to``."""

    seat: Seat
    to: tuple[Seat, ...]
    card: Card = hidden()


@dataclass(frozen=True, slots=True)
class CardAssigned:
    """The card that ``seat`` played for its side is carried out by the seats ``to``."""

    seat: Seat
    to: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A card lies face up on the discard pile; ``source`` is where it was. Draw ``draw`` took one
    of a hand, sorted by name."""

    seat: Seat
    card: Card
    source: DiscardSource
    draw: int | None = rare(None)


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
