"""The service on a Redis server of its own, one a test process; or on a cluster."""

from collections.abc import Iterator
from threading import Thread

import pytest

from api.settings import is_cluster
from deploy.redis_server import RedisServer
from events.backend import Backend
from tests.contract.service import Game, Service, running_game, serve
from tests.fixtures import data_server
from tests.support.same_games import pytest_fixture_setup, pytest_runtest_call
from workers.bots import Bots


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with data_server(tmp_path_factory.mktemp("redis"), "no") as server:
        yield server.url


@pytest.fixture(scope="session")
def queue_url(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the jobs lie, which is never a cluster."""
    if not is_cluster(redis_url):
        yield redis_url
        return
    with RedisServer(tmp_path_factory.mktemp("jobs"), appendfsync="no") as server:
        yield server.url


@pytest.fixture(scope="session")
def service(redis_url: str, queue_url: str) -> Iterator[Service]:
    service = serve(redis_url, queue_url=queue_url)
    yield service
    service.close()


@pytest.fixture
def game(service: Service) -> Game:
    """A public game that has just begun."""
    return running_game(service)


@pytest.fixture(scope="module")
def bots(redis_url: str) -> Iterator[Bots]:
    """Bots at work beside the service."""
    bots = Bots(Backend.at(redis_url))
    thread = Thread(target=bots.run, name="bots")
    thread.start()
    yield bots
    bots.stop()
    thread.join()
