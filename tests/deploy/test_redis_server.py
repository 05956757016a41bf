"""The private Redis server: what it keeps, where it listens, which program it is."""

import stat
import subprocess
import threading
from pathlib import Path

import pytest
from redis import Redis

from deploy.errors import DeployError
from deploy.processes.locks import FileLock
from deploy.redis_server import RedisServer
from deploy.redis_server.binary import ServerVersion, find_redis_server


def put(server: RedisServer, key: str, value: str) -> None:
    with Redis.from_url(server.url) as client:
        client.set(key, value)


def get(server: RedisServer, key: str) -> str | None:
    with Redis.from_url(server.url, decode_responses=True) as client:
        value: str | None = client.get(key)
        return value


def test_data_survives_a_stop(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server:
        put(server, "game", "won")
        url = server.url
    assert not server.running
    with RedisServer(tmp_path) as server:
        assert get(server, "game") == "won"
        assert server.url == url


@pytest.mark.parametrize("round_", range(3))
def test_a_confirmed_write_survives_a_crash(tmp_path: Path, round_: int) -> None:
    with RedisServer(tmp_path) as server:
        for number in range(100):
            put(server, f"event {number}", "kept")
        server.kill()
        assert server.pid is None
        server.start()
        assert [get(server, f"event {number}") for number in range(100)] == ["kept"] * 100


def test_a_write_cut_short_by_a_crash_does_not_hinder_the_start(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server:
        put(server, "game", "kept")
        newest = max(server.data.rglob("*.aof"), key=lambda file: file.stat().st_mtime_ns)
        server.kill()
        with newest.open("ab") as log:
            log.write(b"*3\r\n$3\r\nSET\r\n$4\r\nha")
        server.start()
        assert get(server, "game") == "kept"


def test_data_that_cannot_be_read_is_refused_with_the_servers_own_words(tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    (tmp_path / "redis" / "appendonly.aof").write_text("not what Redis writes\n")
    with pytest.raises(DeployError, match=r"did not start: .*Bad file format"):
        RedisServer(tmp_path).start()


def test_two_servers_never_share_their_data(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as first:
        with pytest.raises(DeployError, match="another Redis server is still running"):
            RedisServer(tmp_path, lock_patience=0.2).start()
        put(first, "game", "unharmed")
        assert get(first, "game") == "unharmed"


def test_a_server_that_is_still_ending_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / "redis").mkdir()
    earlier = FileLock(tmp_path / "redis" / "lock")
    assert earlier.acquire()
    threading.Timer(0.5, earlier.release).start()
    with RedisServer(tmp_path, lock_patience=10) as server:
        assert server.running


def test_only_its_owner_can_reach_it(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as client:
        assert client.config_get("port") == {"port": "0"}
        assert stat.S_IMODE((tmp_path / "redis.sock").stat().st_mode) == 0o700
        assert stat.S_IMODE(server.data.stat().st_mode) == 0o700


def test_writes_are_on_the_disk_before_they_are_confirmed(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as client:
        assert client.config_get("appendfsync") == {"appendfsync": "always"}
        assert client.config_get("appendonly") == {"appendonly": "yes"}
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_a_long_directory_has_its_socket_in_a_private_short_one(tmp_path: Path) -> None:
    directory = tmp_path / ("deep" * 15) / ("deeper " * 10)
    directory.mkdir(parents=True)
    with RedisServer(directory) as server:
        put(server, "game", "kept")
        with Redis.from_url(server.url) as client:
            socket = Path(client.connection_pool.connection_kwargs["path"])
        assert directory not in socket.parents
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        url = server.url
        server.kill()
        server.start()
        assert (server.url, get(server, "game")) == (url, "kept")
    assert not socket.parent.exists()


def fake_server(folder: Path, says: str) -> str:
    program = folder / "redis-server"
    program.write_text(f"#!/bin/sh\necho '{says}'\n")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize(
    ("says", "version"),
    [
        ("Redis server v=6.2.0 sha=0", ServerVersion("Redis", 6, 2, 0)),
        ("Valkey server v=10.1.22 sha=0 malloc=x", ServerVersion("Valkey", 10, 1, 22)),
    ],
)
def test_a_server_of_ones_own_is_named_by_a_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, version: ServerVersion
) -> None:
    fake = fake_server(tmp_path, says)
    monkeypatch.setenv("REDIS_SERVER", fake)
    assert find_redis_server() == (Path(fake), version)


@pytest.mark.parametrize(
    ("says", "refusal"),
    [
        ("Redis server v=6.0.16 sha=0", "is Redis 6.0.16; 6.2 or newer is required"),
        ("hello", "is not a Redis or Valkey server that runs"),
        ("Redis server v=new", "is not a Redis or Valkey server that runs"),
        ("KeyDB server v=6.3.4", "is not a Redis or Valkey server that runs"),
    ],
)
def test_one_that_will_not_do_is_refused_and_no_other_used(
    tmp_path: Path, says: str, refusal: str
) -> None:
    with pytest.raises(DeployError, match=refusal):
        find_redis_server(fake_server(tmp_path, says))


def test_one_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DeployError, match=f"{tmp_path}/gone is not a Redis or Valkey server"):
        RedisServer(tmp_path, program=f"{tmp_path}/gone").start()


def test_a_server_on_the_path_is_not_the_one_that_came_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REDIS_SERVER", raising=False)
    chosen = find_redis_server()
    fake_server(tmp_path, "Redis server v=7.0.15 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert find_redis_server() == chosen
    assert subprocess.run([chosen[0], "--version"], check=True, stdout=subprocess.DEVNULL)
    assert chosen[1] >= ServerVersion("Valkey", 9, 1)
