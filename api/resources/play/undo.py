"""Taking back, under the policy that the game was made with; and which events still count."""

from collections.abc import Callable

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema
from msgspec import convert

from api.access.identity import caller, player
from api.access.views import view_for
from api.commands.dry_run import dry_run
from api.commands.submission import Submission
from api.http.etags import derived
from api.http.requests import body, query
from api.http.responses import IMMUTABLE, MUTABLE, unless_known
from api.openapi.operation import (
    APPLIED,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    REPLAYED,
    RETURN,
    TAG,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.schemas.play.commands import CommandResultAnswer
from api.schemas.play.undo import (
    MainlineAnswer,
    MainlineQuerySchema,
    UndoAnswerSchema,
    UndoRequestSchema,
    VariationAnswer,
    VersionSpanAnswer,
)
from api.services import services
from domain.commands import AcceptUndo, DeclineUndo, TakeBack, Undoing, WithdrawUndo
from domain.history import Span, mainline_spans, undone, variations
from domain.values import Seat

undo = Blueprint("undo", __name__, description="Taking back decisions.")
_REQUEST = UndoRequestSchema()
_ANSWER = UndoAnswerSchema()
_MAINLINE = MainlineQuerySchema()
_LINE_FORM = "mainline 2"
"""Counted up when the same is told in other bytes, so that no cache mixes the two."""


def _operation(name: str, summary: str, schema: type[Schema]) -> Operation:
    return Operation(
        name,
        summary,
        Success(201, CommandResultAnswer, headers=ETAG | REPLAYED | APPLIED),
        fails=(400, 401, 403, 404, 409, 412, 413, 415, 422, 503),
        body=schema,
        headers=(IF_MATCH, IDEMPOTENCY_KEY, RETURN),
    )


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo",
    _operation("takeBack", "Take back, or request to take back", UndoRequestSchema),
)
def take_back(game_id: str) -> Response:
    """Depends on the game's `undo` policy. Nothing is removed from the log: taking back adds an
    event.

    `free`: the active seat takes back its own decisions of this turn at once, back to the last
    roll, draw or decision of the other side (`undo_since` in the state). `consent`: any version, if
    the other seat agrees; this call only makes the request. A request lapses when play continues;
    there can be one request per position, and ten per seat and game. `none`: not allowed. A player
    who holds both seats can always take back.

    Rolls and draws that were taken back do not come again: later dice differ, and a draw pile that
    was drawn from is reshuffled.
    """
    return _answered(*_take_back(game_id))


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/validate",
    dry_run("validateTakeBack", "Try to take back", UndoRequestSchema),
)
def validate_take_back(game_id: str) -> Response:
    """Says what the rules say to `takeBack`, and does nothing."""
    return _validated(*_take_back(game_id))


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/accept",
    _operation("acceptUndo", "Accept a request to take back", UndoAnswerSchema),
)
def accept_undo(game_id: str) -> Response:
    """Returns the game to the version that the other seat asked for."""
    return _answered(_reply(game_id, "accept_undo"), AcceptUndo)


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/accept/validate",
    dry_run("validateAcceptUndo", "Try to agree", UndoAnswerSchema),
)
def validate_accept_undo(game_id: str) -> Response:
    """Says what the rules say to `acceptUndo`, and does nothing."""
    return _validated(_reply(game_id, "accept_undo"), AcceptUndo)


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/decline",
    _operation("declineUndo", "Decline a request to take back", UndoAnswerSchema),
)
def decline_undo(game_id: str) -> Response:
    """Continuing to play declines the request as well."""
    return _answered(_reply(game_id, "decline_undo"), DeclineUndo)


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/decline/validate",
    dry_run("validateDeclineUndo", "Try not to agree", UndoAnswerSchema),
)
def validate_decline_undo(game_id: str) -> Response:
    """Says what the rules say to `declineUndo`, and does nothing."""
    return _validated(_reply(game_id, "decline_undo"), DeclineUndo)


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/withdraw",
    _operation("withdrawUndo", "Withdraw a request to take back", UndoAnswerSchema),
)
def withdraw_undo(game_id: str) -> Response:
    """Only the seat that made the request can withdraw it."""
    return _answered(_reply(game_id, "withdraw_undo"), WithdrawUndo)


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/withdraw/validate",
    dry_run("validateWithdrawUndo", "Try to ask no longer", UndoAnswerSchema),
)
def validate_withdraw_undo(game_id: str) -> Response:
    """Says what the rules say to `withdrawUndo`, and does nothing."""
    return _validated(_reply(game_id, "withdraw_undo"), WithdrawUndo)


@endpoint(
    undo,
    "GET",
    "/v1/games/<string:game_id>/mainline",
    Operation(
        "getMainline",
        "List the mainline and the variations",
        Success(200, MainlineAnswer, headers=TAG),
        fails=(401, 404, 422, 503),
        query=MainlineQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_mainline(game_id: str) -> Response:
    """The mainline is the list of versions that led to the newest one, without those that were
    taken back; with `version`, those that led to that version, even if it was taken back later.

    What was taken back remains readable as a variation: the line to its last version lists its
    events, and `getState` and `getDiff` accept its versions like any others.
    """
    params = query(_MAINLINE)
    game_view = view_for(game_id, caller())
    version = params.get("version", game_view.state.version)
    game_view.require(version)
    tag = derived(version, _LINE_FORM, game_view.seen.head)
    taken_back = services().games.taken_back(game_id, version)
    content = MainlineAnswer(
        version=version,
        standing=_shown(mainline_spans(version, taken_back)),
        undone=_shown(undone(version, taken_back)),
        variations=convert(
            variations(version, taken_back), list[VariationAnswer], from_attributes=True
        ),
    )
    return unless_known(tag, content, IMMUTABLE if "version" in params else MUTABLE)


def _take_back(game_id: str) -> tuple[Submission, Callable[[Seat], Undoing]]:
    who, data = player(), body(_REQUEST)
    sent = Submission(who, game_id, "take_back", data)
    return sent, lambda seat: TakeBack(seat, data["to_version"])


def _reply(game_id: str, kind: str) -> Submission:
    return Submission(player(), game_id, kind, body(_ANSWER))


def _answered(sent: Submission, command: Callable[[Seat], Undoing]) -> Response:
    state = sent.located().state
    return sent.answered(state, command(sent.seat(state)))


def _validated(sent: Submission, command: Callable[[Seat], Undoing]) -> Response:
    return sent.validated(command(sent.seat(sent.located().state)))


def _shown(spans: list[Span]) -> list[VersionSpanAnswer]:
    return [VersionSpanAnswer(first, last) for first, last in spans]
