"""The odds of the legal actions."""

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import caller
from api.access.views import view_for
from api.commands.chances import odds_of_actions
from api.http.responses import conditional_answer
from api.limits.costly_answers import MAX_STEPS
from api.operations.operation import ETAG, IF_NONE_MATCH, OPTIONAL_TOKEN, Operation, Success
from api.schemas.review.odds import OddsOfActionsAnswer
from domain.analysis.work import WorkBudget
from domain.legal import commands_of

odds = Blueprint("odds", __name__, description="The odds of attacks.")


@Operation(
    odds,
    "GET /v1/games/<string:game_id>/odds",
    "List the odds of the legal actions",
    Success(200, OddsOfActionsAnswer, headers=ETAG),
    fails=(404,),
    headers=(IF_NONE_MATCH,),
    security=OPTIONAL_TOKEN,
)
def list_odds(game_id: str) -> Response:
    """The exact odds of each attack, strike and ambush in the list of actions.

    The odds of an attack do not consider an ambush, because only its owner knows about it.
    """
    game_view = view_for(game_id, caller())
    state = game_view.state
    found = odds_of_actions(state, commands_of(state, game_view.held), WorkBudget(MAX_STEPS).spend)
    return conditional_answer(game_view.etag, OddsOfActionsAnswer(state.version, found))
