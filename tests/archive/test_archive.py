"""Games that leave the store for the archive: whatever reads them notices nothing."""

import hashlib
import json
import lzma
from collections.abc import Callable
from typing import Any

import pytest

from domain.commands import Command
from domain.errors import IllegalCommandError
from events.archive.archived_games import ArchivedGames
from events.archive.archiver import Archive, GameChangedError, NotArchivableError
from events.archive.files import (
    ArchiveFiles,
)
from events.archive.packing import compressed, decode_keys, decode_log, encode_log
from events.backend import Backend
from events.games.errors import VersionMismatchError
from events.games.service import GameService
from events.log.chain import canonical
from events.log.stored_event import HiddenPart, StoredEvent, load
from events.store.archive_stub import Stub, stub_of
from events.store.duplicate_keys import name_of
from events.store.port import (
    Conflict,
    DuplicateKey,
    HistoryShrankError,
    Key,
    KeyReusedError,
)
from events.store.servers import Client
from tests.archive.archived import ATTEMPTS, RESIGN, a_seal, answers, finished, key
from tests.archive.test_files import cut, damaged
from tests.fixtures import (
    ALICE,
    KEYS,
    Clock,
    batch,
    everything,
    plays,
    started,
)
from tests.support.logs import recorded_log, rewritten


def test_an_archived_game_answers_as_before(
    data: Backend, archive: Archive, clock: Clock, client: Client
) -> None:
    data.store.add_seal("game", a_seal(finished(data, clock)))
    before = answers(data, clock)
    assert archive.archive("game")
    assert client.exists(KEYS.log("game"), KEYS.idempotency("game")) == 0
    assert client.hget(KEYS.seals("game"), "game") is None
    assert client.zscore(KEYS.finished(KEYS.partition("game")), "game") is None
    assert answers(data, clock) == before


def test_a_process_that_knew_the_game_goes_on_as_before(
    data: Backend, archive: Archive, clock: Clock
) -> None:
    games = finished(data, clock)
    before = games.repository.current("game")
    archive.archive("game")
    assert games.repository.current("game") == before
    for name, attempt in ATTEMPTS.items():
        if name not in ("another body", "another version", "the id taken"):
            with pytest.raises(IllegalCommandError):
                attempt(games, "game")
    assert games.submit("game", RESIGN, key=key("first")).replayed


def test_a_process_that_was_behind_catches_up(
    data: Backend, archive: Archive, clock: Clock
) -> None:
    behind = GameService(data.store, clock)
    loaded = started(behind)
    play: Command = plays(loaded.state)[0]
    other = GameService(data.store, clock)
    other.submit("game", play, key=key("first"))
    other.submit("game", RESIGN, key=key("last"))
    archive.archive("game")
    with pytest.raises(IllegalCommandError):
        behind.submit("game", RESIGN)
    behind = GameService(data.store, clock)
    stale = data.store.append(batch_after(loaded, key("new")))
    assert isinstance(stale, Conflict)
    assert stale.version == other.repository.current("game").version
    assert list(stale.missing) == data.store.read("game", loaded.version)
    known = data.store.append(batch_after(loaded, key("first")))
    assert isinstance(known, DuplicateKey)
    assert known.after == loaded.version
    with pytest.raises(VersionMismatchError):
        behind.submit("game", play, expected=loaded.version)
    with pytest.raises(KeyReusedError):
        behind.submit("game", play, key=key("first", "other"))


def batch_after(loaded: Any, known: Key) -> Any:
    new = batch([], "more", key=known)
    return type(new)("game", loaded.version, loaded.head, new.lines, new.at, key=known)


def test_events_that_an_archived_game_never_had_are_lost_ones(
    data: Backend, archive: Archive, clock: Clock
) -> None:
    finished(data, clock)
    archive.archive("game")
    for log in (["a"], ["x"] * 1000):
        with pytest.raises(HistoryShrankError):
            data.store.append(batch([b'{"hash":"%064d"}' % 0] * len(log), "more"))


def test_the_files_hold_all_of_a_game(data: Backend, archive: Archive, clock: Clock) -> None:
    games = finished(data, clock)
    data.store.add_seal("game", a_seal(games))
    log, seal = games.repository.events("game", 0), data.store.seal("game")
    archive.archive("game")
    stub = stub_of(data.client.get(KEYS.closed("game")))
    assert stub is not None
    assert data.archive is not None
    content = lzma.decompress(data.archive.read(stub.path))
    assert decode_log(content) == (log, seal)
    folder, digest = f"p{KEYS.partition('game'):02d}", hashlib.sha256(content).hexdigest()
    assert stub.path == f"{folder}/game.{digest[:16]}.log.xz"
    fields = decode_keys(lzma.decompress(data.archive.read(stub.keys_path)))
    assert fields.keys() == {name_of(key("first").field), name_of(key("last").field)}


