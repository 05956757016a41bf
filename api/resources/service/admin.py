"""Administration: freezing games and deleting accounts."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import player
from api.http.problems import ProblemError
from api.http.requests import body
from api.http.responses import answer
from api.operations.operation import ADMIN_TOKEN, Operation, Success
from api.schemas.service.admin import FreezeSchema, HoldAnswer
from api.services import services
from events.accounts.players import Player
from events.archive.freezing import FinishedGameError, freeze, unfreeze
from events.clock import milliseconds

admin = Blueprint("admin", __name__, description="Operations for administrators.")
_log = logging.getLogger(__name__)
_FREEZE = FreezeSchema()


@Operation(
    admin,
    "POST /v1/games/<string:game_id>/freeze",
    "Freeze a game",
    Success(200, HoldAnswer),
    fails=(404, 409),
    body=FreezeSchema,
    security=ADMIN_TOKEN,
)
def freeze_game(game_id: str) -> Response:
    """Until the game is unfrozen, commands return 503 `history_lost` and time limits are suspended.
    Freezing a frozen game changes nothing. The response does not reveal the contents of the game.
    """
    who = player()
    reason = body(_FREEZE)["reason"]
    changed = _unless_archived(lambda: freeze(services().store, game_id, reason))
    note("game frozen", who, game=game_id, outcome="done" if changed else "unchanged")
    return answer(HoldAnswer(game_id, frozen=True))


@Operation(
    admin,
    "POST /v1/games/<string:game_id>/unfreeze",
    "Unfreeze a game",
    Success(200, HoldAnswer),
    fails=(404, 409),
    security=ADMIN_TOKEN,
)
def unfreeze_game(game_id: str) -> Response:
    """The game continues from the current end of its log. If events were lost, this accepts the
    loss: ask the players first. The time limit of the awaited seat starts again. A game whose
    history does not verify stays frozen: 503 `log_broken`."""
    who = player()
    now = milliseconds(services().clock())
    changed = _unless_archived(lambda: unfreeze(services().store, game_id, now))
    note("game unfrozen", who, game=game_id, outcome="done" if changed else "unchanged")
    return answer(HoldAnswer(game_id, frozen=False))


@Operation(
    admin,
    "DELETE /v1/players/<string:player_id>",
    "Delete an account",
    Success(204),
    fails=(404,),
    security=ADMIN_TOKEN,
)
def delete_player(player_id: str) -> Response:
    """Permanent, with the same effects as `deleteMe`. Repeating it changes nothing."""
    who = player()
    if services().players.of_id(player_id) is None:
        raise ProblemError("not_found", "No player has this id.")
    services().players.delete(player_id, services().clock())
    note("account deleted", who, player=player_id)
    return Response(status=HTTPStatus.NO_CONTENT)


def note(action: str, who: Player, **fields: str) -> None:
    """Log an administrator's action."""
    _log.info("%s by an administrator", action, extra={"by": who.id} | fields)


def _unless_archived(act: Callable[[], bool]) -> bool:
    try:
        return act()
    except FinishedGameError:
        raise ProblemError("game_archived", "The game is finished and archived.") from None
