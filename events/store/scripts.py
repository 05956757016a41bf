"""A Lua script on the server that holds a game's keys: run once, whole or not at all."""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.exceptions import NoScriptError

from events.store.servers import Client, Command, send_once


def source(name: str) -> str:
    """The text of a script as the server runs it, with what all of them may call before it."""
    lua = files(__package__) / "lua"
    return "".join((lua / part).read_text("utf-8") for part in ("common.lua", name))


class Script:
    """A script of this package, by the name of its file."""

    def __init__(self, name: str) -> None:
        self._text = source(name).encode()
        self._digest = hashlib.sha1(self._text, usedforsecurity=False).hexdigest()

    def run(
        self, client: Client, names: Sequence[str], arguments: Sequence[Any], *then: Command
    ) -> list[Any]:
        """Its reply, then those to the commands sent behind it.

        It is sent a single time; a server that has been restarted is given it anew. Raises
        ``RedisError`` or ``OSError``, as ``send_once`` does.
        """
        whole = [len(names), *names, *arguments]
        replies = send_once(client, names[0], ("EVALSHA", self._digest, *whole), *then)
        if isinstance(replies[0], NoScriptError):
            replies = send_once(client, names[0], ("EVAL", self._text, *whole), *then)
        if isinstance(replies[0], Exception):
            raise replies[0]
        return replies

    def run_each(
        self, client: Client, calls: Sequence[tuple[Sequence[str], Sequence[Any]]]
    ) -> list[Any]:
        """The replies to several calls, of names and arguments each, sent together; a refusal is
        returned as its reply. All names lie on one server, and a call may be repeated."""
        place = calls[0][0][0]
        commands: list[Command] = [
            ("EVALSHA", self._digest, len(names), *names, *arguments) for names, arguments in calls
        ]
        replies = send_once(client, place, *commands)
        if any(isinstance(reply, NoScriptError) for reply in replies):
            send_once(client, place, ("SCRIPT", "LOAD", self._text))
            replies = send_once(client, place, *commands)
        return replies
