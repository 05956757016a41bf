"""Matches of two games."""

from marshmallow import fields

from api.schemas.fields import Answer, words
from api.schemas.games import imported_field
from domain.values import Side, Status


class MatchGameSummarySchema(Answer):
    """A game of a match."""

    id = fields.String(required=True)
    number = fields.Integer(required=True)
    status = fields.String(required=True, validate=words(Status))
    winner = fields.String(required=True, allow_none=True, validate=words(Side))
    imported = imported_field()


class StandingSchema(Answer):
    """A player's medals in a match."""

    player = fields.String(required=True)
    medals = fields.List(
        fields.Integer(), required=True, metadata={"description": "Of each game so far."}
    )
    total = fields.Integer(required=True)


class MatchSchema(Answer):
    """Two games of one battle with the sides swapped, and one score."""

    games = fields.List(fields.Nested(MatchGameSummarySchema), required=True)
    standings = fields.List(fields.Nested(StandingSchema), required=True)
    finished = fields.Boolean(required=True)
    winner = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The player with more medals; null before the end and at a draw."},
    )
