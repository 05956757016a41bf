"""Move finished and idle games from the store into the archive, and back.

A game's files are written, read back and compared before the game is removed from the store in one
step. At any interruption either the store has the whole game, or its stub points to a valid file; a
file without a stub is ignored. File names contain the digest of their contents, so that a
concurrent process with an older state of the game does not overwrite newer files.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from events.archive.archived_games import Archived, ArchivedGames, restore
from events.archive.files import ArchiveFiles
from events.archive.packing import compressed, encode_keys, encode_log
from events.log.line import members
from events.log.stored_event import StoredEvent, dump, load
from events.store import layout
from events.store.archive_stub import Stub, stub_of
from events.store.duplicate_keys import shortened
from events.store.failures import translate_errors
from events.store.keys import Keys, partition_name
from events.store.port import EventStore, StoreUnavailableError
from events.store.scripts import Script
from events.store.servers import Client
from events.transfer.bulk_append import BulkAppender
from events.transfer.imports import Imports
from events.transfer.verifying import CheckedLog, RefusedLogError, check_chain, verified

_log = logging.getLogger(__name__)
_NAMED_DIGITS = 16
"""Digits of the SHA-256 in a file's name. It also distinguishes ids that differ only in case, for
case-insensitive file systems."""


class NotArchivableError(Exception):
    """The game cannot be archived; the message says why. Nothing was done."""


class GameChangedError(NotArchivableError):
    """The game has changed meanwhile."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All data of a game in the store, read atomically; ``ended`` says whether it is in the index
    of finished games."""

    lines: list[bytes] = field(repr=False)
    closed: bytes | None
    fields: dict[str, str] = field(repr=False)
    seal: bytes | None
    ended: bool


class Archive:
    """Moves games between a store and the files of an archive. Every method raises
    ``StoreUnavailableError`` and ``ArchiveError``."""

    def __init__(
        self, client: Client, names: Keys, files: ArchiveFiles, clock: Callable[[], str]
    ) -> None:
        self._client = client
        self._keys = names
        self._files = files
        self._clock = clock
        self._script = Script("archive.lua")

    def archive(self, game: str) -> bool:
        """Move a game into the archive; False if the store does not have it. Raises
        ``NotArchivableError``."""
        held = read_stored_game(self._client, self._keys, game)
        if not held.lines:
            return False
        if held.closed is not None:
            raise NotArchivableError("the game is frozen")
        log = _verified(held)
        stub = self._write_files(game, held, log)
        return self._remove_from_store(game, held, log, stub)

    def restore(self, game: str) -> bool:
        """Restore an archived game to the store; False if it is not archived. Its files are
        kept."""
        with translate_errors():
            closed = cast(bytes | None, self._client.get(self._keys.closed(game)))
        games, appender = ArchivedGames(self._files), BulkAppender(self._client, self._keys)
        return restore(game, closed, games, appender)

    def _write_files(self, game: str, held: StoredGame, log: CheckedLog) -> Stub:
        """Write the files of a game, and verify them by reading them back."""
        events = [load(line) for line in held.lines]
        short_keys = shortened(held.fields)
        content, fields = encode_log(events, held.seal), encode_keys(short_keys)
        digest, fields_digest = (hashlib.sha256(part).hexdigest() for part in (content, fields))
        prefix = f"{partition_name(self._keys.partition(game))}/{game}"
        stub = Stub(
            state="archived",
            version=len(held.lines),
            head=log.head,
            path=f"{prefix}.{digest[:_NAMED_DIGITS]}.log.xz",
            sha256=digest,
            keys_path=f"{prefix}.{fields_digest[:_NAMED_DIGITS]}.keys.xz",
            keys_sha256=fields_digest,
            keys=len(held.fields),
            finished=log.finished or 0,
            archived_at=self._clock(),
        )
        self._files.write(stub.path, compressed(content))
        self._files.write(stub.keys_path, compressed(fields))
        written = Archived(list(map(dump, events)), short_keys, held.seal)
        if ArchivedGames(self._files).read(stub) != written:
            raise NotArchivableError("the archive would differ from the store")
        return stub

    def _remove_from_store(self, game: str, held: StoredGame, log: CheckedLog, stub: Stub) -> bool:
        names = self._keys
        partition = names.partition(game)
        key_names = [
            names.log(game),
            names.idempotency(game),
            names.closed(game),
            names.seals(game),
            names.finished(partition),
            names.running(partition),
            names.layout(partition),
        ]
        arguments: list[Any] = [
            layout.marker(names),
            game,
            stub.version,
            log.head,
            stub.keys,
            held.seal or "",
            msgspec.json.encode(stub),
        ]
        with translate_errors():
            reply, *_ = self._script.run(self._client, key_names, arguments)
        match reply[0]:
            case b"moved":
                if stub.finished:
                    with translate_errors():
                        self._client.hdel(names.invitations(partition), game)
                _log.info("archived", extra={"game": game, "version": stub.version})
                return True
            case b"closed":
                if stub_of(reply[1]) is not None:
                    return False
                raise NotArchivableError("the game is frozen")
            case b"layout":
                raise StoreUnavailableError("the data has another layout")
            case _:
                raise GameChangedError("the game changed meanwhile")


def awaits_seal(store: EventStore, imports: Imports, game: str) -> bool:
    """Whether a finished game has no seal yet: archived games cannot be sealed. Imported games are
    never sealed."""
    return store.seal(game) is None and imports.imported(game) is None


def read_stored_game(client: Client, names: Keys, game: str) -> StoredGame:
    """Read all data of a game in the store. Raises ``StoreUnavailableError``."""
    with translate_errors(), client.pipeline(transaction=True) as pipe:
        pipe.lrange(names.log(game), 0, -1)
        pipe.get(names.closed(game))
        pipe.hgetall(names.idempotency(game))
        pipe.hget(names.seals(game), game)
        pipe.zscore(names.finished(names.partition(game)), game)
        lines, closed, fields, seal, ended = pipe.execute()
    pairs = {name.decode(): value.decode() for name, value in fields.items()}
    return StoredGame(lines, closed, pairs, seal, ended is not None)


def _verified(held: StoredGame) -> CheckedLog:
    """Verify the log of a game to be archived. Raises ``NotArchivableError``."""
    try:
        for line in held.lines:
            members(line)
        log: list[StoredEvent] = [load(line) for line in held.lines]
        check_chain(log)
        checked = verified(log, held.seal, vouched=True)
    except (RefusedLogError, ValueError) as error:
        raise NotArchivableError(f"its log does not verify: {error}") from error
    if held.ended and checked.finished is None:
        raise NotArchivableError("the game is finished, and the end of its log is missing")
    return checked
