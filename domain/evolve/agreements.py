"""Handlers: agreements between seats, and the clock."""

from collections.abc import Mapping
from dataclasses import replace

from domain import events as e
from domain.evolve.changes import Changes, Handler, keep_offer
from domain.state import GameState
from domain.values.agreements import Proposal
from domain.values.clock import Clock, ClockKind
from domain.values.replacing import replace_fields


def with_clock_at(state: GameState, at: int) -> GameState:
    """Return the state at the time ``at``, in milliseconds since 1970: the clocks of the awaited
    seats have run. Nothing else depends on the time."""
    if state.clock is None:
        return state
    clock = state.clock.at(at, state.timed)
    return state if clock is state.clock else replace_fields(state, clock=clock)


def timed(handlers: Mapping[type, Handler]) -> dict[type, Handler]:
    """Return the handlers for a game with a clock, which they keep running: time per move is
    renewed by every event except messages."""
    return {
        kind: handler if kind in _UNTIMED else _with_clock(handler)
        for kind, handler in handlers.items()
    }


def _with_clock(handler: Handler) -> Handler:
    def handle(state: GameState, event: object) -> Changes:
        return {
            **handler(state, event),
            "clock": state.clock and _advanced(state, state.clock, event),
        }

    return handle


def _advanced(state: GameState, clock: Clock, event: object) -> Clock:
    match event:
        case e.TurnStarted():
            clock = clock.in_turn(event.turn)
        case e.TurnEnded():
            for seat in state.table.team(event.seat):
                clock = clock.after_turn(event.turn, seat)
    return clock.renewed() if clock.settings.kind is ClockKind.MOVE else clock


def _proposal_made(state: GameState, event: e.ProposalMade) -> Changes:
    proposal = Proposal(event.seat, event.what, event.days, event.to)
    proposed = {**state.proposed, event.seat: state.proposed.get(event.seat, 0) + 1}
    return {**keep_offer(state), "proposal": proposal, "proposed": proposed}


def _proposal_answered(state: GameState, event: e.ProposalAnswered) -> Changes:
    before = state.proposal
    agreed = before and replace(before, agreed=(*before.agreed, event.seat))
    return {**keep_offer(state), "proposal": agreed if event.agrees else None}


def _seat_handed_over(state: GameState, event: e.SeatHandedOver) -> Changes:
    standing = {seat: orders for seat, orders in state.standing.items() if seat is not event.seat}
    return {
        "seats": {**state.seats, event.seat: event.player},
        "standing": standing,
        "proposal": None,
    }


def _clock_stopped(state: GameState, event: e.ClockStopped) -> Changes:
    clock, seat = state.clock, event.seat
    if seat is not None:
        return {**keep_offer(state), "clock": clock and clock.on_vacation(seat, event.days)}
    return {**keep_offer(state), "clock": clock and clock.paused_for(event.days), "proposal": None}


def _clock_resumed(state: GameState, event: e.ClockResumed) -> Changes:
    clock, seat = state.clock, event.seat
    resumed = clock and (clock.resumed() if seat is None else clock.back_from_vacation(seat))
    return {**keep_offer(state), "clock": resumed}


def _time_credited(state: GameState, event: e.TimeCredited) -> Changes:
    clock = state.clock and state.clock.credited(event.seat, event.milliseconds)
    return {**keep_offer(state), "clock": clock}


HANDLERS: dict[type, Handler] = {
    e.ProposalMade: _proposal_made,
    e.ProposalAnswered: _proposal_answered,
    e.SeatHandedOver: _seat_handed_over,
    e.ClockStopped: _clock_stopped,
    e.ClockResumed: _clock_resumed,
    e.TimeCredited: _time_credited,
}

_UNTIMED = (
    *(kind for kind in HANDLERS if kind is not e.SeatHandedOver),
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
"""Messages, which bring no new time, and branches, which have no clock."""
