"""What a player may do now, and doing it."""

from flask import Response
from flask_smorest import Blueprint

from api import wire
from api.answers import answer
from api.chances import chances
from api.dry_run import CHECKED
from api.identity import caller, player
from api.operation import (
    APPLIED,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    OPTIONAL_TOKEN,
    REPLAYED,
    RETURN,
    Operation,
    Success,
    also_answers,
    endpoint,
)
from api.refusals import actions
from api.refusals import commands as listed
from api.requests import json_body, query
from api.schemas.commands import ActionsQuerySchema
from api.sight import look
from api.submission import Submission
from domain.view import awaiting

commands = Blueprint("commands", __name__, description="Playing.")
_ACTIONS = ActionsQuerySchema()


@endpoint(
    commands,
    "GET",
    "/v1/games/<string:game_id>/actions",
    Operation(
        "listActions",
        "What you may do now",
        Success(200, {"$ref": "#/components/schemas/AllowedActions"}, headers=ETAG),
        fails=(401, 404, 422, 503),
        query=ActionsQuerySchema,
        security=OPTIONAL_TOKEN,
    ),
)
def list_actions(game_id: str) -> Response:
    """Each command listed is accepted as it stands at this version, and no other is. Resigning is
    among them as long as the game runs.

    With `odds=true` the odds of those that throw dice at a unit come along, as `listOdds` has
    them.
    """
    who, wish = caller(), query(_ACTIONS)
    sight = look(game_id, who)
    state = sight.state
    shown = actions(state, sight.seats)
    body = {"version": state.version, "awaiting": awaiting(state), "actions": shown}
    if wish["odds"]:
        body["odds"] = chances(state, listed(state, sight.seats))
    return answer(body, headers={"ETag": sight.etag})


@endpoint(
    commands,
    "POST",
    "/v1/games/<string:game_id>/commands",
    Operation(
        "submitCommand",
        "Do something",
        Success(
            201, {"$ref": "#/components/schemas/CommandResult"}, headers=ETAG | REPLAYED | APPLIED
        ),
        fails=(400, 401, 403, 404, 409, 412, 413, 415, 422, 503),
        body={"$ref": "#/components/schemas/Command"},
        headers=(
            IF_MATCH,
            IDEMPOTENCY_KEY,
            RETURN,
        ),
    ),
)
@also_answers(commands, 200, CHECKED)
def submit_command(game_id: str) -> Response:
    """Answers with the events it led to, once they are stored.

    Checked in this order: who you are, whether the idempotency key is known (then its first
    outcome is the answer), whether the game is at the version you named, whether the rules allow
    the command.

    A key belongs to a player and a game and is kept as long as the game. A refusal changes nothing
    and is not kept: the key may be used again.

    With `validate_only` the rules are asked and nothing is done: see the answer 200. The version
    may be named in `If-Match` or in `expected_version`; where both are and differ, the answer is
    400.

    With `Prefer: return=minimal` the answer is a CommandReceipt, of the type
    `application/vnd.afteraction.minimal+json`.
    """
    who, data = player(), wire.read(json_body())
    sent = Submission(who, game_id, data["type"], data)
    state = sent.located().state
    return sent.answered(state, wire.command(data, sent.seat(state)))
