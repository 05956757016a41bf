"""Players: opening an account, asking who one is."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.answers import answer
from api.identity import player
from api.operation import LOCATION, NO_TOKEN, Operation, Success, endpoint
from api.requests import body
from api.schemas import NewPlayerSchema, PlayerSchema, PlayerWithTokenSchema
from api.services import services
from events.players import Player

players = Blueprint("players", __name__, description="Accounts and their tokens.")
_NEW_PLAYER = NewPlayerSchema()


@endpoint(
    players,
    "POST",
    "/v1/players",
    Operation(
        "createPlayer",
        "Create a player",
        Success(201, PlayerWithTokenSchema, headers=LOCATION),
        fails=(400, 413, 415, 422, 503),
        body=NewPlayerSchema,
        security=NO_TOKEN,
    ),
)
def create_player() -> Response:
    """The token is shown this once; send it as `Authorization: Bearer`."""
    wish = body(_NEW_PLAYER)
    new, token = services().players.register(wish["name"], services().clock())
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
    ),
)
def get_me() -> Response:
    """The player whose token came with the request."""
    return answer(_shown(player()))


def _shown(known: Player) -> dict[str, Any]:
    return {"id": known.id, "name": known.name, "created_at": known.created_at}
