"""The shared fixtures that tests here ask for."""

import pytest

from events.backend import Backend
from events.feeds.feeds import Feeds
from events.read_models.projector import Projector
from events.store.redis import RedisEventStore
from events.store.servers import Client
from tests.fixtures import client, clock, games, redis_server

PARTITIONS = 8


@pytest.fixture
def backend(client: Client) -> Backend:
    """Few partitions, so that games share them."""
    return Backend.on(client, PARTITIONS)


@pytest.fixture
def store(backend: Backend) -> RedisEventStore:
    return backend.store


@pytest.fixture
def feeds(backend: Backend) -> Feeds:
    return Feeds(backend.client, backend.names)


@pytest.fixture
def projector(backend: Backend) -> Projector:
    return Projector(backend)
