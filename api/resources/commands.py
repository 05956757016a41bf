"""What a player may do now, and doing it."""

import logging
import time

import msgspec
from flask import Response, g, request
from flask_smorest import Blueprint

from api import metrics, wire
from api.answers import answer
from api.dry_run import CHECKED, checked
from api.identity import caller, player, require_sight, seats_at
from api.operation import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    OPTIONAL_TOKEN,
    REPLAYED,
    Operation,
    Success,
    also_answers,
    endpoint,
)
from api.problems import ProblemError
from api.refusals import actions, told
from api.requests import expected_versions, idempotency_key, json_body
from api.services import services
from api.sight import look
from api.tags import require_kept, tag
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Seat
from domain.view import awaiting
from events.execute import Outcome
from events.loaded import Loaded
from events.players import Player

commands = Blueprint("commands", __name__, description="Playing.")
_log = logging.getLogger(__name__)


@endpoint(
    commands,
    "GET",
    "/v1/games/<string:game_id>/actions",
    Operation(
        "listActions",
        "What you may do now",
        Success(200, {"$ref": "#/components/schemas/AllowedActions"}, headers=ETAG),
        fails=(401, 404, 422, 503),
        security=OPTIONAL_TOKEN,
    ),
)
def list_actions(game_id: str) -> Response:
    """Each command listed is accepted as it stands at this version, and no other is. Resigning is
    among them as long as the game runs."""
    sight = look(game_id, caller())
    state = sight.state
    shown = actions(state, sight.seats)
    body = {"version": state.version, "awaiting": awaiting(state), "actions": shown}
    return answer(body, headers={"ETag": sight.etag})


@endpoint(
    commands,
    "POST",
    "/v1/games/<string:game_id>/commands",
    Operation(
        "submitCommand",
        "Do something",
        Success(201, {"$ref": "#/components/schemas/CommandResult"}, headers=ETAG | REPLAYED),
        fails=(400, 401, 403, 404, 409, 412, 413, 415, 422, 503),
        body={"$ref": "#/components/schemas/Command"},
        headers=(
            IF_MATCH,
            IDEMPOTENCY_KEY,
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
    """
    who = player()
    data = wire.read(json_body())
    key = idempotency_key(who, data)
    loaded = _where_seated(game_id, who)
    state = loaded.state
    require_kept(loaded, request.headers.get("If-Match"))
    seats = seats_at(state, who)
    command = wire.command(data, _seat(state, who, data))
    kind = data["type"]
    if data.get("validate_only"):
        expected = expected_versions(data.get("expected_version"))
        sight = look(game_id, who)
        return checked(sight, command, expected, lambda error, at: told(error, at, seats, data))
    try:
        done = services().games.submit(
            game_id,
            command,
            expected_versions(data.get("expected_version")),
            key,
            data.get("nonce", ""),
        )
    except Exception as error:
        outcome = error.rule if isinstance(error, IllegalCommandError) else type(error).__name__
        _note(game_id, kind, outcome, None)
        if isinstance(error, IllegalCommandError):
            now = services().games.cached(game_id).state
            raise told(error, now, seats, data) from None
        raise
    _note(game_id, kind, "replayed" if done.replayed else "accepted", done)
    events = [msgspec.Raw(event.text_for(seats)) for event in done.events]
    body = {"version": done.upto, "events": events}
    headers = {"ETag": tag(state.created, done.upto, done.events[-1].hash, seats)}
    if done.replayed:
        headers["Idempotency-Replayed"] = "true"
    return answer(body, 201, headers)


def _where_seated(game_id: str, who: Player) -> Loaded:
    """The game, as far as needed to know which seats the caller holds."""
    loaded = services().games.cached(game_id)
    if not loaded.state.seats_of(who.id):
        loaded = services().games.current(game_id)
        require_sight(loaded.state, who)
    return loaded


def _seat(state: GameState, who: Player, data: dict[str, object]) -> Seat:
    """The seat a command is for: the one it names, or else the caller's only one, or the awaited
    one of several."""
    held = state.seats_of(who.id)
    if not held:
        raise ProblemError("forbidden", "You hold no seat at this game.")
    if "seat" in data:
        named = Seat(str(data["seat"]))
        if named not in held:
            raise ProblemError("forbidden", "You do not hold this seat.")
        return named
    return state.awaited if state.awaited in held and state.awaited else held[0]


def _note(game: str, kind: str, outcome: str, done: Outcome | None) -> None:
    """Count a command and write its one line of log."""
    seconds = time.perf_counter() - g.started
    accepted = "accepted" if done else "refused"
    metrics.COMMANDS.labels(type=kind, outcome=accepted).inc()
    metrics.COMMAND_SECONDS.observe(seconds)
    _log.info(
        "command",
        extra={
            "game": game,
            "version": done.upto if done else None,
            "command": kind,
            "outcome": outcome,
            "milliseconds": round(seconds * 1000, 2),
            "request_id": g.request_id,
        },
    )
