"""A game in writing."""

from marshmallow import Schema, fields

from api.schemas.fields import eyes_field


class RecordQuerySchema(Schema):
    """As whom to tell a game, and whether with what was said of it."""

    as_ = eyes_field()
    comments = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        load_default=False,
        metadata={
            "description": "Whether public annotations stand in it as comments, as far as you may "
            "read them."
        },
    )
