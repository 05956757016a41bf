"""Battles in a list."""

from marshmallow import fields

from api.schemas.fields import Answer


class ScenarioSummarySchema(Answer):
    """A battle in a list."""

    slug = fields.String(required=True)
    title = fields.String(required=True)
    year = fields.Integer(required=True)


class ScenariosPageSchema(Answer):
    """A page of battles."""

    items = fields.List(fields.Nested(ScenarioSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True)
