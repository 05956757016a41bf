"""What the two of a pair have between them: an open card, and hands that each may show the other
(2025 Appendix 5, Operation Alliance)."""

from collections import Counter

from domain import events as e
from domain.commands import ShowHand
from domain.errors import IllegalCommandError, Rule
from domain.state import GameState
from domain.steps import guards
from domain.steps.draft import Draft
from domain.values import Card, Seat


def open_card(state: GameState, seat: Seat) -> Card | None:
    """The open card of a seat's pair."""
    return state.cards.shared.get(state.table.side_of(seat))


def take_up(draft: Draft, seat: Seat, card: Card) -> None:
    """A member takes the open card up, to play it."""
    draft.then(e.SharedCardTaken(seat, draft.state.table.side_of(seat), card))


def show_hand(draft: Draft, command: ShowHand) -> None:
    """Show the others of the pair what one holds, as often as there is something new to show.

    Ruling: what is shown is the hand as it is; cards drawn later are not seen.
    """
    guards.running(draft.state)
    partners = draft.state.table.partners(command.seat)
    if not partners:
        raise IllegalCommandError(Rule.HAND_NO_PARTNER, seat=command.seat)
    if not may_show(draft.state, command.seat):
        raise IllegalCommandError(Rule.HAND_SHOWN)
    hand = draft.state.cards.hand(command.seat)
    draft.then(e.HandShown(command.seat, partners, len(hand), hand))


def may_show(state: GameState, seat: Seat) -> bool:
    """Whether a seat has a partner, and holds what it has not shown."""
    hand, shown = state.cards.hand(seat), state.cards.shown.get(seat, ())
    return bool(state.table.partners(seat)) and Counter(hand) != Counter(shown)
