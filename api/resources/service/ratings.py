"""Ratings: the leaderboard, what has changed a player's, and what a game has changed."""

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller
from api.access.views import view_for
from api.http.cursors import cursor_of, position_of
from api.http.problems import ProblemError
from api.http.requests import query
from api.http.responses import answer
from api.operations.operation import NO_TOKEN, OPTIONAL_TOKEN, Operation, Success
from api.schemas.service.players import PlayerRatingAnswer
from api.schemas.service.ratings import (
    RatedByQuerySchema,
    RatedPlayerAnswer,
    RatedPlayersPageAnswer,
    RatingChangeAnswer,
    RatingChangesPageAnswer,
    RatingsQuerySchema,
)
from api.services import services
from domain.values import Side
from events.clock import at_milliseconds
from events.read_models.rating_fold import RatedGame
from events.read_models.rating_keys import RatedBy

ratings = Blueprint("ratings", __name__, description="Ratings of players.")
_PAGE, _BY = RatingsQuerySchema(), RatedByQuerySchema()


@Operation(
    ratings,
    "GET /v1/ratings",
    "List the best players",
    Success(200, RatedPlayersPageAnswer),
    fails=(503,),
    query=RatingsQuerySchema,
    security=NO_TOKEN,
)
def list_ratings() -> Response:
    """By rating, without provisional ones."""
    params = query(_PAGE)
    after = position_of(params.get("cursor"))
    found, last = services().ratings.board(params["limit"], after, RatedBy(params["by"]))
    items = [RatedPlayerAnswer(p, PlayerRatingAnswer.of(one)) for p, one in found if _exists(p)]
    return answer(RatedPlayersPageAnswer(items, cursor_of(last)))


@Operation(
    ratings,
    "GET /v1/players/<string:player_id>/ratings",
    "List the rated games of a player",
    Success(200, RatingChangesPageAnswer),
    fails=(404, 503),
    query=RatingsQuerySchema,
    security=NO_TOKEN,
)
def list_player_ratings(player_id: str) -> Response:
    """What each has done to the player's rating, the last to end first."""
    params = query(_PAGE)
    after = position_of(params.get("cursor"))
    if services().players.of_id(player_id) is None:
        raise ProblemError("not_found", "No player has this id.")
    found, last = services().ratings.history(
        player_id, params["limit"], after, RatedBy(params["by"])
    )
    items = [
        _change(game, one, Side.ALLIES if one.allies == player_id else Side.AXIS)
        for game, one in found
    ]
    return answer(RatingChangesPageAnswer(items, cursor_of(last)))


@Operation(
    ratings,
    "GET /v1/games/<string:game_id>/ratings",
    "List what a game did to ratings",
    Success(200, RatingChangesPageAnswer),
    fails=(404,),
    query=RatedByQuerySchema,
    security=OPTIONAL_TOKEN,
)
def list_game_ratings(game_id: str) -> Response:
    """One item for each player, once a rated game is over. A game that was resigned, or lost on
    time, in its first turn does not count. Luck-adjusted results follow within minutes.
    """
    by = RatedBy(query(_BY)["by"])
    view_for(game_id, caller())
    found = services().ratings.of_game(game_id, by)
    items = [] if found is None else [_change(game_id, found, side) for side in Side]
    return answer(RatingChangesPageAnswer(items, None))


def _exists(player: str) -> bool:
    known = services().players.of_id(player)
    return known is not None and not known.deleted


def _change(game: str, one: RatedGame, side: Side) -> RatingChangeAnswer:
    allies = side is Side.ALLIES
    return RatingChangeAnswer(
        game=game,
        player=one.allies if allies else one.axis,
        side=side,
        at=at_milliseconds(one.at),
        won=one.winner is side,
        score=one.score if allies else round(1 - one.score, 6),
        before=PlayerRatingAnswer.of(one.before.allies if allies else one.before.axis),
        after=PlayerRatingAnswer.of(one.after.allies if allies else one.after.axis),
    )
