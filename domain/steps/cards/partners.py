"""What partners share: the open card of a pair and hands shown to each other (2025 Appendix 5,
Operation Alliance), and cards proposed within a team (2004 Appendix 3, Team Play)."""

from collections import Counter
from collections.abc import Iterator

from domain import events as e
from domain.commands import ProposeCard, ShowHand, SideMessage
from domain.errors import IllegalCommandError, Rule
from domain.phases import CommitCardPhase, PlayCardPhase
from domain.state import GameState
from domain.steps import guards
from domain.steps.draft import Draft
from domain.values import Card, Seat


def open_card(state: GameState, seat: Seat) -> Card | None:
    """Return the open card of a seat's pair, if any."""
    return state.cards.shared.get(state.table.side_of(seat))


def take_up(draft: Draft, seat: Seat, card: Card) -> None:
    """Take the open card, to play it."""
    draft.then(e.SharedCardTaken(seat, draft.state.table.side_of(seat), card))


def show_hand(draft: Draft, command: ShowHand) -> None:
    """Show the seat's hand to its partners, whenever there is something new to show.

    Ruling: the hand is shown as it is now; cards drawn later are not.
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
    """Return whether a seat has a partner, and cards that it has not shown."""
    hand, shown = state.cards.hand(seat), state.cards.shown.get(seat, ())
    return bool(state.table.partners(seat)) and Counter(hand) != Counter(shown)


def propose(draft: Draft, command: ProposeCard) -> None:
    """Propose a card to the Commander-in-Chief. Ruling: once per turn, until the card is played."""
    guards.running(draft.state)
    state, seat = draft.state, command.seat
    if not may_propose(state, seat):
        raise IllegalCommandError(Rule.CARD_NOT_TO_PROPOSE, seat=seat)
    hand = state.cards.hand(state.table.leader(seat))
    if command.card not in hand:
        raise IllegalCommandError(Rule.CARD_NOT_IN_HAND, card=command.card)
    others = tuple(other for other in state.table.team(seat) if other is not seat)
    draft.then(e.CardProposed(seat, others, command.card))


def may_propose(state: GameState, seat: Seat) -> bool:
    """Return whether a seat is in the team that is about to play a card, does not lead it, and has
    not proposed one yet."""
    turn, leader = state.turn, state.table.leader(seat)
    is_card_phase = isinstance(state.phase, PlayCardPhase | CommitCardPhase) and turn.number > 0
    is_team_choosing = (
        is_card_phase and state.cards.due(leader) is None and leader is turn.seat is not seat
    )
    return is_team_choosing and seat not in turn.proposals


def options(state: GameState, seat: Seat) -> Iterator[SideMessage]:
    """Yield the messages that a seat may send to its own side, if it has partners."""
    if len(state.table.seats_of(state.table.side_of(seat))) == 1:
        return
    if may_propose(state, seat):
        for card in sorted(set(state.cards.hand(state.table.leader(seat)))):
            yield ProposeCard(seat, card)
    if may_show(state, seat):
        yield ShowHand(seat)
