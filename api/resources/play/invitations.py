"""Invitations to private games."""

import base64
import hashlib
import hmac

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import may_see, player, require_visible
from api.http.problems import ProblemError
from api.http.responses import answer
from api.operations.operation import Operation, Success
from api.schemas.play.games import InvitationAnswer
from api.services import services
from domain.state import GameState
from domain.values import Visibility
from events.accounts.players import Player

invitations = Blueprint("invitations", __name__, description="Invitations to private games.")
_BYTES = 10


@Operation(
    invitations,
    "GET /v1/games/<string:game_id>/invite",
    "Get the invitation to a private game",
    Success(200, InvitationAnswer),
    fails=(403, 404),
)
def get_invite(game_id: str) -> Response:
    """Only for the creator of the game, to pass on to the other player."""
    state = _own_private_game(game_id, player())
    return answer(InvitationAnswer(_invite(state, services().invitations.number(game_id))))


@Operation(
    invitations,
    "POST /v1/games/<string:game_id>/invite/renew",
    "Renew the invitation to a private game",
    Success(200, InvitationAnswer),
    fails=(403, 404),
)
def renew_invite(game_id: str) -> Response:
    """The previous invitation becomes invalid. Players who have already taken a seat keep it."""
    state = _own_private_game(game_id, player())
    return answer(InvitationAnswer(_invite(state, services().invitations.renew(game_id))))


def _own_private_game(game_id: str, who: Player) -> GameState:
    """Return a private game that the caller created. Raises a problem."""
    state = services().games.current(game_id).state
    require_visible(state, who)
    if state.created.created_by != who.id:
        raise ProblemError("forbidden", "Only the creator of a game can invite players to it.")
    if state.created.visibility is Visibility.PUBLIC:
        raise ProblemError("not_found", "A public game has no invitation.")
    return state


def require_invitation(state: GameState, who: Player, invite: str | None) -> None:
    """Raise the problem of a missing game unless the caller may see it or has an invitation."""
    if may_see(state, who):
        return
    if invite is not None:
        expected = _invite(state, services().invitations.number(state.created.game))
        if hmac.compare_digest(invite.encode(), expected.encode()):
            return
    require_visible(state, who)


def _invite(state: GameState, number: int) -> str:
    """Return an invitation, derived from the secret seed and its number so it needs no storage."""
    text = f"invite {number}" if number else "invite"
    digest = hmac.digest(bytes.fromhex(state.created.seed), text.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:_BYTES]).decode("ascii").rstrip("=")
