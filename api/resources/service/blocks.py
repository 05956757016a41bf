"""Muting, blocking and reporting players."""

from http import HTTPStatus

from flask import Response
from flask_smorest import Blueprint

from api.access.identity import player
from api.http.problems import ProblemError
from api.http.requests import body
from api.http.responses import answer
from api.operations.operation import READ_TOKEN, Operation, Success
from api.schemas.service.blocks import (
    BlockAnswer,
    BlockRequestSchema,
    BlocksAnswer,
    ReportRequestSchema,
)
from api.services import services
from domain.values.bots import bot_level
from events.accounts.blocks import MAX_BLOCKS, BlockLevel, TooManyBlocksError
from events.accounts.players import Player
from events.accounts.reports import (
    MAX_OWN,
    PlayerReport,
    ReportReason,
    TooManyReportsError,
)

blocks = Blueprint("blocks", __name__, description="Muting, blocking and reporting players.")
_BLOCK, _REPORT = BlockRequestSchema(), ReportRequestSchema()
_OWN = "/v1/players/me/blocks"


@Operation(
    blocks,
    f"GET {_OWN}",
    "List whom you have muted or blocked",
    Success(200, BlocksAnswer),
    security=READ_TOKEN,
)
def list_blocks() -> Response:
    """Visible only to you."""
    found = services().blocks.of(player().id)
    return answer(BlocksAnswer([BlockAnswer(*one) for one in found.items()]))


@Operation(
    blocks,
    f"PUT {_OWN}/<string:player_id>",
    "Mute or block a player",
    Success(204),
    fails=(404, 409),
    body=BlockRequestSchema,
)
def put_block(player_id: str) -> Response:
    """The player is not notified. Games that you both play continue."""
    who, level = player(), BlockLevel(body(_BLOCK)["level"])
    _require_other(player_id, who)
    try:
        services().blocks.put(who.id, player_id, level)
    except TooManyBlocksError:
        raise _too_many(MAX_BLOCKS) from None
    return Response(status=HTTPStatus.NO_CONTENT)


@Operation(blocks, f"DELETE {_OWN}/<string:player_id>", "Unmute or unblock a player", Success(204))
def delete_block(player_id: str) -> Response:
    """Changes nothing if the player is neither muted nor blocked."""
    services().blocks.remove(player().id, player_id)
    return Response(status=HTTPStatus.NO_CONTENT)


@Operation(
    blocks,
    "POST /v1/players/<string:player_id>/reports",
    "Report a player",
    Success(204),
    fails=(404, 409),
    body=ReportRequestSchema,
)
def report_player(player_id: str) -> Response:
    """Only administrators see it. A later report of a player replaces your earlier one."""
    who, params = player(), body(_REPORT)
    _require_other(player_id, who)
    reason, at = ReportReason(params["reason"]), services().clock()
    new = PlayerReport(player_id, who.id, reason, params["text"], params.get("game"), at)
    try:
        services().reports.add(new)
    except TooManyReportsError:
        raise _too_many(MAX_OWN) from None
    return Response(status=HTTPStatus.NO_CONTENT)


def _require_other(player_id: str, who: Player) -> None:
    """Raise a problem unless the id is another player's."""
    other = services().players.of_id(player_id)
    if other is None or other.deleted or bot_level(player_id) is not None or player_id == who.id:
        raise ProblemError("not_found", "No other player has this id.")


def _too_many(limit: int) -> ProblemError:
    detail = f"You have reached the limit of {limit} players; nothing was done."
    return ProblemError("too_many_players", detail, {"most": limit})
