"""Leaving a seat and cancelling a game, before the game starts."""

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import held_by, player, require_visible
from api.http.problems import ProblemError
from api.http.refusals import refusal_for
from api.operations.operation import Operation, Success
from api.services import services
from domain.commands import CancelGame, LeaveSeat
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Cancellation, Seat, Status
from events.accounts.players import Player

leaving = Blueprint("leaving", __name__, description="Leaving and cancelling games.")


@Operation(
    leaving,
    "DELETE /v1/games/<string:game_id>/seats/<string:seat>",
    "Leave a seat",
    Success(204),
    fails=(404, 409),
)
def leave_seat(game_id: str, seat: str) -> Response:
    """Only before the game starts; later, resign. Others can then take the seat, and an invitation
    to a private game remains valid. Leaving a free seat changes nothing.

    If only bots are left, the game is cancelled.
    """
    who = player()
    state = _load(game_id, who)
    if seat not in state.table.seats:
        seats = ", ".join(state.table.seats)
        raise ProblemError("not_found", f"The game has no such seat; its seats are {seats}.")
    if state.status is Status.WAITING and seat not in state.seats:
        return Response(status=204)
    return _submit(game_id, who, LeaveSeat(Seat(seat), who.id))


@Operation(
    leaving,
    "DELETE /v1/games/<string:game_id>",
    "Cancel a game",
    Success(204),
    fails=(403, 404, 409),
)
def cancel_game(game_id: str) -> Response:
    """Only for its creator, and only before the game starts. Its status becomes `cancelled`; it
    remains readable. Cancelling it again changes nothing.

    A game is also cancelled if nobody takes or leaves a seat for 14 days.
    """
    who = player()
    state = _load(game_id, who)
    if state.created.created_by != who.id:
        raise ProblemError("forbidden", "Only the creator of a game can cancel it.")
    if state.status is Status.CANCELLED:
        return Response(status=204)
    return _submit(game_id, who, CancelGame(state.table.seats[0], Cancellation.WITHDRAWN))


def _load(game_id: str, who: Player) -> GameState:
    state = services().games.current(game_id).state
    require_visible(state, who)
    return state


def _submit(game_id: str, who: Player, command: LeaveSeat | CancelGame) -> Response:
    try:
        services().game_service.submit(game_id, command)
    except IllegalCommandError as error:
        state = services().games.current(game_id).state
        raise refusal_for(error, state, held_by(state, who)) from None
    return Response(status=204)
