"""A store that has lost events it had confirmed: it is noticed, and the game takes no more."""

from collections.abc import Callable
from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from domain.commands import TakeSeat
from domain.values import Seat
from events.games.service import GameService
from events.games.snapshot import GameSnapshot
from events.log import chain
from events.log.stored_event import load
from events.store.port import HistoryShrankError
from events.store.redis import RedisEventStore
from tests.fixtures import BOB, KEYS, Clock, history, play_on, plays, started


def restored(client: Redis, keep: int, game: str = "game") -> None:
    """Put the server back to when the game had ``keep`` events."""
    client.ltrim(KEYS.log(game), 0, keep - 1)


def test_lost_history_is_noticed_on_every_way(client: Redis, games: GameService) -> None:
    started(games)
    loaded = play_on(games, "game", 20)
    restored(client, loaded.version - 4)
    lines = history(client, "game")
    with pytest.raises(HistoryShrankError):
        games.repository.current("game")
    for act in (
        lambda: games.submit("game", plays(loaded.state)[0]),
        lambda: games.submit("game", plays(loaded.state)[0], loaded.version),
        lambda: games.submit("game", plays(loaded.state)[0], loaded.version - 4),
        lambda: games.submit("game", TakeSeat(Seat.AXIS, BOB)),
    ):
        with pytest.raises(HistoryShrankError):
            act()
    assert history(client, "game") == lines


@pytest.mark.parametrize("lost", [1, 4, 20])
def test_whichever_way_comes_first_notices_it(client: Redis, games: GameService, lost: int) -> None:
    acts: list[Callable[[str, GameSnapshot], object]] = [
        lambda name, _: games.repository.current(name),
        lambda name, known: games.submit(name, plays(known.state)[0]),
        lambda name, known: games.submit(name, plays(known.state)[0], known.version),
        lambda name, known: games.submit(name, plays(known.state)[0], known.version - lost),
        lambda name, _: games.submit(name, TakeSeat(Seat.AXIS, BOB)),
    ]
    for number, act in enumerate(acts):
        name = f"game {number}"
        started(games, name)
        loaded = play_on(games, name, 30)
        restored(client, loaded.version - lost, name)
        with pytest.raises(HistoryShrankError):
            act(name, loaded)
        other = GameService(RedisEventStore(client), Clock())
        with pytest.raises(HistoryShrankError):
            play_on(other, name, 1)


def test_a_store_that_lost_a_whole_game_is_noticed(client: Redis, games: GameService) -> None:
    started(games)
    client.flushall()
    with pytest.raises(HistoryShrankError):
        games.repository.current("game")


def test_a_game_that_the_operator_opens_again_goes_on(client: Redis, games: GameService) -> None:
    store, other = RedisEventStore(client), GameService(RedisEventStore(client), Clock())
    started(games)
    loaded = play_on(games, "game", 220)
    late = GameService(RedisEventStore(client), Clock())
    for process in (other, late):
        process.repository.current("game")
        process.repository.at("game", loaded.version)
    kept = loaded.version - 3
    restored(client, kept)
    for process in (games, other):
        with pytest.raises(HistoryShrankError):
            process.submit("game", plays(loaded.state)[0], loaded.version)
    assert not store.reopened("game")
    store.reopen("game", 1)
    assert store.reopened("game")
    # One that had not heard of the loss yet does not close the game once more.
    with pytest.raises(HistoryShrankError):
        late.submit("game", plays(loaded.state)[0], loaded.version)
    for process in (games, other, late):
        assert play_on(process, "game", 2).version > kept
        assert process.repository.at("game", kept + 1).version == kept + 1
    head = chain.GENESIS
    for event in map(load, history(client, "game")):
        assert event.follows(head)
        head = event.hash


def test_what_the_operator_closed_and_opened_is_watched_as_before(client: Redis) -> None:
    store = RedisEventStore(client)
    assert store.close("game", "a trial")
    assert store.reopen("game", 1)
    assert not store.reopened("game")
    assert store.freeze("game", "events are missing")
    assert client.exists(KEYS.closed("game"))


def test_only_a_frozen_game_is_opened_again(client: Redis) -> None:
    store = RedisEventStore(client)
    client.set(KEYS.closed("game"), '{"state": "archived"}')
    store.reopen("game", 1)
    store.reopen("other", 1)
    assert client.get(KEYS.closed("game")) == b'{"state": "archived"}'
    assert not store.reopened("game")
    assert not store.reopened("other")


def test_a_loss_that_could_not_be_noted_is_not_forgotten(
    single_client: Redis, clock: Clock
) -> None:
    games = GameService(RedisEventStore(single_client), clock)
    started(games)
    loaded = play_on(games, "game", 5)
    restored(single_client, loaded.version - 2)
    single_client.replicaof("127.0.0.1", 1)
    try:
        for _ in range(2):
            with pytest.raises(HistoryShrankError):
                games.repository.current("game")
    finally:
        single_client.replicaof("NO", "ONE")
    assert not single_client.exists(KEYS.closed("game"))
    with pytest.raises(HistoryShrankError):
        games.repository.current("game")
    assert single_client.exists(KEYS.closed("game"))


def test_history_that_was_replaced_is_not_extended(
    client: Redis, games: GameService, clock: Clock
) -> None:
    started(games)
    earlier = play_on(games, "game", 16).version
    loaded = play_on(games, "game", 4)
    restored(client, earlier)
    clock.advance(seconds=1)
    other = GameService(RedisEventStore(client), clock)
    while len(history(client, "game")) <= loaded.version:
        play_on(other, "game", 1, seed=len(history(client, "game")))
    lines = history(client, "game")
    for act in (
        lambda: games.repository.current("game"),
        lambda: games.submit("game", plays(loaded.state)[0]),
        lambda: games.submit("game", plays(loaded.state)[0], loaded.version),
    ):
        with pytest.raises(HistoryShrankError):
            act()
    assert history(client, "game") == lines
    with pytest.raises(HistoryShrankError):
        play_on(other, "game", 1)


def test_an_older_copy_under_a_running_service_is_noticed(tmp_path: Path, clock: Clock) -> None:
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as client:
        games = GameService(RedisEventStore(client), clock)
        started(games)
        newest = max(server.data.rglob("*.aof"), key=lambda file: file.stat().st_mtime_ns)
        old = newest.read_bytes()
        loaded = play_on(games, "game", 5)
        server.kill()
        newest.write_bytes(old)
        server.start()
        with pytest.raises(HistoryShrankError):
            games.submit("game", plays(loaded.state)[0], loaded.version)
        fresh = GameService(RedisEventStore(client), clock)
        assert fresh.repository.current("game").version < loaded.version
