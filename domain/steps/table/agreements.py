"""Agreements between the seats of a running game, and what they do to their clocks.

None of this is in the rulebooks. A player agrees once for all of its seats; bots agree to
everything. Such messages do not affect play: a request to take back stays open.
"""

from domain import events as e
from domain.commands import (
    AgreeToProposal,
    CreditTime,
    DropProposal,
    EndPause,
    EndVacation,
    Propose,
    TakeVacation,
)
from domain.errors import IllegalCommandError, Rule
from domain.state import GameState
from domain.steps import guards
from domain.steps.draft import Draft
from domain.values import Ending, Seat
from domain.values.agreements import Agreement, Proposal
from domain.values.bots import bot_level
from domain.values.clock import Clock

MAX_PROPOSALS = 20
"""The number of proposals per seat and game."""
MAX_PAUSE_DAYS = 60
"""The maximum length of a pause."""


def propose(draft: Draft, command: Propose) -> None:
    """Make a proposal; if all others are bots it takes effect at once."""
    state, seat = draft.state, command.seat
    guards.running(state)
    if state.proposal is not None:
        raise IllegalCommandError(Rule.PROPOSAL_STANDS, seat=state.proposal.seat)
    if state.proposed.get(seat, 0) >= MAX_PROPOSALS:
        raise IllegalCommandError(Rule.PROPOSAL_NONE_LEFT, most=MAX_PROPOSALS)
    days, to = command.days, command.to
    if command.what is Agreement.PAUSE:
        _clock(state)
        days, to = min(max(days, 1), MAX_PAUSE_DAYS), None
    else:
        days, to = 0, _partner(state, seat, to)
    draft.then(e.ProposalMade(seat, command.what, days, to))
    _settle(draft)


def agree(draft: Draft, command: AgreeToProposal) -> None:
    """Agree to another seat's proposal, which takes effect with the last consent."""
    state = draft.state
    guards.running(state)
    if state.proposal is None or state.seats[command.seat] in _agreed(state, state.proposal):
        raise IllegalCommandError(Rule.PROPOSAL_NONE)
    draft.then(e.ProposalAnswered(command.seat, agrees=True))
    _settle(draft)


def drop(draft: Draft, command: DropProposal) -> None:
    """Withdraw the seat's own proposal, or decline another seat's."""
    guards.running(draft.state)
    if draft.state.proposal is None:
        raise IllegalCommandError(Rule.PROPOSAL_NONE)
    draft.then(e.ProposalAnswered(command.seat, agrees=False))


def end_pause(draft: Draft, command: EndPause) -> None:
    """End the pause early. Only an awaited seat may do so, as its time runs then."""
    guards.running(draft.state)
    clock = _clock(draft.state)
    if clock.paused <= clock.now:
        raise IllegalCommandError(Rule.PAUSE_NONE)
    if command.seat not in draft.state.awaiting:
        raise IllegalCommandError(Rule.PAUSE_NOT_AWAITED, awaited=draft.state.awaited)
    draft.then(e.ClockResumed())


def take_vacation(draft: Draft, command: TakeVacation) -> None:
    """Stop the seat's clock for some of the vacation days that the game allows."""
    guards.running(draft.state)
    clock, seat = _clock(draft.state), command.seat
    if clock.away.get(seat, 0) > clock.now:
        raise IllegalCommandError(Rule.VACATION_TAKEN)
    if not 1 <= command.days <= clock.vacation[seat]:
        raise IllegalCommandError(Rule.VACATION_NONE_LEFT, left=clock.vacation[seat])
    draft.then(e.ClockStopped(command.days, seat))


def end_vacation(draft: Draft, command: EndVacation) -> None:
    """End the seat's vacation early."""
    guards.running(draft.state)
    clock = _clock(draft.state)
    if clock.away.get(command.seat, 0) <= clock.now:
        raise IllegalCommandError(Rule.VACATION_NONE)
    draft.then(e.ClockResumed(command.seat))


def credit_time(draft: Draft, command: CreditTime) -> None:
    """Credit a seat with the time since the last command, or part of it."""
    guards.running(draft.state)
    clock = _clock(draft.state)
    waited = clock.now - clock.before
    if command.seat not in draft.state.timed or not 1 <= command.milliseconds <= waited:
        raise IllegalCommandError(Rule.CLOCK_NO_CREDIT, waited=waited)
    draft.then(e.TimeCredited(command.seat, command.milliseconds))


def require_out_of_time(state: GameState, seat: Seat) -> None:
    """Refuse to time out a seat whose clock has time left."""
    clock = state.clock
    if clock is not None and (seat not in state.timed or clock.left[seat] > 0):
        raise IllegalCommandError(Rule.CLOCK_TIME_LEFT, left=clock.left[seat])


def _clock(state: GameState) -> Clock:
    if state.clock is None:
        raise IllegalCommandError(Rule.CLOCK_NONE)
    return state.clock


def _partner(state: GameState, seat: Seat, to: Seat | None) -> Seat:
    """Return the partner's seat ``to``, or by default the first, that another person holds."""
    own, table = state.seats[seat], state.table
    partners = [
        other
        for other in table.seats_of(table.side_of(seat))
        if state.seats[other] != own and bot_level(state.seats[other]) is None
    ]
    if to not in {*partners, None} or not partners:
        raise IllegalCommandError(Rule.PROPOSAL_NO_PARTNER, seats=partners)
    return to or partners[0]


def _agreed(state: GameState, proposal: Proposal) -> set[str]:
    return {state.seats[seat] for seat in (proposal.seat, *proposal.agreed)}


def _settle(draft: Draft) -> None:
    """Carry out the proposal once all persons have agreed."""
    state, proposal = draft.state, draft.state.proposal
    persons = {player for player in state.seats.values() if bot_level(player) is None}
    if proposal is None or not persons <= _agreed(state, proposal):
        return
    if proposal.to is None:
        draft.then(e.ClockStopped(proposal.days))
    else:
        player = state.seats[proposal.to]
        draft.then(e.SeatHandedOver(proposal.seat, player, Ending.RESIGNATION))
