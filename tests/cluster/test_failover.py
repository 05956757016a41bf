"""Servers of a cluster die, hang and hand over while commands are sent: what was promised is kept,
and everybody finds the way to the server that took over."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import TypeVar

from events.games.service import GameService
from events.live.hub import Inbox, LiveHub
from events.store import keys
from events.store.port import Appended, Key, StoreUnavailableError
from events.store.redis import RedisEventStore
from events.store.servers import Client, connect
from tests.fixtures import KEYS, PATIENCE, Clock, batch, line, play_on, plays, started, wait_until
from tests.support.cluster import Cluster
from tests.support.ledger import Ledger
from tests.support.writers import Writers

T = TypeVar("T")

COMMANDS = 60
NAMES = [f"game {number}" for number in range(64)]


def test_a_master_dies_under_writers_and_a_replica_takes_over(
    cluster: Cluster, client: Client, record_property: Callable[[str, object], None]
) -> None:
    """Replicas follow without being waited for, so some acknowledged events may be lost; what there
    is remains whole."""
    ledger = Ledger()
    with Writers(cluster.url, ledger, count=6, tables=6) as writers:
        writers.wait_for(COMMANDS)
        cluster.wait_until_whole()
        dead = cluster.owner(KEYS.log("0-0"))
        cluster.kill(dead)
        cluster.wait_for_failover(dead)
        writers.wait_for(COMMANDS)
    cluster.restart(dead)
    assert writers.surprises == []
    found = ledger.audit(client)
    record_property("lost", found.lost + found.forked)
    assert (found.gaps, found.broken, found.halves) == (0, 0, 0)


def test_with_a_replica_waited_for_nothing_acknowledged_is_lost(
    cluster: Cluster, client: Client, clock: Clock
) -> None:
    """A master hangs, is replaced, and comes back believing that it is still one. Meanwhile those
    who listened there for another game listen elsewhere, and those who only append find the heir.
    """
    hung = cluster.owner(keys.LIVE_PATTERN)
    heir = cluster.replica_of(hung)
    here = next(name for name in NAMES if cluster.owner(KEYS.log(name)) is hung)
    there = next(name for name in NAMES if cluster.owner(KEYS.log(name)) is not hung)
    games, ledger = GameService(RedisEventStore(client), clock), Ledger()
    started(games, there)
    store = RedisEventStore(client, replicas=1, wait_milliseconds=10_000)
    store.append(batch([], "a", game=here))
    # Of so many games some are on the master that hangs.
    writers = Writers(cluster.url, ledger, count=6, tables=18, replicas=1, patience=1.0)
    with (
        following(cluster, there) as inbox,
        closing(connect(cluster.url, patience=0.5)) as appending,
        writers,
    ):
        writers.wait_for(COMMANDS)
        only_appends = RedisEventStore(appending)
        hung.pause()
        found = insist(lambda: only_appends.append(batch([line("a")], "b", game=here)))
        assert found == Appended(2)
        wait_until(lambda: heir in cluster.masters, "a replica has taken over")
        assert inbox.take(PATIENCE) == (), "readers are told that they may have missed something"
        hung.resume()
        cluster.wait_until_whole()
        writers.wait_for(COMMANDS)
        heard = insist(lambda: play_on(games, there, 1))
        assert received(inbox, heard.version)
        # Without a second server to wait for they were not settled before.
        wait_until(lambda: writers.counts["unknown"], "what the writers did not know is settled")
    assert writers.surprises == []
    assert ledger.audit(client).flaws == {}


def test_a_key_and_the_followers_of_a_game_survive_a_failover(
    cluster: Cluster, client: Client, clock: Clock
) -> None:
    """The master dies that holds a game, and to which a process listens for another."""
    dead = cluster.owner(keys.LIVE_PATTERN)
    here = next(name for name in NAMES if cluster.owner(KEYS.log(name)) is dead)
    there = next(name for name in NAMES if cluster.owner(KEYS.log(name)) is not dead)
    games = GameService(RedisEventStore(client, replicas=1, wait_milliseconds=10_000), clock)
    for name in (here, there):
        loaded = started(games, name)
    loaded, key = games.repository.current(here), Key("k1", "f")
    done = games.submit(here, plays(loaded.state)[0], loaded.version, key)
    with following(cluster, there) as inbox:
        heard = play_on(games, there, 1)
        assert received(inbox, heard.version)
        cluster.kill(dead)
        other = GameService(RedisEventStore(client), clock)
        again = insist(lambda: other.submit(here, plays(loaded.state)[0], loaded.version, key))
        assert (again.replayed, again.events) == (True, done.events)
        assert inbox.take(PATIENCE) == (), "readers are told that they may have missed something"
        heard = insist(lambda: play_on(other, there, 1))
        assert received(inbox, heard.version)
    cluster.restart(dead)


def test_slots_move_and_a_master_hands_over_and_no_writer_notices(
    cluster: Cluster, client: Client
) -> None:
    ledger = Ledger()
    source, target = cluster.masters[:2]
    with Writers(cluster.url, ledger, count=6, tables=6) as writers:
        writers.wait_for(COMMANDS)
        there = cluster.move_slots(source, target, 6)
        writers.wait_for(COMMANDS)
        back = cluster.move_slots(target, source, 6)
        heir = cluster.fail_over(source)
        writers.wait_for(COMMANDS)
    assert cluster.owner(KEYS.log("0-0")) is not source
    assert cluster.fail_over(heir) is source
    cluster.wait_until_whole()
    assert {len(set(there)), len(set(back))} == {6}
    assert writers.surprises == []
    assert (writers.counts["failed"], writers.counts["refused for now"]) == (0, 0)
    assert ledger.audit(client).flaws == {}


def insist(act: Callable[[], T]) -> T:
    """What comes of it as soon as the store can do it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return act()
        except StoreUnavailableError:
            assert time.monotonic() < end, "never available again"


@contextmanager
def following(cluster: Cluster, game: str) -> Iterator[Inbox]:
    """What a process hears of a game that has nothing to do with Redis besides."""
    others = subscriptions()
    with closing(connect(cluster.url)) as client:
        hub = LiveHub(client)
        try:
            with hub.listen(game) as inbox:
                assert inbox.take(PATIENCE) == ()
                yield inbox
        finally:
            hub.close()
            wait_until(lambda: subscriptions() <= others, "the subscription has ended")


def received(inbox: Inbox, upto: int) -> bool:
    """Whether events are handed on until version ``upto`` was."""
    while (group := inbox.take(PATIENCE)) is not None:
        if group and group[-1].version == upto:
            return True
    return False


def subscriptions() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "live"}
