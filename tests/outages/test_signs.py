"""An API process's signs of life: there while it runs and the store takes writes, and not else."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.monitoring.liveness import Heartbeat
from events.games import heartbeats
from events.store import keys
from tests.outages.far import Far
from tests.support.waiting import wait_until


@pytest.fixture
def signs(far: Far) -> Iterator[Heartbeat]:
    """Heartbeat that are given often."""
    signs = Heartbeat(far.service.inside(), seconds=0.02)
    yield signs
    signs.stop()


def newest(far: Far) -> int:
    """When the last sign was given; 0 before the first."""
    return int(far.node.client.get(keys.ANSWERED) or 0)


def test_signs_go_on_until_they_are_stopped(far: Far, signs: Heartbeat) -> None:
    signs.start()
    wait_until(lambda: newest(far), "there is a sign")
    first = newest(far)
    wait_until(lambda: newest(far) > first, "there is another")
    signs.stop()
    wait_until(lambda: not signs.running, "the thread ends")
    last = newest(far)
    assert heartbeats.recorded_outages(far.node.client, last + heartbeats.SILENCE) == []
    silent = last + heartbeats.SILENCE + 1
    assert heartbeats.recorded_outages(far.node.client, silent) == [(last, silent)]


def test_signs_go_on_when_the_store_is_back(far: Far, signs: Heartbeat) -> None:
    signs.start()
    wait_until(lambda: newest(far), "there is a sign")
    far.front.refuse()
    before = newest(far)
    far.front.pass_on()
    wait_until(lambda: newest(far) > before, "there is another")


def test_a_sign_after_a_long_silence_notes_the_outage(far: Far, signs: Heartbeat) -> None:
    far.node.client.set(keys.ANSWERED, 1)
    signs.start()
    wait_until(lambda: newest(far) > 1, "there is a sign")
    ((start, end),) = heartbeats.recorded_outages(far.node.client, newest(far))
    assert (start, end > heartbeats.SILENCE) == (1, True)


def test_a_web_server_process_gives_signs(far: Far, tmp_path: Path) -> None:
    loads = "from api.wsgi import application; app = application(); input()"
    environment = {
        **os.environ,
        "REDIS_URL": far.node.url,
        "DATA_DIR": str(tmp_path / "var"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    process = subprocess.Popen(
        [sys.executable, "-c", loads], stdin=subprocess.PIPE, env=environment, cwd=tmp_path
    )
    try:
        wait_until(lambda: newest(far), "there is a sign")
    finally:
        process.kill()
        process.communicate()
