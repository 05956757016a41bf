"""What games come to: players' results, battles' statistics."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint
from marshmallow import fields

from api.answers import answer
from api.identity import caller
from api.operation import NO_TOKEN, OPTIONAL_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.schemas.fields import Answer, words
from api.services import services
from domain.scenarios import slugs
from domain.values import EditionName, Side, Variant
from events.lists.results import Record, Statistics

results = Blueprint("results", __name__, description="What games come to.")


class RecordSchema(Answer):
    """Finished games against others."""

    finished = fields.Integer(required=True, metadata={"description": "Won or lost."})
    won = fields.Integer(required=True)
    lost = fields.Integer(required=True)
    resigned = fields.Integer(required=True, metadata={"description": "Lost by resigning."})
    timed_out = fields.Integer(
        required=True, metadata={"description": "Lost by letting the time run out."}
    )


class SideRecordSchema(RecordSchema):
    """Of one side."""

    side = fields.String(required=True, validate=words(Side))


class ScenarioRecordSchema(RecordSchema):
    """Of one battle."""

    scenario = fields.String(required=True)


class EditionRecordSchema(RecordSchema):
    """By one rulebook."""

    edition = fields.String(required=True, validate=words(EditionName))


class ResultsSchema(RecordSchema):
    """A player's games."""

    player = fields.String(required=True)
    waiting = fields.Integer(required=True, metadata={"description": "Not begun."})
    active = fields.Integer(required=True, metadata={"description": "Under way."})
    solo = fields.Integer(
        required=True,
        metadata={"description": "Played on both sides; in no other figure."},
    )
    by_side = fields.List(fields.Nested(SideRecordSchema), required=True)
    by_scenario = fields.List(fields.Nested(ScenarioRecordSchema), required=True)
    by_edition = fields.List(fields.Nested(EditionRecordSchema), required=True)


class SideCountsSchema(Answer):
    """A count for each side."""

    allies = fields.Integer(required=True)
    axis = fields.Integer(required=True)


class TurnsSchema(Answer):
    """How long games were."""

    total = fields.Integer(required=True)
    mean = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "Of the finished games; null when there is none."},
    )


class MedalsSchema(TurnsSchema):
    """What a side won."""


class SideMedalsSchema(Answer):
    """What each side won."""

    allies = fields.Nested(MedalsSchema, required=True)
    axis = fields.Nested(MedalsSchema, required=True)


class StatisticsItemSchema(Answer):
    """The games by one rulebook and variant."""

    edition = fields.String(required=True, validate=words(EditionName))
    variant = fields.String(required=True, validate=words(Variant))
    games = fields.Integer(required=True)
    finished = fields.Integer(required=True)
    won = fields.Nested(SideCountsSchema, required=True)
    turns = fields.Nested(TurnsSchema, required=True)
    medals = fields.Nested(SideMedalsSchema, required=True)
    endings = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata={"description": "How many games ended like that; endings without any are absent."},
    )


class StatisticsSchema(Answer):
    """How a battle's games came out."""

    scenario = fields.String(required=True)
    items = fields.List(fields.Nested(StatisticsItemSchema), required=True)


@endpoint(
    results,
    "GET",
    "/v1/players/<string:player_id>/results",
    Operation(
        "getPlayerResults",
        "A player's results",
        Success(200, ResultsSchema),
        fails=(401, 404, 422, 503),
        security=OPTIONAL_TOKEN,
    ),
)
def get_player_results(player_id: str) -> Response:
    """Of public games; to the player itself, of private ones too. Imported games do not count."""
    who = caller()
    if services().players.of_id(player_id) is None:
        raise ProblemError("not_found", "No player has this id.")
    found = services().results.of_player(player_id, who.id if who else None)
    return answer(
        {
            "player": player_id,
            "waiting": found.waiting,
            "active": found.active,
            "solo": found.solo,
            **_record(found.record),
            "by_side": [{"side": n, **_record(one)} for n, one in found.by_side.items()],
            "by_scenario": [
                {"scenario": n, **_record(one)} for n, one in found.by_scenario.items()
            ],
            "by_edition": [{"edition": n, **_record(one)} for n, one in found.by_edition.items()],
        }
    )


@endpoint(
    results,
    "GET",
    "/v1/scenarios/<string:slug>/statistics",
    Operation(
        "getScenarioStatistics",
        "How a battle's games came out",
        Success(200, StatisticsSchema),
        fails=(404, 422, 503),
        security=NO_TOKEN,
    ),
)
def get_scenario_statistics(slug: str) -> Response:
    """Of public games that two played here, by rulebook and variant, where there are any."""
    if slug not in slugs():
        raise ProblemError("not_found", "No battle has this name.")
    items = [_statistics(one) for one in services().results.of_scenario(slug)]
    return answer({"scenario": slug, "items": items})


def _record(record: Record) -> dict[str, int]:
    return {
        "finished": record.finished,
        "won": record.won,
        "lost": record.lost,
        "resigned": record.resigned,
        "timed_out": record.timed_out,
    }


def _statistics(one: Statistics) -> dict[str, Any]:
    def total(amount: int) -> dict[str, Any]:
        return {"total": amount, "mean": amount / one.finished if one.finished else None}

    return {
        "edition": one.edition,
        "variant": one.variant,
        "games": one.games,
        "finished": one.finished,
        "won": one.won,
        "turns": total(one.turns),
        "medals": {side: total(amount) for side, amount in one.medals.items()},
        "endings": one.endings,
    }