@pytest.mark.parametrize("name", ["vassieux_2025", "made_up_exits_2025"])
def test_a_log_is_packed_small_and_comes_out_as_it_was(name: str) -> None:
    log = recorded_log(name)
    content = encode_log(log, b"seal")
    assert decode_log(content) == (log, b"seal")
    assert len(compressed(content)) < 15 * len(log) + 2000
    odd = replace_salt(log)
    assert decode_log(encode_log(odd, None)) == (odd, None), (
        "a salt that does not follow from the seed"
    )


def replace_salt(log: list[StoredEvent]) -> list[StoredEvent]:
    version = next(one.version for one in log[1:] if one.hidden)
    hidden = log[version - 1].hidden
    assert hidden is not None
    return rewritten(log, version, hidden=HiddenPart(hidden.audience, "ab" * 16, hidden.data))


def test_a_game_without_keys_and_seal(data: Backend, archive: Archive, clock: Clock) -> None:
    games = GameService(data.store, clock)
    started(games)
    games.submit("game", RESIGN)
    before = data.store.read("game")
    assert archive.archive("game")
    assert data.store.read("game") == before
    assert data.store.seal("game") is None


def test_archiving_twice_is_archiving_once(
    data: Backend, archive: Archive, clock: Clock, client: Client
) -> None:
    finished(data, clock)
    assert archive.archive("game")
    before = everything(client)
    assert not archive.archive("game")
    assert not archive.archive("unknown")
    assert everything(client) == before


def test_what_comes_back_is_what_left(
    data: Backend, archive: Archive, clock: Clock, client: Client
) -> None:
    data.store.add_seal("game", a_seal(finished(data, clock)))
    before = everything(client)
    assert not archive.restore("game")
    archive.archive("game")
    assert everything(client) != before
    assert archive.restore("game")
    assert everything(client) == before
    assert archive.archive("game")
    assert archive.restore("game")
    assert not archive.restore("game")
    assert everything(client) == before


def test_an_imported_game_keeps_its_mark(data: Backend, archive: Archive, clock: Clock) -> None:
    finished(data, clock)
    place = KEYS.imports(KEYS.partition("game"))
    mark = {"imported_by": ALICE, "imported_at": clock(), "vouched_by": "rules"}
    data.client.hset(place, "game", json.dumps(mark))
    archive.archive("game")
    found = data.imports.imported("game")
    assert found is not None
    assert found.imported_by == ALICE


def frozen(data: Backend, clock: Clock) -> None:
    finished(data, clock)
    data.store.freeze("game", "seen in a test")


def written_otherwise(data: Backend, clock: Clock) -> None:
    """A line that says the same in other bytes would come back different."""
    finished(data, clock)
    log = KEYS.log("game")
    line = data.client.lindex(log, 3)
    data.client.lset(log, 3, canonical(load(line)) + b" ")


@pytest.mark.parametrize("spoil", [frozen, damaged, cut, written_otherwise])
def test_what_must_stay_stays(
    data: Backend,
    archive: Archive,
    clock: Clock,
    client: Client,
    spoil: Callable[[Backend, Clock], None],
) -> None:
    spoil(data, clock)
    before = everything(client)
    with pytest.raises(NotArchivableError):
        archive.archive("game")
    assert everything(client) == before


class Meddling(ArchiveFiles):
    """Files during whose reading something happens to the game."""

    def __init__(self, files: ArchiveFiles, meanwhile: Callable[[], object]) -> None:
        super().__init__(files._filesystem, files._root)
        self._meanwhile = meanwhile

    def read(self, path: str) -> bytes:
        self._meanwhile()
        return super().read(path)


MEANWHILE: dict[str, Callable[[Client], object]] = {
    "an event": lambda client: client.rpush(KEYS.log("game"), "{}"),
    "another head": lambda client: client.lset(KEYS.log("game"), -1, "{}"),
    "a key": lambda client: client.hset(KEYS.idempotency("game"), "new", "f 1 2"),
    "a seal": lambda client: client.hset(KEYS.seals("game"), "game", "{}"),
    "a freeze": lambda client: client.set(KEYS.closed("game"), '{"state":"frozen"}'),
    "a loss": lambda client: client.delete(KEYS.log("game")),
}


