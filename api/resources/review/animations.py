"""Animated replays: requested, drawn by a worker, and downloaded when done."""

import hashlib
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller, player
from api.access.views import GameView, view_for
from api.answers.pictures import NAMED_FROM
from api.http.languages import preferred_language
from api.http.problems import ProblemError
from api.http.requests import body
from api.http.responses import IMMUTABLE, VARY, answer, is_cached, not_modified
from api.operations.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    TAG,
    Operation,
    Success,
    also_answers,
)
from api.pictures.board import NAMES, NONE
from api.pictures.motion import FORMATS, WEBP
from api.schemas.review.animations import MAX_FRAMES, AnimationAnswer, AnimationWishSchema
from api.schemas.vocabulary import FrameStep
from api.services import services
from domain.events import TurnStarted
from domain.history import mainline_versions
from events.accounts.players import Player
from events.clock import milliseconds
from events.jobs.animations import Animation
from events.jobs.tracked import JobStatus, Progress

animations = Blueprint("animations", __name__, description="Animated replays.")
_REQUEST = AnimationWishSchema()
_STYLE = "animation 1"
"""Raised when the same request is drawn differently, so that no cache mixes the two."""
_ID_DIGITS = 20
_TYPES = {kind: f"image/{kind}" for kind in FORMATS}
_BYTES = {"type": "string", "format": "binary"}
_PLACE = "/v1/games/<string:game_id>/animations/<string:animation_id>"


@Operation(
    animations,
    "POST /v1/games/<string:game_id>/animations",
    "Create an animated replay",
    Success(202, AnimationAnswer, headers=LOCATION),
    weight=50,
    fails=(404, 409),
    body=AnimationWishSchema,
    headers=(ACCEPT_LANGUAGE,),
)
def create_animation(game_id: str) -> Response:
    """A worker draws the animation: poll `Location` until its `status` is `done`, then download its
    `file`.

    The frames are boards as in `board.png`, with the changes that each command made. What was taken
    back before the end of the range is left out. An animation contains only what you may see when
    you request it.

    Equal requests share one animation, whoever makes them; a repeated request starts again if it
    failed or was cancelled. An animation is kept for about six hours. You may have two in progress.
    """
    who = player()
    params = body(_REQUEST)
    game_view = view_for(game_id, who)
    made = services().animations.request(
        _wanted(game_view, params, who), milliseconds(services().clock())
    )
    return answer(_animation_answer(made), HTTPStatus.ACCEPTED, {"Location": _address(made.params)})


@Operation(
    animations,
    f"GET {_PLACE}",
    "Get the progress of an animated replay",
    Success(200, AnimationAnswer),
    fails=(404,),
    security=OPTIONAL_TOKEN,
)
def get_animation(game_id: str, animation_id: str) -> Response:
    """Visible to everyone who may see all versions of the game that it shows."""
    return answer(_animation_answer(_found(game_id, animation_id, caller())))


@Operation(
    animations,
    f"POST {_PLACE}/cancel",
    "Cancel an animated replay",
    Success(200, AnimationAnswer),
    fails=(403, 404),
)
def cancel_animation(game_id: str, animation_id: str) -> Response:
    """Only the player who requested it can cancel it. A finished animation does not change."""
    who = player()
    found = _found(game_id, animation_id, who)
    if found.params.owner != who.id:
        raise ProblemError("forbidden", "Only the player who requested an animation can cancel it.")
    services().animations.end(animation_id, JobStatus.CANCELLED)
    return answer(_animation_answer(_found(game_id, animation_id, who)))


