"""Booking: what seats agree on, the time that passes, and what bears on it."""

from collections.abc import Mapping
from dataclasses import replace

from domain import events as e
from domain.evolve.changes import Booking, Changes, aside
from domain.state import GameState
from domain.values.agreements import Proposal
from domain.values.clock import Clock, ClockKind
from domain.values.replacing import replace_fields


def passed(state: GameState, at: int) -> GameState:
    """The state when it has become ``at``, in milliseconds since 1970: the time of those who were
    awaited has run. Nothing else depends on what time it is."""
    if state.clock is None:
        return state
    clock = state.clock.passed(at, state.timed)
    return state if clock is state.clock else replace_fields(state, clock=clock)


def timed(table: Mapping[type, Booking]) -> dict[type, Booking]:
    """The bookings of a game that has a clock, which keep it going: time for a move comes anew
    with all that is not said aside."""
    return {kind: book if kind in _UNTIMED else _timed(book) for kind, book in table.items()}


def _timed(book: Booking) -> Booking:
    def booked(state: GameState, event: object) -> Changes:
        return {**book(state, event), "clock": state.clock and _gone_on(state, state.clock, event)}

    return booked


def _gone_on(state: GameState, clock: Clock, event: object) -> Clock:
    match event:
        case e.TurnStarted():
            clock = clock.begun(event.turn)
        case e.TurnEnded():
            for seat in state.table.team(event.seat):
                clock = clock.ended(event.turn, seat)
    return clock.renewed() if clock.settings.kind is ClockKind.MOVE else clock


def _proposed(state: GameState, event: e.ProposalMade) -> Changes:
    proposal = Proposal(event.seat, event.what, event.days, event.to)
    proposed = {**state.proposed, event.seat: state.proposed.get(event.seat, 0) + 1}
    return {**aside(state), "proposal": proposal, "proposed": proposed}


def _answered(state: GameState, event: e.ProposalAnswered) -> Changes:
    before = state.proposal
    agreed = before and replace(before, agreed=(*before.agreed, event.seat))
    return {**aside(state), "proposal": agreed if event.agrees else None}


def _handed_over(state: GameState, event: e.SeatHandedOver) -> Changes:
    standing = {seat: one for seat, one in state.standing.items() if seat is not event.seat}
    return {
        "seats": {**state.seats, event.seat: event.player},
        "standing": standing,
        "proposal": None,
    }


def _stopped(state: GameState, event: e.ClockStopped) -> Changes:
    clock, seat = state.clock, event.seat
    if seat is not None:
        return {**aside(state), "clock": clock and clock.leaves(seat, event.days)}
    return {**aside(state), "clock": clock and clock.stopped(event.days), "proposal": None}


def _resumed(state: GameState, event: e.ClockResumed) -> Changes:
    clock, seat = state.clock, event.seat
    resumed = clock and (clock.resumed() if seat is None else clock.returns(seat))
    return {**aside(state), "clock": resumed}


def _credited(state: GameState, event: e.TimeCredited) -> Changes:
    clock = state.clock and state.clock.credited(event.seat, event.milliseconds)
    return {**aside(state), "clock": clock}


BOOKING: dict[type, Booking] = {
    e.ProposalMade: _proposed,
    e.ProposalAnswered: _answered,
    e.SeatHandedOver: _handed_over,
    e.ClockStopped: _stopped,
    e.ClockResumed: _resumed,
    e.TimeCredited: _credited,
}

_UNTIMED = (
    *(kind for kind in BOOKING if kind is not e.SeatHandedOver),
    e.StandingOrdersGiven,
    e.HintGiven,
    e.CardProposed,
    e.HandShown,
    e.UndoRequested,
    e.UndoAgreed,
    e.UndoDeclined,
    e.UndoWithdrawn,
    e.DrawPileShuffled,
    e.GameBranched,
)
"""What is said beside the play and brings no new time; a branch has no clock at all."""
