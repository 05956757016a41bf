"""Players: opening an account, asking who one is or who somebody is, closing the account."""

from http import HTTPStatus
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import answer
from api.identity import asker, player
from api.operation import (
    LOCATION,
    NO_TOKEN,
    OPTIONAL_ADMIN_TOKEN,
    READ_TOKEN,
    Operation,
    Success,
    endpoint,
)
from api.problems import ProblemError
from api.requests import body
from api.resources.admin import note
from api.schemas.players import (
    NewPlayerSchema,
    PlayerSchema,
    PlayerWithTokenSchema,
    PublicPlayerSchema,
)
from api.services import services
from api.settings import CLOSED
from events.players import Player
from events.tokens import Scope

players = Blueprint("players", __name__, description="Accounts and their tokens.")
_NEW_PLAYER = NewPlayerSchema()
_NAMES_FOR = "public, max-age=60"


@endpoint(
    players,
    "POST",
    "/v1/players",
    Operation(
        "createPlayer",
        "Create a player",
        Success(201, PlayerWithTokenSchema, headers=LOCATION),
        fails=(400, 401, 413, 415, 422, 503),
        body=NewPlayerSchema,
        security=OPTIONAL_ADMIN_TOKEN,
    ),
)
def create_player() -> Response:
    """The token is shown this once; send it as `Authorization: Bearer`. It has the scopes `read`
    and `play`.

    Where sign-up is closed this needs an administrator's token; elsewhere none, and one that is
    sent does not matter.
    """
    who = _administrator() if services().settings.sign_up == CLOSED else None
    wish = body(_NEW_PLAYER)
    new, token = services().players.register(wish["name"], services().clock())
    if who is not None:
        note("player created", who, player=new.id)
    return answer({**_shown(new), "token": token}, 201, {"Location": "/v1/players/me"})


@endpoint(
    players,
    "GET",
    "/v1/players/me",
    Operation(
        "getMe",
        "Who am I",
        Success(200, PlayerSchema),
        fails=(401, 422, 503),
        security=READ_TOKEN,
    ),
)
def get_me() -> Response:
    """The player whose token came with the request."""
    return answer(_shown(player()))


@endpoint(
    players,
    "DELETE",
    "/v1/players/me",
    Operation(
        "deleteMe",
        "Close my account",
        Success(204),
        fails=(401, 422, 503),
    ),
)
def delete_me() -> Response:
    """For good, at any time.

    Your name is erased at once and your tokens are refused from then on, by every process of the
    service within three seconds. Your annotations and studies go within seconds. Games that you
    play are resigned as soon, games that wait for a second player when they start. Your id stays in
    the events of your games, where it stands for nobody: histories go on to verify. Repeating the
    request is answered 401.
    """
    services().players.delete(player().id, services().clock())
    return Response(status=HTTPStatus.NO_CONTENT)


@endpoint(
    players,
    "GET",
    "/v1/players/<string:player_id>",
    Operation(
        "getPlayer",
        "Who is this player",
        Success(200, PublicPlayerSchema),
        fails=(404, 422, 503),
        security=NO_TOKEN,
    ),
)
def get_player(player_id: str) -> Response:
    """For names to show.

    States, lists and events name players by their ids. A deleted account has no name any more; keep
    a name no longer than this answer says.
    """
    known = services().players.of_id(player_id)
    if known is None:
        raise ProblemError("not_found", "No player has this id.")
    return answer({**_shown(known), "deleted": known.deleted}, cache=_NAMES_FOR)


def _administrator() -> Player:
    found = asker()
    if found is None or Scope.ADMIN not in found.scopes:
        raise ProblemError("sign_up_closed", "Only an administrator creates players here.")
    return found.player


def _shown(known: Player) -> dict[str, Any]:
    return {"id": known.id, "name": known.name, "created_at": known.created_at}
