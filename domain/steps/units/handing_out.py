"""Handing out cards down a chain of command, and the turn they open (Overlord, Command cards)."""

from collections.abc import Iterator

from domain import events as e
from domain.commands import EndHandOut, HandOut, Play
from domain.errors import IllegalCommandError, Rule
from domain.phases import HandOutPhase
from domain.position import Position
from domain.rules.cards import handing_out, plays
from domain.steps import guards
from domain.steps.draft import Draft
from domain.steps.units import generals, strikes
from domain.values import Seat


def hand_out(draft: Draft, command: HandOut) -> None:
    """Hand a card out to a general. All cards are shown when they are played: at once after the
    last one of a turn."""
    guards.phase(draft.state, HandOutPhase)
    position, card, to = draft.position, command.card, command.to
    guards.at_table(draft.state, to)
    if card not in draft.state.cards.hand(command.seat):
        raise IllegalCommandError(Rule.CARD_NOT_IN_HAND, card=card)
    recipients = handing_out.recipients(position, card)
    if to not in recipients:
        raise IllegalCommandError(Rule.CARD_NOT_FOR_SEAT, card=card, seat=to, seats=recipients)
    draft.then(e.CardHandedOut(command.seat, to, card))
    if handing_out.is_full(draft.position):
        _play_all(draft, command.seat)


def end_hand_out(draft: Draft, command: EndHandOut) -> None:
    """Play the cards handed out, at least one."""
    guards.phase(draft.state, HandOutPhase)
    if not draft.state.cards.handed:
        raise IllegalCommandError(Rule.CARD_NONE_HANDED_OUT)
    _play_all(draft, command.seat)


def options(position: Position, seat: Seat) -> Iterator[Play]:
    """Yield each card of the hand with each recipient, and ending once one is handed out."""
    for card in sorted(set(position.state.cards.hand(seat))):
        for to in handing_out.recipients(position, card):
            yield HandOut(seat, card, to)
    if position.state.cards.handed:
        yield EndHandOut(seat)


def _play_all(draft: Draft, chief: Seat) -> None:
    """Show all cards, then start executing the one of the Commander-in-Chief."""
    start, handed = draft.position, draft.state.cards.handed
    for seat in draft.state.turn.acting:
        if seat in handed:
            meaning = handing_out.meaning(start, seat, handed[seat])
            played = e.CardPlayed(seat, handed[seat], meaning.orders_as, fallback=meaning.fallback)
            draft.then(played)
    position = draft.position
    if chief in handed and position.spec.alone:
        draft.then(e.CardAssigned(chief, draft.state.turn.beside))
    terms = plays.strike_terms(draft.position) if chief in handed else None
    if terms is None:
        generals.begin(draft)
    else:
        strikes.begin(draft, terms)
