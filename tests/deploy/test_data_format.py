"""Data of another server: opened when that is known to be safe, else refused and left alone.

``data`` holds files as older servers left them when they were killed: a game of 31 events, some of
them in the base that a rewrite made, the others behind it.
"""

import shutil
from pathlib import Path

import pytest
from redis import Redis

from deploy.errors import DeployError
from deploy.redis_server import RedisServer
from deploy.redis_server.binary import ServerVersion, find_redis_server
from deploy.redis_server.data_format import note_writer, require_readable
from tests.fixtures import everything, history
from tests.support.cuts import GAME, write_on
from tests.support.ledger import Ledger

DATA = Path(__file__).with_name("data")
EVENTS = 31
OLDER = {"redis-6.2": (6, 2), "redis-7.0": (7, 0)}
"""The oldest Redis that opens each."""

REDIS_6, REDIS_7, REDIS_8 = (ServerVersion("Redis", *v) for v in ((6, 2), (7, 0), (8, 2)))
VALKEY_8, VALKEY_9 = (ServerVersion("Valkey", *version) for version in ((8, 1), (9, 1)))
SERVERS = (REDIS_6, REDIS_7, REDIS_8, VALKEY_8, VALKEY_9)


def files(folder: Path) -> dict[str, bytes]:
    """All that lies there, but for what only says that somebody uses it."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != "lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


@pytest.mark.parametrize("name", OLDER)
def test_what_an_older_server_wrote_is_all_there(tmp_path: Path, name: str) -> None:
    shutil.copytree(DATA / name, tmp_path / "redis")
    if find_redis_server()[1].release < OLDER[name]:
        with pytest.raises(DeployError, match="was written by Redis 7"):
            RedisServer(tmp_path).start()
        assert files(tmp_path / "redis") == files(DATA / name)
        return
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as client:
        assert len(history(client, GAME)) == EVENTS
        before = everything(client)
        server.kill()
        server.start()
        assert everything(client) == before
        after = write_on(client)
        server.kill()
        server.start()
        assert everything(client) == after
        assert not Ledger.of(GAME).audit(client).flaws


def test_data_of_a_newer_server_is_refused_and_left_alone(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as client:
        client.set("game", "kept")
    program, version = find_redis_server()
    note = tmp_path / "redis" / "written-by"
    assert note.read_text() == f"{version}\n"
    newer = version._replace(major=version.major + 1)
    note.write_text(f"{newer}\n")
    before, log = files(tmp_path / "redis"), server.log.read_bytes()
    with pytest.raises(DeployError) as refusal:
        server.start()
    assert str(refusal.value) == (
        f"{tmp_path}/redis was written by {newer} and must not be opened by {version} ({program}); "
        "nothing was changed. Set REDIS_SERVER to the path of "
        f"{newer.name} {newer.major}.{newer.minor} or newer, or unset it to use the included server"
    )
    assert files(tmp_path / "redis") == before
    assert server.log.read_bytes() == log


def left_by(folder: Path, note: str | None, header: bytes | None, *, single: bool = False) -> Path:
    """Files with a note and a base that begins so."""
    data = folder / f"{note} {header!r} {single}"
    parts = data if single else data / "appendonlydir"
    parts.mkdir(parents=True)
    if note is not None:
        (data / "written-by").write_text(note)
    if header is not None:
        base = "appendonly.aof" if single else "appendonly.aof.1.base.rdb"
        (parts / base).write_bytes(header + bytes(30))
    if header is not None and not single:
        (parts / "appendonly.aof.manifest").write_text(f"file {base} seq 1 type b\n")
    return data


def openers(data: Path) -> set[ServerVersion]:
    """Which of the servers may open the files."""
    found = set()
    before = files(data)
    for server in SERVERS:
        try:
            require_readable(data, server, Path("/bin/server"))
            found.add(server)
        except DeployError:
            pass
    assert files(data) == before
    return found


def test_who_may_open_what(tmp_path: Path) -> None:
    everyone, valkeys = set(SERVERS), {VALKEY_8, VALKEY_9}
    newer = everyone - {REDIS_6}
    assert openers(tmp_path / "nothing") == everyone
    for note, header, single, expected in (
        (None, b"*2\r\n$6\r\nSELECT", True, everyone),
        (None, b"REDIS0009", True, everyone),
        (None, None, False, newer),
        (None, b"*2\r\n$6\r\nSELECT", False, newer),
        (None, b"REDIS0009", False, newer),
        (None, b"REDIS0010", False, newer),
        (None, b"REDIS0011", False, newer - {REDIS_7}),
        (None, b"REDIS0012", False, {REDIS_8}),
        (None, b"REDIS0099", False, set()),
        (None, b"VALKEY080", False, {VALKEY_9}),
        ("Redis 6.2.14\n", b"REDIS0009", True, everyone),
        # A crash came between the change to a folder and the new note.
        ("Redis 6.2.14\n", b"REDIS0009", False, newer),
        ("Redis 7.0.15\n", b"REDIS0010", False, newer),
        ("Redis 8.2.3\n", b"REDIS0010", False, {REDIS_8}),
        ("Valkey 8.1.0\n", b"REDIS0011", False, valkeys),
        ("Valkey 9.1.2\n", b"REDIS0010", False, {VALKEY_9}),
        ("Valkey 9.2.0\n", b"VALKEY080", False, set()),
    ):
        data = left_by(tmp_path, note, header, single=single)
        assert openers(data) == expected, data.name


def test_a_note_that_says_nothing_is_no_reason_to_go_on(tmp_path: Path) -> None:
    data = left_by(tmp_path, "", b"REDIS0009", single=True)
    with pytest.raises(DeployError, match="does not say which server wrote the data"):
        require_readable(data, VALKEY_9, Path("/bin/server"))


def test_the_note_follows_the_server(tmp_path: Path) -> None:
    for server in (REDIS_6, REDIS_7, REDIS_7, VALKEY_9):
        require_readable(tmp_path, server, Path("/bin/server"))
        note_writer(tmp_path, server)
        assert files(tmp_path) == {"written-by": f"{server}\n".encode()}
