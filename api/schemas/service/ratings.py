"""Changes of ratings, and the leaderboard."""

from marshmallow import Schema, fields, validate

from api.schemas.answer import Answer, Share
from api.schemas.fields import described
from api.schemas.lists import PageQuerySchema
from api.schemas.service.players import PlayerRatingAnswer
from domain.values import Side
from events.clock import Moment
from events.read_models.rating_keys import RatedBy


class RatedByQuerySchema(Schema):
    """Which ratings."""

    by = fields.String(
        load_default=RatedBy.RESULTS.value,
        validate=validate.OneOf([by.value for by in RatedBy]),
        metadata=described("What the ratings are made of."),
    )


class RatingsQuerySchema(RatedByQuerySchema, PageQuerySchema):
    """Which ratings, and how many of them."""


class RatingChangeAnswer(Answer, frozen=True):
    """The change of a rating by a rated game."""

    game: str
    """The id of the game."""
    player: str
    """The player's id."""
    side: Side
    at: Moment
    won: bool
    """Whether the player won it."""
    score: Share
    """The score of the player: 1 for a win, 0 for a defeat, or the luck-adjusted
    result."""
    before: PlayerRatingAnswer
    after: PlayerRatingAnswer


class RatingChangesPageAnswer(Answer, frozen=True):
    """A page of changes of ratings."""

    items: list[RatingChangeAnswer]
    next: str | None


class RatedPlayerAnswer(Answer, frozen=True):
    """A player on the leaderboard."""

    player: str
    """The player's id."""
    rating: PlayerRatingAnswer


class RatedPlayersPageAnswer(Answer, frozen=True):
    """A page of the leaderboard."""

    items: list[RatedPlayerAnswer]
    next: str | None
