"""Taking back under the game's undo policy, and the mainline of a game."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema
from msgspec import convert

from api.access.identity import caller, player
from api.access.views import view_for
from api.commands.dry_run import dry_run
from api.commands.submission import Submission
from api.http.etags import content_tag
from api.http.requests import body, query
from api.http.responses import IMMUTABLE, MUTABLE, conditional_answer
from api.operations.operation import (
    APPLIED,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    REPLAYED,
    RETURN,
    TAG,
    Operation,
    Success,
    operation_id,
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
_PATH = "/v1/games/<string:game_id>/undo"
_MAINLINE = MainlineQuerySchema()
_LINE_FORM = "mainline 2"
"""Raised when the same content is written differently, so that no cache mixes the two."""


CommandBuilder = Callable[[Seat, Mapping[str, Any]], Undoing]
"""Builds a command from its seat and the request's body."""
Decorator = Callable[[CommandBuilder], CommandBuilder]


def _operation(path: str, summary: str, dry_run_summary: str, schema: type[Schema]) -> Decorator:
    """Declare an operation that submits the command which the decorated function builds, and its
    dry run. The function's name is the command's in metrics and logs; its docstring describes the
    operation."""
    form = schema()

    def bind(build: CommandBuilder) -> CommandBuilder:
        kind = build.__name__

        def read(game_id: str) -> tuple[Submission, Undoing]:
            submission = Submission(player(), game_id, kind, body(form))
            return submission, build(submission.seat(submission.load().state), submission.data)

        def submit(game_id: str) -> Response:
            submission, command = read(game_id)
            return submission.submit(command)

        def validate(game_id: str) -> Response:
            submission, command = read(game_id)
            return submission.validate(command)

        submit.__name__, submit.__doc__ = kind, build.__doc__
        validate.__name__ = f"validate_{kind}"
        validate.__doc__ = f"Checks `{operation_id(kind)}` against the rules without doing it."
        Operation(
            undo,
            f"POST {path}",
            summary,
            Success(201, CommandResultAnswer, headers=ETAG | REPLAYED | APPLIED),
            fails=(403, 404, 409, 412),
            body=schema,
            headers=(IF_MATCH, IDEMPOTENCY_KEY, RETURN),
        )(submit)
        dry_run(undo, f"{path}/validate", dry_run_summary, schema)(validate)
        return build

    return bind


@_operation(_PATH, "Take back, or request to take back", "Try to take back", UndoRequestSchema)
def take_back(seat: Seat, data: Mapping[str, Any]) -> Undoing:
    """Depends on the game's `undo` policy. Nothing is removed from the log: taking back adds an
    event.

    `free`: the active seat takes back its own decisions of this turn at once, back to the last
    roll, draw or decision of the other side (`undo_since` in the state). `consent`: any version, if
    the other seat agrees. This call is the request; it lapses when play continues, and there can be
    one per position and ten per seat and game. `none`: not allowed. A player who holds both seats
    can always take back.

    Rolls and draws are not repeated after a take-back: later dice differ, and a deck that was drawn
    from is reshuffled.
    """
    return TakeBack(seat, data["to_version"])


@_operation(f"{_PATH}/accept", "Accept a request to take back", "Try to accept", UndoAnswerSchema)
def accept_undo(seat: Seat, _: Mapping[str, Any]) -> Undoing:
    """Returns the game to the version that the other seat asked for."""
    return AcceptUndo(seat)


@_operation(
    f"{_PATH}/decline", "Decline a request to take back", "Try to decline", UndoAnswerSchema
)
def decline_undo(seat: Seat, _: Mapping[str, Any]) -> Undoing:
    """Continuing to play declines the request as well."""
    return DeclineUndo(seat)


@_operation(
    f"{_PATH}/withdraw", "Withdraw a request to take back", "Try to withdraw", UndoAnswerSchema
)
def withdraw_undo(seat: Seat, _: Mapping[str, Any]) -> Undoing:
    """Only the seat that made the request can withdraw it."""
    return WithdrawUndo(seat)


@Operation(
    undo,
    "GET /v1/games/<string:game_id>/mainline",
    "List the mainline and the variations",
    Success(200, MainlineAnswer, headers=TAG),
    fails=(404,),
    query=MainlineQuerySchema,
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def get_mainline(game_id: str) -> Response:
    """The mainline is the versions that led to the newest one, without those that were taken back;
    with `version`, those that led to that version, even if it was taken back later.

    What was taken back remains readable as a variation: the line to its last version lists its
    events, and `getState` and `getDiff` accept its versions like any others.
    """
    params = query(_MAINLINE)
    game_view = view_for(game_id, caller())
    version = params.get("version", game_view.state.version)
    game_view.require(version)
    tag = content_tag(version, _LINE_FORM, game_view.snapshot.head)
    taken_back = services().games.taken_back(game_id, version)
    content = MainlineAnswer(
        version=version,
        standing=_spans(mainline_spans(version, taken_back)),
        undone=_spans(undone(version, taken_back)),
        variations=convert(
            variations(version, taken_back), list[VariationAnswer], from_attributes=True
        ),
    )
    return conditional_answer(tag, content, IMMUTABLE if "version" in params else MUTABLE)


def _spans(spans: list[Span]) -> list[VersionSpanAnswer]:
    return [VersionSpanAnswer(first, last) for first, last in spans]
