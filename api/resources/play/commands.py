"""Legal actions and commands."""

from flask import Response
from flask_smorest import Blueprint
from msgspec import UNSET, UnsetType

from api.access.identity import caller, player
from api.access.views import view_for
from api.commands.chances import odds_of_actions
from api.commands.dry_run import dry_run
from api.commands.submission import Submission
from api.http import command_codec
from api.http.refusals import actions
from api.http.requests import json_body, query
from api.http.responses import answer
from api.limits.costly_answers import MAX_STEPS
from api.operations.operation import (
    APPLIED,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    OPTIONAL_TOKEN,
    REPLAYED,
    RETURN,
    Operation,
    Success,
)
from api.schemas.play.commands import ActionsQuerySchema, AllowedActionsAnswer, CommandResultAnswer
from api.schemas.review.odds import ActionOddsAnswer
from domain.analysis.work import WorkBudget
from domain.commands import Command
from domain.legal import commands_of
from domain.view import awaiting

commands = Blueprint("commands", __name__, description="Playing.")
_ACTIONS = ActionsQuerySchema()
_COMMAND = {"$ref": "#/components/schemas/Command"}


@Operation(
    commands,
    "GET /v1/games/<string:game_id>/actions",
    "List the legal actions",
    Success(200, AllowedActionsAnswer, headers=ETAG),
    fails=(404,),
    query=ActionsQuerySchema,
    security=OPTIONAL_TOKEN,
)
def list_actions(game_id: str) -> Response:
    """At this version the service accepts each of these commands as it is, and no others. `resign`
    is always among them while the game is running.

    With `odds=true`, the response includes the odds of actions that roll dice at a unit, as in
    `listOdds`.
    """
    who, params = caller(), query(_ACTIONS)
    game_view = view_for(game_id, who)
    state = game_view.state
    odds: list[ActionOddsAnswer] | UnsetType = UNSET
    if params["odds"]:
        legal = commands_of(state, game_view.held)
        odds = odds_of_actions(state, legal, WorkBudget(MAX_STEPS).spend)
    legal_actions = actions(state, game_view.held)
    content = AllowedActionsAnswer(state.version, awaiting(state), legal_actions, odds)
    return answer(content, headers={"ETag": game_view.etag})


@Operation(
    commands,
    "POST /v1/games/<string:game_id>/commands",
    "Submit a command",
    Success(201, CommandResultAnswer, headers=ETAG | REPLAYED | APPLIED),
    fails=(403, 404, 409, 412),
    body=_COMMAND,
    headers=(IF_MATCH, IDEMPOTENCY_KEY, RETURN),
)
def submit_command(game_id: str) -> Response:
    """Returns the resulting events once they are stored.

    An idempotency key belongs to one player and one game and is kept as long as the game. A refused
    command changes nothing and does not use up its key.

    With `Prefer: return=minimal`, the response is a CommandReceipt with the media type
    `application/vnd.afteraction.minimal+json`. With `Prefer: return=actions`, it also has the next
    `actions` of your seats.
    """
    submission, command = _read(game_id)
    return submission.submit(command)


@dry_run(commands, "/v1/games/<string:game_id>/commands/validate", "Try a command", _COMMAND)
def validate_command(game_id: str) -> Response:
    """Checks a command against the rules; rolls no dice and stores nothing. Returns a CommandCheck,
    or the problem that the command would be refused with.
    """
    submission, command = _read(game_id)
    return submission.validate(command)


def _read(game_id: str) -> tuple[Submission, Command]:
    who, data = player(), command_codec.parse(json_body())
    submission = Submission(who, game_id, data["type"], data)
    return submission, command_codec.to_command(data, submission.seat(submission.load().state))
