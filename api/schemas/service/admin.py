"""Requests and answers of administrators."""

from marshmallow import Schema, fields, validate

from api.schemas.answer import Answer
from api.schemas.fields import described
from api.schemas.names import NAME


class FreezeSchema(Schema):
    """The reason for freezing a game."""

    reason = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=200), NAME],
        metadata=described(
            "The reason, for the operator's records; players do not see it.",
            example="a player asked for it",
        ),
    )


class HoldAnswer(Answer, frozen=True):
    """Whether a game is frozen."""

    game: str
    """The id of the game."""
    frozen: bool
    """Whether the game is frozen."""
