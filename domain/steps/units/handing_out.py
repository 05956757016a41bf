"""Handing out cards down a chain of command, and the turn that they open (Overlord, Command
cards)."""

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
    """Give a card to a general, which others see when all are played: at once after the last of a
    turn."""
    guards.phase(draft.state, HandOutPhase)
    position, card, to = draft.position, command.card, command.to
    guards.at_table(draft.state, to)
    if card not in draft.state.cards.hand(command.seat):
        raise IllegalCommandError(Rule.CARD_NOT_IN_HAND, card=card)
    takers = handing_out.takers(position, card)
    if to not in takers:
        raise IllegalCommandError(Rule.CARD_NOT_FOR_SEAT, card=card, seat=to, seats=takers)
    draft.then(e.CardHandedOut(command.seat, to, card))
    if handing_out.is_full(draft.position):
        _play_all(draft, command.seat)


def end_hand_out(draft: Draft, command: EndHandOut) -> None:
    """Play what was handed out, one card at least."""
    guards.phase(draft.state, HandOutPhase)
    if not draft.state.cards.handed:
        raise IllegalCommandError(Rule.CARD_NONE_HANDED_OUT)
    _play_all(draft, command.seat)


def options(position: Position, seat: Seat) -> Iterator[Play]:
    """Each card of the hand to each seat that may get it, and ending once one got one."""
    for card in sorted(set(position.state.cards.hand(seat))):
        for to in handing_out.takers(position, card):
            yield HandOut(seat, card, to)
    if position.state.cards.handed:
        yield EndHandOut(seat)


def _play_all(draft: Draft, chief: Seat) -> None:
    """All cards lie open before the first is carried out; that of the Commander-in-Chief is."""
    before, handed = draft.position, draft.state.cards.handed
    for seat in draft.state.turn.acting:
        if seat in handed:
            meant = handing_out.meaning(before, seat, handed[seat])
            played = e.CardPlayed(seat, handed[seat], meant.orders_as, fallback=meant.fallback)
            draft.then(played)
    position = draft.position
    if chief in handed and position.spec.alone:
        draft.then(e.CardAssigned(chief, draft.state.turn.beside))
    terms = plays.strike_terms(draft.position) if chief in handed else None
    if terms is None:
        generals.begin(draft)
    else:
        strikes.begin(draft, terms)
