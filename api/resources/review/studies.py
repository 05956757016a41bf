"""Studies: creating, sharing and reading them."""

import hmac
import secrets
from http import HTTPStatus
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint
from msgspec import convert, structs
from msgspec.structs import replace

from api.access.commentary_access import IF_MATCH, TAG, first_outcome, revision_answer
from api.access.identity import caller, player, scopes
from api.access.study_views import GameViews, require_games
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
    header,
)
from api.resources.service.admin import note
from api.schemas.review.studies import (
    StudiesPageAnswer,
    StudiesQuerySchema,
    StudyAnswer,
    StudyLinkAnswer,
    StudyRequestSchema,
    StudySummaryAnswer,
)
from api.services import services
from events.accounts.players import Player
from events.accounts.tokens import Scope, digest_of
from events.commentary.documents import StoredDocument, new_id
from events.commentary.studies import Sharing, Shelf, Study, opened_study
from events.store.port import Key

studies = Blueprint("studies", __name__, description="Studies: annotated chapters about games.")
NEW_STUDY = StudyRequestSchema()
_QUERY = StudiesQuerySchema()
_KEY_BYTES = 32
_KEY = "Study-Key"
STUDY_KEY = header(_KEY, "The secret of a study that is shared by link.")


@Operation(
    studies,
    "POST /v1/studies",
    "Create a study",
    Success(201, StudyAnswer, headers=TAG | LOCATION | REPLAYED),
    fails=(404, 409),
    body=StudyRequestSchema,
    headers=(IDEMPOTENCY_KEY,),
)
def create_study() -> Response:
    """Each chapter is about some versions of a game that you may see. A study may have 64 chapters,
    and a player 64 studies.

    `private` studies are visible only to you; `link` studies to everyone who has the secret that
    `makeStudyLink` returns; `public` studies to everyone. Readers get only the chapters about games
    that they may see themselves; for running games the same limits apply as for annotations (see
    createAnnotation).
    """
    who, params = player(), body(NEW_STUDY)
    key = idempotency_key(who, params, scope="study")
    require_games(params["chapters"], who)
    return store_study(who, params, key)


def store_study(who: Player, params: dict[str, Any], key: Key | None) -> Response:
    """Store a new study; return it, or the one that its idempotency key created."""
    made = services().studies.add(new_study(who, params, new_id("st", key)), key)
    headers = {}
    if isinstance(made, StoredDocument):
        made = opened_study(first_outcome(made, key))
        headers = {"Idempotency-Replayed": "true"}
    place = f"/v1/studies/{made[0].id}"
    return revision_answer(
        study_answer(*made, who), HTTPStatus.CREATED, {"Location": place, **headers}
    )


@Operation(
    studies,
    "GET /v1/studies",
    "List studies",
    Success(200, StudiesPageAnswer),
    query=StudiesQuerySchema,
    security=OPTIONAL_TOKEN,
)
def list_studies() -> Response:
    """Newest first: all your studies, or another player's public ones."""
    who, params = caller(), query(_QUERY)
    own = who.id if who else None
    owner = params.get("owner", own)
    if owner is None:
        raise ProblemError("unauthenticated", "Send a player's token, or name an owner.")
    after = cursors.decode(params["cursor"], Shelf.read) if "cursor" in params else None
    found, last = services().studies.page(owner, params["limit"], after, public=owner != own)
    items = [_summary(study) for study in found]
    return answer(StudiesPageAnswer(items, cursors.encode(last.text()) if last else None))


@Operation(
    studies,
    "GET /v1/studies/<string:study_id>",
    "Get a study",
    Success(200, StudyAnswer, headers=TAG),
    fails=(404,),
    headers=(STUDY_KEY, IF_NONE_MATCH),
    security=OPTIONAL_TOKEN,
)
def get_study(study_id: str) -> Response:
    """Returns it if it is yours, if it is public, or if you send its secret as `Study-Key`. In
    URLs of pages put the secret after a `#`: that part is not sent to servers, so it is not
    logged."""
    who = caller()
    found, revision = open_study(study_id, who)
    response = revision_answer(study_answer(found, revision, who))
    response.vary.add(_KEY)
    return response


@Operation(
    studies,
    "PUT /v1/studies/<string:study_id>",
    "Replace a study",
    Success(200, StudyAnswer, headers=TAG),
    fails=(403, 404, 412),
    body=StudyRequestSchema,
    headers=(IF_MATCH,),
)
def change_study(study_id: str) -> Response:
    """Replaces the whole study, with its chapters in order; omitted ones are removed."""
    who, params = player(), body(NEW_STUDY)
    known = _own(study_id, who)
    require_games(params["chapters"], who)
    changed = replace(
        known,
        title=params["title"],
        visibility=Sharing(params["visibility"]),
        chapters=params["chapters"],
        changed_at=services().clock(),
    )
    return revision_answer(
        study_answer(*services().studies.change(changed, expected_versions()), who)
    )


@Operation(
    studies,
    "DELETE /v1/studies/<string:study_id>",
    "Delete a study",
    Success(204),
    fails=(400, 403, 404, 412),
    headers=(IF_MATCH,),
)
def delete_study(study_id: str) -> Response:
    """For its owner; administrators can delete public studies. Its games are not deleted."""
    who = player()
    known, _ = open_study(study_id, who)
    others = known.owner != who.id
    if others and Scope.ADMIN not in scopes():
        raise ProblemError("forbidden", "Only its owner can delete a study.")
    services().studies.remove(known, expected_versions())
    if others:
        note("study deleted", who, player=known.owner)
    return Response(status=HTTPStatus.NO_CONTENT)


@Operation(
    studies,
    "POST /v1/studies/<string:study_id>/link",
    "Create the secret link of a study",
    Success(200, StudyLinkAnswer),
    fails=(403, 404),
)
def make_study_link(study_id: str) -> Response:
    """Only for its owner. The previous secret becomes invalid. The secret is valid while the
    visibility of the study is `link`."""
    known = _own(study_id, player())
    secret = secrets.token_urlsafe(_KEY_BYTES)
    services().studies.link(known, digest_of(secret))
    return answer(StudyLinkAnswer(secret))


def new_study(who: Player, params: dict[str, Any], name: str) -> Study:
    """Build a study from a validated body."""
    now = services().clock()
    return Study(
        id=name,
        owner=who.id,
        title=params["title"],
        visibility=Sharing(params["visibility"]),
        chapters=params["chapters"],
        created_at=now,
        changed_at=now,
    )


def open_study(study_id: str, who: Player | None) -> tuple[Study, int]:
    """Return a study and its revision. Raises the problem of a missing one if the caller may not
    read it."""
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
    """Return a study of the caller's. Raises a problem."""
    known, _ = open_study(study_id, who)
    if known.owner != who.id:
        raise ProblemError("forbidden", "Only its owner can change or share a study.")
    return known


def study_answer(study: Study, revision: int, who: Player | None) -> StudyAnswer:
    """Return the study as a viewer may read it."""
    chapters = list(GameViews(who).chapters(study))
    withheld = len(study.chapters) - len(chapters)
    summary = structs.asdict(_summary(study))
    return StudyAnswer(**summary, revision=revision, chapters=chapters, withheld=withheld)


def _summary(study: Study) -> StudySummaryAnswer:
    return convert(study, StudySummaryAnswer, from_attributes=True)
