"""Games that have left the store, read back from their files."""

import gzip
import hashlib
import logging
import lzma
import sys
import zlib
from dataclasses import dataclass, field

import msgspec

from events.archive.files import ArchiveError, ArchiveFiles, DamagedArchiveError
from events.archive.packing import keys_in, log_in
from events.log.stored_event import StoredEvent, dump
from events.lru_cache import LruCache
from events.store.archive_stub import Stub, stub_of
from events.store.duplicate_keys import name_of, recall, shortened
from events.store.port import DuplicateKey
from events.transfer.bulk_append import BulkAppender, Put, WholeGame
from events.transfer.exports import read_log
from events.transfer.verifying import RefusedLogError

_log = logging.getLogger(__name__)
_EXPORTED = ".gz"
"""How the names of files end that were written as exports, and as JSON, as the first ones were."""
_CACHE_BYTES = 64 * 1024 * 1024
"""Memory that a process spends on archived games: some hundred long ones."""


@dataclass(frozen=True, slots=True)
class Archived:
    """A game as the store would hold it: the lines of its log, its idempotency fields with their
    values, and its seal."""

    lines: list[bytes] = field(repr=False)
    fields: dict[str, str] = field(repr=False)
    seal: bytes | None

    def known(self, name: str) -> DuplicateKey | None:
        """What is known of the idempotency key of a field."""
        value = self.fields.get(name_of(name))
        return None if value is None else recall(value.encode("ascii"))


class ArchivedGames:
    """Reads archived games; keeps those used last, of so many bytes, since a game is rarely read
    once."""

    def __init__(self, files: ArchiveFiles | None, kept_bytes: int = _CACHE_BYTES) -> None:
        self._files = files
        self._recent: LruCache[Archived] = LruCache(kept_bytes, _memory)

    def read(self, stub: Stub) -> Archived:
        """The game behind a stub. Raises ``ArchiveError``, also for files that are not what was
        archived."""
        known = self._recent.get(stub.sha256)
        if known is None:
            known = self._unpack(stub)
            self._recent.put(stub.sha256, known)
        return known

    def _unpack(self, stub: Stub) -> Archived:
        try:
            log, seal = self._log(stub)
            if (len(log), log[-1].hash) != (stub.version, stub.head):
                raise _damaged(stub.path)
            return Archived([dump(one) for one in log], self._fields(stub), seal)
        except (RefusedLogError, ValueError, LookupError) as error:
            raise _damaged(stub.path) from error

    def _log(self, stub: Stub) -> tuple[list[StoredEvent], bytes | None]:
        content = self._content(stub.path, stub.sha256)
        if not stub.path.endswith(_EXPORTED):
            return log_in(content)
        _, log, seal = read_log(content.splitlines())
        return log, seal

    def _fields(self, stub: Stub) -> dict[str, str]:
        content = self._content(stub.keys_path, stub.keys_sha256)
        if not stub.keys_path.endswith(_EXPORTED):
            return keys_in(content)
        return shortened(msgspec.json.decode(content, type=dict[str, str]))

    def _content(self, path: str, digest: str) -> bytes:
        if self._files is None:
            raise ArchiveError("the game is archived, and ARCHIVE_URL is not set")
        data = self._files.read(path)
        try:
            exported = path.endswith(_EXPORTED)
            content = gzip.decompress(data) if exported else lzma.decompress(data)
        except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
            raise _damaged(path) from error
        if hashlib.sha256(content).hexdigest() != digest:
            raise _damaged(path)
        return content


def restored(game: str, closed: bytes | None, games: ArchivedGames, appender: BulkAppender) -> bool:
    """Put an archived game back into the store, given what its closed key says; False when it is
    not in the archive, or no longer. Its files stay. Raises ``ArchiveError``."""
    stub = stub_of(closed)
    if stub is None or closed is None:
        return False
    archived = games.read(stub)
    whole = WholeGame(
        game=game,
        lines=tuple(archived.lines),
        finished=stub.finished,
        seal=archived.seal,
        fields=archived.fields,
        closed=closed,
    )
    done = appender.put(whole)
    _log.info("restored from the archive", extra={"game": game})
    return isinstance(done, Put)


def _memory(game: Archived) -> int:
    """Bytes of memory that a game takes, about."""
    fields = sum(sys.getsizeof(part) for pair in game.fields.items() for part in pair)
    return fields + sum(map(sys.getsizeof, game.lines)) + sys.getsizeof(game.lines)


def _damaged(path: str) -> DamagedArchiveError:
    return DamagedArchiveError(f"{path} of the archive was altered: restore it from a backup")
