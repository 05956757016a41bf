"""The shared fixtures that tests here ask for."""

import pytest

from events.backend import Backend
from events.feeds.feeds import Feeds
from events.read_models.catalog import GameCatalog, ListPosition, Page, Query
from events.read_models.projector import Projector
from events.read_models.read_your_writes import ReadYourWrites
from events.store.redis import RedisEventStore
from events.store.servers import Client
from tests.fixtures import client, clock, games, redis_server
from tests.support.projecting import catch_up


class CaughtUp(GameCatalog):
    """Lists that take in what was appended before they are read."""

    def __init__(self, backend: Backend) -> None:
        self.feeds = Feeds(backend.client, backend.names)
        super().__init__(backend.client, ReadYourWrites(backend.client, self.feeds))
        self.backend = backend
        self.projector = Projector(backend)
        self.known: dict[int, str] | None = None

    def find(self, query: Query, limit: int, after: ListPosition | None = None) -> Page:
        if self.known != self.feeds.newest():
            catch_up(self.backend, self.projector)
            self.known = self.feeds.newest()
        return super().find(query, limit, after)


@pytest.fixture
def backend(client: Client) -> Backend:
    return Backend.on(client)


@pytest.fixture
def store(backend: Backend) -> RedisEventStore:
    return backend.store


@pytest.fixture
def catalog(backend: Backend) -> CaughtUp:
    return CaughtUp(backend)
