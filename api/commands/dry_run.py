"""Dry runs: what the rules say to a command, with nothing thrown, stored or counted."""

from collections.abc import Callable

from flask import Response
from flask_smorest import Blueprint

from api.access.views import GameView
from api.http.problems import ProblemError
from api.http.responses import answer
from api.operations.operation import ETAG, IF_MATCH, Operation, Part, Success
from api.schemas.play.commands import CommandCheckAnswer
from api.services import services
from domain import check
from domain.commands import Command
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Face

_DEPRECATED = {
    "Deprecation": "@1795305600",
    "Link": '</docs/guides/concurrency>; rel="deprecation"; type="text/html"',
}
"""Since when dry runs have addresses of their own (RFC 9745), and where that is explained."""


def dry_run(blueprint: Blueprint, path: str, summary: str, body: Part) -> Operation:
    """The operation that asks what the rules say to a request."""
    return Operation(
        blueprint,
        f"POST {path}",
        summary,
        Success(200, CommandCheckAnswer, headers=ETAG),
        fails=(404, 409, 412),
        body=body,
        headers=(IF_MATCH,),
    )


def deprecated(response: Response) -> Response:
    """The answer to a dry run that was asked for by ``validate_only``."""
    response.headers.extend(_DEPRECATED)
    return response


def checked(
    game_view: GameView,
    command: Command,
    expected: frozenset[int] | None,
    refused: Callable[[IllegalCommandError, GameState], ProblemError],
    dice: tuple[Face, ...] = (),
) -> Response:
    """That the rules allow a command at a game as its player sees it. Raises what the command
    itself would be refused with, as ``refused`` tells it.

    No draw is made: what the command would lead to cannot be found out by trying.
    """
    state = game_view.state
    require_version(game_view, expected)
    try:
        check(state, command, services().games.past(state.created.game), dice)
    except IllegalCommandError as error:
        raise refused(error, state) from None
    return allowed(state.version, game_view.etag)


def require_version(game_view: GameView, expected: frozenset[int] | None) -> None:
    """Refuse with ``VersionMismatchError`` when the game is at no version that was named."""
    if expected is not None and game_view.state.version not in expected:
        raise game_view.mismatch(max(expected, default=0))


def allowed(version: int, tag: str) -> Response:
    """The answer to a command that would be carried out."""
    return answer(CommandCheckAnswer(valid=True, version=version), headers={"ETag": tag})
