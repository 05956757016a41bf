"""Chance as a log records it, for deciding events again whose draws follow from no known seed.

Up to version ``unproved`` of a branch the dice are what they are recorded to be, and so are those
cards that its maker knew; each other card is ``UNKNOWN_CARD``. A state is completed with what the
events of a command show of it: the card played was in the hand, the card drawn lay on top.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from domain import commands as c
from domain import events as e
from domain.editions import rulebook
from domain.evolve.changes import without
from domain.position import Position
from domain.redaction import without_hidden
from domain.rules.battles.mines import left_for
from domain.state import Cards, GameState, Mine
from domain.values import UNKNOWN_CARD, Card, DiscardSource, Face, Seat, SharedCardSource

_ANY_OTHER = Card.RECON_LEFT
"""Stands in a hand for a card that is not known: rules ask of those which are not played only
whether they are reactions. The only reaction of a deck is the card that is played, or it is not."""


class NotRecordedError(Exception):
    """A draw that the events do not record, or not like this."""


class RecordedChance:
    """The draws of one command, in the order in which its events record them. Every method raises
    ``NotRecordedError``."""

    def __init__(self, state: GameState, events: Sequence[e.Event]) -> None:
        self._rolls = _rolls(events)
        self._numbers = _numbers(state, events)
        self._orders = iter(list(_orders(events, _slots(state))))

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """The next dice, if there are ``count`` of them."""
        faces = next(self._rolls, ())
        if len(faces) != count:
            raise NotRecordedError
        return faces

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """The next drift or mine, if it has ``count`` steps of those there are."""
        drift = next(self._numbers, ())
        if len(drift) != count or not all(0 <= step < bound for step in drift):
            raise NotRecordedError
        return drift

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The next order, if it can be one of these cards."""
        order = tuple(slot.card for slot in next(self._orders, ()))
        shown = Counter(card for card in order if card != UNKNOWN_CARD)
        others = (shown - Counter(cards)).total()
        if len(order) != len(cards) or others > cards.count(UNKNOWN_CARD):
            raise NotRecordedError
        return order


class _Slot:
    """A place in a draw pile, and the card in it as far as it is known."""

    __slots__ = ("card",)

    def __init__(self, card: Card) -> None:
        self.card = card


_Order = Sequence[_Slot]


def completed(state: GameState, events: Sequence[e.Event]) -> GameState:
    """The state with those cards and mines known that the events of a command show."""
    pile = _slots(state)
    for _ in _orders(events, pile):
        """Each of them shows more of the pile."""
    cards = replace(
        state.cards,
        deck=tuple(slot.card for slot in pile),
        hands={seat: _hand(state.cards, seat, events) for seat in state.cards.hands},
        committed={
            seat: _lying(seat, cards, events) for seat, cards in state.cards.committed.items()
        },
        offers={seat: _offer(cards, events) for seat, cards in state.cards.offers.items()},
    )
    shown = {one.hex: Mine(one.strength) for one in events if isinstance(one, e.MineRevealed)}
    return replace(state, cards=cards, mines={**state.mines, **shown})


def as_held(command: c.Command) -> c.Command:
    """The command, with what stands in the hand for a card that is not known."""
    if isinstance(command, c.CommitCard) and command.card == UNKNOWN_CARD:
        return replace(command, card=_ANY_OTHER)
    return command


def is_as_recorded(made: Sequence[e.Event], events: Sequence[e.Event]) -> bool:
    """Whether what was decided is what was recorded, as far as that is known."""
    return len(made) == len(events) and all(
        one in (own, without_hidden(own)) for own, one in zip(made, events, strict=True)
    )


def too_many_cards(state: GameState) -> bool:
    """Whether more copies of a card are known than there are."""
    known = Counter(card for card in state.cards.everywhere() if card != UNKNOWN_CARD)
    deck = state.created.deck
    return any(count > deck.get(card, 0) for card, count in known.items())


