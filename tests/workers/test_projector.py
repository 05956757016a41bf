"""A real projector process: killed in the middle of its work it goes on, told to stop it ends."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.redis_server import RedisServer
from events.backend import Backend
from events.games.service import GameService
from events.read_models.read_model import ReadModel
from events.store import keys
from events.store.servers import Client
from tests.fixtures import PATIENCE, play_on, started, wait_until
from tests.support.projecting import contents, rebuilt
from tests.workers.conftest import PROJECT, RunWorker


def test_it_is_killed_again_and_again_and_misses_nothing(
    run_worker: RunWorker, client: Client, games: GameService
) -> None:
    backend = Backend.on(client)
    names = [f"gm_{number}" for number in range(6)]
    for name in names:
        started(games, name)
    turn = 0

    def play() -> None:
        nonlocal turn
        turn += 1
        play_on(games, names[turn % len(names)], 1, seed=turn)

    def shown() -> dict[str, int]:
        model = ReadModel.current(client)
        entries = model.stored(names) if model else {}
        return {name: entry.summary["version"] for name, (_, entry) in entries.items()}

    for _ in range(2):
        process = run_worker("workers.projector")
        before = shown()

        def goes_on(before: dict[str, int] = before) -> bool:
            play()
            return shown() != before

        wait_until(goes_on, "it goes on")
        for _ in range(20):
            play()
        process.kill()
        process.wait()
    process = run_worker("workers.projector")
    now = {name: games.repository.current(name).version for name in names}
    wait_until(lambda: shown() == now, "all is taken in")
    process.terminate()
    assert process.wait(PATIENCE) == 0
    wait_until(lambda: not client.exists(keys.REBUILD), "what was killed holds no lock any more")
    assert contents(client) == rebuilt(backend)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_on_a_signal(
    run_worker: RunWorker, client: Client, tmp_path: Path, number: int
) -> None:
    process = run_worker("workers.projector")
    wait_until(lambda: ReadModel.current(client), "the lists are built")
    process.send_signal(number)
    assert process.wait(PATIENCE) == 0
    said = (tmp_path / "projector.log").read_text()
    assert "Traceback" not in said, said
    assert "projecting feeds into the read models" in [
        json.loads(line)["message"] for line in said.splitlines()
    ]


def test_it_waits_for_a_store_that_is_not_there_yet(
    tmp_path: Path,
) -> None:
    with RedisServer(tmp_path / "late") as late:
        url = late.url
    environment = {**os.environ, "REDIS_URL": url}
    log = tmp_path / "late.log"
    with log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "workers.projector"], cwd=PROJECT, env=environment, stderr=said
        )
    try:
        wait_until(lambda: "projection failed" in log.read_text(), "it has noticed")
        assert process.poll() is None
        with RedisServer(tmp_path / "late") as late:
            backend = Backend.at(late.url)
            wait_until(lambda: ReadModel.current(backend.client), "it goes on")
            backend.client.close()
        process.terminate()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
