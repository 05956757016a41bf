"""Start a branch: one player decides for all seats, and the cards unknown to this player are dealt
anew.

None of this is in the rulebooks; branches serve to analyze a game, during it and afterwards.
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
    """End the shared past, at a version that awaits a decision."""
    before = draft.state
    if before.phase is None or before.version != event.at_version:
        raise IllegalCommandError(
            Rule.BRANCH_NO_SUCH_VERSION, at_version=event.at_version, version=before.version
        )
    draft.then(event)
    if UNKNOWN_CARD in draft.state.cards.deck:
        _deal_unseen(draft, before.cards)
    for hex_, mine in before.mines.items():
        is_mined = ObstacleKind.MINEFIELD in before.obstacles.get(hex_, ())
        if is_mined and mine.strength == UNKNOWN_STRENGTH:
            hazards.lay_mine(draft, hex_)


def _deal_unseen(draft: Draft, before: Cards) -> None:
    """Shuffle all unknown cards, and deal each holder of unknown cards as many of them."""
    draw = draft.state.draws
    order = draft.chance.shuffle(draw, _unseen(draft))
    draft.then(e.UnseenShuffled(len(order), draw, order))
    table = draft.state.table
    returned_to = [table.leader(to) for to, card in before.handed.items() if card == UNKNOWN_CARD]
    for seat in table.seats:
        held = (*before.hand(seat), *before.committed.get(seat, ()))
        for _ in range(held.count(UNKNOWN_CARD) + returned_to.count(seat)):
            draft.then(e.CardDrawn(seat, draft.state.cards.deck[-1]))
    offers = ((seat, cards.count(UNKNOWN_CARD)) for seat, cards in before.offers.items())
    for seat, count in (offer for offer in offers if offer[1]):
        offered = draft.state.cards.deck[-count:][::-1]
        draft.then(e.CardsOffered(seat, count, offered))


def _unseen(draft: Draft) -> list[Card]:
    cards = draft.state.cards
    known_cards = Counter((*cards.face_up(), *cards.held()))
    return sorted((Counter(full_deck(draft.state.created.deck)) - known_cards).elements())
