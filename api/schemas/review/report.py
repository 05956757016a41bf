"""The after-action report of a game: what is said, and what it claims."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from marshmallow import Schema, fields
from msgspec import UNSET, Meta, UnsetType

from api.schemas.answer import Answer, Place
from api.schemas.fields import described
from domain.analysis.report import MAX_TURNS, ReportTopic


class ReportQuerySchema(Schema):
    """What to add to a report."""

    claims = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        load_default=False,
        metadata=described("Add what the sentences claim, for programs."),
    )


class ReportClaimAnswer(Answer, frozen=True):
    """What a sentence claims."""

    kind: str
    """What is claimed: a name in `templates`."""
    values: Mapping[str, int | str]
    """The words and numbers in it."""


class ReportSentenceAnswer(Answer, frozen=True):
    """A sentence of a report."""

    text: str
    """The sentence."""
    claim: ReportClaimAnswer
    """What it claims."""
    version: int | UnsetType = UNSET
    """The version that shows it, if any."""
    board: Place | UnsetType = UNSET
    """A picture of the board at that version."""


class ReportChapterAnswer(Answer, frozen=True):
    """A chapter of a report."""

    topic: ReportTopic
    """What it is about."""
    heading: str
    """Its heading."""
    sentences: Annotated[Sequence[ReportSentenceAnswer], Meta(max_length=MAX_TURNS)]
    """Its sentences in order."""
    board: Annotated[Place, Meta(max_length=128)] | UnsetType = UNSET
    """A map of the places that they name, numbered like them."""


class AfterActionReportAnswer(Answer, frozen=True):
    """An after-action report."""

    game: str
    """The id of the game."""
    version: int
    """The last version of the game."""
    head: str
    """The hash of its last event."""
    language: str
    """The language of the report."""
    title: str
    """Its title."""
    chapters: Annotated[Sequence[ReportChapterAnswer], Meta(max_length=len(ReportTopic))]
    """Its chapters in order."""
    templates: Mapping[str, str]
    """The sentence of each kind of claim; names in braces stand for its values."""
    words: Mapping[str, Mapping[str, str]]
    """The words for values that are no numbers, by the name of the value."""


ENCODER = msgspec.json.Encoder(order="deterministic")
"""Of claims that go with another form."""