@Operation(
    animations,
    f"GET {_PLACE}/file",
    "Download an animated replay",
    Success(200, _BYTES, content_type=_TYPES[WEBP], headers=TAG),
    fails=(404,),
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
@also_answers(
    animations,
    200,
    {
        "description": "The file.",
        "content": {kind: {"schema": _BYTES} for kind in _TYPES.values()},
        "headers": TAG,
    },
)
def get_animation_file(game_id: str, animation_id: str) -> Response:
    """An animated WebP or GIF; available once `status` is `done`, and never changed after that."""
    params = _found(game_id, animation_id, caller()).params
    tag = f'"{params.last}.{params.id}"'
    if is_cached(tag):
        return not_modified(tag, IMMUTABLE)
    file = services().animations.file(animation_id)
    if file is None:
        raise ProblemError(
            "not_found", "The animation is not done, or has been deleted. Request it again."
        )
    response = Response(file, mimetype=_TYPES[params.format])
    response.headers.update({"ETag": tag, "Cache-Control": IMMUTABLE, "Vary": VARY})
    name = f"{params.game}-{params.first}-{params.last}.{params.format}"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _found(game: str, name: str, who: Player | None) -> Progress[Animation]:
    """Return an animation, if the viewer may see all its versions. Raises a problem."""
    game_view = view_for(game, who)
    found = services().animations.find(name)
    if found is None or found.params.game != game:
        raise ProblemError("not_found", "No animation has this id, or it has been deleted.")
    game_view.require(found.params.last)
    return found


def _wanted(game_view: GameView, params: dict[str, Any], who: Player) -> Animation:
    """Build the job of a request. Raises a problem for versions that the viewer may not see."""
    last = params.get("to", game_view.state.version)
    for version in (params["from_"], last):
        game_view.require(version)
    versions = _frames(game_view, params["from_"], last, params["every"])
    wanted = Animation(
        id="",
        game=game_view.state.created.game,
        owner="",
        asked_at="",
        first=params["from_"],
        last=last,
        every=params["every"],
        versions=versions,
        format=params["format"],
        width=params["width"],
        theme=params["theme"],
        labels=params.get("labels", NONE if params["width"] < NAMED_FROM else NAMES),
        side=params.get("side"),
        language=preferred_language(),
        milliseconds=params["frame_milliseconds"],
        changes=params["changes"],
    )
    said = b"\n".join((_STYLE.encode(), game_view.at(last).snapshot.head.encode()))
    mark = hashlib.sha256(said + msgspec.json.encode(wanted)).hexdigest()[:_ID_DIGITS]
    return msgspec.structs.replace(
        wanted, id=f"mv_{mark}", owner=who.id, asked_at=services().clock()
    )


def _frames(game_view: GameView, first: int, last: int, every: str) -> list[int]:
    """Return the versions to draw: the ends of commands in the mainline of the last one."""
    games, game = services().games, game_view.state.created.game
    counts = set(mainline_versions(last, games.taken_back(game, last)))
    events = games.events(game, first - 1, last)
    ends = [one for one in events if one.last and one.version in counts]
    if every == FrameStep.TURN and ends:
        turn_starts = (one for one in ends[1:-1] if isinstance(one.event, TurnStarted))
        ends = [ends[0], *turn_starts, *ends[1:][-1:]]
    if not 2 <= len(ends) <= MAX_FRAMES:
        reason = f"Must give 2 to {MAX_FRAMES} frames; this range gives {len(ends)}."
        reasons = {"/to": [reason]}
        detail = "Choose another range, or one frame per turn."
        raise ProblemError("invalid_request", detail, {"errors": reasons})
    return [one.version for one in ends]


def _animation_answer(made: Progress[Animation]) -> AnimationAnswer:
    params = made.params
    done = made.status is JobStatus.DONE
    return AnimationAnswer(
        id=params.id,
        game=params.game,
        status=made.status,
        frames=len(params.versions),
        frames_done=made.done,
        file=f"{_address(params)}/file" if done else None,
        from_=params.first,
        to=params.last,
        every=FrameStep(params.every),
        format=params.format,
        width=params.width,
        frame_milliseconds=params.milliseconds,
        asked_at=params.asked_at,
    )


def _address(params: Animation) -> str:
    return f"/v1/games/{params.game}/animations/{params.id}"
