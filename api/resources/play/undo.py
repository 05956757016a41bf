"""Taking back, under the policy that the game was made with; and which events still count."""

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
from api.http.etags import derived
from api.http.requests import body, query
from api.http.responses import IMMUTABLE, MUTABLE, unless_known
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
"""Counted up when the same is told in other bytes, so that no cache mixes the two."""


Make = Callable[[Seat, Mapping[str, Any]], Undoing]
"""A command, of its seat and the request."""
Bind = Callable[[Make], Make]


def _serve(path: str, summary: str, tried: str, schema: type[Schema]) -> Bind:
    """Serve the command that the decorated function makes, and a dry run of it; the function's name
    is that of the command in figures and logs, its docstring describes the operation."""
    form = schema()

    def bind(command: Make) -> Make:
        kind = command.__name__

        def made(game_id: str) -> tuple[Submission, Undoing]:
            sent = Submission(player(), game_id, kind, body(form))
            return sent, command(sent.seat(sent.located().state), sent.data)

        def carry_out(game_id: str) -> Response:
            sent, decided = made(game_id)
            return sent.answered(decided)

        def validate(game_id: str) -> Response:
            sent, decided = made(game_id)
            return sent.validated(decided)

        carry_out.__name__, carry_out.__doc__ = kind, command.__doc__
        validate.__name__ = f"validate_{kind}"
        validate.__doc__ = f"Says what the rules say to `{operation_id(kind)}`, and does nothing."
        Operation(
            undo,
            f"POST {path}",
            summary,
            Success(201, CommandResultAnswer, headers=ETAG | REPLAYED | APPLIED),
            fails=(403, 404, 409, 412),
            body=schema,
            headers=(IF_MATCH, IDEMPOTENCY_KEY, RETURN),
        )(carry_out)
        dry_run(undo, f"{path}/validate", tried, schema)(validate)
        return command

    return bind


@_serve(_PATH, "Take back, or request to take back", "Try to take back", UndoRequestSchema)
def take_back(seat: Seat, data: Mapping[str, Any]) -> Undoing:
    """Depends on the game's `undo` policy. Nothing is removed from the log: taking back adds an
    event.

    `free`: the active seat takes back its own decisions of this turn at once, as far as the last
    roll, draw or decision of the other side (`undo_since` in the state). `consent`: any version, if
    the other seat agrees. This call is the request; it lapses when play continues, and there can be
    one per position and ten per seat and game. `none`: not allowed. A player who holds both seats
    can always take back.

    Rolls and draws that were taken back do not come again: later dice differ, and a draw pile that
    was drawn from is reshuffled.
    """
    return TakeBack(seat, data["to_version"])


@_serve(f"{_PATH}/accept", "Accept a request to take back", "Try to agree", UndoAnswerSchema)
def accept_undo(seat: Seat, _: Mapping[str, Any]) -> Undoing:
    """Returns the game to the version that the other seat asked for."""
    return AcceptUndo(seat)


@_serve(f"{_PATH}/decline", "Decline a request to take back", "Try not to agree", UndoAnswerSchema)
def decline_undo(seat: Seat, _: Mapping[str, Any]) -> Undoing:
    """Continuing to play declines the request as well."""
    return DeclineUndo(seat)


@_serve(
    f"{_PATH}/withdraw", "Withdraw a request to take back", "Try to ask no longer", UndoAnswerSchema
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
    """The mainline is the list of versions that led to the newest one, without those that were
    taken back; with `version`, those that led to that version, even if it was taken back later.

    What was taken back remains readable as a variation: the line to its last version lists its
    events, and `getState` and `getDiff` accept its versions like any others.
    """
    params = query(_MAINLINE)
    game_view = view_for(game_id, caller())
    version = params.get("version", game_view.state.version)
    game_view.require(version)
    tag = derived(version, _LINE_FORM, game_view.snapshot.head)
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


def _shown(spans: list[Span]) -> list[VersionSpanAnswer]:
    return [VersionSpanAnswer(first, last) for first, last in spans]
