"""Whether the other players of a game are there."""

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import player, require_sight
from api.http.problems import ProblemError
from api.http.responses import answer
from api.operations.operation import READ_TOKEN, Operation, Success
from api.schemas.play.presence import PresenceAnswer, PresentSeatAnswer
from api.services import services
from events.clock import at_milliseconds, milliseconds
from events.live.presence import PRESENT

presence = Blueprint("presence", __name__, description="Who follows a game.")


@Operation(
    presence,
    "GET /v1/games/<string:game_id>/presence",
    "See whether the others are there",
    Success(200, PresenceAnswer),
    fails=(403, 404),
    security=READ_TOKEN,
)
def get_presence(game_id: str) -> Response:
    """For the seats of the game: who of the other seats follows its stream with `presence=true`, or
    did so within a week. Nobody else is told."""
    who = player()
    state = services().games.current(game_id).state
    require_sight(state, who)
    if not state.seats_of(who.id):
        raise ProblemError("forbidden", "Only players who hold a seat of the game can see it.")
    last_seen, now = services().presence.last_seen(game_id), milliseconds(services().clock())
    others = {
        one for one in last_seen if one != who.id and not services().blocks.apart(who.id, one)
    }
    items = [
        PresentSeatAnswer(seat, now - last_seen[one] <= PRESENT, at_milliseconds(last_seen[one]))
        for seat in state.table.seats
        if (one := state.seats.get(seat)) is not None and one in others
    ]
    return answer(PresenceAnswer(items))
