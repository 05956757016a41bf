"""A branch becomes a game of its own: one player decides for all seats, and the cards that this
player could not know are dealt anew.

Nothing of it is in the rulebooks; it is how a game is looked into, during it and afterwards.
"""

from collections import Counter

from domain import events as e
from domain.errors import IllegalCommandError, Rule
from domain.state import Cards
from domain.steps.draft import Draft
from domain.steps.table.lifecycle import full_deck
from domain.steps.units import hazards
from domain.values import UNKNOWN_CARD, UNKNOWN_STRENGTH, Card, ObstacleKind


def branch_off(draft: Draft, event: e.GameBranched) -> None:
    """End the past that is shared, at a version at which a decision was awaited."""
    before = draft.state
    if before.phase is None or before.version != event.at_version:
        raise IllegalCommandError(
            Rule.BRANCH_NO_SUCH_VERSION, at_version=event.at_version, version=before.version
        )
    draft.then(event)
    if UNKNOWN_CARD in draft.state.cards.deck:
        _deal_unseen(draft, before.cards)
    for hex_, mine in before.mines.items():
        lying = ObstacleKind.MINEFIELD in before.obstacles.get(hex_, ())
        if lying and mine.strength == UNKNOWN_STRENGTH:
            hazards.lay_mine(draft, hex_)


def _deal_unseen(draft: Draft, before: Cards) -> None:
    """Shuffle all cards that are not known, and give those who held some as many of them."""
    draw = draft.state.draws
    order = draft.chance.shuffle(draw, _unseen(draft))
    draft.then(e.UnseenShuffled(len(order), draw, order))
    table = draft.state.table
    back = [table.leader(to) for to, card in before.handed.items() if card == UNKNOWN_CARD]
    for seat in table.seats:
        lying = (*before.hand(seat), *before.committed.get(seat, ()))
        for _ in range(lying.count(UNKNOWN_CARD) + back.count(seat)):
            draft.then(e.CardDrawn(seat, draft.state.cards.deck[-1]))
    offers = ((seat, cards.count(UNKNOWN_CARD)) for seat, cards in before.offers.items())
    for seat, count in (offer for offer in offers if offer[1]):
        offered = draft.state.cards.deck[-count:][::-1]
        draft.then(e.CardsOffered(seat, count, offered))


def _unseen(draft: Draft) -> list[Card]:
    """The cards of the game less those that are known."""
    cards = draft.state.cards
    known = Counter((*cards.face_up(), *cards.held()))
    return sorted((Counter(full_deck(draft.state.created.deck)) - known).elements())
