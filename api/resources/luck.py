"""What the dice of a game were expected to do, and what they did; as a report and as a chart."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import IMMUTABLE, MUTABLE, answer, has_already, unchanged
from api.identity import caller
from api.operation import (
    ACCEPT_LANGUAGE,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    TAG,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.pictured import SVG, Picture, pictured
from api.pictures.board import Manner
from api.pictures.luck import Course, draw
from api.pictures.scene import titles
from api.requests import query
from api.schemas.luck import ALL, LuckChartQuerySchema, LuckQuerySchema, LuckReportSchema
from api.services import services
from api.sight import Sight, look
from domain.luck import Luck, Measure, Tally, Throw, balance, by_turn, course, tally, thrown
from domain.values import Side, Status

luck = Blueprint("luck", __name__, description="What dice have come to.")
_QUERY, _CHART = LuckQuerySchema(), LuckChartQuerySchema()
_REPORT, _CHART_FORM = "luck 1", "luck chart 1"
"""Counted up when the report of the same events is other bytes, so that no cache mixes the two."""
_MARK_DIGITS = 16
_PLACES = 6


@endpoint(
    luck,
    "GET",
    "/v1/games/<string:game_id>/luck",
    Operation(
        "getLuck",
        "What the dice were expected to do, and what they did",
        Success(200, LuckReportSchema, headers=TAG),
        fails=(401, 404, 409, 422, 503),
        query=LuckQuerySchema,
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_luck(game_id: str) -> Response:
    """Of every attack, strike and ambush so far: hitting faces, flags, figures that the target lost
    by whatever cause, and eliminations; by roll, by side and turn, and by side. Dice for orders
    and drifting parachutes are no part of it.

    What is expected of a roll is exact, over all throws of its dice at the unit where it stood. The
    sums are held against the exact distribution of the same rolls thrown again, each on its own;
    nothing is simulated. Numbers are rounded to six places.

    The same for everybody who sees so much of the game, and for ever once it is over: `as` changes
    nothing here but is taken as everywhere.
    """
    wish = query(_QUERY)
    sight, line = look(game_id, caller(), wish.get("as_")), wish["line"]
    tag = _tag(sight, line)
    cache = IMMUTABLE if sight.state.status is Status.FINISHED else MUTABLE
    if has_already(tag):
        return unchanged(tag, cache)
    return answer(_report(sight, line), headers={"ETag": tag}, cache=cache)


@endpoint(
    luck,
    "GET",
    "/v1/games/<string:game_id>/luck.svg",
    Operation(
        "getLuckSvg",
        "The luck of a game as a chart",
        Success(200, {"type": "string"}, content_type=SVG, headers=TAG),
        fails=(401, 404, 409, 422, 503),
        query=LuckChartQuerySchema,
        headers=(IF_NONE_MATCH, ACCEPT_LANGUAGE),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def get_luck_svg(game_id: str) -> Response:
    """Turn by turn, how much more luck the Allies had than the Axis, above the middle, or the Axis
    than the Allies, below it; and between which bounds that lies in nine of ten cases. It is the
    `balance` of `getLuck`, with the rolls up to the end of each turn.

    Like `board.svg` it needs no font, style sheet or script; its title and its description are in
    your language. Put it on a page as an image.
    """
    wish = query(_CHART)
    sight = look(game_id, caller(), wish.get("as_"))
    version = wish.get("version", sight.state.version)
    sight.require(version)
    then = sight if version == sight.state.version else sight.at(version)

    def drawn(manner: Manner) -> str:
        return draw(_course(then, wish), manner)

    cache = IMMUTABLE if "version" in wish else MUTABLE
    said = (_CHART_FORM, then.seen.head, wish["line"], wish["measure"])
    return pictured(Picture(SVG, version, said, drawn, cache), wish)


def _course(sight: Sight, wish: Mapping[str, Any]) -> Course:
    state, measure = sight.state, Measure(wish["measure"])
    counted = course(_throws(sight, wish["line"]), measure)
    shown = titles(state.created.scenario)
    return Course(shown, state.version, state.turn.number, measure, counted)


def _throws(sight: Sight, line: str) -> list[Throw]:
    """The rolls up to how far the game was seen; without those that were taken back by then."""
    log = services().games.events(sight.state.created.game, 0, sight.state.version)
    found = thrown(recorded.event for recorded in log)
    return [one for one in found if line == ALL or one.stands]


def _tag(sight: Sight, line: str) -> str:
    said = "\n".join((_REPORT, sight.seen.head, line))
    mark = hashlib.sha256(said.encode("ascii")).hexdigest()[:_MARK_DIGITS]
    return f'"{sight.state.version}.{mark}"'


def _report(sight: Sight, line: str) -> dict[str, Any]:
    throws = _throws(sight, line)
    sides = {side: tally([one for one in throws if one.side is side]) for side in Side}
    return {
        "version": sight.state.version,
        "line": line,
        "sides": {side: _added_up(sides[side]) for side in Side},
        "balance": _told(balance(sides[Side.ALLIES], sides[Side.AXIS])),
        "turns": [
            {"turn": turn, "side": side, **_added_up(one)}
            for (turn, side), one in by_turn(throws).items()
        ],
        "rolls": _rolls(throws),
    }


def _rolls(throws: Sequence[Throw]) -> list[dict[str, Any]]:
    return [
        {
            "version": one.version,
            "turn": one.turn,
            "side": one.side,
            "source": one.source,
            "unit": one.unit,
            "target": one.target,
            "faces": one.faces,
            "stands": one.stands,
            **{measure: _expectation(told) for measure, told in one.luck.items()},
        }
        for one in throws
    ]


def _added_up(told: Tally) -> dict[str, Any]:
    return {"rolls": told.rolls, "dice": told.dice, **_told(told.luck)}


def _told(measured: Mapping[Measure, Luck]) -> dict[str, Any]:
    return {measure: _figure(told) for measure, told in measured.items()}


def _expectation(told: Luck) -> dict[str, Any]:
    return {"expected": round(told.expected, _PLACES), "actual": told.actual}


def _figure(told: Luck) -> dict[str, Any]:
    low, high = told.interval
    rounded = {
        "difference": told.difference,
        "variance": told.variance,
        "low": low,
        "high": high,
        "percentile": 100 * told.rank,
        "index": told.index,
    }
    shown = {name: round(value, _PLACES) + 0.0 for name, value in rounded.items()}
    return {**_expectation(told), **shown}
