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
