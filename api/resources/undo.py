"""Taking back, under the policy that the game was made with; and which events still count."""

from collections.abc import Callable

from flask import Response
from flask_smorest import Blueprint
from marshmallow import Schema

from api.answers import IMMUTABLE, MUTABLE, unless_known
from api.dry_run import CHECKED
from api.identity import caller, player
from api.operation import (
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
    also_answers,
    endpoint,
)
from api.requests import body, query
from api.schemas.undo import (
    MainlineQuerySchema,
    MainlineSchema,
    UndoAnswerSchema,
    UndoRequestSchema,
)
from api.services import services
from api.sight import look
from api.submission import Submission
from api.tags import derived
from domain.commands import AcceptUndo, DeclineUndo, TakeBack, Undoing, WithdrawUndo
from domain.line import Span, Variation, standing, undone, variations
from domain.values import Seat

undo = Blueprint("undo", __name__, description="Taking back.")
_REQUEST = UndoRequestSchema()
_ANSWER = UndoAnswerSchema()
_MAINLINE = MainlineQuerySchema()
_LINE_FORM = "mainline 2"
"""Counted up when the same is told in other bytes, so that no cache mixes the two."""
_RESULT = {"$ref": "#/components/schemas/CommandResult"}


def _operation(name: str, summary: str, schema: type[Schema]) -> Operation:
    return Operation(
        name,
        summary,
        Success(201, _RESULT, headers=ETAG | REPLAYED | APPLIED),
        fails=(400, 401, 403, 404, 409, 412, 413, 415, 422, 503),
        body=schema,
        headers=(IF_MATCH, IDEMPOTENCY_KEY, RETURN),
    )


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo",
    _operation("takeBack", "Take back, or ask to", UndoRequestSchema),
)
@also_answers(undo, 200, CHECKED)
def take_back(game_id: str) -> Response:
    """Goes by the game's `undo` policy. Nothing leaves the log: taking back is a further event.

    `free`: the active seat's own decisions of this turn are taken back at once, as far as the last
    thing that revealed something: a die, a card, the other side's decision (`undo_since` in a
    state). `consent`: any version, when the other seat agrees; this only asks. A request lapses
    when play goes on, one can be made in each position, and ten by each seat in a game. `none`:
    nothing. A player who holds both seats takes back at will.

    What was thrown or drawn since is not had again: later dice are others, and a draw pile that
    was drawn from is shuffled anew.
    """
    who, data = player(), body(_REQUEST)
    return _said(
        Submission(who, game_id, "take_back", data),
        lambda seat: TakeBack(seat, data["to_version"]),
    )


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/accept",
    _operation("acceptUndo", "Agree to take back", UndoAnswerSchema),
)
@also_answers(undo, 200, CHECKED)
def accept_undo(game_id: str) -> Response:
    """The game is then as it was at the version that the other seat asked for."""
    return _said(Submission(player(), game_id, "accept_undo", body(_ANSWER)), AcceptUndo)


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/decline",
    _operation("declineUndo", "Do not agree to take back", UndoAnswerSchema),
)
@also_answers(undo, 200, CHECKED)
def decline_undo(game_id: str) -> Response:
    """Playing on declines as well."""
    return _said(Submission(player(), game_id, "decline_undo", body(_ANSWER)), DeclineUndo)


@endpoint(
    undo,
    "POST",
    "/v1/games/<string:game_id>/undo/withdraw",
    _operation("withdrawUndo", "Ask no longer to take back", UndoAnswerSchema),
)
@also_answers(undo, 200, CHECKED)
def withdraw_undo(game_id: str) -> Response:
    """Only who has asked may."""
    return _said(Submission(player(), game_id, "withdraw_undo", body(_ANSWER)), WithdrawUndo)


@endpoint(
    undo,
    "GET",
    "/v1/games/<string:game_id>/mainline",
    Operation(
        "getMainline",
        "Which events count",
        Success(200, MainlineSchema, headers=TAG),
        fails=(401, 404, 422, 503),
        query=MainlineQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_mainline(game_id: str) -> Response:
    """The versions that led to the newest one, without what was taken back on the way; with
    `version`, those that led to that one, be it undone by now or not.

    What was taken back stays readable as a variation: the line to its last version has its events,
    and `getState` and `getDiff` take its versions as any others.
    """
    wish = query(_MAINLINE)
    sight = look(game_id, caller())
    version = wish.get("version", sight.state.version)
    sight.require(version)
    tag = derived(version, _LINE_FORM, sight.seen.head)
    taken_back = services().games.taken_back(game_id, version)
    content = {
        "version": version,
        "standing": _shown(standing(version, taken_back)),
        "undone": _shown(undone(version, taken_back)),
        "variations": [_variation(one) for one in variations(version, taken_back)],
    }
    return unless_known(tag, content, IMMUTABLE if "version" in wish else MUTABLE)


def _said(sent: Submission, command: Callable[[Seat], Undoing]) -> Response:
    state = sent.located().state
    return sent.answered(state, command(sent.seat(state)))


def _variation(one: Variation) -> dict[str, int]:
    return {name: getattr(one, name) for name in one.__slots__}


def _shown(spans: list[Span]) -> list[dict[str, int]]:
    return [{"first": first, "last": last} for first, last in spans]
