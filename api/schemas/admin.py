"""What administrators send and are told."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import Answer
from api.schemas.players import NAME


class FreezeSchema(Schema):
    """Why a game is to take no more commands."""

    reason = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=200), NAME],
        metadata={
            "description": "For whoever looks into it later; players are not told.",
            "example": "a player asked for it",
        },
    )


class HoldSchema(Answer):
    """Whether a game takes commands."""

    game = fields.String(required=True, metadata={"description": "The id of the game."})
    frozen = fields.Boolean(required=True, metadata={"description": "Whether it takes none."})
