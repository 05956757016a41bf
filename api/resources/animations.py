"""Animated replays: asked for, made by a worker, and fetched when they are done."""

import hashlib
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response
from flask_smorest import Blueprint

from api import texts
from api.answers import IMMUTABLE, VARY, answer, has_already, unchanged
from api.identity import caller, player
from api.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    TAG,
    UNCHANGED,
    Operation,
    Success,
    also_answers,
    endpoint,
)
from api.pictured import NAMED_FROM
from api.pictures.board import NAMES, NONE
from api.pictures.motion import FORMATS, WEBP
from api.problems import ProblemError
from api.requests import body
from api.schemas.animations import (
    MOST_FRAMES,
    AnimationSchema,
    AnimationWishSchema,
)
from api.schemas.vocabulary import FrameStep
from api.services import services
from api.sight import Sight, look
from domain.events import TurnStarted
from domain.line import counting
from events.animations import Animation, AnimationStatus, Progress
from events.listing import milliseconds
from events.players import Player

animations = Blueprint("animations", __name__, description="Replays to look at.")
_WISH = AnimationWishSchema()
_STYLE = "animation 1"
"""Counted up when the same wish is made otherwise, so that no cache mixes the two."""
_ID_DIGITS = 20
_TYPES = {kind: f"image/{kind}" for kind in FORMATS}
_BYTES = {"type": "string", "format": "binary"}
_PLACE = "/v1/games/<string:game_id>/animations/<string:animation_id>"


@endpoint(
    animations,
    "POST",
    "/v1/games/<string:game_id>/animations",
    Operation(
        "createAnimation",
        "Have a game replayed as an animated picture",
        Success(202, AnimationSchema, headers=LOCATION),
        fails=(400, 401, 404, 409, 413, 415, 422, 503),
        body=AnimationWishSchema,
        headers=(ACCEPT_LANGUAGE,),
    ),
)
def create_animation(game_id: str) -> Response:
    """A worker draws it: look at `Location` until its `status` is `done`, then fetch its `file`.

    Boards as in `board.png`, from version to version, with what each command has changed; what was
    taken back by the end of the range is left out. Nothing is in it that you may not know at the
    moment at which you ask.

    The same wish is made once: asking again answers with the one that is under way or done, whoever
    asked, and begins anew where it has failed or was cancelled. It is kept for some six hours. Two
    may be under way for you.
    """
    who = player()
    wish = body(_WISH)
    sight = look(game_id, who)
    made = services().animations.ask(_wanted(sight, wish, who), milliseconds(services().clock()))
    return answer(_told(made), HTTPStatus.ACCEPTED, {"Location": _address(made.animation)})


@endpoint(
    animations,
    "GET",
    _PLACE,
    Operation(
        "getAnimation",
        "How far an animated replay is",
        Success(200, AnimationSchema),
        fails=(401, 404, 422, 503),
        security=OPTIONAL_TOKEN,
    ),
)
def get_animation(game_id: str, animation_id: str) -> Response:
    """Whoever may see the game as far as it goes finds it here."""
    return answer(_told(_found(game_id, animation_id, caller())))


@endpoint(
    animations,
    "POST",
    f"{_PLACE}/cancel",
    Operation(
        "cancelAnimation",
        "Give an animated replay up",
        Success(200, AnimationSchema),
        fails=(401, 403, 404, 422, 503),
    ),
)
def cancel_animation(game_id: str, animation_id: str) -> Response:
    """By the player who asked for it first. One that is no longer under way stays as it is."""
    who = player()
    found = _found(game_id, animation_id, who)
    if found.animation.owner != who.id:
        raise ProblemError("forbidden", "Another player has asked for this one.")
    services().animations.end(animation_id, AnimationStatus.CANCELLED)
    return answer(_told(_found(game_id, animation_id, who)))


