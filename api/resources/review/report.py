"""The after-action report of a finished game."""

from datetime import datetime

from flask import Response, request
from flask_smorest import Blueprint

from api.access.identity import caller
from api.access.views import GameView, view_for
from api.answers.pictures import picture_bytes
from api.answers.printed_report import PDF, PICTURE_WIDTH, pdf
from api.answers.report import FORMS, report_answer
from api.http.etags import content_tag
from api.http.languages import preferred_language
from api.http.problems import ProblemError
from api.http.requests import query
from api.http.responses import IMMUTABLE, JSON, VARY, is_cached, not_modified
from api.limits.costly_answers import STEPS_PER_EVENT
from api.middleware.rates import rate_limit_subject
from api.operations.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    TAG,
    Operation,
    Success,
    also_answers,
)
from api.pictures.board import Manner, draw
from api.pictures.overlay import Extras
from api.pictures.scene import of_state
from api.schemas.review.report import ENCODER, AfterActionReportAnswer, ReportQuerySchema
from api.schemas.vocabulary import reference
from api.services import services
from domain.analysis.report import ReportTopic, claims
from domain.analysis.work import Spend
from domain.geometry.hexes import Hex
from domain.notation.hexes import parse_hex
from domain.values import Status

report = Blueprint("report", __name__, description="The after-action report.")
_QUERY = ReportQuerySchema()
_FORM = "report 2"
"""Raised when the same game is reported differently, so that no cache mixes the two."""
_CONTENT_POLICY = "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'"
"""A page may show pictures of this service, and loads and runs nothing else."""
_FORMS = {form: {"schema": {"type": "string"}} for form in FORMS} | {
    PDF: {"schema": {"type": "string", "format": "binary"}}
}


@Operation(
    report,
    "GET /v1/games/<string:game_id>/report",
    "Get the after-action report of a game",
    Success(200, AfterActionReportAnswer, headers=TAG),
    weight=50,
    fails=(404, 409),
    query=ReportQuerySchema,
    headers=(ACCEPT_LANGUAGE, IF_NONE_MATCH),
    security=OPTIONAL_TOKEN,
)
@also_answers(
    report,
    200,
    {
        "description": "The report.",
        "content": {JSON: {"schema": reference(AfterActionReportAnswer)}, **_FORMS},
        "headers": TAG,
    },
)
def get_report(game_id: str) -> Response:
    """What happened in a finished game: the battle, the result, the decisive turns, the dice and
    the units that did most, in at most 700 words in your language, without what was taken back.

    Each sentence follows from the events alone: `checkReport` of `/static/report.js` verifies its
    claim against the export. With `claims=true`, HTML, Markdown, BBCode and PDF include the JSON
    form.
    """
    with_claims = query(_QUERY)["claims"]
    game_view, language = view_for(game_id, caller()), preferred_language()
    if game_view.state.status is not Status.FINISHED:
        raise ProblemError("game_not_over", "A game is reported on once it is over.")
    kind = request.accept_mimetypes.best_match([JSON, *_FORMS]) or JSON
    form = f"{language} {kind} {with_claims}"
    tag = content_tag(game_view.state.version, _FORM, game_view.snapshot.head, form)
    if is_cached(tag):
        response = not_modified(tag, IMMUTABLE)
    else:

        def written(spend: Spend) -> bytes:
            found = _report(game_view, language, spend)
            if kind == PDF:
                return _printed(found, claims=with_claims)
            return (
                FORMS[kind](found, with_claims).encode() if kind in FORMS else ENCODER.encode(found)
            )

        content = services().costly.answer(tag, written, rate_limit_subject())
        response = Response(content, mimetype=kind)
        response.headers.update({"ETag": tag, "Cache-Control": IMMUTABLE})
        if kind in _FORMS:
            response.headers["Content-Security-Policy"] = _CONTENT_POLICY
    response.headers["Vary"] = f"{VARY}, Accept-Language"
    response.headers["Content-Language"] = language
    return response


def _printed(found: AfterActionReportAnswer, *, claims: bool) -> bytes:
    """Return the report as PDF, with pictures of the board at the start and at the end."""
    games = services().games

    def board(version: int, marks: tuple[Hex, ...] = ()) -> bytes:
        scene = of_state(games.at(found.game, version).state)
        drawn = draw(scene, Manner(language=found.language), Extras(marks=marks))
        return picture_bytes(drawn, PICTURE_WIDTH)

    boards = {ReportTopic.BRIEFING: board(1)}
    for chapter in found.chapters:
        if chapter.topic is ReportTopic.TURNS:
            places = (parse_hex(str(one.claim.values["hex"])) for one in chapter.sentences)
            boards[chapter.topic] = board(found.version, tuple(places))
    [last] = games.events(found.game, found.version - 1, found.version)
    at, place = datetime.fromisoformat(last.at), services().settings.public_url
    return pdf(found, boards, at, place=place, claims=claims)


def _report(game_view: GameView, language: str, spend: Spend) -> AfterActionReportAnswer:
    game, version = game_view.state.created.game, game_view.state.version
    spend(version * STEPS_PER_EVENT)
    log = services().games.events(game, 0, version)
    found = claims((recorded.event for recorded in log), spend)
    return report_answer(game, version, game_view.snapshot.head, found, language)
