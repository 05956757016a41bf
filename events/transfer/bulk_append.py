"""Putting a whole game in its place, in one step: nothing of it is seen before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from events.store import layout
from events.store.failures import require_replicas, translate_errors
from events.store.forms import Forms
from events.store.keys import Keys
from events.store.port import StoreUnavailableError
from events.store.scripts import Script
from events.store.servers import Client, Command


@dataclass(frozen=True, slots=True)
class WholeGame:
    """A game to be put; ``finished`` is when it finished, in milliseconds since 1970, and 0 for one
    that still runs.

    ``closed`` is what its closed key must hold: nothing for a new game, the stub for one that
    comes back. ``origin`` says where a game that comes from elsewhere comes from.
    """

    game: str
    lines: tuple[bytes, ...] = field(repr=False)
    finished: int
    seal: bytes | None = None
    fields: Mapping[str, str] = field(default_factory=dict, repr=False)
    closed: bytes = b""
    origin: bytes = b""


@dataclass(frozen=True, slots=True)
class Put:
    """The game is in its place."""


@dataclass(frozen=True, slots=True)
class There:
    """A game of this id is there already, with this last line."""

    version: int
    last: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Closed:
    """The closed key holds something else."""

    reason: bytes


class BulkAppender:
    """Runs the script that puts. With ``replicas`` a game counts as put only when so many of them
    have it too."""

    def __init__(
        self,
        client: Client,
        names: Keys,
        *,
        replicas: int = 0,
        wait_milliseconds: int = 1000,
    ) -> None:
        self._client = client
        self._keys = names
        self._replicas = replicas
        self._wait: list[Command] = [("WAIT", replicas, wait_milliseconds)] if replicas else []
        self._script = Script("put.lua")
        self._forms = Forms(client)

    def put(self, game: WholeGame) -> Put | There | Closed:
        """Put a game, or change nothing. Raises ``StoreUnavailableError``; it is then not known
        whether the game was put, and putting it again settles that."""
        self._forms.note(game.lines)
        reply = self._run(game)
        if reply[0] == b"layout":
            with translate_errors():
                layout.claim(self._client, self._keys)
            reply = self._run(game)
        match reply[0]:
            case b"put":
                return Put()
            case b"there":
                return There(reply[1], reply[2])
            case b"closed":
                return Closed(reply[1])
            case _:
                raise StoreUnavailableError("the layout of the data changed meanwhile")

    def _run(self, whole: WholeGame) -> list[Any]:
        names, game = self._keys, whole.game
        partition = names.partition(game)
        places = [
            names.log(game),
            names.idempotency(game),
            names.closed(game),
            names.seals(game),
            names.feed(partition),
            names.finished(partition),
            names.imports(partition),
            names.layout(partition),
        ]
        pairs = [part for pair in whole.fields.items() for part in pair]
        arguments = [
            layout.marker(names),
            game,
            whole.closed,
            whole.finished,
            whole.seal or "",
            whole.origin,
            len(whole.fields),
            *pairs,
            *whole.lines,
        ]
        with translate_errors():
            reply, *waited = self._script.run(self._client, places, arguments, *self._wait)
            if reply[0] in (b"put", b"there"):
                require_replicas(waited, self._replicas)
        found: list[Any] = reply
        return found
