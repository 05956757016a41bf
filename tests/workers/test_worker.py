"""A real worker process on a real Redis ends an abandoned game, and ends well itself."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from domain.values import Ending, Status
from events.clock import utc_now
from events.execute import Games
from events.redis_store import RedisEventStore
from events.servers import Client
from tests.fixtures import PATIENCE, started, wait_until
from workers.queue import NAME

PROJECT = Path(__file__).parents[2]
SCHEDULERS_LOCK = f"rq:scheduler-lock:{NAME}"


@pytest.fixture
def worker(
    redis_server: RedisServer,
    client: Client,
    single_client: Redis,
    single_server: RedisServer,
    tmp_path: Path,
) -> Iterator["subprocess.Popen[bytes]"]:
    """The worker, as the supervisor starts it."""
    environment = {
        **os.environ,
        "REDIS_URL": redis_server.url,
        "QUEUE_URL": single_server.url,
        "LOG_LEVEL": "INFO",
        "PYTHONPATH": str(PROJECT),
    }
    with (tmp_path / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "workers"],
            cwd=tmp_path,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            process_group=0,
        )
    yield process
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_an_abandoned_game_is_ended(
    worker: "subprocess.Popen[bytes]", client: Client, single_client: Redis, tmp_path: Path
) -> None:
    games = Games(RedisEventStore(client), utc_now)
    abandoned = started(games, "abandoned", move_time_limit=1)
    started(games, "alive", move_time_limit=3600)
    wait_until(
        lambda: games.current("abandoned").state.status is Status.FINISHED,
        "the abandoned game is over",
    )
    ended = games.current("abandoned").state
    assert ended.ending is Ending.TIME_LIMIT
    assert abandoned.state.awaited is not None
    assert ended.winner is abandoned.state.awaited.side.enemy
    assert games.current("alive").state.status is Status.ACTIVE
    assert single_client.exists(SCHEDULERS_LOCK)

    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0
    said = (tmp_path / "worker.log").read_text()
    assert "Traceback" not in said, said
    wait_until(lambda: not single_client.exists(SCHEDULERS_LOCK), "the scheduler has ended too")
    with pytest.raises(ProcessLookupError):
        os.killpg(worker.pid, 0)
