"""Counting requests in windows, by several processes at once."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from deploy.redis_server import RedisServer
from events.accounts.rates import Rate, Rates
from events.store.servers import Client, connect

RATE = Rate(1000, 60)


class Watch:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 6000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    return Watch()


def processes(client: Client, watch: Watch, count: int) -> list[Rates]:
    return [Rates(client, watch) for _ in range(count)]


def admitted(rates: Rates, requests: int, rate: Rate = RATE) -> int:
    found = [rates.count("reads", "ada", rate) for _ in range(requests)]
    return sum(1 for one in found if one is not None and one.within)


def test_one_process_admits_exactly_the_quota(client: Client, watch: Watch) -> None:
    (rates,) = processes(client, watch, 1)
    assert admitted(rates, 1500) == 1000
    watch.now += 60
    assert admitted(rates, 1500) == 1000


def test_many_processes_and_threads_together_never_admit_more_and_hardly_less(
    client: Client, watch: Watch
) -> None:
    several = processes(client, watch, 4)
    with ThreadPoolExecutor(16) as pool:
        total = sum(pool.map(lambda number: admitted(several[number % 4], 100), range(16)))
    assert 940 <= total <= 1000
    assert sum(admitted(rates, 300) for rates in several) + total == 1000


def test_small_quotas_are_exact_across_processes(client: Client, watch: Watch) -> None:
    several = processes(client, watch, 3)
    found = [rates.count("sign_up", "here", Rate(5, 60)) for rates in several * 4]
    assert Counter(one.within for one in found if one) == {True: 5, False: 7}


def test_most_requests_ask_the_store_nothing(client: Client, watch: Watch) -> None:
    (rates,) = processes(client, watch, 1)
    before = commands(client)
    assert admitted(rates, 900) == 900
    asked = commands(client) - before
    assert asked <= 900 // 20 + 20
    assert admitted(rates, 200) == 100
    before = commands(client)
    assert admitted(rates, 500) == 0
    # Reading the figure counts as well.
    assert commands(client) - before <= 2


def commands(client: Client) -> int:
    found = client.info("commandstats")
    nodes = (
        found.values()
        if any(isinstance(one, dict) and "cmdstat_evalsha" in one for one in found.values())
        else [found]
    )
    return sum(node.get("cmdstat_evalsha", {}).get("calls", 0) for node in nodes)


def test_what_is_left_and_for_how_long_is_reported(client: Client, watch: Watch) -> None:
    (rates,) = processes(client, watch, 1)
    watch.now += 12.5
    first = rates.count("reads", "ada", RATE)
    assert first is not None
    assert (first.left, first.seconds) == (999, 48)
    rates.give_back("reads", "ada", RATE)
    again = rates.count("reads", "ada", RATE)
    assert again is not None
    assert again.left == 999
    assert rates.used_up("reads", "ada", RATE) is None
    admitted(rates, 2000)
    gone = rates.used_up("reads", "ada", RATE)
    assert gone is not None
    assert (gone.within, gone.left, gone.seconds) == (False, 0, 48)


def test_counts_are_forgotten_with_their_window(client: Client, watch: Watch) -> None:
    (rates,) = processes(client, watch, 1)
    rates.count("reads", "ada", Rate(5, 60))
    (name,) = client.scan_iter("afteraction:rates:*")
    assert 0 < client.ttl(name) <= 60


def test_a_store_that_is_away_lets_everyone_pass_and_is_not_asked_each_time(
    tmp_path: Path, watch: Watch
) -> None:
    with (
        RedisServer(tmp_path, appendfsync="no") as server,
        closing(connect(server.url, patience=0.5)) as client,
    ):
        rates = Rates(client, watch)
        assert rates.count("reads", "ada", Rate(1, 60)) is not None
        server.kill()
        assert [rates.count("reads", "ben", Rate(1, 60)) for _ in range(50)] == [None] * 50
