"""Appending: all or nothing, one winner at a version, a key answered before the version."""

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from deploy.redis_server import RedisServer
from events.store import layout
from events.store.duplicate_keys import is_same_request
from events.store.keys import Keys
from events.store.layout import ForeignDataError
from events.store.port import (
    Appended,
    Conflict,
    DuplicateKey,
    HistoryShrankError,
    Key,
    StoreUnavailableError,
)
from events.store.redis import RedisEventStore
from events.store.scripts import source
from events.store.servers import connect
from tests.fixtures import KEYS as NAMES
from tests.fixtures import batch, configure, digest, everything, line, remembered

KEY = Key("pl_alice:k1", "f1")
SOME = [line("a"), line("b")]


@pytest.fixture(params=[2, 3], ids=["resp2", "resp3"])
def store(
    request: pytest.FixtureRequest, redis_server: RedisServer, client: Redis
) -> Iterator[RedisEventStore]:
    """The store by both of Redis's protocols."""
    with closing(connect(f"{redis_server.url}?protocol={request.param}")) as spoken:
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


@pytest.mark.parametrize(
    "believed",
    [[line("x")], [line("a"), line("x")], [*SOME, line("c")]],
    ids=["another first", "another last", "a lost one"],
)
def test_an_event_that_is_missing_or_another_freezes_the_game(
    store: RedisEventStore, client: Redis, believed: list[bytes]
) -> None:
    store.append(batch([], "a", "b", key=KEY))
    with pytest.raises(HistoryShrankError):
        store.append(batch(believed, "new"))
    for now in (SOME, []):
        with pytest.raises(HistoryShrankError):
            store.append(batch(now, "new"))
    assert store.read("game") == SOME
    assert store.append(batch(SOME, "again", key=KEY)) == remembered(KEY, 0, 2)
    assert store.append(batch([], "a", game="other")) == Appended(1)
    client.delete(NAMES.closed("game"))
    assert store.append(batch(SOME, "new")) == Appended(3)


def test_a_hash_that_a_client_sent_as_its_nonce_is_not_that_of_the_event(
    store: RedisEventStore, client: Redis
) -> None:
    store.append(batch([], "a"))
    other = f'{{"hash":"{digest("x")}","nonce":"{digest("b")}"}}'.encode("ascii")
    client.rpush(NAMES.log("game"), other)
    with pytest.raises(HistoryShrankError):
        store.append(batch(SOME, "c"))
    assert store.read("game") == [line("a"), other]


def test_a_log_that_was_begun_as_json_goes_on(store: RedisEventStore, client: Redis) -> None:
    game = [f'{{"hash":"{digest(text)}"}}'.encode("ascii") for text in "ab"]
    client.rpush(NAMES.log("game"), *game)
    assert store.append(batch(SOME, "c")) == Appended(3)
    assert store.read("game") == [*game, line("c")]


def test_a_key_that_was_stored_under_its_whole_name_is_found(
    store: RedisEventStore, client: Redis
) -> None:
    store.append(batch([], "a"))
    client.hset(NAMES.idempotency("game"), KEY.field, f"{KEY.fingerprint} 0 1")
    known, _ = store.peek("game", 0, KEY.field)
    assert known == DuplicateKey(KEY.fingerprint, 0, 1)
    assert is_same_request(known, KEY)
    assert not is_same_request(known, replace(KEY, fingerprint="f2"))


def test_a_frozen_game_is_frozen_for_all_processes(client: Redis) -> None:
    one, other = RedisEventStore(client), RedisEventStore(client)
    one.append(batch([], "a"))
    one.freeze("game", "a reason")
    one.freeze("game", "another")
    with pytest.raises(HistoryShrankError):
        other.append(batch([line("a")], "b"))
    assert b"a reason" in (client.get(NAMES.closed("game")) or b"")
    assert other.read("game") == [line("a")]