@endpoint(
    animations,
    "GET",
    f"{_PLACE}/file",
    Operation(
        "getAnimationFile",
        "An animated replay",
        Success(200, _BYTES, content_type=_TYPES[WEBP], headers=TAG),
        fails=(401, 404, 422, 503),
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
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
    """An animated WebP or GIF, whichever was asked for; there once `status` is `done`, and for ever
    the same."""
    wish = _found(game_id, animation_id, caller()).animation
    tag = f'"{wish.last}.{wish.id}"'
    if has_already(tag):
        return unchanged(tag, IMMUTABLE)
    file = services().animations.file(animation_id)
    if file is None:
        raise ProblemError("not_found", "It is not done, or is no longer kept: ask for it again.")
    response = Response(file, mimetype=_TYPES[wish.format])
    response.headers.update({"ETag": tag, "Cache-Control": IMMUTABLE, "Vary": VARY})
    name = f"{wish.game}-{wish.first}-{wish.last}.{wish.format}"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _found(game: str, name: str, who: Player | None) -> Progress:
    """An animation of what the viewer may see."""
    sight = look(game, who)
    found = services().animations.find(name)
    if found is None or found.animation.game != game:
        raise ProblemError("not_found", "There is no such animation, or it is no longer kept.")
    sight.require(found.animation.last)
    return found


def _wanted(sight: Sight, wish: dict[str, Any], who: Player) -> Animation:
    """What is to be made, as far as this viewer may see the game now."""
    last = wish.get("to", sight.state.version)
    for version in (wish["from_"], last):
        sight.require(version)
    versions = _frames(sight, wish["from_"], last, wish["every"])
    wanted = Animation(
        id="",
        game=sight.state.created.game,
        owner="",
        asked_at="",
        first=wish["from_"],
        last=last,
        every=wish["every"],
        versions=versions,
        format=wish["format"],
        width=wish["width"],
        theme=wish["theme"],
        labels=wish.get("labels", NONE if wish["width"] < NAMED_FROM else NAMES),
        side=wish.get("side"),
        language=texts.language(),
        milliseconds=wish["frame_milliseconds"],
        changes=wish["changes"],
    )
    said = b"\n".join((_STYLE.encode(), sight.at(last).seen.head.encode()))
    mark = hashlib.sha256(said + msgspec.json.encode(wanted)).hexdigest()[:_ID_DIGITS]
    return msgspec.structs.replace(
        wanted, id=f"mv_{mark}", owner=who.id, asked_at=services().clock()
    )


def _frames(sight: Sight, first: int, last: int, every: str) -> list[int]:
    """The versions to draw: ends of commands that count at the last one."""
    games, game = services().games, sight.state.created.game
    counts = set(counting(last, games.taken_back(game, last)))
    events = games.events(game, first - 1, last)
    ends = [one for one in events if one.last and one.version in counts]
    if every == FrameStep.TURN and ends:
        kept = (one for one in ends[1:-1] if isinstance(one.event, TurnStarted))
        ends = [ends[0], *kept, *ends[1:][-1:]]
    if not 2 <= len(ends) <= MOST_FRAMES:
        reasons = {"/to": [f"2 to {MOST_FRAMES} frames, and these would be {len(ends)}."]}
        detail = "Choose another range, or a frame for every turn."
        raise ProblemError("invalid_request", detail, {"errors": reasons})
    return [one.version for one in ends]


def _told(made: Progress) -> dict[str, Any]:
    wish = made.animation
    done = made.status is AnimationStatus.DONE
    return {
        "id": wish.id,
        "game": wish.game,
        "status": made.status,
        "frames": len(wish.versions),
        "frames_done": made.done,
        "file": f"{_address(wish)}/file" if done else None,
        "from": wish.first,
        "to": wish.last,
        "every": wish.every,
        "format": wish.format,
        "width": wish.width,
        "frame_milliseconds": wish.milliseconds,
        "asked_at": wish.asked_at,
    }


def _address(wish: Animation) -> str:
    return f"/v1/games/{wish.game}/animations/{wish.id}"
