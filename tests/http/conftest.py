"""Services of real processes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http.running import Running
from tests.support.waiting import wait_until


@pytest.fixture(scope="session")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with two web server processes, not started yet."""
    running = Running(tmp_path_factory.mktemp("service") / "data", WEB_WORKERS="2")
    yield running
    running.clean_up()


@pytest.fixture
def service(stopped: Running) -> Running:
    """A running service whose processes a test may end: the one that the last such test left, if
    it still runs."""
    if stopped.process is None or stopped.process.poll() is not None:
        stopped.start()
    wait_until(lambda: len(stopped.web()) > 2 and stopped.is_healthy(), "the service is back")
    return stopped


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The same, one for all tests of a test process that leave its processes alone."""
    running = Running(tmp_path_factory.mktemp("shared") / "data", WEB_WORKERS="2")
    try:
        running.start()
        yield running
    finally:
        running.clean_up()