def test_an_append_enters_the_feed_of_its_partition(store: RedisEventStore, client: Redis) -> None:
    store.append(batch([], "a", "b", game="one"))
    store.append(batch([], "a", game="two"))
    store.append(batch(SOME, "c", game="one"))
    with pytest.raises(HistoryShrankError):
        store.append(batch([line("x")], "c", game="one"))
    assert fed(client, "one") == [(b"one", 2), (b"one", 3)]
    assert fed(client, "two") == [(b"two", 1)]


def fed(client: Redis, game: str) -> list[tuple[bytes, int]]:
    """What a game's feed says, oldest first."""
    entries = client.xrange(NAMES.feed(NAMES.partition(game)))
    return [(entry[b"game"], int(entry[b"version"])) for _, entry in entries]


def test_games_spread_over_the_partitions_and_keep_theirs() -> None:
    used = {NAMES.partition(f"gm_{number:020x}") for number in range(2000)}
    assert used == set(NAMES.all_partitions())
    assert NAMES.partition("gm_00000000000000000007") == 56
    assert NAMES.log("gm_00000000000000000007") == "afteraction:{p56}:log:gm_00000000000000000007"


def test_data_with_other_partitions_is_left_alone(store: RedisEventStore, client: Redis) -> None:
    store.append(batch([], "a"))
    before = everything(client)
    for partitions in (63, 65):
        other = RedisEventStore(client, Keys(partitions))
        with pytest.raises(ForeignDataError, match=f"64 partitions.*{partitions}"):
            other.append(batch([], "a", game="new"))
    assert everything(client) == before


def test_data_of_the_first_layout_is_left_alone(store: RedisEventStore, client: Redis) -> None:
    client.hset("afteraction:games", "game", "{}")
    before = everything(client)
    with pytest.raises(ForeignDataError, match="upgrade"):
        store.append(batch([], "a"))
    assert everything(client) == before


def test_a_partition_that_was_lost_is_noticed(store: RedisEventStore, client: Redis) -> None:
    store.append(batch([], "a"))
    client.delete(NAMES.layout(NAMES.partition("game")))
    with pytest.raises(ForeignDataError, match="missing"):
        store.append(batch([line("a")], "b"))
    assert store.read("game") == [line("a")]


def test_a_seal_is_kept_with_the_events_that_finish_a_game(store: RedisEventStore) -> None:
    assert store.seal("game") is None
    store.append(replace(batch([], "a"), finished=5, seal=b"sealed"))
    assert store.seal("game") == b"sealed"
    assert store.seal("other") is None


def test_a_key_is_answered_before_the_version_is_compared(store: RedisEventStore) -> None:
    store.append(batch([], "a", "b", key=KEY))
    store.append(batch(SOME, "c"))
    first = remembered(KEY, 0, 2)
    assert store.append(batch([], "a", "b", key=KEY)) == first
    assert store.append(batch(SOME, "x", key=KEY)) == first
    assert store.append(batch([*SOME, line("c")], "x", key=KEY)) == first
    assert store.append(batch([line("z")] * 9, "x", key=KEY)) == first
    assert store.peek("game", 2, KEY.field) == (first, [line("c")])


def test_a_key_with_another_fingerprint_tells_the_first(store: RedisEventStore) -> None:
    store.append(batch([], "a", key=KEY))
    other = replace(KEY, fingerprint="f2")
    assert store.append(batch([line("a")], "b", key=other)) == remembered(KEY, 0, 1)


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
    configure(client, maxmemory=1)
    try:
        with pytest.raises(StoreUnavailableError):
            store.append(batch([line("a")], "b", "c"))
    finally:
        configure(client, maxmemory=0)
    assert everything(client) == before
    assert store.append(batch([line("a")], "b", "c")) == Appended(3)


