"""Analyses of games: requested, computed by a worker, and read when done; and hints."""

from http import HTTPStatus

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller, held_by, player, require_visible
from api.access.views import GameView, view_for
from api.answers.analysis import hinted, unpacked
from api.answers.costly import costly
from api.http.problems import ProblemError
from api.http.refusals import refusal_for
from api.http.responses import MUTABLE, answer
from api.operations.operation import LOCATION, OPTIONAL_TOKEN, Operation, Success
from api.schemas.review.analysis import AnalysisAnswer, HintAnswer
from api.services import services
from domain.commands import TakeHint
from domain.errors import IllegalCommandError
from domain.judgement import advise
from domain.values import Seat, Status
from events.accounts.players import Player
from events.clock import milliseconds
from events.games.errors import ContentionError, VersionMismatchError
from events.games.snapshot import GameSnapshot
from events.jobs.analyses import Analysis, analysis_id
from events.jobs.tracked import JobStatus, Progress

analysis = Blueprint("analysis", __name__, description="Analysis: what was skill, what was luck.")
_TRIES = 3
_PLACE = "/v1/games/<string:game_id>/analysis"


@Operation(
    analysis,
    f"POST {_PLACE}",
    "Analyze a game",
    Success(202, AnalysisAnswer, headers=LOCATION),
    weight=50,
    fails=(404, 409),
)
def create_analysis(game_id: str) -> Response:
    """A worker judges every decision of a finished game, or of a sandbox of yours, from what its
    seat knew then: poll `getAnalysis` until its `status` is `done`.

    Win chances come from a model trained on games of bots. Labels depend on the `loss`: `good`
    below 0.02, `inaccuracy` below 0.05, `mistake` below 0.1, otherwise `blunder`.

    Equal requests share one analysis, kept for about 30 days; a repeated request starts again if it
    failed or was cancelled. You may have two in progress.
    """
    who = player()
    game_view = _analyzable(game_id, who)
    now = services().clock()
    wish = Analysis.of(game_id, game_view.state.version, game_view.snapshot.head, who.id, now)
    made = services().analyses.request(wish, milliseconds(now))
    place = f"/v1/games/{game_id}/analysis"
    return answer(_analysis_answer(made), HTTPStatus.ACCEPTED, {"Location": place})


@Operation(
    analysis,
    f"GET {_PLACE}",
    "Get the analysis of a game",
    Success(200, AnalysisAnswer),
    weight=10,
    fails=(404, 409),
    security=OPTIONAL_TOKEN,
)
def get_analysis(game_id: str) -> Response:
    """Visible to everyone who may see the finished game."""
    return answer(_analysis_answer(_found(_analyzable(game_id, caller()))))


@Operation(
    analysis,
    f"DELETE {_PLACE}",
    "Cancel the analysis of a game",
    Success(204),
    fails=(403, 404, 409),
)
def cancel_analysis(game_id: str) -> Response:
    """Only the player who requested it can cancel it. A finished analysis does not change."""
    who = player()
    found = _found(_analyzable(game_id, who))
    if found.params.owner != who.id:
        raise ProblemError("forbidden", "Only the player who requested an analysis can cancel it.")
    services().analyses.end(found.params.id, JobStatus.CANCELLED)
    return Response(status=204)


@Operation(
    analysis,
    "POST /v1/games/<string:game_id>/hint",
    "Get a hint",
    Success(200, HintAnswer),
    weight=20,
    fails=(403, 404, 409),
)
def take_hint(game_id: str) -> Response:
    """The best options of your decision, from what your seat knows. Only if bots of the service
    play all other seats, and not in rated games.

    The event `hint_given` shows it to others. Repeating the request changes nothing.
    """
    loaded, seat = _given(game_id, player())
    return costly(
        f'"{loaded.version}.{loaded.head}.{seat}.hint"',
        lambda spend: hinted(loaded.state, seat, advise(loaded.state, seat, spend)),
        MUTABLE,
    )


def _given(game_id: str, who: Player) -> tuple[GameSnapshot, Seat]:
    """Record that a seat of the player takes a hint at this version, once; return both."""
    for _ in range(_TRIES):
        loaded = services().games.current(game_id)
        state = loaded.state
        require_visible(state, who)
        held = state.seats_of(who.id)
        if not held:
            raise ProblemError("forbidden", "You do not hold a seat in this game.")
        seat = next((one for one in state.awaiting if one in held), held[0])
        if state.hints.given(seat, state.version):
            return loaded, seat
        try:
            services().game_service.submit(game_id, TakeHint(seat), state.version)
        except IllegalCommandError as error:
            raise refusal_for(error, state, held_by(state, who)) from None
        except VersionMismatchError:
            continue
    raise ContentionError(game_id)


def _analyzable(game_id: str, who: Player | None) -> GameView:
    """Return the view of a game that hides nothing from the caller: a finished one, or the caller's
    own sandbox. Raises a problem."""
    game_view = view_for(game_id, who)
    state = game_view.state
    own = state.created.branch is not None and held_by(state, who) == frozenset(state.table.seats)
    if state.status is not Status.FINISHED and not own:
        detail = "A game can be analyzed once it is over, and a sandbox by the player who holds it."
        raise ProblemError("game_not_over", detail)
    return game_view


def _found(game_view: GameView) -> Progress[Analysis]:
    found = services().analyses.find(
        analysis_id(game_view.state.created.game, game_view.snapshot.head)
    )
    if found is None:
        detail = "Nobody has requested an analysis, or it has been deleted: POST requests it."
        raise ProblemError("not_found", detail)
    return found


def _analysis_answer(made: Progress[Analysis]) -> AnalysisAnswer:
    params = made.params
    file = services().analyses.file(params.id) if made.status is JobStatus.DONE else None
    found = unpacked(file) if file else None
    return AnalysisAnswer(
        id=params.id,
        status=made.status,
        progress=round(made.done / params.version, 3),
        engine=params.engine,
        version=params.version,
        head=params.head,
        asked_at=params.asked_at,
        decisions=found.decisions if found else [],
        summary=found.summary if found else None,
    )
