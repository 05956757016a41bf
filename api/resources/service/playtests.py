"""Playtests of battles: requested, played by a worker, and read when done."""

from http import HTTPStatus

from flask import Response
from flask_smorest import Blueprint

from api.access.battles import setup_of
from api.access.identity import caller, player
from api.answers.playtests import id_of, playtest_answer
from api.http.problems import ProblemError
from api.http.requests import query
from api.http.responses import answer
from api.operations.operation import LOCATION, OPTIONAL_TOKEN, Operation, Success
from api.schemas.service.playtests import PlaytestAnswer, PlaytestQuerySchema, wanted
from api.services import services
from domain.playtest import ENGINE
from events.clock import milliseconds
from events.jobs.playtests import Playtest
from events.jobs.tracked import JobStatus, Progress

playtests = Blueprint("playtests", __name__, description="Playtests: battles that bots try out.")
_QUERY = PlaytestQuerySchema()
_PLACE = "/v1/scenarios/<string:slug>/playtest"


@Operation(
    playtests,
    f"POST {_PLACE}",
    "Playtest a scenario with bots",
    Success(202, PlaytestAnswer, headers=LOCATION),
    weight=50,
    fails=(404, 409),
    query=PlaytestQuerySchema,
)
def create_playtest(slug: str) -> Response:
    """A worker plays 200 games between two bots of a level, which takes minutes: poll `getPlaytest`
    until its `status` is `done`.

    Equal requests share one playtest; a repeated request starts again if it failed or was
    cancelled. It is kept for about a year. You may have two in progress.
    """
    who, (edition, level) = player(), wanted(query(_QUERY))
    setup, now = setup_of(slug), services().clock()
    params = Playtest(
        id=id_of(slug, setup, edition, level),
        game=slug,
        owner=who.id,
        asked_at=now,
        edition=edition,
        level=level,
        engine=ENGINE,
        setup=setup,
    )
    made = services().playtests.request(params, milliseconds(now))
    place = f"/v1/scenarios/{slug}/playtest?edition={edition}&level={level}"
    return answer(playtest_answer(made), HTTPStatus.ACCEPTED, {"Location": place})


@Operation(
    playtests,
    f"GET {_PLACE}",
    "Get a playtest of a scenario",
    Success(200, PlaytestAnswer),
    fails=(404,),
    query=PlaytestQuerySchema,
    security=OPTIONAL_TOKEN,
)
def get_playtest(slug: str) -> Response:
    """Visible to everyone who may see the scenario."""
    caller()
    return answer(playtest_answer(_found(slug)))


@Operation(
    playtests,
    f"DELETE {_PLACE}",
    "Cancel a playtest of a scenario",
    Success(204),
    fails=(403, 404),
    query=PlaytestQuerySchema,
)
def cancel_playtest(slug: str) -> Response:
    """Only the player who requested it can cancel it. A finished playtest does not change."""
    who, found = player(), _found(slug)
    if found.params.owner != who.id:
        raise ProblemError("forbidden", "Only the player who requested a playtest can cancel it.")
    services().playtests.end(found.params.id, JobStatus.CANCELLED)
    return Response(status=204)


def _found(slug: str) -> Progress[Playtest]:
    edition, level = wanted(query(_QUERY))
    found = services().playtests.find(id_of(slug, setup_of(slug), edition, level))
    if found is None:
        detail = "Nobody has requested this playtest, or it has been deleted: POST requests it."
        raise ProblemError("not_found", detail)
    return found
