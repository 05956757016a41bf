"""The event store on Redis: one list a game, one script that appends."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, cast

from redis import Redis
from redis.exceptions import NoScriptError, RedisError, ResponseError

from events import keys
from events.store import (
    Appended,
    Batch,
    Conflict,
    HistoryShrankError,
    Key,
    Known,
    StoreUnavailableError,
)


class RedisEventStore:
    """Keeps each game in a list whose length is its version, so that no gap is possible."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._script = files(__package__).joinpath("append.lua").read_bytes()
        self._digest = hashlib.sha1(self._script, usedforsecurity=False).hexdigest()

    def append(self, batch: Batch) -> Appended | Known | Conflict:
        """Append a batch in one round trip."""
        listing, key = batch.listing, batch.key
        known = _remember(batch, key) if key else ""
        with translated():
            reply = self._run(
                [
                    keys.log(batch.game),
                    keys.idempotency(batch.game),
                    keys.SUMMARIES,
                    keys.DEADLINES,
                    *listing.enters,
                    *listing.leaves,
                ],
                [
                    batch.expected,
                    key.field if key else "",
                    known,
                    keys.live(batch.game),
                    batch.game,
                    listing.summary,
                    listing.created,
                    "" if listing.deadline is None else listing.deadline,
                    len(listing.enters),
                    len(listing.leaves),
                    batch.head,
                    *batch.lines,
                ],
            )
        match reply[0]:
            case b"known":
                return _recall(reply[1])
            case b"conflict":
                return Conflict(reply[1], tuple(reply[2:]))
            case b"diverged":
                raise HistoryShrankError(batch.game)
            case _:
                return Appended(reply[1])

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The stored events with versions ``after + 1`` to ``upto``."""
        if upto is not None and upto <= after:
            return []
        with translated():
            last = -1 if upto is None else upto - 1
            return cast(list[bytes], self._client.lrange(keys.log(game), after, last))

    def peek(self, game: str, after: int, field: str | None) -> tuple[Known | None, list[bytes]]:
        """What is known of an idempotency field, and the events since ``after``."""
        with translated():
            pipe = self._client.pipeline(transaction=True)
            pipe.lrange(keys.log(game), after, -1)
            if field is not None:
                pipe.hget(keys.idempotency(game), field)
            lines, *rest = pipe.execute()
        found = rest[0] if rest else None
        return (_recall(found) if found else None), lines

    def _run(self, names: list[str], arguments: list[Any]) -> Any:
        """Run the script; a server that has been restarted is given it anew."""
        try:
            return self._send_once("EVALSHA", self._digest, len(names), *names, *arguments)
        except NoScriptError:
            return self._send_once("EVAL", self._script, len(names), *names, *arguments)

    def _send_once(self, *command: Any) -> Any:
        """The reply to a command that is sent a single time, however the client is set up.

        A client may send a command again whose reply was lost. An append that was carried out
        would then be told that another one had won.
        """
        pool = self._client.connection_pool
        connection = pool.get_connection()
        try:
            connection.send_command(*command)  # type: ignore[no-untyped-call] # redis-py
            return connection.read_response()
        except BaseException as error:
            if not isinstance(error, ResponseError):
                connection.disconnect()  # type: ignore[no-untyped-call] # redis-py
            raise
        finally:
            pool.release(connection)


def _remember(batch: Batch, key: Key) -> str:
    return f"{key.fingerprint} {batch.expected} {batch.expected + len(batch.lines)}"


def _recall(value: bytes) -> Known:
    fingerprint, after, upto = value.decode("ascii").split(" ")
    return Known(fingerprint, int(after), int(upto))


@contextmanager
def translated() -> Iterator[None]:
    """Turn every failure of Redis into the one that those above know."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise StoreUnavailableError(str(error)) from error
