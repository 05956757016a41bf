"""Playtests of battles by bots."""

from typing import Any

from marshmallow import Schema, fields, validate

from api.schemas.answer import Answer, Share
from api.schemas.fields import described, words
from domain.values import EditionName
from domain.values.bots import QUICK, BotLevel
from events.clock import Moment
from events.jobs.tracked import JobStatus


class PlaytestQuerySchema(Schema):
    """Which of the playtests of a scenario."""

    edition = fields.String(
        load_default=EditionName.E2025.value,
        validate=words(EditionName),
        metadata=described("The edition whose rules they play by."),
    )
    level = fields.String(
        load_default=BotLevel.GREEDY.value,
        validate=validate.OneOf([level.value for level in QUICK]),
        metadata=described("The level of both bots."),
    )


class ShareEstimateAnswer(Answer, frozen=True):
    """A share of games, with its 95 % interval."""

    value: Share
    """The share among the games played."""
    low: Share
    """The lower end of the interval."""
    high: Share
    """Its upper end."""


class MeanEstimateAnswer(Answer, frozen=True):
    """An average over games, with its 95 % interval."""

    value: float
    """The average of the games played."""
    low: float
    """The lower end of the interval."""
    high: float
    """Its upper end."""


class PlaytestSideAnswer(Answer, frozen=True):
    """The results of a side."""

    won: int
    """Games won."""
    share: ShareEstimateAnswer
    """The share of games won."""
    medals: MeanEstimateAnswer
    """The medals at the end of a game."""


class PlaytestSidesAnswer(Answer, frozen=True):
    """The results of each side."""

    allies: PlaytestSideAnswer
    axis: PlaytestSideAnswer


class PlaytestObjectiveAnswer(Answer, frozen=True):
    """An objective, and how often it counted."""

    objective: str
    """The id of the objective."""
    games: int
    """Games in which it gave medals."""


class PlaytestSummaryAnswer(Answer, frozen=True):
    """The results of all games."""

    games: int
    """Games played."""
    sides: PlaytestSidesAnswer
    """The results of each side."""
    turns: MeanEstimateAnswer
    """The turns of a game."""
    luck: ShareEstimateAnswer | None
    """How often the side won whose dice caused more losses beyond their average than the other's;
    null if there is none."""
    endings: dict[str, int]
    """Games by ending; endings that did not occur are absent."""
    objectives: list[PlaytestObjectiveAnswer]
    """The objectives that gave medals."""


class PlaytestAnswer(Answer, frozen=True):
    """A playtest of a scenario, and its progress."""

    id: str
    """The id of the playtest, the same for equal requests."""
    scenario: str
    edition: EditionName
    level: BotLevel
    """The level of both bots."""
    status: JobStatus
    progress: Share
    """How much has been played."""
    engine: str
    """The revision of rules and bots: another one gives another playtest."""
    asked_at: Moment
    """When it was requested."""
    summary: PlaytestSummaryAnswer | None
    """Null until the playtest is done."""


def wanted(params: dict[str, Any]) -> tuple[EditionName, BotLevel]:
    """What a query names."""
    return EditionName(params["edition"]), BotLevel(params["level"])
