"""The clock of a game and the proposals of its seats, which are public."""

from msgspec import convert

from api.schemas.play.clock import (
    ClockAndProposalView,
    ClockTermsAnswer,
    ClockView,
    SeatClockView,
)
from domain.state import GameState
from domain.values import Seat
from domain.values.clock import SECOND, Clock, ClockSettings
from events.clock import at_milliseconds


def clock_members(state: GameState, *, settled: bool = True) -> ClockAndProposalView:
    """What there is of them; nothing in a game without a clock to which nothing was proposed. No
    time runs in a state between the events of one command, which is not ``settled``."""
    shown: ClockAndProposalView = {}
    settings, proposal = state.created.clock, state.proposal
    if settings is not None and state.created.branch is None:
        shown["clock"] = _clock(state, settings, settled=settled)
    if proposal is not None:
        shown["proposal"] = {
            "seat": proposal.seat,
            "what": proposal.what,
            "days": proposal.days,
            "to": proposal.to,
            "agreed": list(proposal.agreed),
        }
    return shown


def terms_answer(settings: ClockSettings) -> ClockTermsAnswer:
    """Return the time controls of a game."""
    return convert(settings, ClockTermsAnswer, from_attributes=True)


def _clock(state: GameState, settings: ClockSettings, *, settled: bool) -> ClockView:
    clock, terms = state.clock, terms_answer(settings)
    if clock is None:
        return {"terms": terms, "paused_until": None, "seats": []}
    running = state.timed if settled else ()
    seats = [_seat(clock, seat, is_running=seat in running) for seat in state.table.seats]
    return {"terms": terms, "paused_until": _later(clock.paused, clock), "seats": seats}


def _seat(clock: Clock, seat: Seat, *, is_running: bool) -> SeatClockView:
    return {
        "seat": seat,
        "left": max(0, clock.left[seat]) / SECOND,
        "deadline": at_milliseconds(clock.runs_out(seat)) if is_running else None,
        "away_until": _later(clock.away.get(seat, 0), clock),
        "vacation_left": clock.vacation[seat],
    }


def _later(until: int, clock: Clock) -> str | None:
    return at_milliseconds(until) if until > clock.now else None
