"""Where the cards of a game are, and what they order."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import chain

from domain.values import Card, Seat, Section, Side
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    """The card whose orders apply in a turn: the card played, or the one it copies or stands in
    for.

    ``section`` and ``fallback`` as in ``CardPlayed``. ``halves`` are the halves of a general's
    section in which all ordered units stood, set once the turn is over.
    """

    card: Card
    section: Section | None = None
    fallback: bool = False
    halves: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Cards:
    """The location of every card. The last card of ``deck`` and of ``discard`` is on top; the
    discards lie face up.

    Every other card has a holder, a seat: in its hand, in play, as one of its ``reactions`` (each
    Ambush played this turn), or among its ``offers`` to choose from. ``shared`` are the open cards
    of pairs; ``taken_up`` are the seats that played one this turn, ``shown`` the cards that a seat
    has shown to its partners and still holds. ``issued`` is the order that each seat gave last, the
    latest one last; for seats that act together, that of their last turn. ``handed`` are the cards
    that a Commander-in-Chief has handed out and that are not played yet, by their recipients.
    ``committed`` lie face down until a later turn of their seat, oldest first.
    """

    deck: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    in_play: Mapping[Seat, Card] = field(default_factory=dict)
    reactions: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    offers: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    issued: Mapping[Seat, Order] = field(default_factory=dict)
    shared: Mapping[Side, Card] = field(default_factory=dict)
    taken_up: frozenset[Seat] = frozenset()
    shown: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    handed: Mapping[Seat, Card] = field(default_factory=dict)
    committed: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards in a seat's hand; none before the deal."""
        return self.hands.get(seat, ())

    def offer(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards of which a seat keeps one."""
        return self.offers.get(seat, ())

    def due(self, seat: Seat) -> Card | None:
        """Return the committed card that a seat must play now, if any: the older of two, or the
        only one if its hand is empty."""
        committed = self.committed.get(seat, ())
        return committed[0] if len(committed) > 1 or (committed and not self.hand(seat)) else None

    def held(self) -> Iterator[Card]:
        """Iterate over cards only their holders see: hands, offers, handed out, committed."""
        set_aside = (*self.offers.values(), self.handed.values(), *self.committed.values())
        hands = (*self.hands.values(), *set_aside)
        return chain.from_iterable(hands)

    def face_up(self) -> Iterator[Card]:
        """Iterate over the cards that everyone sees: the discards, and those on the table."""
        on_table = (self.in_play.values(), self.shared.values())
        return chain(self.discard, *on_table, *self.reactions.values())

    def everywhere(self) -> Iterator[Card]:
        """Iterate over every card of the game."""
        return chain(self.deck, self.face_up(), self.held())
