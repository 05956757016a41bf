"""Games that leave the store for the archive: whatever reads them notices nothing."""

import hashlib
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.commands import Command, Resign, TakeSeat
from domain.errors import IllegalCommandError
from domain.values import Seat
from events.archive.archived_games import ArchivedGames
from events.archive.archiver import Archive, GameChangedError, NotArchivableError
from events.archive.files import (
    ArchiveError,
    ArchiveFiles,
    ArchivePlaceError,
    DamagedArchiveError,
)
from events.archive.packing import compressed, decode_keys, decode_log, encode_keys, encode_log
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
    StoreUnavailableError,
)
from events.store.servers import Client
from events.transfer.exports import export_lines
from tests.fixtures import (
    ALICE,
    BOB,
    KEYS,
    Clock,
    batch,
    everything,
    game_options,
    opened,
    plays,
    started,
)
from tests.support.lines import changed
from tests.support.logs import recorded_log, rewritten

RESIGN = Resign(Seat.AXIS)


def a_seal(games: GameService) -> bytes:
    """A seal by its form; whether it holds is not the archive's business."""
    now = games.repository.current("game")
    said = {"game": "game", "version": now.version, "head": now.head, "at": now.times.updated}
    return canonical({**said, "key": "0" * 16, "signature": "A" * 86})


def key(text: str, fingerprint: str = "f") -> Key:
    return Key(f"{BOB}  {text}", fingerprint)


def finished(data: Backend, clock: Clock, name: str = "game") -> GameService:
    """A short game that was played to its end, partly with idempotency keys."""
    games = GameService(data.store, clock)
    started(games, name)
    loaded = games.repository.current(name)
    games.submit(name, plays(loaded.state)[0], key=key("first"))
    clock.advance(seconds=1)
    games.submit(name, RESIGN, key=key("last"))
    return games


def answers(data: Backend, clock: Clock, game: str = "game") -> dict[str, Any]:
    """What a process that has never met a game is told of it."""
    games = GameService(data.store, clock)
    now = games.repository.current(game)
    values: dict[str, Any] = {
        "now": now,
        "lines": [
            data.store.read(game, after, upto)
            for after in (0, 1, now.version - 1, now.version, now.version + 5)
            for upto in (None, 1, 2, now.version, now.version + 9)
        ],
        "then": [games.repository.at(game, version) for version in range(1, now.version + 1)],
        "seal": data.store.seal(game),
        "peek": [
            data.store.peek(game, after, field)
            for after in (0, now.version - 1)
            for field in (None, key("first").field, key("unknown").field)
        ],
        "export": list(export_lines(games.repository.events(game, 0), None, data.store.seal(game))),
    }
    for text in ("first", "last"):
        values[text] = games.submit(game, RESIGN, key=key(text))
    for name, attempt in ATTEMPTS.items():
        with pytest.raises(Exception) as refused:  # which one is compared
            attempt(games, game)
        values[name] = (type(refused.value), refused.value.args)
    return values


ATTEMPTS: dict[str, Callable[[GameService, str], object]] = {
    "resign": lambda games, name: games.submit(name, RESIGN),
    "sit down": lambda games, name: games.submit(name, TakeSeat(Seat.AXIS, BOB)),
    "a new key": lambda games, name: games.submit(name, RESIGN, key=key("new")),
    "another body": lambda games, name: games.submit(name, RESIGN, key=key("last", "other")),
    "another version": lambda games, name: games.submit(name, RESIGN, expected=3),
    "the id taken": lambda games, name: opened(games, game_options(name)),
}


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


def damaged(data: Backend, clock: Clock) -> None:
    finished(data, clock)
    log = KEYS.log("game")
    line = data.client.lindex(log, 3)
    data.client.lset(log, 3, changed(line, at="2031-01-02T03:04:05.678Z"))


def cut(data: Backend, clock: Clock) -> None:
    finished(data, clock)
    data.client.rpop(KEYS.log("game"))


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


