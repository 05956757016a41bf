"""Battles of the service and of players."""

from http import HTTPStatus
from typing import Any

from flask import Response, request
from flask_smorest import Blueprint

from api import locales
from api.access.battles import refused, require_known, stored_scenario
from api.access.identity import caller, player, scopes
from api.answers.findings import reason, translated
from api.answers.pictures import SVG
from api.answers.playtests import balance
from api.http import strict_json
from api.http.languages import preferred_language
from api.http.problems import ProblemError
from api.http.requests import invalid_cursor, query, read_body
from api.http.responses import MUTABLE, answer, hashed_answer
from api.operations.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    LOCATION,
    OPTIONAL_TOKEN,
    TAG,
    TOKEN,
    Operation,
    Success,
    also_answers,
)
from api.pictures.kit import kit
from api.pictures.scene import of_document
from api.resources.service.admin import note
from api.schemas.names import is_slug
from api.schemas.service.scenarios import (
    STRICT,
    NewScenarioQuerySchema,
    ScenariosPageAnswer,
    ScenariosQuerySchema,
    ScenarioSummaryAnswer,
)
from api.services import services
from domain.errors import ScenarioError
from domain.scenarios import document, slugs
from domain.values import Front, TerrainKind
from events.accounts.players import Player
from events.accounts.tokens import Scope
from events.commentary.documents import TooManyDocumentsError
from events.commentary.studies import Sharing
from events.scenarios import identity, reading
from events.scenarios.editor import MEDIA_TYPE, NotEditorFileError, editor_file
from events.scenarios.folder import LARGEST_FILE
from events.scenarios.library import ScenarioQuery, ScenarioSummary, StoredScenario
from events.scenarios.own import NotADocumentError
from events.scenarios.report import ReportItem, Verdict

scenarios = Blueprint("scenarios", __name__, description="Scenarios: the battles to play.")
_QUERY, _NEW = ScenariosQuerySchema(), NewScenarioQuerySchema()
_PUBLIC = {"Cache-Control": "public, max-age=300", "Vary": "Accept"}
_VARY = "Accept, Accept-Language, Authorization"
_SCENARIO = {"$ref": "#/components/schemas/Scenario"}
_FILE = {"$ref": "#/components/schemas/ScenarioFile"}
_JSON = "application/json"


@Operation(
    scenarios,
    "GET /v1/scenarios",
    "List the scenarios",
    Success(200, ScenariosPageAnswer, headers=TAG),
    query=ScenariosQuerySchema,
    headers=(ACCEPT_LANGUAGE, IF_NONE_MATCH),
    security=OPTIONAL_TOKEN,
)
def list_scenarios() -> Response:
    """Ordered by slug: those that come with the service, the public ones of players, and your
    own."""
    page, who = query(_QUERY), caller()
    after = page.get("cursor", "")
    if after and not is_slug(after):
        raise invalid_cursor()
    wanted = ScenarioQuery(
        front=Front(page["front"]) if "front" in page else None,
        year=page.get("year"),
        board=page.get("board"),
        terrain=TerrainKind(page["terrain"]) if "terrain" in page else None,
        author=page.get("author"),
    )
    found, last = services().scenarios.page(wanted, who.id if who else None, page["limit"], after)
    language = preferred_language()
    won = services().results.won([one.slug for one in found])
    items = [_summary(one, language, won_of) for one, won_of in zip(found, won, strict=True)]
    body = ScenariosPageAnswer(items, last)
    cache = {"Cache-Control": MUTABLE} if who else _PUBLIC
    return hashed_answer(body, {**cache, "Vary": _VARY, "Content-Language": language})


