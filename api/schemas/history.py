"""The past of a game."""

from marshmallow import Schema, fields, validate

from api.schemas.fields import QueryNumber, eyes_field

MOST_ITEMS = 1000
LONGEST_CURSOR = 4000
HIGHEST_VERSION = 10**15 - 1
ALL, MAIN = LINES = ("all", "main")
"""Everything that has happened; what counts of it."""


def line_field(description: str) -> fields.String:
    """Whether what was taken back is shown."""
    return fields.String(
        load_default=ALL,
        validate=validate.OneOf(LINES),
        metadata={"description": description},
    )


class EventsQuerySchema(Schema):
    """Which events of a game to answer."""

    after = QueryNumber(
        load_default=0,
        validate=validate.Range(0, HIGHEST_VERSION),
        metadata={"description": "The version to go on from; 0 is the beginning."},
    )
    limit = QueryNumber(
        load_default=200,
        validate=validate.Range(1, MOST_ITEMS),
        metadata={"description": "Of a page; a stream has no limit."},
    )
    line = line_field(
        "`main` leaves out the events that no longer count, because the game was taken back to "
        "before them. For pages only."
    )
    as_ = eyes_field()


class MyEventsQuerySchema(Schema):
    """Which events of one's games to answer."""

    after = fields.String(
        validate=validate.Length(1, LONGEST_CURSOR),
        metadata={"description": "A cursor to go on from; without one it begins a moment ago."},
    )
    limit = QueryNumber(
        load_default=200,
        validate=validate.Range(1, MOST_ITEMS),
        metadata={"description": "Of a page; a stream has no limit."},
    )
