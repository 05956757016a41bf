"""Lua scripts that run atomically on the server of a game's keys."""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.exceptions import NoScriptError

from events.store.servers import Client, Command, send_once


def source(name: str) -> str:
    """The text of a script, with the functions shared by all scripts."""
    lua = files(__package__) / "lua"
    return "".join((lua / part).read_text("utf-8") for part in ("common.lua", name))


class Script:
    """A script of this package, by its file name."""

    def __init__(self, name: str) -> None:
        self._text = source(name).encode()
        self._digest = hashlib.sha1(self._text, usedforsecurity=False).hexdigest()

    def run(
        self, client: Client, names: Sequence[str], arguments: Sequence[Any], *then: Command
    ) -> list[Any]:
        """Run the script; return its reply and those to the commands sent after it.

        It is sent only once; a server without the script (restarted, say) gets its text. Raises
        ``RedisError`` or ``OSError``, as ``send_once`` does.
        """
        command = [len(names), *names, *arguments]
        replies = send_once(client, names[0], ("EVALSHA", self._digest, *command), *then)
        if isinstance(replies[0], NoScriptError):
            replies = send_once(client, names[0], ("EVAL", self._text, *command), *then)
        if isinstance(replies[0], Exception):
            raise replies[0]
        return replies

    def run_each(
        self, client: Client, calls: Sequence[tuple[Sequence[str], Sequence[Any]]]
    ) -> list[Any]:
        """Run the script several times, with keys and arguments each, in one round trip.

        A ``ResponseError`` is returned as its reply. All keys are on one server, and a call may be
        repeated."""
        key = calls[0][0][0]
        commands: list[Command] = [
            ("EVALSHA", self._digest, len(names), *names, *arguments) for names, arguments in calls
        ]
        replies = send_once(client, key, *commands)
        if any(isinstance(reply, NoScriptError) for reply in replies):
            send_once(client, key, ("SCRIPT", "LOAD", self._text))
            replies = send_once(client, key, *commands)
        return replies
