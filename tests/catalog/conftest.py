"""The shared fixtures that tests here ask for."""

import pytest

from events.backend import Backend
from events.lists.catalog import GameCatalog, Page, Place, Query
from events.lists.feeds import Feeds
from events.lists.freshness import Freshness
from events.lists.projector import Projector
from events.redis_store import RedisEventStore
from events.servers import Client
from tests.fixtures import client, clock, games, redis_server
from tests.support.projecting import catch_up

__all__ = ["client", "clock", "games", "redis_server"]


class CaughtUp(GameCatalog):
    """Lists that take in what was appended before they are read."""

    def __init__(self, backend: Backend) -> None:
        feeds = Feeds(backend.client, backend.names)
        super().__init__(backend.client, Freshness(backend.client, feeds, backend.store.fed))
        self.backend = backend
        self.projector = Projector(backend)
        self.known: dict[int, str] | None = None

    def find(self, query: Query, limit: int, after: Place | None = None) -> Page:
        if self.known != self.backend.store.fed:
            catch_up(self.backend, self.projector)
            self.known = dict(self.backend.store.fed)
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