def test_a_file_that_is_no_longer_what_was_archived_is_reported(
    data: Backend, archive: Archive, clock: Clock, files: ArchiveFiles, client: Client
) -> None:
    finished(data, clock)
    lines = data.store.read("game")
    archive.archive("game")
    stub = stub_of(client.get(KEYS.closed("game")))
    assert stub is not None
    right = files.read(stub.path)
    other = compressed(lzma.decompress(right).replace(b"infantry", b"infantri", 1))
    flipped = right[:200] + bytes([right[200] ^ 1]) + right[201:]
    for wrong in (b"", right[:-9], right[:100], other, flipped, b"x" + right):
        files.write(stub.path, wrong)
        with pytest.raises(DamagedArchiveError, match=r"p\d\d/game\.[0-9a-f]{16}\.log\.xz"):
            Backend.on(client, archive=files).store.read("game")
        with pytest.raises(DamagedArchiveError):
            archive.restore("game")
    files.write(stub.path, right)
    assert Backend.on(client, archive=files).store.read("game") == lines
    files.write(stub.keys_path, compressed(encode_keys({})))
    with pytest.raises(DamagedArchiveError, match="keys"):
        Backend.on(client, archive=files).store.read("game")


def test_a_file_that_is_missing_is_distinguished_from_an_archive_out_of_reach(
    data: Backend, archive: Archive, clock: Clock, files: ArchiveFiles, client: Client
) -> None:
    for name in ("game", "other"):
        finished(data, clock, name)
        archive.archive(name)
    stub = stub_of(client.get(KEYS.closed("game")))
    assert stub is not None
    files._filesystem.rm(f"{files._root}/{stub.path}")
    fresh = Backend.on(client, archive=files).store
    with pytest.raises(DamagedArchiveError, match=r"game\..* is missing"):
        fresh.read("game")
    assert fresh.read("other")


def test_an_archive_out_of_reach_is_reported(
    data: Backend, archive: Archive, clock: Clock, client: Client, tmp_path: Path
) -> None:
    finished(data, clock)
    archive.archive("game")
    elsewhere = ArchiveFiles.at(str(tmp_path / "elsewhere"))
    for files in (elsewhere, None):
        away = Backend.on(client, archive=files)
        for ask in (
            lambda store: store.read("game"),
            lambda store: store.peek("game", 0, None),
            lambda store: store.seal("game"),
            lambda store: store.append(batch([], "more")),
        ):
            with pytest.raises(ArchiveError, match="ARCHIVE_URL") as refused:
                ask(away.store)
            assert not isinstance(refused.value, DamagedArchiveError | StoreUnavailableError)


def test_an_archive_that_cannot_be_written_leaves_the_game_where_it_is(
    data: Backend, clock: Clock, client: Client, tmp_path: Path
) -> None:
    finished(data, clock)
    before = everything(client)
    (tmp_path / "file").write_bytes(b"")
    files = ArchiveFiles.at(str(tmp_path / "file"))
    with pytest.raises(ArchiveError, match="ARCHIVE_URL"):
        Archive(client, KEYS, files, clock).archive("game")
    assert everything(client) == before


def test_a_place_without_a_driver_is_refused_without_its_secrets() -> None:
    with pytest.raises(ArchivePlaceError) as refused:
        ArchiveFiles.at("nowhere://user:secret@host/folder")
    assert "nowhere://" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_of_a_folder_nothing_half_written_is_seen(tmp_path: Path) -> None:
    files = ArchiveFiles.at(str(tmp_path / "a"))
    files.write("p00/game.jsonl.gz", b"first")
    files.write("p00/game.jsonl.gz", b"second")
    assert files.read("p00/game.jsonl.gz") == b"second"
    found = [path for path in (tmp_path / "a").rglob("*") if path.is_file()]
    assert [path.name for path in found] == ["game.jsonl.gz"]


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
