"""Handlers: a game branches off, and the cards unknown to the branch are dealt anew."""

from domain import events as e
from domain.evolve.changes import Changes, Handler, no_change, pile_shuffled
from domain.state import GameState
from domain.values import UNKNOWN_CARD, Card
from domain.values.replacing import replace_fields


def _branched(state: GameState, event: e.GameBranched) -> Changes:
    cards = state.cards
    unknown = sum(card == UNKNOWN_CARD for card in cards.held())
    return {
        "standing": {},
        "clock": None,
        "proposal": None,
        "seats": dict.fromkeys(state.table.seats, event.player),
        "cards": replace_fields(
            cards,
            deck=(*cards.deck, *(UNKNOWN_CARD,) * unknown),
            hands={seat: _known(hand) for seat, hand in cards.hands.items()},
            shown={seat: _known(hand) for seat, hand in cards.shown.items()},
            offers={seat: left for seat, c in cards.offers.items() if (left := _known(c))},
            committed={s: left for s, c in cards.committed.items() if (left := _known(c))},
            handed={to: card for to, card in cards.handed.items() if card != UNKNOWN_CARD},
        ),
    }


def _known(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != UNKNOWN_CARD)


HANDLERS: dict[type, Handler] = {
    e.GameBranched: _branched,
    e.UnseenShuffled: pile_shuffled,
    e.DiceFixed: no_change,
}
