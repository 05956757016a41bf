"""Reading the feeds in groups: nothing is passed over, and what is lost is noticed."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.backend import Backend
from events.feeds.feeds import FeedEntry, FeedLostError, Feeds, entry_order
from tests.feeds.conftest import PARTITIONS
from tests.fixtures import PATIENCE, batch

GROUP = "readers"
FEW = 100


def append(backend: Backend, count: int, begin: int = 0) -> list[str]:
    """So many games with an event each, in the order of their entries."""
    names = [f"gm_{number:04}" for number in range(begin, begin + count)]
    for name in names:
        backend.store.append(batch([], "event", game=name))
    return names


def games_in(entries: list[FeedEntry]) -> list[str]:
    return [entry.game for entry in entries if entry.game]


def read_all(feeds: Feeds, group: str = GROUP, count: int = FEW) -> list[FeedEntry]:
    found: list[FeedEntry] = []
    while entries := feeds.read(group, count):
        found += entries
    return found


def test_a_group_is_handed_what_is_appended_after_it_began(backend: Backend, feeds: Feeds) -> None:
    append(backend, 20)
    begins = feeds.register(GROUP)
    assert set(begins) == set(range(PARTITIONS))
    names = append(backend, 30, begin=20)
    found = read_all(feeds, count=2)
    assert sorted(games_in(found)) == names
    for partition in range(PARTITIONS):
        ids = [entry.id for entry in found if entry.partition == partition]
        assert ids == sorted(ids, key=entry_order)
    assert read_all(feeds) == []


def test_an_entry_lies_in_the_feed_of_its_game(backend: Backend, feeds: Feeds) -> None:
    feeds.register(GROUP)
    append(backend, 20)
    for entry in read_all(feeds):
        assert not entry.game or entry.partition == backend.names.partition(entry.game)


def test_groups_are_handed_the_same_each(backend: Backend, feeds: Feeds) -> None:
    for group in ("one", "two"):
        feeds.register(group)
    names = append(backend, 20)
    for group in ("one", "two"):
        assert sorted(games_in(read_all(feeds, group))) == names
    assert feeds.groups() == {"one", "two"}
    feeds.unregister("one")
    feeds.unregister("one")
    assert feeds.groups() == {"two"}


def test_a_reader_is_woken_by_an_append(backend: Backend, feeds: Feeds) -> None:
    feeds.register(GROUP)
    read_all(feeds)
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(feeds.read, GROUP, FEW, 2 * PATIENCE)
        time.sleep(0.05)
        game = time.monotonic()
        [name] = append(backend, 1)
        assert games_in(waiting.result()) == [name]
        assert time.monotonic() - game < PATIENCE
    assert feeds.read(GROUP, FEW, 0.01) == []


def test_several_readers_share_what_there_is(backend: Backend, feeds: Feeds) -> None:
    feeds.register(GROUP)
    names = append(backend, 200)
    with ThreadPoolExecutor(4) as threads:
        shares = [threads.submit(read_all, feeds, GROUP, 1) for _ in range(4)]
        seen = Counter(game for share in shares for game in games_in(share.result()))
    assert seen == Counter(names)


def test_what_nobody_acknowledges_is_handed_out_again(backend: Backend, feeds: Feeds) -> None:
    feeds.register(GROUP)
    names = append(backend, 300)
    found = read_all(feeds)
    feeds.acknowledge(GROUP, [entry for entry in found if entry.game not in names[::3]])
    assert feeds.claim(GROUP, idle=3600) == []
    assert sorted(games_in(feeds.claim(GROUP, idle=0))) == names[::3]
    again = feeds.claim(GROUP, idle=0)
    assert sorted(games_in(again)) == names[::3], "claiming is no acknowledgement"
    feeds.acknowledge(GROUP, again)
    assert feeds.claim(GROUP, idle=0) == []


def test_what_was_reached_is_what_is_acknowledged_without_a_gap(
    backend: Backend, feeds: Feeds
) -> None:
    feeds.register(GROUP)
    feeds.acknowledge(GROUP, read_all(feeds))
    append(backend, 40)
    first, second = _of_partition_3(backend)[:2]

    def includes(entry: str) -> bool:
        return feeds.reached(GROUP, [3])[3].includes(entry)

    assert not includes(first), "nobody has read it"
    found = {entry.id: entry for entry in read_all(feeds) if entry.partition == 3}
    assert not includes(first), "nobody has acknowledged it"
    feeds.acknowledge(GROUP, [found[second]])
    assert not includes(second), "one before it is open"
    feeds.acknowledge(GROUP, [found[first]])
    assert includes(first)
    assert includes(second)


def _of_partition_3(backend: Backend) -> list[str]:
    entries = backend.client.xrange(backend.names.feed(3))
    return [entry.decode() for entry, fields in entries if fields[b"game"]]


def test_trimming_spares_what_the_slowest_group_has_not_acknowledged(
    backend: Backend, feeds: Feeds
) -> None:
    append(backend, 50)
    assert feeds.trim() == 0, "nobody has read anything"
    feeds.register("slow")
    feeds.register("fast")
    names = append(backend, 200, begin=50)
    feeds.acknowledge("fast", read_all(feeds, "fast"))
    feeds.trim()
    found = read_all(feeds, "slow")
    assert sorted(games_in(found)) == names
    feeds.acknowledge("slow", found[100:])
    feeds.trim()
    assert sorted(games_in(feeds.claim("slow", 0))) == sorted(games_in(found[:100]))
    feeds.acknowledge("slow", found)
    feeds.trim()
    lengths = [backend.client.xlen(backend.names.feed(p)) for p in range(PARTITIONS)]
    assert lengths == [1] * PARTITIONS, "one entry stays, to tell whether others were taken away"
    for group in ("slow", "fast"):
        feeds.check(group)
    assert sorted(games_in(read_all(feeds, "slow"))) == []
    more = append(backend, 20, begin=300)
    assert sorted(games_in(read_all(feeds, "slow"))) == more


def test_trimming_goes_on_beside_readers_and_raises_no_alarm(
    backend: Backend, feeds: Feeds
) -> None:
    feeds.register(GROUP)
    seen: list[str] = []
    with ThreadPoolExecutor() as threads:
        appending = threads.submit(append, backend, 400)
        while not appending.done():
            entries = feeds.read(GROUP, 3)
            feeds.acknowledge(GROUP, entries)
            seen += games_in(entries)
            checked = [threads.submit(feeds.check, GROUP), threads.submit(feeds.trim)]
            for task in checked:
                task.result()
        seen += games_in(read_all(feeds))
    assert sorted(seen) == appending.result()


def test_a_feed_trimmed_by_hand_is_noticed(backend: Backend, feeds: Feeds) -> None:
    feeds.register(GROUP)
    append(backend, 20)
    feeds.acknowledge(GROUP, read_all(feeds))
    feeds.check(GROUP)
    backend.client.xtrim(backend.names.feed(3), maxlen=0, approximate=False)
    with pytest.raises(FeedLostError, match="partition 3"):
        feeds.check(GROUP)


def test_a_feed_trimmed_behind_a_group_that_was_handed_nothing_yet_is_noticed(
    backend: Backend, feeds: Feeds
) -> None:
    append(backend, 50)
    feeds.register(GROUP)
    append(backend, 50, begin=50)
    feeds.check(GROUP)
    backend.client.xtrim(backend.names.feed(3), maxlen=1, approximate=False)
    with pytest.raises(FeedLostError, match="partition 3"):
        feeds.check(GROUP)


def test_an_unacknowledged_entry_that_is_gone_is_noticed(backend: Backend, feeds: Feeds) -> None:
    feeds.register(GROUP)
    append(backend, 30)
    entry = next(entry for entry in read_all(feeds) if entry.game)
    backend.client.xdel(backend.names.feed(entry.partition), entry.id)
    with pytest.raises(FeedLostError, match=f"partition {entry.partition} are gone"):
        feeds.claim(GROUP, 0)


@pytest.mark.parametrize("ask", ["read", "wait", "claim", "check", "reached", "lag"])
def test_a_group_that_was_taken_away_is_noticed(backend: Backend, feeds: Feeds, ask: str) -> None:
    feeds.register(GROUP)
    backend.client.xgroup_destroy(backend.names.feed(5), GROUP)
    with pytest.raises(FeedLostError):
        match ask:
            case "read":
                feeds.read(GROUP, FEW)
            case "wait":
                feeds.read(GROUP, FEW, 0.01)
            case "claim":
                feeds.claim(GROUP, 0)
            case "check":
                feeds.check(GROUP)
            case "reached":
                feeds.reached(GROUP)
            case _:
                feeds.lag(GROUP, time.time())


def test_the_lag_is_what_is_not_acknowledged(backend: Backend, feeds: Feeds) -> None:
    feeds.register(GROUP)
    feeds.acknowledge(GROUP, read_all(feeds))
    now = time.time()
    assert feeds.lag(GROUP, now) == (lag := feeds.lag(GROUP, now + 1000))
    assert (lag.entries, lag.seconds) == (0, 0.0)
    append(backend, 40)
    lag = feeds.lag(GROUP, time.time() + 1000)
    assert lag.entries == 40
    assert 1000 <= lag.seconds < 1000 + 30
    found = read_all(feeds)
    feeds.acknowledge(GROUP, found[10:])
    lag = feeds.lag(GROUP, time.time() + 1000)
    assert lag.entries == 10
    feeds.acknowledge(GROUP, found)
    assert feeds.lag(GROUP, now + 1000).entries == 0
