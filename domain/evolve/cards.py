"""Booking: the deck, the hands and the turns that cards open."""

from domain import events as e
from domain.evolve.changes import Booking, Changes, below, with_hand, without
from domain.state import (
    ChooseCardPhase,
    GameState,
    Order,
    OrderPhase,
    PlayCardPhase,
    Turn,
)
from domain.values import DiscardSource
from domain.values.replacing import replace_fields


def _shuffled(state: GameState, event: e.DeckShuffled) -> Changes:
    cards = replace_fields(state.cards, deck=event.order, discard=())
    return {"cards": cards, "draws": event.draw + 1}


def _dealt(state: GameState, event: e.CardsDealt) -> Changes:
    cards = replace_fields(state.cards, deck=below(state.cards.deck, event.count))
    return {"cards": with_hand(cards, event.seat, event.cards)}


def _turn_started(state: GameState, event: e.TurnStarted) -> Changes:
    turn = Turn(event.turn, event.seat, state.turn.taken, {})
    return {"turn": turn, "phase": PlayCardPhase()}


def _played(state: GameState, event: e.CardPlayed) -> Changes:
    order = Order(event.orders_as or event.card, event.section, event.fallback)
    cards, seat = state.cards, event.seat
    return {
        "cards": replace_fields(
            cards,
            in_play=event.card,
            issued={**cards.issued, seat: order},
            hands={**cards.hands, seat: without(cards.hand(seat), event.card)},
        ),
        "turn": replace_fields(state.turn, order=order),
        "phase": OrderPhase(),
    }


def _discarded(state: GameState, event: e.CardDiscarded) -> Changes:
    cards = replace_fields(state.cards, discard=(*state.cards.discard, event.card))
    if event.source is DiscardSource.IN_PLAY:
        return {"cards": replace_fields(cards, in_play=None)}
    if event.source is DiscardSource.REACTION:
        return {"cards": replace_fields(cards, reaction=None)}
    return {"cards": replace_fields(cards, offer=without(cards.offer, event.card))}


def _drawn(state: GameState, event: e.CardDrawn) -> Changes:
    hand = (*state.cards.hand(event.seat), event.card)
    cards = replace_fields(state.cards, deck=state.cards.deck[:-1])
    return {"cards": with_hand(cards, event.seat, hand)}


def _offered(state: GameState, event: e.CardsOffered) -> Changes:
    cards = replace_fields(
        state.cards, deck=below(state.cards.deck, event.count), offer=event.cards
    )
    return {"cards": cards, "phase": ChooseCardPhase()}


def _kept(state: GameState, event: e.CardKept) -> Changes:
    hand = (*state.cards.hand(event.seat), event.card)
    cards = replace_fields(state.cards, offer=without(state.cards.offer, event.card))
    return {"cards": with_hand(cards, event.seat, hand)}


def _turn_ended(state: GameState, event: e.TurnEnded) -> Changes:
    taken = {**state.turn.taken, event.seat: state.turn.taken[event.seat] + 1}
    return {"turn": replace_fields(state.turn, taken=taken)}


BOOKING: dict[type, Booking] = {
    e.DeckShuffled: _shuffled,
    e.CardsDealt: _dealt,
    e.TurnStarted: _turn_started,
    e.CardPlayed: _played,
    e.CardDiscarded: _discarded,
    e.CardDrawn: _drawn,
    e.CardsOffered: _offered,
    e.CardKept: _kept,
    e.TurnEnded: _turn_ended,
}
