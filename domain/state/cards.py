"""Where the cards of a game are, and what they order."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import chain

from domain.values import Card, Seat, Section, Side
from domain.values.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    """What the turn's card really orders: itself, or the card it mirrors or stands in for.

    ``section`` and ``fallback`` as in ``CardPlayed``. ``halves`` are those of a general's section
    in which all units stood that were ordered, once the turn is over.
    """

    card: Card
    section: Section | None = None
    fallback: bool = False
    halves: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Cards:
    """Where every card is. The last card of ``deck`` is on top, of ``discard`` face up on top.

    Whatever is not on the deck or the discards has a holder: a seat, which may hold a hand, a card
    in play, ``reactions`` (each Ambush played this turn) and ``offers`` to choose from.
    ``shared`` are the open cards of pairs; ``taken_up`` are the seats that played one this turn,
    ``shown`` the cards that a seat has shown to the others of its pair and that it still holds.
    ``issued`` is the order that each seat's last command card really gave, the last one last; of
    those that act together, that of their last turn. ``handed`` are the cards that a
    Commander-in-Chief has handed out and that are not played yet, by the seats that got them.
    ``committed`` lie face down until a later turn of their seat, the oldest first.
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
        """The cards a seat holds; none before the deal."""
        return self.hands.get(seat, ())

    def offer(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of which a seat keeps one."""
        return self.offers.get(seat, ())

    def due(self, seat: Seat) -> Card | None:
        """The committed card that a seat about to play one has to play: the older of two, or the
        only one of a seat that holds no other."""
        lying = self.committed.get(seat, ())
        return lying[0] if len(lying) > 1 or (lying and not self.hand(seat)) else None

    def held(self) -> Iterator[Card]:
        """What only their holders see: all hands, all cards on offer, and those handed out or
        committed."""
        lying = (*self.offers.values(), self.handed.values(), *self.committed.values())
        hands = (*self.hands.values(), *lying)
        return chain.from_iterable(hands)

    def face_up(self) -> Iterator[Card]:
        """What everybody sees: the discards, and the cards that lie before their players."""
        lying = (self.in_play.values(), self.shared.values())
        return chain(self.discard, *lying, *self.reactions.values())

    def everywhere(self) -> Iterator[Card]:
        """Every card of the game."""
        return chain(self.deck, self.face_up(), self.held())
