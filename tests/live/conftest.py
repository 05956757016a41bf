"""The shared fixtures that tests here ask for, and hubs."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
from redis import Redis, RedisCluster

from deploy.redis_server import RedisServer
from events.live.hub import LiveHub
from events.store.servers import Client, connect
from tests.fixtures import client, clock, games, redis_server, store, wait_until

Opener = Callable[[str], LiveHub]


@pytest.fixture
def opened_hub() -> Iterator[Opener]:
    """Makes hubs, each like that of a process of its own; ends their threads afterwards.

    Other tests of this process may have hubs of their own, which live on.
    """
    others = subscriptions()
    with ExitStack() as stack:

        def open_hub(url: str) -> LiveHub:
            client = stack.enter_context(closing(connect(url)))
            hub = LiveHub(client)
            ended = "the subscription's thread ends"
            stack.callback(wait_until, lambda: subscriptions() <= others, ended)
            stack.callback(hub.close)
            return hub

        yield open_hub


@pytest.fixture
def hub(opened_hub: Opener, redis_server: RedisServer, client: Redis) -> LiveHub:
    return opened_hub(redis_server.url)


def subscriptions() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "live"}


def cut_subscriptions(client: Client) -> int:
    """End all subscriptions at a server, or at every server of a cluster: which of them the
    subscription is at is left to chance. Returns how many there were."""
    if isinstance(client, RedisCluster):
        everywhere = RedisCluster.ALL_NODES
        cut = client.client_kill_filter(_type="pubsub", target_nodes=everywhere)
        return sum(cut.values())
    return client.client_kill_filter(_type="pubsub")
