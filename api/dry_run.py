"""Dry runs: what the rules say to a command, with nothing thrown, stored or counted."""

from collections.abc import Callable
from typing import Any

from flask import Response

from api.answers import answer
from api.operation import ETAG
from api.problems import ProblemError
from api.schemas.commands import CommandCheckSchema
from api.services import services
from api.sight import Sight
from domain import check
from domain.commands import Command
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Face

CHECKED: dict[str, Any] = {
    "description": "With `validate_only`: the rules allow it at this version; nothing was done.",
    "content": {"application/json": {"schema": CommandCheckSchema}},
    "headers": ETAG,
}


def checked(
    sight: Sight,
    command: Command,
    expected: frozenset[int] | None,
    refused: Callable[[IllegalCommandError, GameState], ProblemError],
    dice: tuple[Face, ...] = (),
) -> Response:
    """That the rules allow a command at a game as its player sees it. Raises what the command
    itself would be refused with, as ``refused`` tells it.

    No draw is made: what the command would lead to cannot be found out by trying.
    """
    state = sight.state
    require_version(sight, expected)
    try:
        check(state, command, services().games.past(state.created.game), dice)
    except IllegalCommandError as error:
        raise refused(error, state) from None
    return allowed(state.version, sight.etag)


def require_version(sight: Sight, expected: frozenset[int] | None) -> None:
    """Refuse with ``VersionMismatchError`` when the game is at no version that was named."""
    if expected is not None and sight.state.version not in expected:
        raise sight.mismatch(max(expected, default=0))


def allowed(version: int, tag: str) -> Response:
    """The answer to a command that would be carried out."""
    return answer({"valid": True, "version": version}, headers={"ETag": tag})
