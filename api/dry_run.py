"""Dry runs: what the rules say to a command, with nothing thrown, stored or counted."""

from collections.abc import Callable
from typing import Any

from flask import Response

from api.answers import answer
from api.operation import ETAG
from api.problems import ProblemError
from api.schemas.commands import CommandCheckSchema
from api.services import services
from api.tags import etag
from domain import check
from domain.commands import Command
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Seat
from events.execute import VersionMismatchError

CHECKED: dict[str, Any] = {
    "description": "With `validate_only`: the rules allow it at this version; nothing was done.",
    "content": {"application/json": {"schema": CommandCheckSchema}},
    "headers": ETAG,
}


def checked(
    game: str,
    command: Command,
    expected: int | None,
    seats: frozenset[Seat],
    refused: Callable[[IllegalCommandError, GameState], ProblemError],
) -> Response:
    """That the rules allow a command of who holds ``seats``. Raises what the command itself would
    be refused with, as ``refused`` tells it.

    No draw is made: what the command would lead to cannot be found out by trying.
    """
    loaded = services().games.current(game)
    if expected is not None and expected != loaded.version:
        raise VersionMismatchError(loaded.version, expected)
    try:
        check(loaded.state, command)
    except IllegalCommandError as error:
        raise refused(error, loaded.state) from None
    return allowed(loaded.version, etag(loaded, seats))


def allowed(version: int, tag: str) -> Response:
    """The answer to a command that would be carried out."""
    return answer({"valid": True, "version": version}, headers={"ETag": tag})
