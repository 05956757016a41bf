"""Tokens: what a new one is to be, and what is told of those that there are."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import Answer, WholeNumber, words
from api.schemas.players import NAME
from events.tokens import FIRST, Scope

LONGEST_DAYS = 3650
_SCOPES = (
    "`read`: see whatever the player may see; every token has it. `play`: do whatever the player "
    "may do. `admin`: do what administrators do."
)


class NewTokenSchema(Schema):
    """What a new token is to be."""

    name = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=60), NAME],
        metadata={"description": "What you will know it by.", "example": "bot on the laptop"},
    )
    scopes = fields.List(
        fields.String(validate=words(Scope)),
        required=True,
        validate=validate.Length(min=1, max=len(Scope)),
        metadata={"description": f"{_SCOPES} None that your own token lacks.", "example": ["play"]},
    )
    expires_in_days = WholeNumber(
        validate=validate.Range(1, LONGEST_DAYS),
        metadata={"description": "After how many days it is refused; left out, never."},
    )


class TokenSchema(Answer):
    """A token, without what has to be kept secret of it."""

    id = fields.String(required=True, metadata={"description": "What it is revoked by."})
    name = fields.String(
        required=True,
        metadata={"description": f"As it was called; `{FIRST}` for the one of a new player."},
    )
    scopes = fields.List(
        fields.String(validate=words(Scope)), required=True, metadata={"description": _SCOPES}
    )
    created_at = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "format": "date-time",
            "description": "When, in UTC (RFC 3339); null for a token from before this was kept.",
        },
    )
    expires_at = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", "description": "When it is refused; null for never."},
    )
    last_used_at = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "format": "date-time",
            "description": "When it was used last, to within an hour or so; null for never.",
        },
    )


class TokenWithSecretSchema(TokenSchema):
    """A new token, with what to send as `Authorization: Bearer`, which is shown this once."""

    token = fields.String(required=True, metadata={"description": "The token itself."})


class TokensPageSchema(Answer):
    """The tokens of a player."""

    items = fields.List(fields.Nested(TokenSchema), required=True)
    next = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Always null: nobody has more tokens than fit a page."},
    )
