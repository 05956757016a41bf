"""The service on a Redis server of its own, one a test process; or on a cluster."""

from collections.abc import Iterator

import pytest

from tests.contract.service import Game, Service, running_game, serve
from tests.fixtures import data_server


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with data_server(tmp_path_factory.mktemp("redis"), "always") as server:
        yield server.url


@pytest.fixture(scope="session")
def service(redis_url: str) -> Iterator[Service]:
    service = serve(redis_url)
    yield service
    service.close()


@pytest.fixture
def game(service: Service) -> Game:
    """A public game that has just begun."""
    return running_game(service)
