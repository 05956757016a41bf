"""The server dies: what it has confirmed is there, whole commands only, and a retry settles it."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from domain.commands import TakeSeat
from domain.values import Seat
from events.games.service import GameService
from events.log import chain
from events.log.stored_event import load
from events.store.port import Appended, Conflict, Key, StoreUnavailableError
from events.store.redis import RedisEventStore
from events.store.servers import connect
from tests.fixtures import (
    ALICE,
    BOB,
    KEYS,
    PATIENCE,
    Clock,
    batch,
    game_options,
    history,
    line,
    opened,
    plays,
    started,
    wait_until,
)
from tests.support.cuts import check_cut, write_tail


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A server to be killed."""
    with RedisServer(tmp_path) as server:
        yield server


@pytest.fixture
def own_client(server: RedisServer) -> Iterator[Redis]:
    with Redis.from_url(server.url) as client:
        yield client


def write(games: GameService, name: str, acknowledged: list[int], lost: threading.Event) -> None:
    """Play a game until the server is gone; each version that was confirmed is noted."""
    number = 0
    with suppress(StoreUnavailableError):
        while not lost.is_set():
            state = games.repository.current(name).state
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
    games = GameService(RedisEventStore(own_client), clock)
    for name in names:
        started(games, name)
    lost = threading.Event()
    noted: dict[str, list[int]] = {name: [] for name in names}
    writers = [
        threading.Thread(target=write, args=(games, name, noted[name], lost)) for name in names
    ]
    for writer in writers:
        writer.start()
    wait_until(lambda: all(len(ends) > 3 * round_ for ends in noted.values()), "all have played")
    server.kill()
    lost.set()
    for writer in writers:
        writer.join(PATIENCE)
    server.start()
    fresh = GameService(RedisEventStore(own_client), clock)
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
        loaded = fresh.repository.current(name)
        if loaded.state.awaited is not None:
            assert fresh.submit(name, plays(loaded.state)[0], loaded.version).upto > len(lines)
        assert games.repository.current(name) == fresh.repository.current(name)


def test_a_log_cut_at_any_byte_ends_with_a_whole_command(tmp_path: Path) -> None:
    """A sample of what ``python -m tests.bench.cuts`` tries at each byte."""
    tail = write_tail(tmp_path)
    ends = sorted(tail.states)
    assert len(tail.whole) == ends[-1]
    close = {size for end in ends for size in (end - 1, end, end + 1)}
    spread = {*range(tail.begins, ends[-1], (ends[-1] - tail.begins) // 8)}
    for size in sorted(close | spread):
        if ends[0] <= size <= ends[-1]:
            check_cut(tail, size, tmp_path / "cut.sock")


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
    games = GameService(RedisEventStore(own_client), clock)
    opened(games, game_options("game"))
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
