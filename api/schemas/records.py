"""A game in writing."""

from marshmallow import Schema

from api.schemas.fields import eyes_field


class RecordQuerySchema(Schema):
    """As whom to tell a game."""

    as_ = eyes_field()
