"""Cards and mines that a seat has not seen, dealt as they may lie."""

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
"""The draws of the chance that the cards and the mines follow from."""


def dealt(state: GameState, chance: Chance) -> GameState:
    """A state that a seat knows, with cards and mines for those that it does not know: any of those
    that are left, each equally likely. Cards that are handed out stay unknown."""
    deck = Counter(full_deck(state.created.deck))
    left = (deck - Counter(state.cards.everywhere())).elements()
    cards = _filled(state.cards, iter(chance.shuffle(_CARDS, tuple(left))))
    return replace_fields(state, cards=cards, mines=_laid(state.mines, chance))


def _filled(cards: Cards, left: Iterator[Card]) -> Cards:
    def known(lying: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(next(left) if card == UNKNOWN_CARD else card for card in lying)

    def all_known(held: Mapping[Seat, tuple[Card, ...]]) -> Mapping[Seat, tuple[Card, ...]]:
        return {seat: known(lying) for seat, lying in held.items()}

    return replace_fields(
        cards,
        hands=all_known(cards.hands),
        offers=all_known(cards.offers),
        committed=all_known(cards.committed),
        deck=known(cards.deck),
    )


def _laid(mines: Mapping[Hex, Mine], chance: Chance) -> Mapping[Hex, Mine]:
    """Each token for itself: that others lie on the board already is left out of account."""
    hidden = [hex_ for hex_, mine in mines.items() if mine.strength == UNKNOWN_STRENGTH]
    drawn = chance.numbers(_MINES, len(hidden), len(MINES))
    laid = {hex_: Mine(MINES[place]) for hex_, place in zip(hidden, drawn, strict=True)}
    return {**mines, **laid}
