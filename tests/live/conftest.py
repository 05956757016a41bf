"""The shared fixtures that tests here ask for, and hubs."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest
from redis import Redis, RedisCluster

from deploy.redis_server import RedisServer
from events.games.service import GameService
from events.live.hub import Inbox, LiveHub
from events.live.notifier import ChangeNotifier
from events.store.servers import Client, connect
from tests.fixtures import (
    PATIENCE,
    client,
    clock,
    game_options,
    games,
    opened,
    redis_server,
    store,
    wait_until,
)

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
    """A hub whose subscription stands already: no reader is told of its beginning."""
    hub = opened_hub(redis_server.url)
    with hub.listen("first") as inbox:
        assert inbox.take(PATIENCE) == ()
    return hub


def caught_up(hub: LiveHub, games: GameService, *readers: Inbox | ChangeNotifier) -> None:
    """Wait until a hub has handed on all that has happened, and take it from these readers."""
    with hub.listen("marker") as inbox:
        opened(games, game_options("marker"))
        assert inbox.take(PATIENCE)
    for reader in readers:
        while reader.take(0) is not None:
            pass


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
