"""The archive: games that are finished or idle leave the store for files, and come back.

A game is written, read back and compared before it leaves, and it leaves in one step. Whatever is
cut off in between, either the store has the whole game or its stub tells where a right file is; a
file without a stub means nothing. Files are named after what they hold too: who comes too late
with an older form of the game writes none over.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from events.archive.archived_games import Archived, ArchivedGames, restored
from events.archive.files import ArchiveFiles
from events.archive.packing import compressed, keys_out, log_out
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
"""Digits of the SHA-256 in a file's name. It also tells apart games whose ids differ in case only,
which some file systems take for one."""


class NotArchivableError(Exception):
    """A game that must stay where it is; the message says why. Nothing was done."""


class GameChangedError(NotArchivableError):
    """Something has happened in the game meanwhile."""


@dataclass(frozen=True, slots=True)
class Held:
    """All that the store holds of a game, read at one moment; ``ended`` says whether it is among
    the finished ones."""

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
        """Move a game into the archive; False when it is not in the store, because it was
        moved before or never was. Raises ``NotArchivableError``."""
        held = held_by(self._client, self._keys, game)
        if not held.lines:
            return False
        if held.closed is not None:
            raise NotArchivableError("the game is frozen")
        log = _verified(held)
        stub = self._written(game, held, log)
        return self._leave(game, held, log, stub)

    def restore(self, game: str) -> bool:
        """Bring an archived game back into the store; False when it is not in the archive. Its
        files stay."""
        with translate_errors():
            closed = cast(bytes | None, self._client.get(self._keys.closed(game)))
        games, appender = ArchivedGames(self._files), BulkAppender(self._client, self._keys)
        return restored(game, closed, games, appender)

    def _written(self, game: str, held: Held, log: CheckedLog) -> Stub:
        """Write the files of a game, and make sure that they can be read for what they are."""
        events = [load(line) for line in held.lines]
        known = shortened(held.fields)
        content, fields = log_out(events, held.seal), keys_out(known)
        digest, fields_digest = (hashlib.sha256(one).hexdigest() for one in (content, fields))
        place = f"{partition_name(self._keys.partition(game))}/{game}"
        stub = Stub(
            state="archived",
            version=len(held.lines),
            head=log.head,
            path=f"{place}.{digest[:_NAMED_DIGITS]}.log.xz",
            sha256=digest,
            keys_path=f"{place}.{fields_digest[:_NAMED_DIGITS]}.keys.xz",
            keys_sha256=fields_digest,
            keys=len(held.fields),
            finished=log.finished or 0,
            archived_at=self._clock(),
        )
        self._files.write(stub.path, compressed(content))
        self._files.write(stub.keys_path, compressed(fields))
        written = Archived(list(map(dump, events)), known, held.seal)
        if ArchivedGames(self._files).read(stub) != written:
            raise NotArchivableError("the archive would not hold what the store does")
        return stub

    def _leave(self, game: str, held: Held, log: CheckedLog, stub: Stub) -> bool:
        names = self._keys
        partition = names.partition(game)
        places = [
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
            reply, *_ = self._script.run(self._client, places, arguments)
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


def waits_for_its_seal(store: EventStore, imports: Imports, game: str) -> bool:
    """Whether a finished game has to stay until it is sealed, where games are being sealed: in the
    archive it could get no seal any more. Games from elsewhere get none."""
    return store.seal(game) is None and imports.imported(game) is None


def held_by(client: Client, names: Keys, game: str) -> Held:
    """All that the store holds of a game. Raises ``StoreUnavailableError``."""
    with translate_errors(), client.pipeline(transaction=True) as asked:
        asked.lrange(names.log(game), 0, -1)
        asked.get(names.closed(game))
        asked.hgetall(names.idempotency(game))
        asked.hget(names.seals(game), game)
        asked.zscore(names.finished(names.partition(game)), game)
        lines, closed, fields, seal, ended = asked.execute()
    pairs = {name.decode(): value.decode() for name, value in fields.items()}
    return Held(lines, closed, pairs, seal, ended is not None)


def _verified(held: Held) -> CheckedLog:
    """The log of a game that can be archived. Raises ``NotArchivableError``."""
    try:
        for line in held.lines:
            members(line)
        log: list[StoredEvent] = [load(line) for line in held.lines]
        check_chain(log)
        checked = verified(log, held.seal, vouched=True)
    except (RefusedLogError, ValueError) as error:
        raise NotArchivableError(f"its log does not hold: {error}") from error
    if held.ended and checked.finished is None:
        raise NotArchivableError("the game is finished, and the end of its log is missing")
    return checked
