"""A tour of all operations: every documented answer is seen, and every answer is documented."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.redis_server import RedisServer
from tests.contract.tour.tour import take_tour


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path) as server:
        yield server


def test_every_documented_answer_is_given(server: RedisServer, tmp_path: Path) -> None:
    service = take_tour(server, tmp_path / "keys", lambda made: made)
    assert service.seen == service.contract.documented()
