"""Services of real processes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.http.running import Running


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Running]:
    """A running service with two web server processes."""
    running = Running(tmp_path / "data", WEB_WORKERS="2")
    try:
        running.start()
        yield running
    finally:
        running.clean_up()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The same, one for all tests of a test process that leave its processes alone."""
    running = Running(tmp_path_factory.mktemp("shared") / "data", WEB_WORKERS="2")
    try:
        running.start()
        yield running
    finally:
        running.clean_up()
