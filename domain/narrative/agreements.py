"""What is said of what seats agree on, and of their time."""

from collections.abc import Callable
from typing import Any

from domain import events as e
from domain.narrative.context import Scene
from domain.narrative.messages import AccountMessage as M
from domain.narrative.messages import Part, part
from domain.values import Ending
from domain.values.agreements import Agreement
from domain.values.clock import SECOND


def _proposed(_scene: Scene, event: e.ProposalMade) -> list[Part]:
    if event.what is Agreement.PAUSE:
        return [part(M.PAUSE_PROPOSED, seat=event.seat, count=event.days)]
    return [part(M.HAND_OVER_PROPOSED, seat=event.seat)]


def _handed_over(_scene: Scene, event: e.SeatHandedOver) -> list[Part]:
    out_of_time = event.reason is Ending.TIME_LIMIT
    said = M.HANDED_TO_BOT if out_of_time else M.HANDED_TO_PARTNER
    return [part(said, seat=event.seat, player=event.player)]


def _answered(_scene: Scene, event: e.ProposalAnswered) -> list[Part]:
    said = M.PROPOSAL_AGREED if event.agrees else M.PROPOSAL_DROPPED
    return [part(said, seat=event.seat)]


def _stopped(_scene: Scene, event: e.ClockStopped) -> list[Part]:
    if event.seat is None:
        return [part(M.CLOCK_PAUSED, count=event.days)]
    return [part(M.VACATION_STARTED, seat=event.seat, count=event.days)]


def _resumed(_scene: Scene, event: e.ClockResumed) -> list[Part]:
    if event.seat is None:
        return [part(M.PAUSE_ENDED)]
    return [part(M.VACATION_ENDED, seat=event.seat)]


def _credited(_scene: Scene, event: e.TimeCredited) -> list[Part]:
    return [part(M.TIME_CREDITED, seat=event.seat, count=event.milliseconds // SECOND)]


SAID: dict[type, Callable[[Scene, Any], list[Part]]] = {
    e.ProposalMade: _proposed,
    e.ProposalAnswered: _answered,
    e.ClockStopped: _stopped,
    e.ClockResumed: _resumed,
    e.TimeCredited: _credited,
    e.SeatHandedOver: _handed_over,
}
