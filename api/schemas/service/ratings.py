"""Ratings: what games change, and who stands where."""

from api.schemas.answer import Answer
from api.schemas.service.players import PlayerRatingAnswer
from domain.values import Side
from events.clock import Moment


class RatingChangeAnswer(Answer, frozen=True):
    """What a rated game did to the rating of one of its players."""

    game: str
    """The id of the game."""
    player: str
    """The player's id."""
    side: Side
    at: Moment
    won: bool
    """Whether the player won it."""
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
