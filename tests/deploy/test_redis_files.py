"""The settings files for Redis servers, each given to a real server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError

from deploy.processes import end, spawn
from deploy.redis_server.binary import find_redis_server
from tests.http.running import free_port
from tests.support.each import each
from tests.support.waiting import wait_until

FILES = Path(__file__).parents[2] / "deploy" / "redis"
MODES = sorted(file.stem for file in FILES.glob("*.conf"))
UNITS = {"mb": 1024**2, "gb": 1024**3}


def directives(mode: str) -> dict[str, str]:
    """The settings of a file; each may be there once."""
    lines = (FILES / f"{mode}.conf").read_text().splitlines()
    pairs = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    found = {name: value.strip('"') for name, value in pairs}
    assert len(found) == len(pairs)
    return found


@contextmanager
def served(mode: str, folder: Path, *options: str) -> Iterator["Redis[str]"]:
    """A server with a file of settings, reached by a socket alone."""
    folder.mkdir(exist_ok=True)
    socket = folder / "s"
    program, _ = find_redis_server()
    command = [str(program), str(FILES / f"{mode}.conf"), "--unixsocket", str(socket)]
    command += ["--dir", str(folder), "--port", "0", *options]
    with (folder / "log").open("ab") as log:
        process = spawn(command, output=log)
    client = Redis(unix_socket_path=str(socket), decode_responses=True)
    try:
        wait_until(socket.exists, f"the server starts: {(folder / 'log').read_text()}")
        yield client
    finally:
        client.close()
        end([process], 10)


def as_redis_tells(value: str) -> str:
    number, unit = value[:-2], value[-2:]
    return str(int(number) * UNITS[unit]) if unit in UNITS else value


@pytest.mark.parametrize("mode", MODES)
def test_a_server_takes_every_setting(mode: str, tmp_path: Path) -> None:
    with served(mode, tmp_path) as client:
        result = client.config_get("*")
    for name, value in directives(mode).items():
        assert result[name] == as_redis_tells(value), name


@each("mode", MODES)
def test_every_setting_has_its_reason(mode: str) -> None:
    """A comment stands above it, or above the one that it belongs to."""
    paragraph = ""
    for line in (FILES / f"{mode}.conf").read_text().splitlines():
        if not line:
            paragraph = ""
        elif not line.startswith("#"):
            assert paragraph.startswith("#"), line
        paragraph = paragraph or line


def test_the_files_differ_only_in_how_durable_a_command_is() -> None:
    always, everysec, replicated = (directives(m) for m in ("always", "everysec", "replicated"))
    assert len(MODES) == 3
    assert dict(everysec.items() - always.items()) == {"appendfsync": "everysec"}
    assert always.keys() == everysec.keys()
    assert always.items() <= replicated.items()


def test_short_of_memory_a_write_is_refused_and_nothing_forgotten(tmp_path: Path) -> None:
    with served("always", tmp_path) as client:
        client.set("game", "kept")
        client.config_set("maxmemory", "1mb")
        with pytest.raises(OutOfMemoryError):
            for number in range(100):
                client.set(f"game {number}", "x" * 100_000)
        assert client.get("game") == "kept"


def test_replicated_takes_no_write_that_only_one_server_has(tmp_path: Path) -> None:
    port = str(free_port())
    listening = ("--port", port, "--bind", "127.0.0.1", "--repl-diskless-sync-delay", "0")
    with served("replicated", tmp_path / "a", *listening) as primary:
        with pytest.raises(ResponseError, match="NOREPLICAS"):
            primary.set("game", "lost")
        following = ("--replicaof", "127.0.0.1", port)
        with served("replicated", tmp_path / "b", *following) as replica:
            wait_until(
                lambda: primary.info("replication").get("min_slaves_good_slaves"),
                "the replica follows",
            )
            primary.set("game", "kept")
            assert primary.wait(1, 20_000) == 1
            assert replica.get("game") == "kept"
            with pytest.raises(ReadOnlyError):
                replica.set("game", "forged")


@each("mode", MODES)
def test_without_a_password_it_answers_its_own_machine_alone(mode: str) -> None:
    settings = directives(mode)
    assert settings["protected-mode"] == "yes"
    assert not settings.keys() & {"bind", "requirepass", "masterauth", "user"}
