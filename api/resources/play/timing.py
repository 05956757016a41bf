"""Vacations, pauses, and proposals between the players."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from api.access.identity import player
from api.commands.submission import Submission
from api.http.requests import body
from api.operations.operation import (
    APPLIED,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    REPLAYED,
    RETURN,
    Operation,
    Success,
)
from api.schemas.play.clock import AgreementRequestSchema, ClockCommandSchema
from api.schemas.play.commands import CommandResultAnswer
from domain.commands import (
    AgreeToProposal,
    Command,
    DropProposal,
    EndPause,
    EndVacation,
    Propose,
    TakeVacation,
)
from domain.values import Seat
from domain.values.agreements import Agreement

timing = Blueprint("timing", __name__, description="Clocks, and what seats agree on.")
_CLOCK, _AGREEMENT = ClockCommandSchema(), AgreementRequestSchema()
_SUCCESS = Success(201, CommandResultAnswer, headers=ETAG | REPLAYED | APPLIED)
_FAILS = (403, 404, 409, 412)
_HEADERS = (IF_MATCH, IDEMPOTENCY_KEY, RETURN)


@Operation(
    timing,
    "POST /v1/games/<string:game_id>/clock",
    "Start or end a vacation, or end a pause",
    _SUCCESS,
    fails=_FAILS,
    body=ClockCommandSchema,
    headers=_HEADERS,
)
def change_clock(game_id: str) -> Response:
    """`take_vacation` stops your clock for whole days, up to the game's allowance; `end_vacation`
    ends it early and returns the days that have not begun. `end_pause` ends a pause early: only an
    awaited seat can, as its own clock then runs.
    """
    return _submit(game_id, _CLOCK)


@Operation(
    timing,
    "POST /v1/games/<string:game_id>/agreements",
    "Propose an agreement, or respond to one",
    _SUCCESS,
    fails=_FAILS,
    body=AgreementRequestSchema,
    headers=_HEADERS,
)
def agree(game_id: str) -> Response:
    """`propose_pause` asks for a pause of some days, in which no clock runs. `propose_hand_over`
    asks to leave your seat to a partner, who then plays both; to resign for the whole side, submit
    `resign`. All other players have to `agree`; bots always do. `drop` withdraws your proposal, or
    declines another's. One proposal at a time, and twenty per seat and game.
    """
    return _submit(game_id, _AGREEMENT)


def _submit(game_id: str, form: Schema) -> Response:
    who, data = player(), body(form)
    submission = Submission(who, game_id, data["action"], data)
    return submission.submit(_command(submission.seat(submission.load().state), data))


def _command(seat: Seat, data: Mapping[str, Any]) -> Command:
    match data["action"]:
        case "take_vacation":
            return TakeVacation(seat, data.get("days", 1))
        case "end_vacation":
            return EndVacation(seat)
        case "end_pause":
            return EndPause(seat)
        case "propose_pause":
            return Propose(seat, Agreement.PAUSE, data.get("days", 1))
        case "propose_hand_over":
            to = Seat(data["to"]) if "to" in data else None
            return Propose(seat, Agreement.HAND_OVER, to=to)
        case "agree":
            return AgreeToProposal(seat)
        case _:
            return DropProposal(seat)
