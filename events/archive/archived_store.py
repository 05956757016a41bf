"""The event store with an archive behind it: archived games are read from their files, and idle
ones are restored for their next command.

Games in the store are unaffected: the archive is used only if the store does not have a game.
"""

from collections.abc import Sequence
from typing import cast

from events.archive.archived_games import ArchivedGames, restore
from events.archive.files import ArchiveFiles
from events.log.stored_event import load
from events.store.archive_stub import stub_of
from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.port import (
    AppendReply,
    Batch,
    Conflict,
    DuplicateKey,
    HistoryShrankError,
    LogBrokenError,
)
from events.store.redis import RedisEventStore
from events.store.servers import Client
from events.transfer.bulk_append import BulkAppender


class ArchivedEventStore(RedisEventStore):
    """Reads archived games like any other. An idle one is restored by an append; a finished one
    takes no events. A ``guarded`` store raises ``LogBrokenError`` for a game whose log does not
    verify."""

    def __init__(
        self,
        client: Client,
        names: Keys | None = None,
        files: ArchiveFiles | None = None,
        *,
        replicas: int = 0,
        wait_milliseconds: int = 1000,
    ) -> None:
        super().__init__(client, names, replicas=replicas, wait_milliseconds=wait_milliseconds)
        self._archived = ArchivedGames(files)
        self._appender = BulkAppender(
            client, self._keys, replicas=replicas, wait_milliseconds=wait_milliseconds
        )
        self.guarded = False
        """Whether reads of a game whose stored log does not verify are refused."""

    def append(self, batch: Batch) -> AppendReply:
        """Append a batch. For an archived finished game, return the conflict with its last
        events."""
        try:
            return super().append(batch)
        except HistoryShrankError:
            with translate_errors():
                closed = cast(bytes | None, self._client.get(self._keys.closed(batch.game)))
            stub = stub_of(closed)
            if stub is None and closed is not None:
                raise
        if stub is None or not stub.finished:
            restore(batch.game, closed, self._archived, self._appender)
            return super().append(batch)
        archived = self._archived.read(stub)
        duplicate = archived.stored_outcome(batch.key.field) if batch.key is not None else None
        if duplicate is not None:
            return duplicate
        if batch.expected and not _has(archived.lines, batch.expected, batch.head):
            raise HistoryShrankError(batch.game)
        return Conflict(len(archived.lines), tuple(archived.lines[batch.expected :]))

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The stored events with versions ``after + 1`` to ``upto``."""
        self._require_sound(game)
        return self.stored(game, after, upto)

    def stored(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """Like ``read``, but also of a log that does not verify, for inspection."""
        lines = super().read(game, after, upto)
        if lines or (upto is not None and upto <= after):
            return lines
        closed, lines = self._read_atomically(game, after, upto)
        stub = stub_of(closed)
        return lines if stub is None else self._archived.read(stub).lines[after:upto]

    def peek(
        self, game: str, after: int, field: str | None
    ) -> tuple[DuplicateKey | None, list[bytes]]:
        """The outcome stored for an idempotency field, if any, and the events after ``after``."""
        self._require_sound(game)
        duplicate, lines = super().peek(game, after, field)
        if lines:
            return duplicate, lines
        closed, lines = self._read_atomically(game, after, None)
        stub = stub_of(closed)
        if stub is None:
            # The game was restored in between, or does not exist.
            return super().peek(game, after, field) if lines else (duplicate, lines)
        archived = self._archived.read(stub)
        if field is not None:
            duplicate = duplicate or archived.stored_outcome(field)
        return duplicate, archived.lines[after:]

    def restore_if_idle(self, game: str) -> bool:
        """Restore a game that was archived while idle; False for an archived finished one."""
        with translate_errors():
            closed = cast(bytes | None, self._client.get(self._keys.closed(game)))
        stub = stub_of(closed)
        if stub is None:
            return True
        if not stub.finished:
            restore(game, closed, self._archived, self._appender)
        return not stub.finished

    def seal(self, game: str) -> bytes | None:
        """The seal of a finished game."""
        seal = super().seal(game)
        if seal is not None:
            return seal
        with translate_errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.get(self._keys.closed(game))
            pipe.hget(self._keys.seals(game), game)
            closed, seal = pipe.execute()
        stub = stub_of(closed)
        return seal if stub is None else self._archived.read(stub).seal

    def _require_sound(self, game: str) -> None:
        if self.guarded and self.broken.lists(game):
            raise LogBrokenError(game)

    def _read_atomically(
        self, game: str, after: int, upto: int | None
    ) -> tuple[bytes | None, list[bytes]]:
        """Read a game's closed key and lines atomically: a game may be moving to the archive or
        back, but is always in one of the two."""
        with translate_errors(), self._client.pipeline(transaction=True) as pipe:
            pipe.get(self._keys.closed(game))
            pipe.lrange(self._keys.log(game), after, -1 if upto is None else upto - 1)
            closed, lines = pipe.execute()
        return closed, lines


def _has(lines: Sequence[bytes], version: int, head: str) -> bool:
    return len(lines) >= version and load(lines[version - 1]).hash == head
