"""The event store on Redis: one list a game, one script that appends."""

import json
import logging
from typing import Any, cast

from events.store import keys, layout
from events.store.broken import BrokenGames
from events.store.duplicate_keys import name_of, recall, value_of
from events.store.failures import FAILURES, require_replicas, translated
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
_GIVEN_UP_SECONDS = 7 * 24 * 3600
"""How long what clients and processes remember of lost events does not close a game again."""
_RESUMED_SECONDS = 90 * 24 * 3600
"""How long it is known when a game went on: longer than any game's time limit."""
FROZEN = "frozen"
"""The state of a game that is closed because events were lost, or by its operator."""


class RedisEventStore:
    """Keeps each game in a list whose length is its version, so that no gap is possible.

    With ``replicas`` an append counts only when so many of them have it too within
    ``wait_milliseconds``; until they have, its outcome is unknown.
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
        """Append a batch in one round trip; before the first event of a form there is another."""
        about: dict[str, spans.Value] = {
            "db.system.name": "redis",
            "afteraction.events": len(batch.lines),
        }
        with spans.span("append", about | {"afteraction.game": batch.game}):
            return self._append(batch)

    def _append(self, batch: Batch) -> AppendReply:
        self._forms.note(batch.lines)
        reply = self._run(batch)
        if reply[0] == b"layout" and not reply[1]:
            with translated():
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
                with translated():
                    layout.claim(self._client, self._keys)
                raise StoreUnavailableError("the layout of the data changed under the append")

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The stored events with versions ``after + 1`` to ``upto``."""
        if upto is not None and upto <= after:
            return []
        with translated():
            last = -1 if upto is None else upto - 1
            lines = cast(list[bytes], self._client.lrange(self._keys.log(game), after, last))
            if not lines and after == 0:
                self._require_ours(game)
            return lines

    def peek(
        self, game: str, after: int, field: str | None
    ) -> tuple[DuplicateKey | None, list[bytes]]:
        """What is known of an idempotency field, and the events since ``after``.

        The field is read last: when a command with that key has been carried out, it is known even
        if its events came too late to be among these. One by one, as a cluster that moves a slot
        answers nothing else.
        """
        names = self._keys
        with translated():
            lines = cast(list[bytes], self._client.lrange(names.log(game), after, -1))
            closed = cast(bytes | None, self._client.get(names.closed(game)))
            name, found = (None, None) if field is None else self._known(game, field)
            if found is None and closed is not None and _state(closed) == FROZEN:
                raise _closed(game, closed)
            if found is not None and self._wait:
                # A command of earlier: behind a write that says nothing new there is something
                # to wait for.
                self._write_and_wait(("HSET", self._keys.idempotency(game), name, found))
        return (recall(found) if found else None), lines

    def confirm(self, game: str) -> None:
        """Wait until the replicas have all that this server has: events can be read before."""
        if self._wait:
            with translated():
                self._write_and_wait(("SET", self._keys.confirmed(self._keys.partition(game)), "1"))

    def freeze(self, game: str, reason: str) -> bool:
        """Let a game take no more events; False from a server that takes no writes.

        A game that was opened again lately stays open: what is missed belongs to what was given
        up then.
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
        """Let a game take no more events, and note it among those whose logs do not verify; False
        from a server that takes no writes. A game that is closed for another reason stays so."""
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
        """Let a game take no more events, whether or not it was opened again lately; returns
        whether it was open. One that is closed for another reason stays so."""
        note = json.dumps({"state": FROZEN, "reason": reason, "lost": False})
        with translated(), self._client.pipeline(transaction=True) as asked:
            asked.set(self._keys.closed(game), note, nx=True)
            asked.delete(self._keys.reopened(game))
            return bool(asked.execute()[0])

    def reopen(self, game: str, at: int) -> bool:
        """Let a frozen game take events again from ``at`` (ms since 1970) on; returns whether it
        was frozen. One that is closed for another reason stays so.

        Events that were lost are given up with that; a game that lost none goes on as it was.
        """
        with translated():
            note = cast(bytes | None, self._client.get(self._keys.closed(game)))
            if note is None or _state(note) != FROZEN:
                return False
            # In this order: whoever is cut off before the last has reopened nothing yet.
            self._client.set(self._keys.resumed(game), at, ex=_RESUMED_SECONDS)
            if json.loads(note).get("lost", True):
                self._client.set(self._keys.reopened(game), note, ex=_GIVEN_UP_SECONDS)
            self.broken.discard(game)
            self._client.delete(self._keys.closed(game))
            return True

    def resumed(self, game: str) -> int | None:
        """When (ms since 1970) a frozen game was last opened again; None for one that never was."""
        with translated():
            at = cast(bytes | None, self._client.get(self._keys.resumed(game)))
            return None if at is None else int(at)

    def reopened(self, game: str) -> bool:
        """Whether a frozen game was opened again."""
        with translated():
            return bool(self._client.exists(self._keys.reopened(game)))

    def seal(self, game: str) -> bytes | None:
        """The seal of a finished game."""
        with translated():
            return cast(bytes | None, self._client.hget(self._keys.seals(game), game))

    def add_seal(self, game: str, seal: bytes) -> bool:
        """Store the seal of a game that finished without one."""
        with translated():
            return bool(self._client.hsetnx(self._keys.seals(game), game, seal))

    def _run(self, batch: Batch) -> Any:
        """The script's reply."""
        with translated():
            reply, *waited = self._script.run(
                self._client, self._names(batch.game), self._arguments(batch), *self._wait
            )
            if reply[0] in (b"appended", b"known"):
                require_replicas(waited, self._replicas)
        return reply

    def _known(self, game: str, field: str) -> tuple[str, bytes | None]:
        """The name under which a key is stored, or would be, and what is stored of it."""
        names = (name_of(field), field)
        found = self._client.hmget(self._keys.idempotency(game), names)
        place = 1 if found[1] is not None else 0
        return names[place], cast(bytes | None, found[place])

    def _require_ours(self, game: str) -> None:
        """Tell a game that does not exist from one that cannot be found in foreign data."""
        place = self._keys.layout(self._keys.partition(game))
        mark = cast(bytes | None, self._client.get(place))
        if mark is not None and mark != self._marker.encode("ascii"):
            layout.claim(self._client, self._keys)

    def _write_and_wait(self, write: Command) -> None:
        reply, *waited = send_once(self._client, write[1], write, *self._wait)
        if isinstance(reply, Exception):
            raise reply
        require_replicas(waited, self._replicas)

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
    """The error of a game that takes no events, for the reason that its closed key gives."""
    if json.loads(note).get("broken", False):
        return LogBrokenError(game)
    return HistoryShrankError(game)


def _state(closed: bytes) -> object:
    """Why a game is closed, in a word."""
    return json.loads(closed)["state"]
