"""The past of a game."""

from typing import Annotated

from marshmallow import Schema, fields, validate
from msgspec import Raw

from api.schemas.answer import Answer, named
from api.schemas.fields import QueryNumber, described, perspective_field, query_flag, version_param

MAX_ITEMS = 3000
MAX_CURSOR = 4000
ALL, MAIN = LINES = ("all", "main")
"""All events, or only the mainline."""


def line_field(description: str) -> fields.String:
    """Whether what was taken back is shown."""
    return fields.String(
        load_default=ALL,
        validate=validate.OneOf(LINES),
        metadata=described(description),
    )


class EventsQuerySchema(Schema):
    """Which events of a game to return."""

    after = version_param(
        "The version to continue from; 0 is the beginning.", least=0, load_default=0
    )
    limit = QueryNumber(
        load_default=200,
        validate=validate.Range(1, MAX_ITEMS),
        metadata=described("The maximum number of events on a page; streams have no limit."),
    )
    line = line_field("`main` leaves out the events that were taken back. Only for pages.")
    as_ = perspective_field()
    presence = query_flag(
        "Whether the other seats may see that you follow the stream, if you hold a seat."
    )


class MyEventsQuerySchema(Schema):
    """Which events of your games to return."""

    after = fields.String(
        validate=validate.Length(1, MAX_CURSOR),
        metadata=described("The cursor to continue from; by default, a moment ago."),
    )
    limit = QueryNumber(
        load_default=200,
        validate=validate.Range(1, MAX_ITEMS),
        metadata=described("The maximum number of events on a page; streams have no limit."),
    )


class EventsPageAnswer(Answer, frozen=True):
    """A page of a game's events."""

    items: list[Annotated[Raw, named("Event")]]
    next: int | None
    """The `after` of the next page; null when this is the last."""
    version: int
    """How many events the game has now."""


class GameEventAnswer(Answer, frozen=True):
    """An event of one of your games."""

    game: str
    """The id of the game."""
    event: Annotated[Raw, named("Event")]
    """The event, as in the history of that game."""


class GameEventsPageAnswer(Answer, frozen=True):
    """A page of events of your games."""

    items: list[Annotated[Raw, named("GameEvent")]]
    next: str
    """The cursor to continue from; never null."""
