"""The event store on Redis: one list per game, one script that appends."""

import json
import logging
from typing import Any, cast

from events.store import keys, layout
from events.store.broken import BrokenGames
from events.store.duplicate_keys import name_of, recall, value_of
from events.store.failures import FAILURES, require_replicas, translate_errors
from events.store.forms import Forms
from events.store.keys import Keys
from events.store.port import (
    Appended,
    AppendReply,
    Batch,
    Conflict,
    DuplicateKey,
    HistoryShrankError,
    LogBrokenError,
    StoreUnavailableError,
)
from events.store.scripts import Script
from events.store.servers import Client, Command, send_once
from events.telemetry import spans

_log = logging.getLogger(__name__)
_REOPENED_SECONDS = 7 * 24 * 3600
"""How long a reopened game is not frozen again because clients or caches have lost events."""
_RESUMED_SECONDS = 90 * 24 * 3600
"""How long the time of reopening a game is stored: longer than any time limit."""
FROZEN = "frozen"
"""The state of a game closed by its operator or because events were lost."""


class RedisEventStore:
    """Stores each game in a list whose length is its version, so that no gap is possible.

    With ``replicas``, that many replicas must confirm an append within ``wait_milliseconds``;
    otherwise its outcome is unknown.
    """

    def __init__(
        self,
        client: Client,
        names: Keys | None = None,
        *,
        replicas: int = 0,
        wait_milliseconds: int = 1000,
    ) -> None:
        self._client = client
        self._keys = names or Keys()
        self._marker = layout.marker(self._keys)
        self._replicas = replicas
        self._wait: list[Command] = [("WAIT", replicas, wait_milliseconds)] if replicas else []
        self._script = Script("append.lua")
        self._forms = Forms(client)
        self.broken = BrokenGames(client, keys.BROKEN_LOGS)

    def append(self, batch: Batch) -> AppendReply:
        """Append a batch in one round trip, or two for the first event of a new form."""
        attributes: dict[str, spans.Value] = {
            "db.system.name": "redis",
            "afteraction.events": len(batch.lines),
        }
        with spans.span("append", attributes | {"afteraction.game": batch.game}):
            return self._append(batch)

    def _append(self, batch: Batch) -> AppendReply:
        self._forms.note(batch.lines)
        reply = self._run(batch)
        if reply[0] == b"layout" and not reply[1]:
            with translate_errors():
                layout.claim(self._client, self._keys)
            reply = self._run(batch)
        match reply[0]:
            case b"known":
                return recall(reply[1])
            case b"conflict":
                return Conflict(reply[1], tuple(reply[2:]))
            case b"appended":
                return Appended(reply[1])
            case b"diverged":
                reason = f"version {batch.expected} is missing or has changed"
                frozen = self.freeze(batch.game, reason)
                raise HistoryShrankError(batch.game, frozen=frozen)
            case b"closed":
                raise _closed(batch.game, reply[1])
            case _:
                with translate_errors():
                    layout.claim(self._client, self._keys)
                raise StoreUnavailableError("the layout of the data changed under the append")

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The stored events with versions ``after + 1`` to ``upto``."""
        if upto is not None and upto <= after:
            return []
        with translate_errors():
            last = -1 if upto is None else upto - 1
            lines = cast(list[bytes], self._client.lrange(self._keys.log(game), after, last))
            if not lines and after == 0:
                self._require_own_layout(game)
            return lines

    def peek(
        self, game: str, after: int, field: str | None
    ) -> tuple[DuplicateKey | None, list[bytes]]:
        """The outcome stored for an idempotency field, if any, and the events after ``after``.

        The field is read last: the outcome of a concurrent command is found even if its events came
        too late to be among these. The reads are separate, as a cluster that moves a slot refuses
        multi-key commands.
        """
        names = self._keys
        with translate_errors():
            lines = cast(list[bytes], self._client.lrange(names.log(game), after, -1))
            closed = cast(bytes | None, self._client.get(names.closed(game)))
            name, stored = (None, None) if field is None else self._stored_key(game, field)
            if stored is None and closed is not None and _state(closed) == FROZEN:
                raise _closed(game, closed)
            if stored is not None and self._wait:
                # Repeat the write without a change, so that WAIT has something to wait for.
                self._write_and_wait(("HSET", self._keys.idempotency(game), name, stored))
        return (recall(stored) if stored else None), lines

    def confirm(self, game: str) -> None:
        """Wait until the replicas have everything: events can be read before they are
        replicated."""
        if self._wait:
            with translate_errors():
                self._write_and_wait(("SET", self._keys.confirmed(self._keys.partition(game)), "1"))

    def freeze(self, game: str, reason: str) -> bool:
        """Refuse further events of a game; False if the server does not accept writes.

        A recently reopened game stays open: the missing events were given up then.
        """
        note = json.dumps({"state": FROZEN, "reason": reason, "lost": True})
        try:
            if self._client.exists(self._keys.reopened(game)):
                _log.warning("not frozen again: %s", reason, extra={"game": game})
                return True
            _log.error("game frozen: %s", reason, extra={"game": game})
            self._client.set(self._keys.closed(game), note, nx=True)
        except FAILURES as error:
            _log.warning("freeze not stored: %s", error, extra={"game": game})
            return False
        return True

    def mark_broken(self, game: str, reason: str) -> bool:
        """Refuse further events of a game, and list it as broken; False if the server does not
        accept writes. A game closed for another reason stays closed for that."""
        note = json.dumps({"state": FROZEN, "reason": reason, "lost": False, "broken": True})
        _log.error("log does not verify: %s", reason, extra={"game": game})
        try:
            self._client.set(self._keys.closed(game), note, nx=True)
            self.broken.add(game, reason)
        except (*FAILURES, StoreUnavailableError) as error:
            _log.warning("freeze not stored: %s", error, extra={"game": game})
            return False
        return True

    def close(self, game: str, reason: str) -> bool:
        """Refuse further events of a game, even if it was recently reopened; return whether it was
        open. A game closed for another reason stays closed for that."""
        note = json.dumps({"state": FROZEN, "reason": reason, "lost": False})
        with translate_errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.set(self._keys.closed(game), note, nx=True)
            pipe.delete(self._keys.reopened(game))
            return bool(pipe.execute()[0])

    def reopen(self, game: str, at: int) -> bool:
        """Accept events of a frozen game again from ``at`` (ms since 1970) on; return whether it
        was frozen. A game closed for another reason stays closed.

        Lost events are given up with that.
        """
        with translate_errors():
            note = cast(bytes | None, self._client.get(self._keys.closed(game)))
            if note is None or _state(note) != FROZEN:
                return False
            # In this order: the last write reopens the game, so an interruption is harmless.
            self._client.set(self._keys.resumed(game), at, ex=_RESUMED_SECONDS)
            if json.loads(note).get("lost", True):
                self._client.set(self._keys.reopened(game), note, ex=_REOPENED_SECONDS)
            self.broken.discard(game)
            self._client.delete(self._keys.closed(game))
            return True

    def resumed(self, game: str) -> int | None:
        """When (ms since 1970) a frozen game was last reopened, or None."""
        with translate_errors():
            at = cast(bytes | None, self._client.get(self._keys.resumed(game)))
            return None if at is None else int(at)

    def reopened(self, game: str) -> bool:
        """Whether a frozen game was recently reopened."""
        with translate_errors():
            return bool(self._client.exists(self._keys.reopened(game)))

    def seal(self, game: str) -> bytes | None:
        """The seal of a finished game."""
        with translate_errors():
            return cast(bytes | None, self._client.hget(self._keys.seals(game), game))

    def add_seal(self, game: str, seal: bytes) -> bool:
        """Store the seal of a game that finished without one."""
        with translate_errors():
            return bool(self._client.hsetnx(self._keys.seals(game), game, seal))

    def _run(self, batch: Batch) -> Any:
        """Run the append script and return its reply."""
        with translate_errors():
            reply, *confirmations = self._script.run(
                self._client, self._names(batch.game), self._arguments(batch), *self._wait
            )
            if reply[0] in (b"appended", b"known"):
                require_replicas(confirmations, self._replicas)
        return reply

    def _stored_key(self, game: str, field: str) -> tuple[str, bytes | None]:
        """The stored name of a key, and its stored value, if any."""
        names = (name_of(field), field)
        stored = self._client.hmget(self._keys.idempotency(game), names)
        index = 1 if stored[1] is not None else 0
        return names[index], cast(bytes | None, stored[index])

    def _require_own_layout(self, game: str) -> None:
        """Raise ``ForeignDataError`` if a game was not found because the data is of another
        layout."""
        key = self._keys.layout(self._keys.partition(game))
        marker = cast(bytes | None, self._client.get(key))
        if marker is not None and marker != self._marker.encode("ascii"):
            layout.claim(self._client, self._keys)

    def _write_and_wait(self, write: Command) -> None:
        reply, *confirmations = send_once(self._client, write[1], write, *self._wait)
        if isinstance(reply, Exception):
            raise reply
        require_replicas(confirmations, self._replicas)

    def _names(self, game: str) -> list[str]:
        names = self._keys
        partition = names.partition(game)
        return [
            names.log(game),
            names.idempotency(game),
            names.closed(game),
            names.seals(game),
            names.feed(partition),
            names.deadlines(partition),
            names.finished(partition),
            names.running(partition),
            names.layout(partition),
        ]

    def _arguments(self, batch: Batch) -> list[Any]:
        key = batch.key
        return [
            self._marker,
            batch.expected,
            batch.head,
            name_of(key.field) if key else "",
            value_of(key, batch.expected, batch.expected + len(batch.lines)) if key else "",
            "1" if self._wait else "",
            keys.live(batch.game),
            batch.game,
            "" if batch.deadline is None else batch.deadline,
            "" if batch.finished is None else batch.finished,
            batch.at,
            batch.seal or "",
            *batch.lines,
        ]


def _closed(game: str, note: bytes) -> HistoryShrankError:
    """The error for a closed game, by the reason in its closed key."""
    if json.loads(note).get("broken", False):
        return LogBrokenError(game)
    return HistoryShrankError(game)


def _state(closed: bytes) -> object:
    """The state in a closed key."""
    return json.loads(closed)["state"]