def _slots(state: GameState) -> _Order:
    return [_Slot(card) for card in state.cards.deck]


def _rolls(events: Iterable[e.Event]) -> Iterator[tuple[Face, ...]]:
    """The dice that chance has thrown: not those that were fixed."""
    fixed = False
    for event in events:
        match event:
            case e.DiceFixed():
                fixed = True
            case _ if isinstance(event, e.Throw):
                if not fixed:
                    yield event.faces
                fixed = False


def _numbers(state: GameState, events: Sequence[e.Event]) -> Iterator[tuple[int, ...]]:
    """The drifts, and which of the mines that are left was laid or of the cards of a hand was lost:
    any, where that is not known."""
    hands = dict(completed(state, events).cards.hands)
    for event in events:
        match event:
            case e.AmbushPlayed(seat, card) if card in hands.get(seat, ()):
                hands[seat] = without(hands[seat], card)
            case e.CardDiscarded(seat, card, DiscardSource.HAND):
                hand = sorted(hands.get(seat, ()))
                yield (hand.index(card) if card in hand else 0,)
            case e.UnitLanded(drift=drift) | e.UnitDropFailed(drift=drift):
                yield drift
            case e.MineLaid(hex=hex_, strength=strength):
                left = left_for(Position(rulebook(state.created), state), hex_)
                yield (left.index(strength) if strength in left else 0,)
                mines = {**state.mines, hex_: Mine(strength)}
                state = replace(state, mines=mines)


def _orders(events: Iterable[e.Event], pile: _Order) -> Iterator[_Order]:
    """What each shuffle gives. Cards that are drawn later on show where they lay, in these orders
    and in the draw pile as it was."""
    left = list(pile)
    for event in events:
        match event:
            case e.DeckShuffled(kept=kept, order=order):
                below = [_Slot(card) for card in order[: len(order) - kept]]
                left = below + left[len(left) - kept :]
                yield below
            case e.DrawPileShuffled(order=order) | e.UnseenShuffled(order=order):
                left = [_Slot(card) for card in order]
                yield tuple(left)
            case e.CardsDealt(cards=drawn) | e.CardsOffered(cards=drawn):
                _draw(left, drawn)
            case (
                e.CardDrawn(card=card)
                | e.SharedCardLaid(card=card, source=SharedCardSource.DRAW_PILE)
            ):
                _draw(left, (card,))


def _draw(pile: list[_Slot], cards: tuple[Card, ...]) -> None:
    for card in cards[: len(pile)]:
        slot = pile.pop()
        if slot.card == UNKNOWN_CARD:
            slot.card = card


def _hand(cards: Cards, seat: Seat, events: Sequence[e.Event]) -> tuple[Card, ...]:
    hand = cards.hand(seat)
    for event in events:
        match event:
            case (
                e.CardPlayed(player, card, committed=False)
                | e.AmbushPlayed(player, card)
                | e.CardDiscarded(player, card, DiscardSource.HAND)
            ) if player is seat:
                if card not in hand and UNKNOWN_CARD in hand:
                    place = hand.index(UNKNOWN_CARD)
                    hand = (*hand[:place], card, *hand[place + 1 :])
    return tuple(_ANY_OTHER if card == UNKNOWN_CARD else card for card in hand)


def _lying(seat: Seat, lying: tuple[Card, ...], events: Sequence[e.Event]) -> tuple[Card, ...]:
    played = events[0]
    if isinstance(played, e.CardPlayed) and played.committed and played.seat is seat:
        return (played.card, *lying[1:])
    return lying


def _offer(offer: tuple[Card, ...], events: Sequence[e.Event]) -> tuple[Card, ...]:
    if UNKNOWN_CARD not in offer or not isinstance(events[0], e.CardKept | e.SharedCardLaid):
        return offer
    left = [
        event.card
        for event in events
        if isinstance(event, e.CardDiscarded) and event.source is DiscardSource.OFFER
    ]
    shown = (events[0].card, *left)
    return shown if len(shown) == len(offer) else offer
