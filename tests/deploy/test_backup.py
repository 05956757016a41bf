"""The rehearsal: a backup of a running service, restored elsewhere."""

import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from redis import Redis

from api.settings import Settings
from deploy.backup import back_up
from deploy.errors import DeployError
from deploy.redis_server import RedisServer
from tests.http.clients import Client, Json, Table, check_chain, history
from tests.http.running import PROJECT, Running
from tests.support.waiting import PATIENCE, wait_until


def run(module: str, *arguments: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=PROJECT,
        env={**os.environ, "REDIS_URL": "", "QUEUE_URL": "", **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "data")
    yield running
    running.clean_up()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Running]:
    (tmp_path / "new").mkdir()
    running = Running(tmp_path / "new" / "data")
    yield running
    running.clean_up()


def test_a_backup_made_while_games_are_played_holds_all_that_was_confirmed_before(
    service: Running, elsewhere: Running, tmp_path: Path
) -> None:
    service.start()
    finished, played = Table(service.url), Table(service.url)
    for client in (*finished.clients.values(), *played.clients.values()):
        client.http.timeout = PATIENCE
    finished.resign()
    chance = random.Random(1)
    for _ in range(10):
        played.step(chance)
    before = history(played.clients["allies"], played.path)
    over = threading.Event()

    def play_on() -> None:
        while not over.is_set() and played.step(chance):
            pass

    playing = threading.Thread(target=play_on)
    playing.start()
    try:
        done = run("deploy.backup", tmp_path / "backup", DATA_DIR=str(service.data_dir))
    finally:
        over.set()
        playing.join(PATIENCE)
    assert done.returncode == 0, done.stderr
    after = history(played.clients["allies"], played.path)
    keys = httpx.get(
        f"{service.url}/.well-known/afteraction-keys.json", timeout=PATIENCE, verify=False
    ).json()
    for table in (finished, played):
        table.close()
    service.stop()
    shutil.rmtree(service.data_dir)

    shutil.copytree(tmp_path / "backup", elsewhere.data_dir)
    elsewhere.start()
    assert (
        httpx.get(
            f"{elsewhere.url}/.well-known/afteraction-keys.json", timeout=PATIENCE, verify=False
        ).json()
        == keys
    )
    reader = Client(elsewhere.url)
    reader.http.timeout = PATIENCE
    again = history(reader, played.path)
    assert len(before) <= len(again) <= len(after)
    assert [one["hash"] for one in again] == [one["hash"] for one in after[: len(again)]]
    for path in (finished.path, played.path):
        check_chain(history(reader, path))
    assert reader.get(f"{finished.path}/seal")["key"] == keys["keys"][0]["kid"]
    listed = {game["id"] for game in games(reader)}
    assert {finished.path.rpartition("/")[2], played.path.rpartition("/")[2]} <= listed
    reader.close()
    checked = run("deploy.admin", "verify", "--all", DATA_DIR=str(elsewhere.data_dir))
    assert (checked.returncode, checked.stdout) == (0, "2 of 2 games verify\n"), checked.stderr


def games(reader: Client) -> list[Json]:
    found: list[Json] = []
    wait_until(lambda: _into(found, reader), "the lists are there")
    return found


def _into(found: list[Json], reader: Client) -> bool:
    found[:] = reader.read("/v1/games")["items"]
    return len(found) >= 2


def test_a_backup_leaves_the_server_as_it_was_and_is_never_half_made(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data", redis_url=None)
    with RedisServer(settings.data_dir) as server, Redis.from_url(server.url) as client:
        client.config_set("auto-aof-rewrite-percentage", 80)
        (settings.data_dir / "redis" / "temp-rewriteaof-1.aof").write_text("half")
        back_up(settings, tmp_path / "one")
        assert client.config_get("auto-aof-rewrite-percentage") == {
            "auto-aof-rewrite-percentage": "80"
        }
        copied = {file.name for file in (tmp_path / "one" / "redis").iterdir()}
        assert copied and not copied & {"lock", "temp-rewriteaof-1.aof"}
        assert (tmp_path / "one").stat().st_mode & 0o077 == 0
        with pytest.raises(DeployError, match="already exists"):
            back_up(settings, tmp_path / "one")
    with pytest.raises(DeployError, match="no backup was made"):
        back_up(settings, tmp_path / "two")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "one"]
