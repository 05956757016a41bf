"""Luck: the results of a game's dice compared with their expectation, as a report and a chart."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller
from api.access.views import GameView, view_for
from api.answers.costly import costly
from api.answers.pictures import SVG, Picture, pictured
from api.http.etags import content_tag
from api.http.requests import query
from api.http.responses import IMMUTABLE, MUTABLE, is_cached, not_modified
from api.limits.costly_answers import STEPS_PER_EVENT
from api.operations.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    TAG,
    Operation,
    Success,
)
from api.pictures.board import Manner
from api.pictures.luck import Course, draw
from api.pictures.scene import titles
from api.schemas.review.luck import (
    ALL,
    ExpectationAnswer,
    LuckBalanceAnswer,
    LuckChartQuerySchema,
    LuckFigureAnswer,
    LuckOfSidesAnswer,
    LuckQuerySchema,
    LuckReportAnswer,
    RollLuckAnswer,
    SideLuckAnswer,
    TurnLuckAnswer,
)
from api.services import services
from domain.analysis.luck import (
    LuckReport,
    Measure,
    Tally,
    Throw,
    balance,
    by_turn,
    course,
    find_throws,
    tally,
)
from domain.analysis.work import Spend
from domain.values import Side, Status

luck = Blueprint(
    "luck", __name__, description="Luck: what the dice showed, compared with what was expected."
)
_QUERY, _CHART = LuckQuerySchema(), LuckChartQuerySchema()
_REPORT, _CHART_FORM = "luck 1", "luck chart 3"
"""Raised when the same events are reported differently, so that no cache mixes the two."""
_PLACES = 6


@Operation(
    luck,
    "GET /v1/games/<string:game_id>/luck",
    "Get the luck of a game",
    Success(200, LuckReportAnswer, headers=TAG),
    weight=50,
    fails=(404, 409),
    query=LuckQuerySchema,
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def get_luck(game_id: str) -> Response:
    """For every attack, strike and ambush so far: hits, flags, figures that the target lost for any
    reason, and eliminations; per roll, per side and turn, and per side. Dice for orders and air
    drops are not included.

    The expected values of a roll are exact, over all possible results of its dice against the unit
    on its hex. The sums are compared with the exact distribution of the same rolls, assumed
    independent.

    The report is the same for everyone who sees that version, and final once the game is over. `as`
    has no effect.
    """
    params = query(_QUERY)
    game_view, line = view_for(game_id, caller(), params.get("as_")), params["line"]
    tag = content_tag(game_view.state.version, _REPORT, game_view.snapshot.head, line)
    cache = IMMUTABLE if game_view.state.status is Status.FINISHED else MUTABLE
    if is_cached(tag):
        return not_modified(tag, cache)
    return costly(tag, lambda spend: _report(game_view, line, spend), cache)


@Operation(
    luck,
    "GET /v1/games/<string:game_id>/luck.svg",
    "Get the luck of a game as a chart",
    Success(200, {"type": "string"}, content_type=SVG, headers=TAG),
    weight=50,
    fails=(404, 409),
    query=LuckChartQuerySchema,
    headers=(IF_NONE_MATCH, ACCEPT_LANGUAGE),
    security=OPTIONAL_TOKEN,
)
def get_luck_svg(game_id: str) -> Response:
    """Shows turn by turn how much luckier one side was than the other: the Allies above the middle
    line, the Axis below it, with a 90 % range. It is the `balance` of `getLuck` after each turn.

    Like `board.svg`, it needs no font, style sheet or script, and its title and description are in
    your language.
    """
    params = query(_CHART)
    game_view = view_for(game_id, caller(), params.get("as_"))
    version = params.get("version", game_view.state.version)
    game_view.require(version)
    then = game_view if version == game_view.state.version else game_view.at(version)

    def drawn(manner: Manner, spend: Spend) -> str:
        return draw(_course(then, params, spend), manner)

    cache = IMMUTABLE if "version" in params else MUTABLE
    said = (_CHART_FORM, then.snapshot.head, params["line"], params["measure"])
    return pictured(Picture(SVG, version, said, drawn, cache, costly=True), params)


def _course(game_view: GameView, params: Mapping[str, Any], spend: Spend) -> Course:
    state, measure = game_view.state, Measure(params["measure"])
    counted = course(_throws(game_view, params["line"], spend), measure, spend)
    shown = titles(state.created.scenario)
    return Course(shown, state.version, state.turn.number, measure, counted)


def _throws(game_view: GameView, line: str, spend: Spend) -> list[Throw]:
    """Return the rolls up to the visible version, on the mainline or all."""
    spend(game_view.state.version * STEPS_PER_EVENT)
    log = services().games.events(game_view.state.created.game, 0, game_view.state.version)
    found = find_throws((recorded.event for recorded in log), spend)
    return [one for one in found if line == ALL or one.stands]


def _report(game_view: GameView, line: str, spend: Spend) -> LuckReportAnswer:
    throws = _throws(game_view, line, spend)
    allies, axis = (tally([one for one in throws if one.side is side], spend) for side in Side)
    return LuckReportAnswer(
        version=game_view.state.version,
        line=line,
        sides=LuckOfSidesAnswer(_of_side(allies), _of_side(axis)),
        balance=LuckBalanceAnswer(**_figures(balance(allies, axis, spend))),
        turns=[
            TurnLuckAnswer(
                turn=turn, side=side, rolls=one.rolls, dice=one.dice, **_figures(one.luck)
            )
            for (turn, side), one in by_turn(throws, spend).items()
        ],
        rolls=[_roll(one) for one in throws],
    )


def _roll(one: Throw) -> RollLuckAnswer:
    return RollLuckAnswer(
        version=one.version,
        turn=one.turn,
        side=one.side,
        source=one.source,
        unit=one.unit,
        target=one.target,
        faces=one.faces,
        stands=one.stands,
        **{
            measure: ExpectationAnswer(round(report.expected, _PLACES), report.actual)
            for measure, report in one.luck.items()
        },
    )


def _of_side(report: Tally) -> SideLuckAnswer:
    return SideLuckAnswer(rolls=report.rolls, dice=report.dice, **_figures(report.luck))


def _figures(measured: Mapping[Measure, LuckReport]) -> dict[str, LuckFigureAnswer]:
    return {measure: _figure(report) for measure, report in measured.items()}


def _figure(report: LuckReport) -> LuckFigureAnswer:
    low, high = report.interval
    return LuckFigureAnswer(
        expected=round(report.expected, _PLACES),
        actual=report.actual,
        difference=_rounded(report.difference),
        variance=_rounded(report.variance),
        low=_rounded(low),
        high=_rounded(high),
        percentile=_rounded(100 * report.rank),
        index=_rounded(report.index),
    )


def _rounded(value: float) -> float:
    """Round, and avoid -0.0."""
    return round(value, _PLACES) + 0.0
