"""Appending: all or nothing, one winner at a version, a key answered before the version."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from deploy.redis_server import RedisServer
from events import keys
from events.redis_store import RedisEventStore
from events.store import (
    Appended,
    Conflict,
    HistoryShrankError,
    Key,
    Known,
    StoreUnavailableError,
)
from tests.fixtures import batch, digest, everything, line

KEY = Key("pl_alice:k1", "f1")
SOME = [line("a"), line("b")]


@pytest.fixture(params=[2, 3], ids=["resp2", "resp3"])
def store(
    request: pytest.FixtureRequest, redis_server: RedisServer, client: Redis
) -> Iterator[RedisEventStore]:
    """The store by both of Redis's protocols."""
    with Redis.from_url(redis_server.url, protocol=request.param) as spoken:
        yield RedisEventStore(spoken)


def test_events_are_appended_in_order_and_read_from_any_version(store: RedisEventStore) -> None:
    assert store.append(batch([], "a", "b")) == Appended(2)
    assert store.append(batch(SOME, "c")) == Appended(3)
    log = [*SOME, line("c")]
    for after in range(5):
        assert store.read("game", after) == log[after:]
        for upto in range(5):
            assert store.read("game", after, upto) == log[after:upto]


def test_a_game_nobody_wrote_is_empty(store: RedisEventStore) -> None:
    assert store.read("none") == []
    assert store.peek("none", 0, KEY.field) == (None, [])


def test_games_do_not_mix(store: RedisEventStore) -> None:
    store.append(batch([], "a", game="one", key=KEY))
    assert store.append(batch([], "b", game="two", key=KEY)) == Appended(1)
    assert store.read("one") == [line("a")]
    assert store.read("two") == [line("b")]


def test_a_conflict_brings_the_missing_events(store: RedisEventStore) -> None:
    store.append(batch([], "a", "b"))
    assert store.append(batch([], "x")) == Conflict(2, (line("a"), line("b")))
    assert store.append(batch([line("a")], "x")) == Conflict(2, (line("b"),))
    assert store.read("game") == SOME


def test_an_event_that_others_replaced_is_noticed(store: RedisEventStore) -> None:
    store.append(batch([], "a", "b"))
    for believed in ([line("x")], [line("a"), line("x")], [*SOME, line("c")]):
        with pytest.raises(HistoryShrankError):
            store.append(batch(believed, "new"))
    assert store.read("game") == SOME


def test_a_key_is_answered_before_the_version_is_compared(store: RedisEventStore) -> None:
    store.append(batch([], "a", "b", key=KEY))
    store.append(batch(SOME, "c"))
    first = Known("f1", 0, 2)
    assert store.append(batch([], "a", "b", key=KEY)) == first
    assert store.append(batch(SOME, "x", key=KEY)) == first
    assert store.append(batch([*SOME, line("c")], "x", key=KEY)) == first
    assert store.append(batch([line("z")] * 9, "x", key=KEY)) == first
    assert store.peek("game", 2, KEY.field) == (first, [line("c")])


def test_a_key_with_another_fingerprint_tells_the_first(store: RedisEventStore) -> None:
    store.append(batch([], "a", key=KEY))
    other = replace(KEY, fingerprint="f2")
    assert store.append(batch([line("a")], "b", key=other)) == Known("f1", 0, 1)


def test_a_key_is_remembered_only_with_its_events(store: RedisEventStore) -> None:
    store.append(batch([], "a"))
    assert isinstance(store.append(batch([], "b", key=KEY)), Conflict)
    assert store.peek("game", 0, KEY.field) == (None, [line("a")])
    assert store.append(batch([line("a")], "b", key=KEY)) == Appended(2)


def test_the_script_is_sent_anew_to_a_server_that_forgot_it(
    store: RedisEventStore, client: Redis
) -> None:
    store.append(batch([], "a"))
    client.script_flush()
    assert store.append(batch([line("a")], "b")) == Appended(2)
    client.script_flush()
    assert store.append(batch([line("a")], "c")) == Conflict(2, (line("b"),))


def test_large_commands_and_bytes_of_any_kind_are_kept(store: RedisEventStore) -> None:
    many = [f"event {number}" for number in range(20_000)]
    assert store.append(batch([], *many)) == Appended(20_000)
    log = store.read("game")
    assert log == list(map(line, many))
    odd = replace(batch(log, "odd"), lines=(b"\x00\xff\r\n" + digest("odd").encode(),))
    assert store.append(odd) == Appended(20_001)
    assert store.read("game", 20_000) == list(odd.lines)


