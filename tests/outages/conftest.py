"""The service in this process, on a Redis server that can fail in every way there is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.outages.far import Far


@pytest.fixture
def far(tmp_path: Path) -> Iterator[Far]:
    """A service and a game that has just begun, with a network between it and its server."""
    with Far(tmp_path) as far:
        yield far
