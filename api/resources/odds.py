"""What the dice may come to before they are thrown."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import unless_known
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
from domain.odds import Odds, odds

chances = Blueprint("odds", __name__, description="What dice may come to.")


@endpoint(
    chances,
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
    listed = enumerate(commands(state, sight.seats))
    found = [(place, odds(state, command)) for place, command in listed]
    shown = [_shown(place, told) for place, told in found if told is not None]
    return unless_known(sight.etag, {"version": state.version, "odds": shown})


def _shown(place: int, told: Odds) -> dict[str, Any]:
    return {
        "action": place,
        "target": told.target,
        "dice": told.dice,
        "hits": [float(chance) for chance in told.hits],
        "flags": [float(chance) for chance in told.flags],
        "eliminated": float(told.eliminated),
        "retreats": float(told.retreats),
        "blocked": float(told.blocked),
        "losses": float(told.losses),
    }
