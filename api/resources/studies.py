"""Studies: keeping them, sharing them, reading them."""

import hmac
import secrets
from http import HTTPStatus
from typing import Any

from flask import Response, request
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
    header,
)
from api.problems import ProblemError
from api.remarks import IF_MATCH, TAG, first_outcome, told
from api.requests import body, expected_versions, idempotency_key, query
from api.resources.admin import note
from api.schemas.studies import (
    NewStudySchema,
    StudiesPageSchema,
    StudiesQuerySchema,
    StudyLinkSchema,
    StudySchema,
)
from api.services import services
from api.sights import Sights, require_games
from events.documents import Known
from events.players import Player
from events.studies import Sharing, Shelf, Study, new_study_id, opened_study
from events.tokens import Scope, digest_of

studies = Blueprint("studies", __name__, description="Accounts of games, chapter by chapter.")
NEW_STUDY = NewStudySchema()
_QUERY = StudiesQuerySchema()
_KEY_BYTES = 32
_KEY = "Study-Key"
STUDY_KEY = header(_KEY, "The secret of a study that is shared by link; others open nothing.")


@endpoint(
    studies,
    "POST",
    "/v1/studies",
    Operation(
        "createStudy",
        "Begin a study",
        Success(201, StudySchema, headers=TAG | LOCATION | REPLAYED),
        fails=(400, 401, 404, 409, 413, 415, 422, 503),
        body=NewStudySchema,
        headers=(IDEMPOTENCY_KEY,),
    ),
)
def create_study() -> Response:
    """Each chapter is about versions of a game that you may see; 64 chapters, and 64 studies a
    player.

    `private` ones are yours alone; `link` ones open to who has the secret that `makeStudyLink`
    gives you; `public` ones to everyone. Whoever reads one is told the chapters of games that it
    may see by itself, and of a game that runs no more than by annotations (see createAnnotation).
    """
    who, wish = player(), body(NEW_STUDY)
    key = idempotency_key(who, wish, scope="study")
    require_games(wish["chapters"], who)
    made = services().studies.add(new_study(who, wish, new_study_id(key)), key)
    headers = {}
    if isinstance(made, Known):
        made = opened_study(first_outcome(made, key))
        headers = {"Idempotency-Replayed": "true"}
    place = f"/v1/studies/{made[0].id}"
    return told(shown_study(*made, who), HTTPStatus.CREATED, {"Location": place, **headers})


@endpoint(
    studies,
    "GET",
    "/v1/studies",
    Operation(
        "listStudies",
        "List studies",
        Success(200, StudiesPageSchema),
        fails=(401, 422, 503),
        query=StudiesQuerySchema,
        security=OPTIONAL_TOKEN,
    ),
)
def list_studies() -> Response:
    """Newest first: all of yours, or another player's public ones."""
    who, wish = caller(), query(_QUERY)
    own = who.id if who else None
    owner = wish.get("owner", own)
    if owner is None:
        raise ProblemError("unauthenticated", "Name an owner, or send the token of a player.")
    after = cursors.read(wish["cursor"], Shelf.read) if "cursor" in wish else None
    found, last = services().studies.page(owner, wish["limit"], after, everyone=owner != own)
    items = [_summary(study) for study in found]
    return answer({"items": items, "next": cursors.written(last.text()) if last else None})


