"""What the dice may come to before they are thrown."""

from flask import Response
from flask_smorest import Blueprint

from api.answers import unless_known
from api.chances import chances
from api.identity import caller
from api.operation import (
    ETAG,
    IF_NONE_MATCH,
    OPTIONAL_TOKEN,
    UNCHANGED,
    Operation,
    Success,
    endpoint,
)
from api.refusals import commands
from api.schemas.odds import OddsOfActionsSchema
from api.sight import look

odds = Blueprint("odds", __name__, description="What dice may come to.")


@endpoint(
    odds,
    "GET",
    "/v1/games/<string:game_id>/odds",
    Operation(
        "listOdds",
        "The odds of what you may do now",
        Success(200, OddsOfActionsSchema, headers=ETAG),
        fails=(401, 404, 422, 503),
        headers=(IF_NONE_MATCH,),
        security=OPTIONAL_TOKEN,
        others=UNCHANGED,
    ),
)
def list_odds(game_id: str) -> Response:
    """Of each attack, strike and ambush in the list of actions: exact, every throw is counted.

    Those of an attack are without an ambush, of which nobody but its owner knows.
    """
    sight = look(game_id, caller())
    state = sight.state
    found = chances(state, commands(state, sight.seats))
    return unless_known(sight.etag, {"version": state.version, "odds": found})
