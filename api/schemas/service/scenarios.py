"""Battles of players, and their playability reports."""

from typing import Any

from marshmallow import Schema, fields, validate

from api.schemas.answer import Answer
from api.schemas.fields import QueryNumber, described, query_flag, words
from api.schemas.lists import PageQuerySchema
from api.schemas.names import MAX_SLUG, Slug
from api.schemas.service.playtests import ShareEstimateAnswer
from domain.values import Front, TerrainKind
from events.commentary.studies import Sharing
from events.scenarios.editor import SIZES
from events.scenarios.report import Verdict

LENIENT, STRICT = MODES = ("lenient", "strict")
"""Whether a partly playable file is accepted with a report, or refused."""


class NewScenarioQuerySchema(Schema):
    """How a battle is imported."""

    validate_only = query_flag("`true` checks the file and stores nothing.")
    mode = fields.String(
        load_default=LENIENT,
        validate=validate.OneOf(MODES),
        metadata=described(
            "`strict` refuses a file unless all of it can be played; `lenient` "
            "takes it, and its report says what cannot."
        ),
    )
    visibility = fields.String(
        load_default=Sharing.PRIVATE.value,
        validate=words(Sharing),
        metadata=described("Who may see it: only you, everyone who knows its slug, or everyone."),
    )
    parent = fields.String(
        validate=(validate.Length(1, MAX_SLUG), Slug()),
        metadata=described("The slug of the scenario that this one was made from."),
    )


class ScenariosQuerySchema(PageQuerySchema):
    """Which battles to list."""

    front = fields.String(
        validate=words(Front),
        metadata=described("Only scenarios of this front."),
    )
    year = QueryNumber(
        validate=validate.Range(1900, 2100),
        metadata=described("Only scenarios of this year."),
    )
    board = fields.String(
        validate=validate.OneOf(tuple(SIZES)),
        metadata=described("Only scenarios on a board of this size."),
    )
    terrain = fields.String(
        validate=words(TerrainKind),
        metadata=described("Only scenarios with a hex of this terrain."),
    )
    author = fields.String(
        validate=validate.Length(max=64),
        metadata=described("Only scenarios of this player."),
    )


class ReportItemAnswer(Answer, frozen=True):
    """The status of one item of a file."""

    what: str
    """What it is."""
    where: str
    """Its place: a JSON pointer into the file."""
    status: str
    """`played`; `drawn`: without effect on play; `ignored`: left out of play; `changed`: played as
    something else; `blocking`: no game can be played with it."""
    why: str
    """Why it has this status; empty where it is simply played."""
    hex: list[int] | None = None
    """The hex that it is on, as [row, col]; null if none."""


class ReportAnswer(Answer, frozen=True):
    """What can be played of a file."""

    verdict: Verdict
    """`playable`, `partly` if some items are ignored or changed, or `blocked`."""
    items: list[ReportItemAnswer]
    """Every item of the file, in order."""


class ScenarioSummaryAnswer(Answer, frozen=True):
    """A battle in a list."""

    slug: str
    title: str
    year: int
    front: Front
    """The theater of war."""
    board: str
    """The size of the board."""
    face: str
    """The printed face of the board."""
    units: int
    """Units at the start."""
    terrain: list[TerrainKind]
    """The kinds of terrain on its tiles."""
    special_rules: list[str]
    """The names of its special rules."""
    verdict: Verdict
    """Whether it can be played."""
    author: str | None
    """The id of the player who added it; null if it comes with the service."""
    balance: ShareEstimateAnswer | None
    """The share of public games between two players that the Allies won; null before the first."""


class ScenariosPageAnswer(Answer, frozen=True):
    """A page of battles."""

    items: list[ScenarioSummaryAnswer]
    next: str | None


STORED: dict[str, Any] = {
    "id": {"type": "string", "description": "The SHA-256 of the file that it was made from."},
    "author": {
        "type": "string",
        "description": "The id of the player who added it; absent if it was the operator.",
    },
    "visibility": {
        "$ref": "#/components/schemas/Sharing",
        "description": "Who may see it: its author, everyone who knows its slug, or everyone.",
    },
    "created_at": {
        "type": "string",
        "format": "date-time",
        "description": "When it was added.",
    },
    "parent": {
        "type": "string",
        "description": "The slug of the scenario that it was made from.",
    },
    "report": {
        "$ref": "#/components/schemas/Report",
        "description": "What can be played of it.",
    },
}
"""The members that only battles of players have."""
