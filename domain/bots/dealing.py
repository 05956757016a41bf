"""Deal the cards and mines that a seat has not seen."""

from collections import Counter
from collections.abc import Iterator, Mapping

from domain.chance import Chance
from domain.geometry.hexes import Hex
from domain.pieces.obstacles import MINES
from domain.state import Cards, GameState, Mine
from domain.steps.table.lifecycle import full_deck
from domain.values import UNKNOWN_CARD, UNKNOWN_STRENGTH, Card, Seat
from domain.values.replacing import replace_fields

_CARDS, _MINES = 0, 1
"""The indexes of the draws for cards and mines."""


def deal_unknown(state: GameState, chance: Chance) -> GameState:
    """Return the state with a random card or mine for each unknown one, each remaining one equally
    likely. Cards that are handed out stay unknown."""
    deck = Counter(full_deck(state.created.deck))
    remaining = (deck - Counter(state.cards.everywhere())).elements()
    cards = _deal_cards(state.cards, iter(chance.shuffle(_CARDS, tuple(remaining))))
    return replace_fields(state, cards=cards, mines=_lay_mines(state.mines, chance))


def _deal_cards(cards: Cards, remaining: Iterator[Card]) -> Cards:
    def fill(held: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(next(remaining) if card == UNKNOWN_CARD else card for card in held)

    def fill_all(held: Mapping[Seat, tuple[Card, ...]]) -> Mapping[Seat, tuple[Card, ...]]:
        return {seat: fill(held) for seat, held in held.items()}

    return replace_fields(
        cards,
        hands=fill_all(cards.hands),
        offers=fill_all(cards.offers),
        committed=fill_all(cards.committed),
        deck=fill(cards.deck),
    )


def _lay_mines(mines: Mapping[Hex, Mine], chance: Chance) -> Mapping[Hex, Mine]:
    """Draw each token independently, ignoring that others are already on the board."""
    hidden = [hex_ for hex_, mine in mines.items() if mine.strength == UNKNOWN_STRENGTH]
    drawn = chance.numbers(_MINES, len(hidden), len(MINES))
    laid = {hex_: Mine(MINES[index]) for hex_, index in zip(hidden, drawn, strict=True)}
    return {**mines, **laid}
