"""A real worker process on a real Redis ends an abandoned game, and ends well itself."""

import os
import signal
import subprocess
from pathlib import Path

import pytest
from redis import Redis

from domain.values import Ending, Status
from events.clock import utc_now
from events.games.service import GameService
from events.jobs.queue import NAME
from events.store.redis import RedisEventStore
from events.store.servers import Client
from tests.fixtures import PATIENCE, started, wait_until
from tests.support.seating import side_of
from tests.workers.conftest import RunWorker

SCHEDULERS_LOCK = f"rq:scheduler-lock:{NAME}"


@pytest.fixture
def worker(run_worker: RunWorker) -> "subprocess.Popen[bytes]":
    """The worker, as the supervisor starts it."""
    return run_worker()


def test_an_abandoned_game_is_ended(
    worker: "subprocess.Popen[bytes]", client: Client, single_client: Redis, tmp_path: Path
) -> None:
    games = GameService(RedisEventStore(client), utc_now)
    abandoned = started(games, "abandoned", move_time_limit=1)
    started(games, "alive", move_time_limit=3600)
    wait_until(
        lambda: games.repository.current("abandoned").state.status is Status.FINISHED,
        "the abandoned game is over",
    )
    ended = games.repository.current("abandoned").state
    assert ended.ending is Ending.TIME_LIMIT
    assert abandoned.state.awaited is not None
    assert ended.winner is side_of(abandoned.state.awaited).enemy
    assert games.repository.current("alive").state.status is Status.ACTIVE
    assert single_client.exists(SCHEDULERS_LOCK)

    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0
    said = (tmp_path / "workers.log").read_text()
    assert "Traceback" not in said, said
    wait_until(lambda: not single_client.exists(SCHEDULERS_LOCK), "the scheduler has ended too")
    with pytest.raises(ProcessLookupError):
        os.killpg(worker.pid, 0)
