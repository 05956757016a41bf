"""Archive files that are damaged, missing or out of reach."""

import lzma
from pathlib import Path

import pytest

from events.archive.archiver import Archive
from events.archive.files import (
    ArchiveError,
    ArchiveFiles,
    ArchiveLocationError,
    DamagedArchiveError,
)
from events.archive.packing import compressed, encode_keys
from events.backend import Backend
from events.store.archive_stub import stub_of
from events.store.port import (
    StoreUnavailableError,
)
from events.store.servers import Client
from tests.archive.archived import finished
from tests.fixtures import (
    KEYS,
    Clock,
    batch,
    everything,
)
from tests.support.lines import changed


def damaged(data: Backend, clock: Clock) -> None:
    finished(data, clock)
    log = KEYS.log("game")
    line = data.client.lindex(log, 3)
    data.client.lset(log, 3, changed(line, at="2031-01-02T03:04:05.678Z"))


def cut(data: Backend, clock: Clock) -> None:
    finished(data, clock)
    data.client.rpop(KEYS.log("game"))


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
    with pytest.raises(ArchiveLocationError) as refused:
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
