"""A reply that is lost on its way: the outcome is unknown, and the command is not sent twice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from deploy.redis_server import RedisServer
from domain.commands import PlayCard
from events.games.service import GameService
from events.store.port import Key, StoreUnavailableError
from events.store.redis import RedisEventStore
from tests.fixtures import Clock, batch, history, line, plays, started
from tests.support.proxy import Proxy

APPENDS = b"EVALSHA"


@pytest.fixture
def proxy(single_server: RedisServer, single_client: Redis) -> Iterator[Proxy]:
    """Between clients and a server that is no cluster; tests/cluster/ loses replies of one."""
    with Proxy(Path(single_server.url.removeprefix("unix://"))) as proxy:
        yield proxy


@pytest.fixture(params=["the client's defaults", "retries", "none"])
def far_store(request: pytest.FixtureRequest, proxy: Proxy) -> Iterator[RedisEventStore]:
    """A store whose client is set up to send lost commands again, or not to."""
    options: dict[str, Any] = {
        "the client's defaults": {},
        "retries": {"retry": Retry(NoBackoff(), 5)},
        "none": {"retry": Retry(NoBackoff(), 0)},
    }[request.param]
    with Redis(port=proxy.port, protocol=2, **options) as client:
        yield RedisEventStore(client)


def test_an_append_is_sent_once(
    far_store: RedisEventStore, proxy: Proxy, single_client: Redis
) -> None:
    far_store.append(batch([], "a"))
    proxy.lose_replies(1, to=APPENDS)
    with pytest.raises(StoreUnavailableError):
        far_store.append(batch([line("a")], "b"))
    assert proxy.marked == 1
    assert history(single_client, "game") == [line("a"), line("b")]


def test_a_command_whose_reply_was_lost_is_not_decided_again(
    far_store: RedisEventStore, proxy: Proxy, single_client: Redis, clock: Clock
) -> None:
    games = GameService(far_store, clock)
    loaded = started(games)
    play = plays(loaded.state)[0]
    assert isinstance(play, PlayCard)
    proxy.lose_replies(1, to=APPENDS)
    with pytest.raises(StoreUnavailableError):
        games.submit("game", play)
    assert len(history(single_client, "game")) > loaded.version
    assert games.repository.current("game").state.cards.in_play == {play.seat: play.card}


def test_the_same_key_sent_again_settles_it(
    far_store: RedisEventStore, proxy: Proxy, single_client: Redis, clock: Clock
) -> None:
    games = GameService(far_store, clock)
    loaded = started(games)
    play, key = plays(loaded.state)[0], Key("pl_alice:k", "f")
    proxy.lose_replies(2, to=APPENDS)
    for _ in range(2):
        with pytest.raises(StoreUnavailableError):
            games.submit("game", play, loaded.version, key)
    outcome = games.submit("game", play, loaded.version, key)
    assert outcome.replayed
    assert outcome.after == loaded.version
    assert outcome.upto == len(history(single_client, "game")) == outcome.loaded.version
