"""What administrators do: hold a game, let it go on, close somebody's account."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from flask import Response
from flask_smorest import Blueprint

from api.answers import answer
from api.identity import player
from api.operation import ADMIN_TOKEN, Operation, Success, endpoint
from api.problems import ProblemError
from api.requests import body
from api.schemas.admin import FreezeSchema, HoldSchema
from api.services import services
from events.listing import milliseconds
from events.players import Player
from events.transfer.freezing import NotHeldError, freeze, unfreeze

admin = Blueprint("admin", __name__, description="For administrators.")
_log = logging.getLogger(__name__)
_FREEZE = FreezeSchema()


@endpoint(
    admin,
    "POST",
    "/v1/games/<string:game_id>/freeze",
    Operation(
        "freezeGame",
        "Let a game take no commands",
        Success(200, HoldSchema),
        fails=(400, 401, 404, 409, 413, 415, 422, 503),
        body=FreezeSchema,
        security=ADMIN_TOKEN,
    ),
)
def freeze_game(game_id: str) -> Response:
    """Until it is unfrozen; commands are answered 503 `history_lost` meanwhile, and no time limit
    runs out. A game that is frozen already stays as it is.

    Freezing shows an administrator nothing of the game.
    """
    who = player()
    reason = body(_FREEZE)["reason"]
    done = _held(lambda: freeze(services().store, game_id, reason))
    note("game frozen", who, game=game_id, outcome="done" if done else "was so already")
    return answer({"game": game_id, "frozen": True})


@endpoint(
    admin,
    "POST",
    "/v1/games/<string:game_id>/unfreeze",
    Operation(
        "unfreezeGame",
        "Let a frozen game go on",
        Success(200, HoldSchema),
        fails=(401, 404, 409, 422, 503),
        security=ADMIN_TOKEN,
    ),
)
def unfreeze_game(game_id: str) -> Response:
    """From where its log ends now. If events of it were lost, they are given up with that: talk to
    the players first. The time of the awaited seat begins anew."""
    who = player()
    now = milliseconds(services().clock())
    done = _held(lambda: unfreeze(services().store, game_id, now))
    note("game unfrozen", who, game=game_id, outcome="done" if done else "was so already")
    return answer({"game": game_id, "frozen": False})


@endpoint(
    admin,
    "DELETE",
    "/v1/players/<string:player_id>",
    Operation(
        "deletePlayer",
        "Close an account",
        Success(204),
        fails=(401, 404, 422, 503),
        security=ADMIN_TOKEN,
    ),
)
def delete_player(player_id: str) -> Response:
    """For good, as its player could: see `deleteMe`. May be repeated."""
    who = player()
    if services().players.of_id(player_id) is None:
        raise ProblemError("not_found", "No player has this id.")
    services().players.delete(player_id, services().clock())
    note("account closed", who, player=player_id)
    return Response(status=HTTPStatus.NO_CONTENT)


def note(what: str, who: Player, **about: str) -> None:
    """Log what an administrator has done."""
    _log.info("%s by an administrator", what, extra={"by": who.id} | about)


def _held(act: Callable[[], bool]) -> bool:
    try:
        return act()
    except NotHeldError:
        raise ProblemError("game_archived", "The game is over and archived.") from None
