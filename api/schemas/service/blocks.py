"""Muted, blocked and reported players."""

from marshmallow import Schema, fields, validate

from api.schemas.answer import Answer
from api.schemas.fields import described, words
from events.accounts.blocks import BlockLevel
from events.accounts.reports import ReportReason

MAX_REPORT = 1000


class BlockRequestSchema(Schema):
    """What to do with a player."""

    level = fields.String(required=True, validate=words(BlockLevel))


class BlockAnswer(Answer, frozen=True):
    """A player whom you have muted or blocked."""

    player: str
    """The player's id."""
    level: BlockLevel


class BlocksAnswer(Answer, frozen=True):
    """The players whom you have muted or blocked."""

    items: list[BlockAnswer]


class ReportRequestSchema(Schema):
    """What to report of a player."""

    reason = fields.String(required=True, validate=words(ReportReason))
    text = fields.String(load_default="", validate=validate.Length(max=MAX_REPORT))
    game = fields.String(
        validate=validate.Length(1, 64),
        metadata=described("The id of the game that it is about."),
    )
