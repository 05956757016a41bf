"""Store a whole game atomically."""

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
    """A game to be stored. ``finished`` is when it finished (ms since 1970), 0 for an unfinished
    one.

    ``closed`` is the expected value of its closed key: empty for a new game, the stub for a
    restored one. ``origin`` is the origin of an imported game.
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
    """The game was stored."""


@dataclass(frozen=True, slots=True)
class Existing:
    """A game with this id exists, with this last line."""

    version: int
    last: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Closed:
    """The closed key has another value."""

    reason: bytes


class BulkAppender:
    """Stores whole games with a script. With ``replicas``, that many replicas must confirm it."""

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

    def put(self, game: WholeGame) -> Put | Existing | Closed:
        """Store a game, or change nothing. Raises ``StoreUnavailableError``; the outcome is then
        unknown, and a retry settles it."""
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
                return Existing(reply[1], reply[2])
            case b"closed":
                return Closed(reply[1])
            case _:
                raise StoreUnavailableError("the layout of the data changed meanwhile")

    def _run(self, whole: WholeGame) -> list[Any]:
        names, game = self._keys, whole.game
        partition = names.partition(game)
        key_names = [
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
            reply, *confirmations = self._script.run(
                self._client, key_names, arguments, *self._wait
            )
            if reply[0] in (b"put", b"there"):
                require_replicas(confirmations, self._replicas)
        result: list[Any] = reply
        return result
