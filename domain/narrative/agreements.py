"""Clauses about agreements between seats, and their clocks."""

from domain import events as e
from domain.narrative.clauses import Clause
from domain.narrative.context import Scene
from domain.narrative.messages import AccountMessage as M
from domain.narrative.messages import Part, part
from domain.values import Ending
from domain.values.agreements import Agreement
from domain.values.clock import SECOND


def _proposal_made(_scene: Scene, event: e.ProposalMade) -> list[Part]:
    if event.what is Agreement.PAUSE:
        return [part(M.PAUSE_PROPOSED, seat=event.seat, count=event.days)]
    return [part(M.HAND_OVER_PROPOSED, seat=event.seat)]


def _seat_handed_over(_scene: Scene, event: e.SeatHandedOver) -> list[Part]:
    out_of_time = event.reason is Ending.TIME_LIMIT
    message = M.HANDED_TO_BOT if out_of_time else M.HANDED_TO_PARTNER
    return [part(message, seat=event.seat, player=event.player)]


def _proposal_answered(_scene: Scene, event: e.ProposalAnswered) -> list[Part]:
    message = M.PROPOSAL_AGREED if event.agrees else M.PROPOSAL_DROPPED
    return [part(message, seat=event.seat)]


def _clock_stopped(_scene: Scene, event: e.ClockStopped) -> list[Part]:
    if event.seat is None:
        return [part(M.CLOCK_PAUSED, count=event.days)]
    return [part(M.VACATION_STARTED, seat=event.seat, count=event.days)]


def _clock_resumed(_scene: Scene, event: e.ClockResumed) -> list[Part]:
    if event.seat is None:
        return [part(M.PAUSE_ENDED)]
    return [part(M.VACATION_ENDED, seat=event.seat)]


def _time_credited(_scene: Scene, event: e.TimeCredited) -> list[Part]:
    return [part(M.TIME_CREDITED, seat=event.seat, count=event.milliseconds // SECOND)]


CLAUSES: dict[type, Clause] = {
    e.ProposalMade: _proposal_made,
    e.ProposalAnswered: _proposal_answered,
    e.ClockStopped: _clock_stopped,
    e.ClockResumed: _clock_resumed,
    e.TimeCredited: _time_credited,
    e.SeatHandedOver: _seat_handed_over,
}