PARTITION = NAMES.partition("game")
KEYS = [
    NAMES.log("game"),
    NAMES.idempotency("game"),
    NAMES.closed("game"),
    NAMES.seals("game"),
    NAMES.feed(PARTITION),
    NAMES.deadlines(PARTITION),
    NAMES.finished(PARTITION),
    NAMES.running(PARTITION),
    NAMES.layout(PARTITION),
]
LOG, IDEMPOTENCY, CLOSED, SEALS, FEED, DEADLINES, FINISHED, RUNNING, LAYOUT = KEYS


def arguments(**other: Any) -> list[Any]:
    given: dict[str, Any] = {
        "layout": layout.marker(NAMES),
        "expected": 2,
        "head": digest("b"),
        "field": "",
        "value": "f1 2 3",
        "confirm": "",
        "channel": "live",
        "game": "game",
        "deadline": 2000,
        "finished": "",
        "at": 1100,
        "seal": "",
        "events": [line("c")],
    }
    assert other.keys() <= given.keys()
    *scalars, events = {**given, **other}.values()
    return [*scalars, *events]


@pytest.fixture
def script(client: Redis) -> Callable[..., object]:
    """The append script itself, on a game of two events of which the first was sent with a key."""
    append = client.register_script(source("append.lua"))
    client.rpush(LOG, *SOME)
    client.hset(IDEMPOTENCY, "known", "f0 0 1")
    client.hset(SEALS, "other", "its seal")
    client.xadd(FEED, {"game": "game", "version": 2})
    client.zadd(DEADLINES, {"game": 1500})
    client.zadd(FINISHED, {"other": 900})
    client.zadd(RUNNING, {"game": 1000})
    client.set(LAYOUT, layout.marker(NAMES))
    return lambda **other: append(keys=KEYS, args=arguments(**other))


def test_the_script_writes_everything_it_is_given(
    script: Callable[..., Any], client: Redis
) -> None:
    said, version, entry = script(field="new")
    assert (said, version) == (b"appended", 3)
    assert client.lrange(LOG, 0, -1) == [*SOME, line("c")]
    assert client.hgetall(IDEMPOTENCY) == {b"known": b"f0 0 1", b"new": b"f1 2 3"}
    assert client.zscore(DEADLINES, "game") == 2000
    assert client.xrevrange(FEED, count=1) == [(entry, {b"game": b"game", b"version": b"3"})]
    assert client.zscore(FINISHED, "game") is None
    assert client.zscore(RUNNING, "game") == 1100
    assert client.hgetall(SEALS) == {b"other": b"its seal"}


def test_a_game_that_finishes_waits_for_the_archive(
    script: Callable[..., object], client: Redis
) -> None:
    script(deadline="", finished=1900, seal="sealed")
    assert client.exists(DEADLINES) == 0
    assert client.zscore(FINISHED, "game") == 1900
    assert client.exists(RUNNING) == 0
    assert client.hget(SEALS, "game") == b"sealed"


def test_a_closed_game_takes_nothing_but_answers_its_keys(
    script: Callable[..., object], client: Redis
) -> None:
    client.set(CLOSED, "why")
    before = everything(client)
    assert script() == [b"closed", b"why"]
    assert script(expected=9) == [b"closed", b"why"]
    assert script(field="known") == [b"known", b"f0 0 1"]
    assert everything(client) == before


@pytest.mark.parametrize(
    ("other", "reply"),
    [
        ({"layout": "2 65", "field": "known"}, [b"layout", b"2 64"]),
        ({"field": "known"}, [b"known", b"f0 0 1"]),
        ({"field": "known", "confirm": "1"}, [b"known", b"f0 0 1"]),
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
        {"deadline": "late"},
        {"finished": "soon"},
        {"expected": "all"},
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
    if wrong in (CLOSED, LAYOUT):
        client.rpush(wrong, "a list")
    else:
        client.set(wrong, "a string")
    before = everything(client)
    with pytest.raises(ResponseError, match=re.escape("nothing appended")):
        script(field="new")
    assert everything(client) == before
