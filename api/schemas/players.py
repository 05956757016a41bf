"""Players: who is to be created, and what is told of whom."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import Answer

NAME = validate.Regexp(
    r"^(?!\s)[^\x00-\x1f\x7f-\x9f\u2028\u2029]+(?<!\s)(?![\s\S])",
    error="Must not be blank, begin or end with a space, or hold control characters.",
)


class NewPlayerSchema(Schema):
    """Whom to create."""

    name = fields.String(
        required=True,
        validate=[validate.Length(min=1, max=60), NAME],
        metadata={"example": "Ada"},
    )


class PlayerSchema(Answer):
    """A player's account."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.String(required=True, metadata={"format": "date-time"})


class PlayerWithTokenSchema(PlayerSchema):
    """A new account and its token, which is shown this once."""

    token = fields.String(required=True)


class PublicPlayerSchema(Answer):
    """A player as anyone may see it."""

    id = fields.String(required=True)
    name = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Null once the account is deleted."},
    )
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    deleted = fields.Boolean(required=True)
