"""Booking: a game branches off, and the cards that are not known in the branch are others."""

from domain import events as e
from domain.evolve.changes import Booking, Changes, nothing
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Card, Seat
from domain.values.replacing import replace_fields


def _branched(state: GameState, event: e.GameBranched) -> Changes:
    cards = state.cards
    held = (*cards.hands.values(), cards.offer)
    unknown = sum(part.count(UNKNOWN_CARD) for part in held)
    return {
        "seats": dict.fromkeys(Seat, event.player),
        "cards": replace_fields(
            cards,
            deck=(*cards.deck, *(UNKNOWN_CARD,) * unknown),
            hands={seat: _known(hand) for seat, hand in cards.hands.items()},
            offer=_known(cards.offer),
        ),
    }


def _known(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != UNKNOWN_CARD)


def _unseen_shuffled(state: GameState, event: e.UnseenShuffled) -> Changes:
    return {"cards": replace_fields(state.cards, deck=event.order), "draws": event.draw + 1}


BOOKING: dict[type, Booking] = {
    e.GameBranched: _branched,
    e.UnseenShuffled: _unseen_shuffled,
    e.DiceFixed: nothing,
}
