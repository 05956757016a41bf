"""A reply that is lost on its way: the outcome is unknown, and the command is not sent twice."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from deploy.redis_server import RedisServer
from domain.commands import PlayCard
from events.execute import Games
from events.redis_store import RedisEventStore
from events.store import Key, StoreUnavailableError
from tests.fixtures import Clock, batch, history, line, plays, started


class Proxy:
    """Between clients and a server; told to, it cuts the line when a script's reply comes."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._door = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self._open: list[socket.socket] = []
        self.port: int = self._door.getsockname()[1]
        self.replies_to_lose = 0
        self.scripts = 0
        self._start(self._accept)

    def _start(self, work, *arguments) -> None:  # type: ignore[no-untyped-def]
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._path)
                self._open += [near, far]
                self._start(self._carry, near, far)

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError), near, far:
            while request := near.recv(1 << 20):
                far.sendall(request)
                reply = far.recv(1 << 20)
                if b"EVAL" in request:
                    self.scripts += 1
                    if self.replies_to_lose > 0:
                        self.replies_to_lose -= 1
                        return
                near.sendall(reply)

    def close(self) -> None:
        for one in (self._door, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        for thread in self._threads:
            thread.join(5)


@pytest.fixture
def proxy(redis_server: RedisServer, client: Redis) -> Iterator[Proxy]:
    proxy = Proxy(redis_server.url.removeprefix("unix://"))
    yield proxy
    proxy.close()


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


def test_an_append_is_sent_once(far_store: RedisEventStore, proxy: Proxy, client: Redis) -> None:
    far_store.append(batch([], "a"))
    proxy.scripts, proxy.replies_to_lose = 0, 1
    with pytest.raises(StoreUnavailableError):
        far_store.append(batch([line("a")], "b"))
    assert proxy.scripts == 1
    assert history(client, "game") == [line("a"), line("b")]


def test_a_command_whose_reply_was_lost_is_not_decided_again(
    far_store: RedisEventStore, proxy: Proxy, client: Redis, clock: Clock
) -> None:
    games = Games(far_store, clock)
    loaded = started(games)
    play = plays(loaded.state)[0]
    assert isinstance(play, PlayCard)
    proxy.replies_to_lose = 1
    with pytest.raises(StoreUnavailableError):
        games.submit("game", play)
    assert len(history(client, "game")) > loaded.version
    assert games.current("game").state.cards.in_play is play.card


def test_the_same_key_sent_again_settles_it(
    far_store: RedisEventStore, proxy: Proxy, client: Redis, clock: Clock
) -> None:
    games = Games(far_store, clock)
    loaded = started(games)
    play, key = plays(loaded.state)[0], Key("pl_alice:k", "f")
    proxy.replies_to_lose = 2
    for _ in range(2):
        with pytest.raises(StoreUnavailableError):
            games.submit("game", play, loaded.version, key)
    outcome = games.submit("game", play, loaded.version, key)
    assert outcome.replayed
    assert outcome.after == loaded.version
    assert outcome.upto == len(history(client, "game")) == outcome.loaded.version