@pytest.mark.parametrize("what", MEANWHILE)
def test_a_game_that_changed_meanwhile_stays(
    data: Backend, files: ArchiveFiles, clock: Clock, client: Client, what: str
) -> None:
    finished(data, clock)

    def meddle() -> None:
        MEANWHILE[what](client)

    meddled = Meddling(files, meddle)
    expected = NotArchivableError if what == "a freeze" else GameChangedError
    with pytest.raises(expected):
        Archive(client, KEYS, meddled, clock).archive("game")
    assert stub_of(client.get(KEYS.closed("game"))) is None
    assert (client.llen(KEYS.log("game")) > 0) == (what != "a loss")


def test_two_archive_at_once(
    data: Backend, archive: Archive, files: ArchiveFiles, clock: Clock, client: Client
) -> None:
    finished(data, clock)
    before = answers(data, clock)
    done: list[bool] = []
    meddled = Meddling(files, lambda: done.append(archive.archive("game")))
    done.append(Archive(client, KEYS, meddled, clock).archive("game"))
    assert done.count(True) == 1
    assert answers(data, clock) == before


def test_unpacked_games_are_kept_up_to_so_many_bytes(
    data: Backend, archive: Archive, clock: Clock, files: ArchiveFiles, client: Client
) -> None:
    names = [f"game-{number}" for number in range(12)]
    stubs: list[Stub] = []
    for name in names:
        finished(data, clock, name)
        archive.archive(name)
        stub = stub_of(client.get(KEYS.closed(name)))
        assert stub is not None
        stubs.append(stub)
    read: list[str] = []
    counting = Meddling(files, lambda: read.append("file"))
    store = Backend.on(client, archive=counting).store
    for _ in range(2):
        for name in names:
            assert load(store.read(name, 0, 1)[0]).data["game"] == name
        assert len(read) == 2 * len(names)
    read.clear()
    size = sum(map(len, ArchivedGames(files).read(stubs[0]).lines))
    for room, files_read in ((4 * size, 2), (size // 2, 4)):
        few = ArchivedGames(counting, room)
        few.read(stubs[0])
        few.read(stubs[0])
        assert len(read) == files_read
        for stub in stubs[1:]:
            few.read(stub)
        read.clear()
        few.read(stubs[0])
        assert len(read) == 2
        read.clear()


class Slow(ArchiveFiles):
    """Files of an archiver during whose first writing something happens."""

    def __init__(self, files: ArchiveFiles, meanwhile: Callable[[], object]) -> None:
        super().__init__(files._filesystem, files._root)
        self._meanwhile: list[Callable[[], object]] = [meanwhile]

    def write(self, path: str, data: bytes) -> None:
        if self._meanwhile:
            self._meanwhile.pop()()
        super().write(path, data)


def test_who_archives_an_older_form_too_late_destroys_nothing(
    data: Backend, archive: Archive, files: ArchiveFiles, clock: Clock, client: Client
) -> None:
    games = finished(data, clock)
    seal = a_seal(games)
    lines = data.store.read("game")

    def sealed_and_moved() -> None:
        data.store.add_seal("game", seal)
        assert archive.archive("game")

    assert not Archive(client, KEYS, Slow(files, sealed_and_moved), clock).archive("game")
    fresh = Backend.on(client, archive=files).store
    assert fresh.read("game") == lines
    assert fresh.seal("game") == seal


def test_a_head_that_a_client_wrote_elsewhere_in_the_line_is_none(
    data: Backend, files: ArchiveFiles, clock: Clock, client: Client
) -> None:
    head = finished(data, clock).repository.current("game").head
    other = b'{"hash":"%b","nonce":"%b"}' % (b"0" * 64, head.encode())
    meddled = Meddling(files, lambda: client.lset(KEYS.log("game"), -1, other))
    with pytest.raises(NotArchivableError, match="meanwhile"):
        Archive(client, KEYS, meddled, clock).archive("game")
    assert stub_of(client.get(KEYS.closed("game"))) is None


def test_a_seal_is_looked_for_without_reading_the_log(
    data: Backend, clock: Clock, client: Client
) -> None:
    finished(data, clock)
    client.config_resetstat()
    assert data.store.seal("game") is None
    assert "cmdstat_hget" in client.info("commandstats")
    assert "cmdstat_lrange" not in client.info("commandstats")
