"""Pages of lists."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import QueryNumber

MAX_PAGE = 200


class PageQuerySchema(Schema):
    """The limit and the cursor of a page."""

    limit = QueryNumber(load_default=50, validate=validate.Range(1, MAX_PAGE))
    cursor = fields.String(validate=validate.Length(max=200))
