"""Dry runs: check a command against the rules without rolling dice or storing anything."""

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
"""Since when dry runs have endpoints of their own (RFC 9745), and the guide that explains it."""


def dry_run(blueprint: Blueprint, path: str, summary: str, body: Part) -> Operation:
    """Return the operation of a dry run."""
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
    """Add the deprecation headers to the response of a dry run by ``validate_only``."""
    response.headers.extend(_DEPRECATED)
    return response


def check_command(
    game_view: GameView,
    command: Command,
    expected: frozenset[int] | None,
    problem_of: Callable[[IllegalCommandError, GameState], ProblemError],
    dice: tuple[Face, ...] = (),
) -> Response:
    """Check a command against the game as its player sees it. Raises the problem that the command
    itself would be refused with.

    Nothing is drawn or rolled, so a dry run does not reveal the outcome.
    """
    state = game_view.state
    require_version(game_view, expected)
    try:
        check(state, command, services().games.past(state.created.game), dice)
    except IllegalCommandError as error:
        raise problem_of(error, state) from None
    return valid(state.version, game_view.etag)


def require_version(game_view: GameView, expected: frozenset[int] | None) -> None:
    """Raise ``VersionMismatchError`` unless the game is at one of the expected versions."""
    if expected is not None and game_view.state.version not in expected:
        raise game_view.mismatch(max(expected, default=0))


def valid(version: int, tag: str) -> Response:
    """Return the response to a valid command."""
    return answer(CommandCheckAnswer(valid=True, version=version), headers={"ETag": tag})
