"""The server dies: what it has confirmed is there, whole commands only, and a retry settles it."""

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from deploy.redis_binary import find_redis_server
from deploy.redis_server import RedisServer
from domain.commands import TakeSeat
from domain.values import Seat
from events import chain
from events.execute import Games
from events.recorded import load
from events.redis_store import RedisEventStore
from events.servers import connect
from events.store import Appended, Conflict, Key, StoreUnavailableError
from tests.fixtures import (
    ALICE,
    BOB,
    KEYS,
    PATIENCE,
    Clock,
    batch,
    everything,
    history,
    line,
    opened,
    plays,
    started,
    wish,
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A server to be killed."""
    with RedisServer(tmp_path) as server:
        yield server


@pytest.fixture
def own_client(server: RedisServer) -> Iterator[Redis]:
    with Redis.from_url(server.url) as client:
        yield client


def write(games: Games, name: str, acknowledged: list[int], lost: threading.Event) -> None:
    """Play a game until the server is gone; each version that was confirmed is noted."""
    number = 0
    with suppress(StoreUnavailableError):
        while not lost.is_set():
            state = games.current(name).state
            if state.awaited is None:
                return
            options = plays(state)
            number += 1
            play, key = options[number * 7 % len(options)], Key(f"k{number}", "f")
            outcome = games.submit(name, play, state.version, key)
            acknowledged.append(outcome.upto)


@pytest.mark.parametrize("round_", range(3))
def test_what_was_confirmed_survives_a_kill_amid_writers(
    server: RedisServer, own_client: Redis, clock: Clock, round_: int
) -> None:
    names = [f"game {number}" for number in range(4)]
    games = Games(RedisEventStore(own_client), clock)
    for name in names:
        started(games, name)
    lost = threading.Event()
    noted: dict[str, list[int]] = {name: [] for name in names}
    writers = [
        threading.Thread(target=write, args=(games, name, noted[name], lost)) for name in names
    ]
    for writer in writers:
        writer.start()
    time.sleep(0.2 + 0.1 * round_)
    server.kill()
    lost.set()
    for writer in writers:
        writer.join(PATIENCE)
    server.start()
    fresh = Games(RedisEventStore(own_client), clock)
    for name in names:
        assert noted[name]
        lines = history(own_client, name)
        assert len(lines) >= noted[name][-1]
        head = chain.GENESIS
        for event in map(load, lines):
            assert event.follows(head)
            head = event.hash
        ends = [int(known.split()[-1]) for known in own_client.hvals(KEYS.idempotency(name))]
        assert max(ends) == len(lines), "the log ends with a whole command"
        assert noted[name] == sorted(ends)[: len(noted[name])]
        loaded = fresh.current(name)
        if loaded.state.awaited is not None:
            assert fresh.submit(name, plays(loaded.state)[0], loaded.version).upto > len(lines)
        assert games.current(name) == fresh.current(name)


class Loader:
    """A plain server started again and again on one directory."""

    def __init__(self, data: Path, socket: Path) -> None:
        self._command = [
            *(str(find_redis_server()[0]), "--port", "0", "--unixsocket", str(socket)),
            *("--dir", str(data), "--save", "", "--appendonly", "yes"),
            *("--aof-load-truncated", "yes", "--appendfsync", "no"),
        ]
        self._socket = socket

    def load(self) -> tuple[list[bytes], bytes | None, dict[bytes, object]]:
        """The log, the key's memory, and everything, as a fresh start finds them."""
        process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        try:
            with Redis.from_url(f"unix://{self._socket}") as client:
                end = time.monotonic() + PATIENCE
                while True:
                    try:
                        client.ping()
                        break
                    except RedisError:
                        assert time.monotonic() < end
                        assert process.poll() is None
                        time.sleep(0.002)
                known = client.hget(KEYS.idempotency("game"), "k2")
                return history(client, "game"), known, everything(client)
        finally:
            process.kill()
            process.wait()
            self._socket.unlink(missing_ok=True)


def test_a_log_cut_at_any_byte_ends_with_a_whole_command(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as client:
        store = RedisEventStore(client)
        store.append(batch([], "a", "b", key=Key("k1", "f")))
        newest = max(server.data.rglob("*.aof"), key=lambda file: file.stat().st_mtime_ns)
        first_ends = newest.stat().st_size
        before = everything(client)
        store.append(batch([line("a"), line("b")], "c", "d", "e", key=Key("k2", "f")))
        second_ends = newest.stat().st_size
        after = everything(client)
        server.kill()
    whole = newest.read_bytes()
    assert first_ends < second_ends == len(whole) < first_ends + 2000
    loader = Loader(server.data, tmp_path / "plain.sock")
    first = [line("a"), line("b")]
    for size in range(first_ends, second_ends):
        newest.write_bytes(whole[:size])
        assert loader.load() == (first, None, before), f"cut at {size} of {second_ends}"
    newest.write_bytes(whole)
    assert loader.load() == ([*first, *map(line, "cde")], b"f 2 5", after)


def test_without_a_server_the_store_is_unavailable(server: RedisServer, own_client: Redis) -> None:
    store = RedisEventStore(own_client)
    server.kill()
    for act in (
        lambda: store.append(batch([], "a")),
        lambda: store.read("game"),
        lambda: store.peek("game", 0, "k"),
    ):
        with pytest.raises(StoreUnavailableError):
            act()
    server.start()
    assert store.append(batch([], "a")) == Appended(1)


def test_connections_from_before_a_restart_are_not_used(server: RedisServer) -> None:
    with connect(server.url) as client:
        store, ready = RedisEventStore(client), threading.Barrier(8)

        def use() -> None:
            ready.wait(PATIENCE)
            for number in range(20):
                store.append(batch([], "a", game=f"{threading.get_ident()} {number}"))

        threads = [threading.Thread(target=use) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        for number in range(3):
            server.kill()
            server.start()
            for _ in range(16):
                assert isinstance(store.append(batch([], "b")), Appended | Conflict)
                assert store.read("game") == [line("b")]
            assert store.append(batch([], "c", game=f"new {number}")) == Appended(1)


def test_the_same_key_settles_what_became_of_a_command(
    server: RedisServer, own_client: Redis, clock: Clock
) -> None:
    games = Games(RedisEventStore(own_client), clock)
    opened(games, wish("game"))
    sit, stand_by = Key("k1", "f"), Key("k2", "f")
    server.kill()
    with pytest.raises(StoreUnavailableError):
        games.submit("game", TakeSeat(Seat.ALLIES, ALICE), 1, sit)
    server.start()
    assert not games.submit("game", TakeSeat(Seat.ALLIES, ALICE), 1, sit).replayed
    games.submit("game", TakeSeat(Seat.AXIS, BOB), 2, stand_by)
    server.kill()
    with pytest.raises(StoreUnavailableError):
        games.submit("game", TakeSeat(Seat.AXIS, BOB), 2, stand_by)
    server.start()
    again = games.submit("game", TakeSeat(Seat.AXIS, BOB), 2, stand_by)
    assert (again.replayed, again.after) == (True, 2)
