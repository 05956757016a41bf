"""The shared fixtures that tests here ask for, and a real worker."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from events.store.servers import Client
from tests.fixtures import (
    client,
    clock,
    games,
    redis_server,
    single_client,
    single_server,
    store,
)

PROJECT = Path(__file__).parents[2]
RunWorker = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def run_worker(
    redis_server: RedisServer,
    client: Client,
    single_client: Redis,
    single_server: RedisServer,
    tmp_path: Path,
) -> Iterator[RunWorker]:
    """Starts a worker as the supervisor does, with further settings by name: the one of the jobs,
    or another program by its module. It adds to a log of the module's name."""
    started: list[subprocess.Popen[bytes]] = []

    def run(module: str = "workers", **settings: str) -> "subprocess.Popen[bytes]":
        environment = {
            **os.environ,
            "REDIS_URL": redis_server.url,
            "QUEUE_URL": single_server.url,
            "LOG_LEVEL": "INFO",
            "PYTHONPATH": str(PROJECT),
            **settings,
        }
        with (tmp_path / f"{module.rpartition('.')[2]}.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module],
                cwd=tmp_path,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                process_group=0,
            )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
