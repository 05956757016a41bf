"""Committing the card of the next turn (Eastern Front, Political commissars)."""

from collections.abc import Iterable, Iterator

from domain import events as e
from domain.commands import CommitCard, Play, PlayCard
from domain.errors import IllegalCommandError, Rule
from domain.phases import CommitCardPhase
from domain.position import Position
from domain.rules.cards import commissar, plays
from domain.steps import guards
from domain.steps.cards import turns
from domain.steps.draft import Draft
from domain.values import Seat


def begin(draft: Draft) -> None:
    """Let each side with a commissar commit its first card; the first turn follows."""
    _demand_next(draft, draft.state.table.seats)


def commit(draft: Draft, command: CommitCard) -> None:
    """Commit a card; the one committed before is played next."""
    guards.phase(draft.state, CommitCardPhase)
    seat, card = command.seat, command.card
    if card not in draft.state.cards.hand(seat):
        raise IllegalCommandError(Rule.CARD_NOT_IN_HAND, card=card)
    if card not in commissar.committable(draft.position, seat):
        raise IllegalCommandError(Rule.CARD_NOT_TO_COMMIT, card=card)
    draft.then(e.CardCommitted(seat, card))
    if not draft.state.turn.number:
        seats = draft.state.table.seats
        _demand_next(draft, seats[seats.index(seat) + 1 :])


def options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each card that may be committed, and each way to play one from the hand instead."""
    for card in commissar.committable(position, seat):
        yield CommitCard(seat, card)
    for card in commissar.playable_instead(position, seat):
        for way in plays.play_options(position, seat, card):
            yield PlayCard(seat, card, way.section, way.as_card)


def _demand_next(draft: Draft, seats: Iterable[Seat]) -> None:
    for seat in seats:
        if commissar.commits(draft.position, seat):
            draft.then(e.CommitmentDemanded(seat))
            return
    turns.begin(draft, 1, draft.state.table.first_of(draft.state.created.setup.first))
