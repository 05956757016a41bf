"""Annotations: words and marks on versions of a game."""

from http import HTTPStatus
from typing import Any

from flask import Response
from flask_smorest import Blueprint
from msgspec.structs import replace

from api import cursors
from api.answers import answer
from api.identity import caller, player, scopes
from api.operation import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    REPLAYED,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError
from api.remarks import IF_MATCH, TAG, first_outcome, reader, require_seen, told
from api.requests import body, expected_versions, idempotency_key, query
from api.resources.admin import note
from api.schemas.annotations import (
    AnnotationChangeSchema,
    AnnotationSchema,
    AnnotationsPageSchema,
    AnnotationsQuerySchema,
    NewAnnotationSchema,
)
from api.services import services
from api.sight import Sight, look
from events.annotations import (
    Annotation,
    Audience,
    Entry,
    Filter,
    new_annotation_id,
    opened_annotation,
)
from events.documents import Known
from events.players import Player
from events.tokens import Scope

annotations = Blueprint(
    "annotations", __name__, description="What players say of versions of a game."
)
_NEW = NewAnnotationSchema()
_CHANGE = AnnotationChangeSchema()
_QUERY = AnnotationsQuerySchema()
_REMARK = ("text", "sign", "arrows", "hexes")


@endpoint(
    annotations,
    "POST",
    "/v1/games/<string:game_id>/annotations",
    Operation(
        "createAnnotation",
        "Say something of a version",
        Success(201, AnnotationSchema, headers=TAG | LOCATION | REPLAYED),
        fails=(400, 401, 403, 404, 409, 413, 415, 422, 503),
        body=NewAnnotationSchema,
        headers=(IDEMPOTENCY_KEY,),
    ),
)
def create_annotation(game_id: str) -> Response:
    """Of one version or several in a row that you may see; 200 on each game.

    `private` ones are yours alone. `opponent` ones are for both seats, and only who holds one
    makes them. `public` ones are for whoever may see the version.

    **While the game runs** nothing is said that could help a player: what players say, others read
    once the game is over; what onlookers say in public, other onlookers with a token read at once
    and the players once it is over.

    An annotation is no part of the game: it is in no event, hash or export. It goes with your
    account. A key is known as long as the annotation is there, and for a day after.
    """
    who, wish = player(), body(_NEW)
    sight = look(game_id, who)
    require_seen(sight, wish["last_version"])
    _require_seat(sight, wish)
    key = idempotency_key(who, wish, scope=f"annotation:{game_id}")
    now = services().clock()
    made = services().annotations.add(
        Annotation(
            id=new_annotation_id(key),
            game=game_id,
            author=who.id,
            version=wish["version"],
            last_version=wish["last_version"],
            visibility=Audience(wish["visibility"]),
            remark=_remark(wish),
            created_at=now,
            changed_at=now,
        ),
        key,
    )
    headers = {}
    if isinstance(made, Known):
        made = opened_annotation(first_outcome(made, key))
        headers = {"Idempotency-Replayed": "true"}
    place = f"/v1/games/{game_id}/annotations/{made[0].id}"
    return told(_shown(*made), HTTPStatus.CREATED, {"Location": place, **headers})


@endpoint(
    annotations,
    "GET",
    "/v1/games/<string:game_id>/annotations",
    Operation(
        "listAnnotations",
        "What was said of a game",
        Success(200, AnnotationsPageSchema),
        fails=(401, 404, 422, 503),
        query=AnnotationsQuerySchema,
        security=OPTIONAL_TOKEN,
    ),
)
def list_annotations(game_id: str) -> Response:
    """As far as you may read it, in the order of versions. What is about a version that you may
    not see yet is not told."""
    who, wish = caller(), query(_QUERY)
    sight = look(game_id, who)
    after = cursors.read(wish["cursor"], Entry.read) if "cursor" in wish else None
    found, last = services().annotations.page(
        game_id,
        reader(sight, who),
        Filter(wish.get("version"), wish.get("author")),
        wish["limit"],
        after,
    )
    items = [_shown(*one) for one in found]
    return answer({"items": items, "next": cursors.written(last.text()) if last else None})


@endpoint(
    annotations,
    "GET",
    "/v1/games/<string:game_id>/annotations/<string:annotation_id>",
    Operation(
        "getAnnotation",
        "One annotation",
        Success(200, AnnotationSchema, headers=TAG),
        fails=(401, 404, 422, 503),
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_annotation(game_id: str, annotation_id: str) -> Response:
    """If you may read it."""
    who = caller()
    return told(_shown(*_found(look(game_id, who), annotation_id, who)))


@endpoint(
    annotations,
    "PUT",
    "/v1/games/<string:game_id>/annotations/<string:annotation_id>",
    Operation(
        "changeAnnotation",
        "Say something else",
        Success(200, AnnotationSchema, headers=TAG),
        fails=(400, 401, 403, 404, 412, 413, 415, 422, 503),
        body=AnnotationChangeSchema,
        headers=(IF_MATCH,),
    ),
)
def change_annotation(game_id: str, annotation_id: str) -> Response:
    """All that it says, and who may read it; only its author may. What is left out is gone."""
    who, wish = player(), body(_CHANGE)
    sight = look(game_id, who)
    known, _ = _found(sight, annotation_id, who)
    if known.author != who.id:
        raise ProblemError("forbidden", "Only its author changes an annotation.")
    _require_seat(sight, wish)
    changed = replace(
        known,
        visibility=Audience(wish["visibility"]),
        remark=_remark(wish),
        changed_at=services().clock(),
    )
    return told(_shown(*services().annotations.change(changed, expected_versions())))


@endpoint(
    annotations,
    "DELETE",
    "/v1/games/<string:game_id>/annotations/<string:annotation_id>",
    Operation(
        "deleteAnnotation",
        "Delete an annotation",
        Success(204),
        fails=(400, 401, 403, 404, 412, 422, 503),
        headers=(IF_MATCH,),
    ),
)
def delete_annotation(game_id: str, annotation_id: str) -> Response:
    """Its author may, and an administrator what others may read."""
    who = player()
    known, _ = _found(look(game_id, who), annotation_id, who)
    others = known.author != who.id
    if others and Scope.ADMIN not in scopes():
        raise ProblemError("forbidden", "Only its author deletes an annotation.")
    services().annotations.remove(known, expected_versions())
    if others:
        note("annotation deleted", who, game=game_id, player=known.author)
    return Response(status=HTTPStatus.NO_CONTENT)


def _found(sight: Sight, name: str, who: Player | None) -> tuple[Annotation, int]:
    """The annotation that has an id, and its revision, where the viewer may read it."""
    found = services().annotations.find(sight.state.created.game, name)
    if found is None or not reader(sight, who).may_read(found[0].visibility, found[0].entry):
        raise ProblemError("not_found", "The game has no annotation with this id for you.")
    return found


def _require_seat(sight: Sight, wish: dict[str, Any]) -> None:
    if wish["visibility"] == Audience.OPPONENT and not sight.seats:
        raise ProblemError("forbidden", "You hold no seat at this game, so you have no opponent.")


def _remark(wish: dict[str, Any]) -> dict[str, Any]:
    return {name: wish[name] for name in _REMARK}


def _shown(one: Annotation, revision: int) -> dict[str, Any]:
    return {
        "id": one.id,
        "game": one.game,
        "author": one.author,
        "version": one.version,
        "last_version": one.last_version,
        "visibility": one.visibility,
        **one.remark,
        "revision": revision,
        "created_at": one.created_at,
        "changed_at": one.changed_at,
    }
