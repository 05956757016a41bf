"""Read archived games from their files, and restore them."""

import gzip
import hashlib
import logging
import lzma
import sys
import zlib
from dataclasses import dataclass, field

import msgspec

from events.archive.files import ArchiveError, ArchiveFiles, DamagedArchiveError
from events.archive.packing import decode_keys, decode_log
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
"""The suffix of the earliest files, which are gzipped exports and JSON."""
_CACHE_BYTES = 64 * 1024 * 1024
"""The size of a process's cache: some hundred long games."""


@dataclass(frozen=True, slots=True)
class Archived:
    """An archived game in the store's form: its lines, its idempotency keys and values, its
    seal."""

    lines: list[bytes] = field(repr=False)
    fields: dict[str, str] = field(repr=False)
    seal: bytes | None

    def stored_outcome(self, name: str) -> DuplicateKey | None:
        """The outcome stored for an idempotency field, or None."""
        value = self.fields.get(name_of(name))
        return None if value is None else recall(value.encode("ascii"))


class ArchivedGames:
    """Reads archived games, with an LRU cache of ``cache_bytes``."""

    def __init__(self, files: ArchiveFiles | None, cache_bytes: int = _CACHE_BYTES) -> None:
        self._files = files
        self._cache: LruCache[Archived] = LruCache(cache_bytes, _memory)

    def read(self, stub: Stub) -> Archived:
        """Read the game of a stub. Raises ``ArchiveError``, also for altered files."""
        archived = self._cache.get(stub.sha256)
        if archived is None:
            archived = self._unpack(stub)
            self._cache.put(stub.sha256, archived)
        return archived

    def _unpack(self, stub: Stub) -> Archived:
        try:
            log, seal = self._log(stub)
            if (len(log), log[-1].hash) != (stub.version, stub.head):
                raise _damaged(stub.path)
            return Archived([dump(event) for event in log], self._fields(stub), seal)
        except (RefusedLogError, ValueError, LookupError) as error:
            raise _damaged(stub.path) from error

    def _log(self, stub: Stub) -> tuple[list[StoredEvent], bytes | None]:
        content = self._content(stub.path, stub.sha256)
        if not stub.path.endswith(_EXPORTED):
            return decode_log(content)
        _, log, seal = read_log(content.splitlines())
        return log, seal

    def _fields(self, stub: Stub) -> dict[str, str]:
        content = self._content(stub.keys_path, stub.keys_sha256)
        if not stub.keys_path.endswith(_EXPORTED):
            return decode_keys(content)
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


def restore(game: str, closed: bytes | None, games: ArchivedGames, appender: BulkAppender) -> bool:
    """Restore an archived game to the store, given the value of its closed key; False if it is not
    archived. Its files are kept. Raises ``ArchiveError``."""
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
    outcome = appender.put(whole)
    _log.info("restored from the archive", extra={"game": game})
    return isinstance(outcome, Put)


def _memory(game: Archived) -> int:
    """The approximate bytes of memory that a game takes."""
    fields = sum(sys.getsizeof(part) for pair in game.fields.items() for part in pair)
    return fields + sum(map(sys.getsizeof, game.lines)) + sys.getsizeof(game.lines)


def _damaged(path: str) -> DamagedArchiveError:
    return DamagedArchiveError(f"{path} of the archive was altered: restore it from a backup")