@endpoint(
    studies,
    "GET",
    "/v1/studies/<string:study_id>",
    Operation(
        "getStudy",
        "A study",
        Success(200, StudySchema, headers=TAG),
        fails=(401, 404, 422, 503),
        headers=(STUDY_KEY, IF_NONE_MATCH),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_study(study_id: str) -> Response:
    """If it is yours, or public, or you send its secret as `Study-Key`. In the address of a page
    the secret belongs behind a `#`: what stands there is sent to no server, and is in no log."""
    who = caller()
    found, revision = open_study(study_id, who)
    response = told(shown_study(found, revision, who))
    response.vary.add(_KEY)
    return response


@endpoint(
    studies,
    "PUT",
    "/v1/studies/<string:study_id>",
    Operation(
        "changeStudy",
        "Write a study anew",
        Success(200, StudySchema, headers=TAG),
        fails=(400, 401, 403, 404, 412, 413, 415, 422, 503),
        body=NewStudySchema,
        headers=(IF_MATCH,),
    ),
)
def change_study(study_id: str) -> Response:
    """All of it, with its chapters in their order; what is left out is gone."""
    who, wish = player(), body(NEW_STUDY)
    known = _own(study_id, who)
    require_games(wish["chapters"], who)
    changed = replace(
        known,
        title=wish["title"],
        visibility=Sharing(wish["visibility"]),
        chapters=wish["chapters"],
        changed_at=services().clock(),
    )
    return told(shown_study(*services().studies.change(changed, expected_versions()), who))


@endpoint(
    studies,
    "DELETE",
    "/v1/studies/<string:study_id>",
    Operation(
        "deleteStudy",
        "Delete a study",
        Success(204),
        fails=(400, 401, 403, 404, 412, 422, 503),
        headers=(IF_MATCH,),
    ),
)
def delete_study(study_id: str) -> Response:
    """Its owner may, and an administrator what is public. The games that it is about stay."""
    who = player()
    known, _ = open_study(study_id, who)
    others = known.owner != who.id
    if others and Scope.ADMIN not in scopes():
        raise ProblemError("forbidden", "Only its owner deletes a study.")
    services().studies.remove(known, expected_versions())
    if others:
        note("study deleted", who, player=known.owner)
    return Response(status=HTTPStatus.NO_CONTENT)


@endpoint(
    studies,
    "POST",
    "/v1/studies/<string:study_id>/link",
    Operation(
        "makeStudyLink",
        "A secret that opens a study",
        Success(200, StudyLinkSchema),
        fails=(401, 403, 404, 422, 503),
    ),
)
def make_study_link(study_id: str) -> Response:
    """For its owner, to pass on. The one before opens nothing any more. It counts as long as the
    study's visibility is `link`."""
    known = _own(study_id, player())
    secret = secrets.token_urlsafe(_KEY_BYTES)
    services().studies.link(known, digest_of(secret))
    return answer({"key": secret})


def new_study(who: Player, wish: dict[str, Any], name: str) -> Study:
    """A study as its owner wants it."""
    now = services().clock()
    return Study(
        id=name,
        owner=who.id,
        title=wish["title"],
        visibility=Sharing(wish["visibility"]),
        chapters=wish["chapters"],
        created_at=now,
        changed_at=now,
    )


def open_study(study_id: str, who: Player | None) -> tuple[Study, int]:
    """The study that has an id, and its revision, where it is open to the caller. Raises a problem,
    as if there were none, where it is not."""
    found = services().studies.find(study_id)
    if found is None or not _is_open(found[0], who):
        raise ProblemError("not_found", "No study has this id, or it is not shared with you.")
    return found


def _is_open(study: Study, who: Player | None) -> bool:
    if (who is not None and who.id == study.owner) or study.visibility is Sharing.PUBLIC:
        return True
    secret = request.headers.get(_KEY)
    if study.visibility is not Sharing.LINK or study.link is None or secret is None:
        return False
    return hmac.compare_digest(digest_of(secret), study.link)


def _own(study_id: str, who: Player) -> Study:
    """A study of the caller's."""
    known, _ = open_study(study_id, who)
    if known.owner != who.id:
        raise ProblemError("forbidden", "Only its owner does that to a study.")
    return known


def shown_study(study: Study, revision: int, who: Player | None) -> dict[str, Any]:
    """A study as a viewer is told it."""
    chapters = list(Sights(who).told(study))
    shown = {**_summary(study), "revision": revision, "chapters": chapters}
    return {**shown, "withheld": len(study.chapters) - len(chapters)}


def _summary(study: Study) -> dict[str, Any]:
    names = ("id", "owner", "title", "visibility", "created_at", "changed_at")
    return {name: getattr(study, name) for name in names}
