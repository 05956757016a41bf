"""A ``Chance`` that replays recorded draws, to decide events again without a known seed.

Up to version ``unproved`` of a branch, the dice and the cards known to its creator are taken as
recorded; every other card is ``UNKNOWN_CARD``. A state is completed with what the events of a
command reveal: the card played was in the hand, the card drawn was on top.
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
"""Stands for an unknown card in a hand: the rules only check whether unplayed cards are reactions,
and a deck has a single reaction, which is the played card or not in the hand."""


class NotRecordedError(Exception):
    """The events do not record such a draw."""


class RecordedChance:
    """The draws of one command, in the order of its events. Every method raises
    ``NotRecordedError``."""

    def __init__(self, state: GameState, events: Sequence[e.Event]) -> None:
        self._rolls = _rolls(events)
        self._numbers = _numbers(state, events)
        self._orders = iter(list(_orders(events, _slots(state))))

    def roll(self, index: int, count: int) -> tuple[Face, ...]:
        """The next dice, which must be ``count``."""
        faces = next(self._rolls, ())
        if len(faces) != count:
            raise NotRecordedError
        return faces

    def numbers(self, index: int, count: int, bound: int) -> tuple[int, ...]:
        """The next drift or mine, which must be ``count`` numbers below ``bound``."""
        drift = next(self._numbers, ())
        if len(drift) != count or not all(0 <= step < bound for step in drift):
            raise NotRecordedError
        return drift

    def shuffle(self, index: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The next order, which must be possible with these cards."""
        order = tuple(slot.card for slot in next(self._orders, ()))
        shown = Counter(card for card in order if card != UNKNOWN_CARD)
        others = (shown - Counter(cards)).total()
        if len(order) != len(cards) or others > cards.count(UNKNOWN_CARD):
            raise NotRecordedError
        return order


class _Slot:
    """A position in a draw pile, with its card if known."""

    __slots__ = ("card",)

    def __init__(self, card: Card) -> None:
        self.card = card


_Order = Sequence[_Slot]


def completed(state: GameState, events: Sequence[e.Event]) -> GameState:
    """The state with the cards and mines that the events of a command reveal."""
    pile = _slots(state)
    for _ in _orders(events, pile):
        """Each order reveals more of the pile."""
    cards = replace(
        state.cards,
        deck=tuple(slot.card for slot in pile),
        hands={seat: _hand(state.cards, seat, events) for seat in state.cards.hands},
        committed={
            seat: _lying(seat, cards, events) for seat, cards in state.cards.committed.items()
        },
        offers={seat: _offer(cards, events) for seat, cards in state.cards.offers.items()},
    )
    mines = {
        event.hex: Mine(event.strength) for event in events if isinstance(event, e.MineRevealed)
    }
    return replace(state, cards=cards, mines={**state.mines, **mines})


def as_held(command: c.Command) -> c.Command:
    """The command, with the placeholder for an unknown card."""
    if isinstance(command, c.CommitCard) and command.card == UNKNOWN_CARD:
        return replace(command, card=_ANY_OTHER)
    return command


def is_as_recorded(decided: Sequence[e.Event], events: Sequence[e.Event]) -> bool:
    """Whether decided events equal the recorded ones, as far as these are known."""
    return len(decided) == len(events) and all(
        event in (decided_event, without_hidden(decided_event))
        for decided_event, event in zip(decided, events, strict=True)
    )


def too_many_cards(state: GameState) -> bool:
    """Whether more copies of a card are known than the deck has."""
    known = Counter(card for card in state.cards.everywhere() if card != UNKNOWN_CARD)
    deck = state.created.deck
    return any(count > deck.get(card, 0) for card, count in known.items())


def _slots(state: GameState) -> _Order:
    return [_Slot(card) for card in state.cards.deck]


def _rolls(events: Iterable[e.Event]) -> Iterator[tuple[Face, ...]]:
    """The rolled dice, without fixed ones."""
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
    """The drifts, and the indexes of laid mines and of discarded cards, 0 where unknown."""
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
    """The order of each shuffle. Cards drawn later reveal their positions, in these orders and in
    the original draw pile."""
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
