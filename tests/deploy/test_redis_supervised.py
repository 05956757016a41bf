"""The supervisor and the data of its Redis server: whatever ends, and whoever wrote it before, it
is there at the next start."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from redis import ConnectionError as RedisConnectionError
from redis import Redis

from deploy.redis_server import RedisServer
from events.log.stored_event import load
from events.store.keys import Keys
from events.upgrade.runner import is_needed
from tests.deploy.conftest import SUPERVISE, Service, all_gone
from tests.http.running import free_port
from tests.support.waiting import PATIENCE, wait_until
from tests.upgrade import FILES, fill, logs


def test_data_and_the_key_to_sign_with_survive_whatever_ends_the_service(service: Service) -> None:
    """A stop; a kill of the supervisor, with a start at once; a kill of everything."""
    process = service.start_and_wait()
    with service.redis() as client:
        client.set("game", kept := "kept")
    folder = service.data_dir / "keys"
    first = (folder / "current.pem").read_bytes()
    assert b"PRIVATE KEY" in first
    assert "PRIVATE" not in service.output.read_text() + service.errors.read_text()
    assert service.ask("SIGNING_KEYS") == str(folder)
    assert service.ask("ARCHIVE_URL") == f"{service.data_dir}/archive"
    for ending in (stopped, killed, killed_with_all):
        ending(service, process)
        process = service.start_and_wait()
        assert (folder / "current.pem").read_bytes() == first
        with service.redis() as client:
            assert client.getset("game", f"kept {ending.__name__}") == kept
        kept = f"kept {ending.__name__}"


def stopped(service: Service, _process: "subprocess.Popen[bytes]") -> None:
    service.clean_up()


def killed(_service: Service, process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()


def killed_with_all(service: Service, process: "subprocess.Popen[bytes]") -> None:
    pids = service.pids()
    process.send_signal(signal.SIGSTOP)
    for pid in [*pids, process.pid]:
        os.kill(pid, signal.SIGKILL)
    process.wait()


def test_what_dies_is_started_again(service: Service) -> None:
    """The API; the worker, without its leftovers; the projector; the Redis server, on its data."""
    service.start_and_wait()
    with service.redis() as client:
        client.set("game", "kept")
    api = service.web_pid()
    os.kill(api, signal.SIGKILL)
    wait_until(lambda: "the API died; restarting it" in service.errors.read_text(), "noted")
    wait_until(lambda: answers_anew(service, api), "the API is back")
    pids = service.data_dir / "worker.pids"
    worker, child = map(int, pids.read_text().split())
    pids.unlink()
    os.kill(worker, signal.SIGKILL)
    wait_until(pids.exists, "the worker is back")
    all_gone([worker, child])
    note = service.data_dir / "projector.pid"
    projector = int(note.read_text())
    note.unlink()
    os.kill(projector, signal.SIGKILL)
    wait_until(note.exists, "the projector is back")
    assert "the projector died; restarting it" in service.errors.read_text()
    redis = service.redis_pid()
    os.kill(redis, signal.SIGKILL)
    wait_until(lambda: "the Redis server died" in service.errors.read_text(), "noted")
    wait_until(lambda: redis_is_back(service, redis), "Redis is back")
    with service.redis() as client:
        assert client.get("game") == "kept"


def answers_anew(service: Service, first: int) -> bool:
    try:
        return service.web_pid() != first
    except OSError:
        return False


def redis_is_back(service: Service, first: int) -> bool:
    try:
        return service.redis_pid() != first
    except RedisConnectionError:
        return False


def test_a_redis_server_of_ones_own_is_used_when_named(service: Service, tmp_path: Path) -> None:
    other = Service(tmp_path / "other", free_port())
    other.start_and_wait()
    url = f"unix://{other.data_dir}/redis.sock"
    try:
        service.start_and_wait("env", f"REDIS_URL={url}", sys.executable, SUPERVISE, "healthy")
        assert not (service.data_dir / "redis").exists()
    finally:
        other.clean_up()


def test_a_stop_is_heard_while_the_redis_server_loads(service: Service, tmp_path: Path) -> None:
    program = tmp_path / "redis-server"
    program.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo "Redis server v=7.0.15 sha=0" && exit\n'
        f"touch {tmp_path}/loading; exec sleep 60\n"
    )
    program.chmod(0o755)
    process = service.start("env", f"REDIS_SERVER={program}", sys.executable, SUPERVISE, "healthy")
    wait_until((tmp_path / "loading").exists, "the server loads")
    process.terminate()
    assert process.wait(PATIENCE) == 0
    assert service.errors.read_text() == ""


def test_data_of_an_earlier_version_is_upgraded_before_anything_else_starts(
    service: Service,
) -> None:
    path = FILES[0]
    service.data_dir.mkdir()
    with RedisServer(service.data_dir) as server, Redis.from_url(server.url) as client:
        fill(client, path)
    service.start_and_wait()
    names = Keys()
    with Redis.from_url(f"unix://{service.data_dir}/redis.sock") as client:
        assert not is_needed(client)
        for game, log in logs(path).items():
            assert list(map(load, client.lrange(names.log(game), 0, -1))) == log
    assert f"upgraded the data of {len(logs(path))} games" in service.errors.read_text()
    service.clean_up()
    service.start_and_wait()
    assert "upgraded" not in service.errors.read_text()
