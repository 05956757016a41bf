"""Records of games."""

from marshmallow import Schema, fields

from api.schemas.fields import described, perspective_field


class RecordQuerySchema(Schema):
    """The perspective of a record, and whether to include comments."""

    as_ = perspective_field()
    comments = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        load_default=False,
        metadata=described(
            "Whether to include the public annotations that you may read, as comments."
        ),
    )
