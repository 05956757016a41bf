"""Annotations: comments and marks on versions of a game."""

from http import HTTPStatus
from typing import Any

from flask import Response
from flask_smorest import Blueprint
from msgspec.structs import replace

from api.access.commentary_access import (
    IF_MATCH,
    TAG,
    first_outcome,
    reader,
    require_on_board,
    require_visible_version,
    revision_answer,
)
from api.access.identity import caller, player, scopes
from api.access.views import GameView, view_for
from api.http import cursors
from api.http.problems import ProblemError
from api.http.requests import body, expected_versions, idempotency_key, query
from api.http.responses import answer
from api.operations.operation import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    REPLAYED,
    Operation,
    Success,
)
from api.resources.service.admin import note
from api.schemas.review.annotations import (
    AnnotationAnswer,
    AnnotationChangeSchema,
    AnnotationRequestSchema,
    AnnotationsPageAnswer,
    AnnotationsQuerySchema,
)
from api.services import services
from events.accounts.players import Player
from events.accounts.tokens import Scope
from events.commentary.annotations import (
    Annotation,
    AnnotationEntry,
    Audience,
    Filter,
    opened_annotation,
)
from events.commentary.documents import StoredDocument, new_id

annotations = Blueprint(
    "annotations", __name__, description="Comments and marks on versions of a game."
)
_NEW = AnnotationRequestSchema()
_CHANGE = AnnotationChangeSchema()
_QUERY = AnnotationsQuerySchema()
_REMARK = ("text", "sign", "arrows", "hexes")


@Operation(
    annotations,
    "POST /v1/games/<string:game_id>/annotations",
    "Create an annotation",
    Success(201, AnnotationAnswer, headers=TAG | LOCATION | REPLAYED),
    fails=(403, 404, 409),
    body=AnnotationRequestSchema,
    headers=(IDEMPOTENCY_KEY,),
)
def create_annotation(game_id: str) -> Response:
    """An annotation is about one or more consecutive versions that you may see. You may have 200
    per game.

    `private` annotations are visible only to you, `opponent` ones, by players of the game, to both
    seats, and `public` ones to everyone who may see the version.

    **While the game is running**, annotations cannot help a player: players' are shown to others
    once it is over, and spectators' only to spectators with a token.

    An annotation is not part of the game's events, hashes or exports. It is deleted with your
    account. Its idempotency key is kept until one day after it is deleted.
    """
    who, params = player(), body(_NEW)
    game_view = view_for(game_id, who)
    require_visible_version(game_view, params["last_version"])
    _require_seat(game_view, params)
    require_on_board(game_view, [("", params)])
    key = idempotency_key(who, params, scope=f"annotation:{game_id}")
    now = services().clock()
    made = services().annotations.add(
        Annotation(
            id=new_id("an", key),
            game=game_id,
            author=who.id,
            version=params["version"],
            last_version=params["last_version"],
            visibility=Audience(params["visibility"]),
            remark=_remark(params),
            created_at=now,
            changed_at=now,
        ),
        key,
    )
    headers = {}
    if isinstance(made, StoredDocument):
        made = opened_annotation(first_outcome(made, key))
        headers = {"Idempotency-Replayed": "true"}
    place = f"/v1/games/{game_id}/annotations/{made[0].id}"
    return revision_answer(_shown(*made), HTTPStatus.CREATED, {"Location": place, **headers})


@Operation(
    annotations,
    "GET /v1/games/<string:game_id>/annotations",
    "List the annotations of a game",
    Success(200, AnnotationsPageAnswer),
    fails=(404,),
    query=AnnotationsQuerySchema,
    security=OPTIONAL_TOKEN,
)
def list_annotations(game_id: str) -> Response:
    """Those that you may read, ordered by version; not those on versions that you may not see
    yet."""
    who, params = caller(), query(_QUERY)
    game_view = view_for(game_id, who)
    after = cursors.decode(params["cursor"], AnnotationEntry.read) if "cursor" in params else None
    found, last = services().annotations.page(
        game_id,
        reader(game_view, who),
        Filter(params.get("version"), params.get("author")),
        params["limit"],
        after,
    )
    items = [_shown(*one) for one in found]
    return answer(AnnotationsPageAnswer(items, cursors.encode(last.text()) if last else None))


@Operation(
    annotations,
    "GET /v1/games/<string:game_id>/annotations/<string:annotation_id>",
    "Get an annotation",
    Success(200, AnnotationAnswer, headers=TAG),
    fails=(404,),
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def get_annotation(game_id: str, annotation_id: str) -> Response:
    """Returns it if you may read it."""
    who = caller()
    return revision_answer(_shown(*_found(view_for(game_id, who), annotation_id, who)))


@Operation(
    annotations,
    "PUT /v1/games/<string:game_id>/annotations/<string:annotation_id>",
    "Replace an annotation",
    Success(200, AnnotationAnswer, headers=TAG),
    fails=(403, 404, 412),
    body=AnnotationChangeSchema,
    headers=(IF_MATCH,),
)
def change_annotation(game_id: str, annotation_id: str) -> Response:
    """Replaces all its contents and its visibility; omitted members are removed. Only for its
    author."""
    who, params = player(), body(_CHANGE)
    game_view = view_for(game_id, who)
    known, _ = _found(game_view, annotation_id, who)
    if known.author != who.id:
        raise ProblemError("forbidden", "Only its author can change an annotation.")
    _require_seat(game_view, params)
    require_on_board(game_view, [("", params)])
    changed = replace(
        known,
        visibility=Audience(params["visibility"]),
        remark=_remark(params),
        changed_at=services().clock(),
    )
    return revision_answer(_shown(*services().annotations.change(changed, expected_versions())))


@Operation(
    annotations,
    "DELETE /v1/games/<string:game_id>/annotations/<string:annotation_id>",
    "Delete an annotation",
    Success(204),
    fails=(400, 403, 404, 412),
    headers=(IF_MATCH,),
)
def delete_annotation(game_id: str, annotation_id: str) -> Response:
    """For its author; administrators can delete annotations that others may read."""
    who = player()
    known, _ = _found(view_for(game_id, who), annotation_id, who)
    others = known.author != who.id
    if others and Scope.ADMIN not in scopes():
        raise ProblemError("forbidden", "Only its author can delete an annotation.")
    services().annotations.remove(known, expected_versions())
    if others:
        note("annotation deleted", who, game=game_id, player=known.author)
    return Response(status=HTTPStatus.NO_CONTENT)


def _found(game_view: GameView, name: str, who: Player | None) -> tuple[Annotation, int]:
    """Return an annotation and its revision. Raises a problem if the viewer may not read it."""
    found = services().annotations.find(game_view.state.created.game, name)
    if found is None or not reader(game_view, who).may_read(found[0].visibility, found[0].entry):
        raise ProblemError(
            "not_found", "The game has no annotation with this id, or you may not read it."
        )
    return found


def _require_seat(game_view: GameView, params: dict[str, Any]) -> None:
    if params["visibility"] == Audience.OPPONENT and not game_view.seats:
        raise ProblemError(
            "forbidden", "You do not hold a seat in this game, so you have no opponent."
        )


def _remark(params: dict[str, Any]) -> dict[str, Any]:
    return {name: params[name] for name in _REMARK}


def _shown(one: Annotation, revision: int) -> AnnotationAnswer:
    return AnnotationAnswer(
        id=one.id,
        game=one.game,
        author=one.author,
        version=one.version,
        last_version=one.last_version,
        visibility=one.visibility,
        **one.remark,
        revision=revision,
        created_at=one.created_at,
        changed_at=one.changed_at,
    )
