"""The presence of the other players of a game."""

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import player, require_visible
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
    "Get the presence of the other players",
    Success(200, PresenceAnswer),
    fails=(403, 404),
    security=READ_TOKEN,
)
def get_presence(game_id: str) -> Response:
    """For players of the game only: which other seats follow its stream with `presence=true`, or
    did so within a week."""
    who = player()
    state = services().games.current(game_id).state
    require_visible(state, who)
    if not state.seats_of(who.id):
        raise ProblemError("forbidden", "Only players who hold a seat of the game can see it.")
    last_seen, now = services().presence.last_seen(game_id), milliseconds(services().clock())
    blocks = services().blocks
    others = {
        other
        for other in last_seen
        if other != who.id and not blocks.is_blocked_between(who.id, other)
    }
    items = [
        PresentSeatAnswer(
            seat, now - last_seen[other] <= PRESENT, at_milliseconds(last_seen[other])
        )
        for seat in state.table.seats
        if (other := state.seats.get(seat)) is not None and other in others
    ]
    return answer(PresenceAnswer(items))
