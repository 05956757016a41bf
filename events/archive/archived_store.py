"""The event store with an archive behind it: a game that has left it answers from its file, and
comes back for its next command.

The way of a game that the store holds stays as it is: the archive is asked about only after the
store had nothing to say.
"""

from collections.abc import Sequence
from typing import cast

from events.archive.archived_games import ArchivedGames, restored
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
    """Reads archived games as if they had never left. One that was only idle goes on like that too;
    a finished one takes no events. A ``guarded`` store refuses to read a game whose log does not
    verify, with ``LogBrokenError``."""

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
        """Whether nothing is shown of a game whose stored log was found not to verify."""

    def append(self, batch: Batch) -> AppendReply:
        """Append a batch. That a finished game is archived is told as that others have finished
        it."""
        try:
            return super().append(batch)
        except HistoryShrankError:
            with translate_errors():
                closed = cast(bytes | None, self._client.get(self._keys.closed(batch.game)))
            stub = stub_of(closed)
            if stub is None and closed is not None:
                raise
        if stub is None or not stub.finished:
            restored(batch.game, closed, self._archived, self._appender)
            return super().append(batch)
        archived = self._archived.read(stub)
        known = archived.known(batch.key.field) if batch.key is not None else None
        if known is not None:
            return known
        if batch.expected and not _has(archived.lines, batch.expected, batch.head):
            raise HistoryShrankError(batch.game)
        return Conflict(len(archived.lines), tuple(archived.lines[batch.expected :]))

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The stored events with versions ``after + 1`` to ``upto``."""
        self._require_sound(game)
        return self.stored(game, after, upto)

    def stored(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The same, also of a log that does not verify: for who has to look into it."""
        lines = super().read(game, after, upto)
        if lines or (upto is not None and upto <= after):
            return lines
        closed, lines = self._look_again(game, after, upto)
        stub = stub_of(closed)
        return lines if stub is None else self._archived.read(stub).lines[after:upto]

    def peek(
        self, game: str, after: int, field: str | None
    ) -> tuple[DuplicateKey | None, list[bytes]]:
        """What is known of an idempotency field, and the events since ``after``."""
        self._require_sound(game)
        known, lines = super().peek(game, after, field)
        if lines:
            return known, lines
        closed, lines = self._look_again(game, after, None)
        stub = stub_of(closed)
        if stub is None:
            # The game came back in between, or there is none.
            return super().peek(game, after, field) if lines else (known, lines)
        archived = self._archived.read(stub)
        if field is not None:
            known = known or archived.known(field)
        return known, archived.lines[after:]

    def hold(self, game: str) -> bool:
        """Bring a game back that has left the store while it was idle; False for one that has left
        it for good."""
        with translate_errors():
            closed = cast(bytes | None, self._client.get(self._keys.closed(game)))
        stub = stub_of(closed)
        if stub is None:
            return True
        if not stub.finished:
            restored(game, closed, self._archived, self._appender)
        return not stub.finished

    def seal(self, game: str) -> bytes | None:
        """The seal of a finished game."""
        seal = super().seal(game)
        if seal is not None:
            return seal
        with translate_errors(), self._client.pipeline(transaction=True) as asked:
            asked.get(self._keys.closed(game))
            asked.hget(self._keys.seals(game), game)
            closed, seal = asked.execute()
        stub = stub_of(closed)
        return seal if stub is None else self._archived.read(stub).seal

    def _require_sound(self, game: str) -> None:
        if self.guarded and self.broken.lists(game):
            raise LogBrokenError(game)

    def _look_again(
        self, game: str, after: int, upto: int | None
    ) -> tuple[bytes | None, list[bytes]]:
        """What closes a game, and lines of its log, both at one moment: a game may be on its way
        to the archive or back, but is always in one of the two places."""
        with translate_errors(), self._client.pipeline(transaction=True) as asked:
            asked.get(self._keys.closed(game))
            asked.lrange(self._keys.log(game), after, -1 if upto is None else upto - 1)
            closed, lines = asked.execute()
        return closed, lines


def _has(lines: Sequence[bytes], version: int, head: str) -> bool:
    return len(lines) >= version and load(lines[version - 1]).hash == head
