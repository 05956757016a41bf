"""What those who share an army have between them: the open card of a pair and hands that each may
show the other (2025 Appendix 5, Operation Alliance), the cards that are proposed in a team (2004
Appendix 3, Team Play)."""

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


def propose(draft: Draft, command: ProposeCard) -> None:
    """Propose a card to the Commander-in-Chief, who decides.

    Ruling: once a turn, as long as the card is not played.
    """
    guards.running(draft.state)
    state, seat = draft.state, command.seat
    if not may_propose(state, seat):
        raise IllegalCommandError(Rule.CARD_NOT_TO_PROPOSE, seat=seat)
    hand = state.cards.hand(state.table.leader(seat))
    if command.card not in hand:
        raise IllegalCommandError(Rule.CARD_NOT_IN_HAND, card=command.card)
    others = tuple(one for one in state.table.team(seat) if one is not seat)
    draft.then(e.CardProposed(seat, others, command.card))


def may_propose(state: GameState, seat: Seat) -> bool:
    """Whether a seat is in the team that is about to play a card, does not lead it, and has
    proposed none yet."""
    turn, leader = state.turn, state.table.leader(seat)
    plays = isinstance(state.phase, PlayCardPhase | CommitCardPhase) and turn.number > 0
    waits = plays and state.cards.due(leader) is None and leader is turn.seat is not seat
    return waits and seat not in turn.proposals


def options(state: GameState, seat: Seat) -> Iterator[SideMessage]:
    """What a seat may tell its own side, if there is anybody else on it."""
    if len(state.table.seats_of(state.table.side_of(seat))) == 1:
        return
    if may_propose(state, seat):
        for card in sorted(set(state.cards.hand(state.table.leader(seat)))):
            yield ProposeCard(seat, card)
    if may_show(state, seat):
        yield ShowHand(seat)