def test_a_full_server_takes_nothing_of_a_command(client: Redis) -> None:
    store = RedisEventStore(client)
    store.append(batch([], "a", key=KEY))
    before = everything(client)
    client.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreUnavailableError):
            store.append(batch([line("a")], "b", "c"))
    finally:
        client.config_set("maxmemory", 0)
    assert everything(client) == before
    assert store.append(batch([line("a")], "b", "c")) == Appended(3)


ENTERS, LEAVES = "index:enters", "index:leaves"
KEYS = [
    keys.log("game"),
    keys.idempotency("game"),
    keys.SUMMARIES,
    keys.DEADLINES,
    ENTERS,
    LEAVES,
]


def arguments(**other: Any) -> list[Any]:
    given: dict[str, Any] = {
        "expected": 2,
        "field": "",
        "value": "f1 2 3",
        "channel": "live",
        "game": "game",
        "summary": "{}",
        "created": 1000,
        "deadline": 2000,
        "entering": 1,
        "leaving": 1,
        "head": digest("b"),
        "events": [line("c")],
    }
    assert other.keys() <= given.keys()
    *scalars, events = {**given, **other}.values()
    return [*scalars, *events]


@pytest.fixture
def script(client: Redis) -> Callable[..., object]:
    """The append script itself, on a game of two events of which the first was sent with a key."""
    source = files("events").joinpath("append.lua").read_text(encoding="utf-8")
    append = client.register_script(source)
    client.rpush(KEYS[0], *SOME)
    client.hset(KEYS[1], "known", "f0 0 1")
    client.hset(KEYS[2], "game", "old")
    client.zadd(KEYS[3], {"game": 1500})
    client.zadd(LEAVES, {"game": 1000})
    return lambda **other: append(keys=KEYS, args=arguments(**other))


def test_the_script_writes_everything_it_is_given(
    script: Callable[..., object], client: Redis
) -> None:
    assert script(field="new") == [b"appended", 3]
    assert client.lrange(KEYS[0], 0, -1) == [*SOME, line("c")]
    assert client.hgetall(KEYS[1]) == {b"known": b"f0 0 1", b"new": b"f1 2 3"}
    assert client.hgetall(KEYS[2]) == {b"game": b"{}"}
    assert client.zscore(KEYS[3], "game") == 2000
    assert client.zscore(ENTERS, "game") == 1000
    assert client.exists(LEAVES) == 0


def test_a_game_without_a_deadline_leaves_their_index(
    script: Callable[..., object], client: Redis
) -> None:
    script(deadline="")
    assert client.exists(KEYS[3]) == 0


@pytest.mark.parametrize(
    ("other", "reply"),
    [
        ({"field": "known"}, [b"known", b"f0 0 1"]),
        ({"field": "known", "expected": 7}, [b"known", b"f0 0 1"]),
        ({"expected": 0}, [b"conflict", 2, *SOME]),
        ({"expected": 1, "head": digest("a"), "field": "new"}, [b"conflict", 2, SOME[1]]),
        ({"expected": 1}, [b"diverged", 2]),
        ({"head": digest("x")}, [b"diverged", 2]),
        ({"expected": 3}, [b"diverged", 2]),
    ],
)
def test_a_script_that_returns_early_has_written_nothing(
    script: Callable[..., object], client: Redis, other: dict[str, object], reply: object
) -> None:
    before = everything(client)
    assert script(**other) == reply
    assert everything(client) == before


@pytest.mark.parametrize(
    "other",
    [
        {"events": []},
        {"created": "soon"},
        {"deadline": "late"},
        {"expected": "all"},
        {"entering": ""},
        {"leaving": ""},
    ],
)
def test_a_script_with_a_wrong_argument_writes_nothing(
    script: Callable[..., object], client: Redis, other: dict[str, object]
) -> None:
    before = everything(client)
    with pytest.raises(ResponseError):
        script(**other)
    assert everything(client) == before


@pytest.mark.parametrize("wrong", KEYS)
def test_a_key_of_a_wrong_type_stops_the_script_before_it_writes(
    script: Callable[..., object], client: Redis, wrong: str
) -> None:
    client.delete(wrong)
    client.set(wrong, "a string")
    before = everything(client)
    with pytest.raises(ResponseError, match=re.escape("nothing appended")):
        script(field="new")
    assert everything(client) == before
