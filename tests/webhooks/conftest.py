"""The shared fixtures that tests here ask for, and a receiver."""

from collections.abc import Iterator

import pytest

from events.backend import Backend
from events.feeds.feeds import Feeds
from events.store.servers import Client
from events.webhooks.deliveries import Deliveries
from events.webhooks.registry import Webhooks
from tests.fixtures import client, clock, games, redis_server, single_client, single_server, store
from tests.support.receiver import Receiver, receiving
from tests.webhooks.stage import Seconds, Stage
from tests.workers.conftest import run_worker


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def backend(client: Client) -> Backend:
    return Backend.on(client)


@pytest.fixture
def webhooks(backend: Backend) -> Webhooks:
    return Webhooks(backend.client, Feeds(backend.client, backend.names))


@pytest.fixture
def deliveries(client: Client) -> Deliveries:
    return Deliveries(client)


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def stage(webhooks: Webhooks, deliveries: Deliveries, seconds: Seconds) -> Stage:
    return Stage(webhooks, deliveries, seconds)
