"""A few rounds of each soak in ``tests/bench``: they find nothing, and would find what is wrong."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from tests.bench.crash import batch
from tests.bench.failover import fail_over
from tests.bench.one_line import contend
from tests.fixtures import KEYS
from tests.support.ledger import Ledger
from tests.support.lines import changed
from tests.support.pair import Pair
from tests.support.writers import Writers


def test_crashes_under_writers_lose_nothing() -> None:
    found, counts, surprises = batch(4, 16, "always", random.Random(7))
    assert not surprises
    assert not found.flaws
    assert found.commands > 4
    assert counts["unknown"] == sum(counts[how] for how in ("kept", "anew", "void"))


def test_many_clients_on_a_game_make_one_line(tmp_path: Path) -> None:
    found, counts = contend(tmp_path, 30, 300, "no")
    assert not found.flaws
    assert counts["repeated"] > 0


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with Pair(tmp_path) as pair:
        yield pair


@pytest.mark.parametrize("apart", [0.0, 0.4])
def test_who_waits_for_a_replica_loses_nothing_to_a_failover(pair: Pair, apart: float) -> None:
    done = fail_over(pair, "wait", apart)
    assert not done.surprises
    assert not done.found.flaws
    # What nobody was told of may be gone; who has read it before sees that, and freezes the game.
    assert done.frozen <= done.counts["void"]
    assert done.counts["unknown"] == sum(done.counts[how] for how in ("kept", "anew", "void"))


def test_who_does_not_wait_loses_what_the_replica_had_not_heard_of(pair: Pair) -> None:
    done = fail_over(pair, "plain", 0.4)
    assert not done.surprises
    assert done.found.lost + done.found.forked > 0
    assert done.frozen > 0


@pytest.fixture
def written(tmp_path: Path) -> Iterator[tuple[Ledger, Redis]]:
    """What some writers were told, and the store that they wrote to."""
    ledger = Ledger()
    with RedisServer(tmp_path, appendfsync="no") as server, Redis.from_url(server.url) as client:
        with Writers(server.url, ledger, 2, tables=1) as writers:
            writers.wait_for(20)
        assert not writers.surprises
        assert not ledger.audit(client).flaws
        yield ledger, client


GAME, FEED = "0-0", KEYS.feed(KEYS.partition("0-0"))
SPOILED = {
    "lost": lambda client: client.rpop(KEYS.log(GAME)),
    "forked": lambda client: client.lset(
        KEYS.log(GAME), -1, changed(client.lindex(KEYS.log(GAME), -1), hash="0" * 64)
    ),
    "gaps": lambda client: client.lrem(KEYS.log(GAME), 1, client.lindex(KEYS.log(GAME), 3)),
    "broken": lambda client: client.lset(
        KEYS.log(GAME), 3, changed(client.lindex(KEYS.log(GAME), 3), at="2040-01-02T03:04:05.678Z")
    ),
    "keys": lambda client: client.hdel(
        KEYS.idempotency(GAME), client.hkeys(KEYS.idempotency(GAME))[3]
    ),
    "feeds": lambda client: client.xdel(FEED, client.xrange(FEED)[2][0]),
}


@pytest.mark.parametrize("flaw", SPOILED)
def test_the_audit_sees_what_is_wrong(written: tuple[Ledger, Redis], flaw: str) -> None:
    ledger, client = written
    SPOILED[flaw](client)
    assert ledger.audit(client).flaws[flaw] > 0