@Operation(
    scenarios,
    "POST /v1/scenarios",
    "Add a scenario",
    Success(201, _SCENARIO, headers=LOCATION),
    fails=(409,),
    body=_FILE,
    body_types=(_JSON, MEDIA_TYPE),
    query=NewScenarioQuerySchema,
    headers=(ACCEPT_LANGUAGE,),
    weight=10,
    security=[{}, *TOKEN],
)
@also_answers(
    scenarios,
    200,
    {
        "description": "With `validate_only`: what would be stored; as a drawing its board "
        "without pieces, and each piece as a symbol, as the kit of a game.",
        "content": {_JSON: {"schema": _SCENARIO}, SVG: {"schema": {"type": "string"}}},
    },
)
def add_scenario() -> Response:
    """Accepts a scenario as `GET /v1/scenarios/{slug}` returns it, or a file of the official
    scenario editor as `application/vnd.memoir44.m44+json`; up to 256 KiB.

    The `report` says for every item of the file whether it is played, and if not, why. A scenario
    with the verdict `playable` or `partly` can be played: `POST /v1/games` accepts its `slug`. It
    never changes. Adding the same file again only changes its visibility. A player may have 200
    scenarios. Only `validate_only` needs no token.
    """
    who, params = caller(), query(_NEW)
    if not params["validate_only"]:
        who = player()
    parent = params.get("parent")
    if parent is not None:
        require_known(parent, "parent")
    kind, content = _sent()
    new = _read(kind, content, who, params)
    if params["mode"] == STRICT and new.verdict is not Verdict.PLAYABLE:
        raise _not_all_playable(new)
    if params["validate_only"]:
        accepted = request.accept_mimetypes
        return (
            _drawing(new)
            if accepted.best_match((_JSON, SVG)) == SVG
            else answer(_scenario_answer(new), headers={"Content-Language": preferred_language()})
        )
    try:
        added = services().scenarios.add(new)
    except TooManyDocumentsError as error:
        detail = f"You have {error.limit} scenarios, which is the limit."
        raise ProblemError("too_many_documents", detail, {"most": error.limit}) from None
    headers = {
        "Location": f"/v1/scenarios/{added.slug}",
        "Content-Language": preferred_language(),
    }
    return answer(_scenario_answer(added), HTTPStatus.CREATED, headers)


@Operation(
    scenarios,
    "GET /v1/scenarios/<string:slug>",
    "Get a scenario",
    Success(200, _SCENARIO, headers=TAG),
    fails=(404,),
    headers=(ACCEPT_LANGUAGE, IF_NONE_MATCH),
    security=OPTIONAL_TOKEN,
)
def get_scenario(slug: str) -> Response:
    """The board, units, objectives, sides and briefing; for a player's scenario also who added it,
    and the report on what can be played."""
    if slug in slugs():
        return hashed_answer(document(slug), _PUBLIC)
    language = {"Vary": _VARY, "Content-Language": preferred_language()}
    return hashed_answer(
        _scenario_answer(stored_scenario(slug)), {"Cache-Control": MUTABLE, **language}
    )


@Operation(
    scenarios,
    "GET /v1/scenarios/<string:slug>/export",
    "Export a scenario",
    Success(200, _FILE, content_type=_JSON),
    fails=(404,),
    security=OPTIONAL_TOKEN,
)
@also_answers(
    scenarios,
    200,
    {
        "description": "The file.",
        "content": {kind: {"schema": _FILE} for kind in (_JSON, MEDIA_TYPE)},
    },
)
def export_scenario(slug: str) -> Response:
    """Returns exactly the bytes that were sent, unless `Accept` asks for another form:
    `application/json` is the form of `GET /v1/scenarios/{slug}`, and
    `application/vnd.memoir44.m44+json` that of the official editor, as far as it supports it."""
    stored = None if slug in slugs() else stored_scenario(slug)
    native = _JSON if stored is None else stored.media_type
    offers = (native, *(kind for kind in _ENDINGS if kind != native))
    kind = request.accept_mimetypes.best_match(offers, default=native)
    headers = {
        "Cache-Control": MUTABLE,
        "Vary": "Accept, Authorization",
        "Content-Disposition": f'attachment; filename="{slug}.{_ENDINGS[kind]}"',
    }
    if stored is not None and kind == native:
        return Response(stored.source, headers=headers, content_type=kind)
    battle = dict(document(slug)) if stored is None else stored.shown
    if kind == _JSON:
        return answer(battle, headers=headers)
    if stored is not None and stored.setup is None:
        raise refused("A scenario that cannot be played has no other form than its own.")
    return Response(editor_file(battle), headers=headers, content_type=kind)


@Operation(
    scenarios,
    "DELETE /v1/scenarios/<string:slug>",
    "Delete a scenario",
    Success(204),
    fails=(403, 404),
)
def delete_scenario(slug: str) -> Response:
    """For its author; administrators can delete any. Its games continue: each has its whole
    setup."""
    who, admin = player(), Scope.ADMIN in scopes()
    found = services().scenarios.find(slug) if admin else None
    if slug not in slugs() and found is None:
        found = stored_scenario(slug)
    if found is None or not found.author:
        raise ProblemError("forbidden", "A scenario that comes with the service stays.")
    others = found.author != who.id
    if others and not admin:
        raise ProblemError("forbidden", "Only its author can delete a scenario.")
    services().scenarios.remove(found)
    if others:
        note("scenario deleted", who, player=found.author)
    return Response(status=HTTPStatus.NO_CONTENT)


_ENDINGS = {_JSON: "json", MEDIA_TYPE: "m44"}


def _sent() -> tuple[str, bytes]:
    """Return the media type and the bytes of the body. Raises a problem."""
    kind = request.mimetype
    if kind not in _ENDINGS:
        said = f"Send Content-Type: {' or '.join(_ENDINGS)}."
        raise ProblemError("unsupported_media_type", said)
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise ProblemError("unsupported_media_type", "Send the body without a Content-Encoding.")
    request.max_content_length = LARGEST_FILE
    content = read_body()
    if request.content_length is None and len(content) >= LARGEST_FILE:
        # Flask silently truncates a body without a Content-Length at the maximum.
        raise ProblemError("body_too_large", "The body has more than 256 KiB.")
    if kind == _JSON:
        try:
            strict_json.loads(content)
        except strict_json.NotStrictError as error:
            raise ProblemError("malformed_request", str(error)) from None
    return kind, content


def _drawing(new: StoredScenario) -> Response:
    """Draw the board of a battle. Raises a problem if the file is not complete enough."""
    try:
        scene = of_document(new.shown)
    except ScenarioError as error:
        raise refused(f"The board cannot be drawn: {error}.") from None
    return Response(kit(scene, None, preferred_language()), content_type=SVG)


def _read(kind: str, content: bytes, who: Player | None, params: dict[str, Any]) -> StoredScenario:
    """Parse the battle of a request. Raises a problem."""
    try:
        read = reading.read(content, kind)
    except NotEditorFileError as error:
        raise refused(f"The file cannot be read: {error}.") from None
    except NotADocumentError as error:
        why = translated(error.reason.code, error.reason.values, preferred_language())
        reasons = {error.place: [why or error.reason.text]}
        detail = "Parts of the scenario are invalid; see errors."
        raise ProblemError("invalid_request", detail, {"errors": reasons}) from None
    name, author = identity.content_hash(content), who.id if who else ""
    return StoredScenario(
        slug=identity.slug_of(read.document["title"]["en"], author, name, read.setup),
        id=name,
        author=author,
        visibility=Sharing(params["visibility"]),
        created_at=services().clock(),
        media_type=kind,
        source=content,
        document=read.document,
        verdict=read.verdict,
        items=read.items,
        parent=params.get("parent"),
    )


def _not_all_playable(new: StoredScenario) -> ProblemError:
    """Return the problem of a file that is not entirely playable, in strict mode."""
    items = [item for item in new.items if item.status not in ("played", "drawn")]
    detail = f"{len(items)} items of the file cannot be played as they are; see errors."
    language = preferred_language()
    errors = {item.where: [f"{item.status}: {reason(item, language)}"] for item in items}
    return refused(detail, errors=errors)


def _scenario_answer(one: StoredScenario) -> dict[str, Any]:
    """Return the document of a player's battle."""
    about = {"author": one.author, "parent": one.parent}
    language = preferred_language()
    members = {
        **one.shown,
        "id": one.id,
        "visibility": one.visibility,
        "created_at": one.created_at,
        "report": {"verdict": one.verdict, "items": [_item(item, language) for item in one.items]},
    }
    return members | {name: value for name, value in about.items() if value}


def _item(item: ReportItem, language: str) -> dict[str, Any]:
    return {
        "what": item.what,
        "where": item.where,
        "status": item.status.value,
        "why": reason(item, language),
        "hex": item.hex,
    }


def _summary(one: ScenarioSummary, language: str, won: dict[str, int]) -> ScenarioSummaryAnswer:
    return ScenarioSummaryAnswer(
        slug=one.slug,
        title=locales.chosen(one.title, language),
        year=one.year,
        front=Front(one.front),
        board=one.board,
        face=one.face,
        units=one.units,
        terrain=[TerrainKind(kind) for kind in one.terrain],
        special_rules=one.special_rules,
        verdict=one.verdict,
        author=one.author,
        balance=balance(won),
    )
