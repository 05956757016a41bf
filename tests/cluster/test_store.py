"""The store on a cluster: games lie on all masters, each whole on one, and a lost reply or a wrong
address never makes a command happen twice."""

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError, TryAgainError

from domain.commands import TakeSeat
from domain.values import Seat
from events.games.service import GameService
from events.store import layout
from events.store.failures import translate_errors
from events.store.keys import Keys
from events.store.layout import ForeignDataError
from events.store.port import (
    Appended,
    Conflict,
    HistoryShrankError,
    Key,
    StoreRefusedError,
    StoreUnavailableError,
)
from events.store.redis import RedisEventStore
from events.store.servers import Client, connect
from tests.fixtures import (
    ALICE,
    KEYS,
    PATIENCE,
    Clock,
    batch,
    everything,
    game_options,
    history,
    line,
    opened,
    play_on,
    remembered,
    started,
)
from tests.support.cluster import Cluster
from tests.support.ledger import Ledger
from tests.support.proxy import Proxy
from tests.support.writers import Writers

KEY = Key("pl_alice:k1", "f1")


def of_partition(partition: int) -> str:
    """The name of a game that lies in a partition."""
    names = (f"game {number}" for number in range(100_000))
    return next(name for name in names if KEYS.partition(name) == partition)


@pytest.fixture
def store(client: Client) -> RedisEventStore:
    return RedisEventStore(client)


def test_all_that_belongs_to_a_game_lies_in_one_slot() -> None:
    game = "any game"
    partition = KEYS.partition(game)
    names = [
        *(KEYS.log(game), KEYS.idempotency(game), KEYS.closed(game), KEYS.seals(game)),
        *(KEYS.feed(partition), KEYS.deadlines(partition), KEYS.finished(partition)),
        *(KEYS.running(partition), KEYS.layout(partition)),
    ]
    assert len({key_slot(name.encode()) for name in names}) == 1


def test_games_of_every_partition_are_kept_by_their_masters(
    store: RedisEventStore, cluster: Cluster
) -> None:
    held: dict[int, set[str]] = {}
    for partition in KEYS.all_partitions():
        game = of_partition(partition)
        assert store.append(batch([], "a", "b", game=game, key=KEY)) == Appended(2)
        assert store.append(batch([line("a")], "c", game=game)) == Conflict(2, (line("b"),))
        assert store.append(batch([], "a", "b", game=game, key=KEY)) == remembered(KEY, 0, 2)
        assert store.read(game, 1) == [line("b")]
        assert store.peek(game, 2, KEY.field) == (remembered(KEY, 0, 2), [])
        held.setdefault(cluster.owner(KEYS.log(game)).port, set()).add(KEYS.log(game))
    assert len(held) == 3
    for master in cluster.masters:
        logs = {name.decode() for name in master.client.scan_iter("*:log:*")}
        assert logs == held[master.port]


def test_a_master_that_forgot_the_script_is_given_it_anew(
    store: RedisEventStore, cluster: Cluster
) -> None:
    store.append(batch([], "a"))
    cluster.owner(KEYS.log("game")).client.script_flush()
    assert store.append(batch([line("a")], "b")) == Appended(2)


def test_a_lost_event_is_noticed_and_the_game_closed(
    store: RedisEventStore, client: Client
) -> None:
    store.append(batch([], "a", "b"))
    client.ltrim(KEYS.log("game"), 0, 0)
    for _ in range(2):
        with pytest.raises(HistoryShrankError):
            store.append(batch([line("a"), line("b")], "c"))
    assert client.exists(KEYS.closed("game"))


def test_data_of_other_partitions_is_refused_on_every_master(client: Client) -> None:
    layout.claim(client, KEYS)
    before = everything(client)
    other = Keys(32)
    with pytest.raises(ForeignDataError):
        layout.claim(client, other)
    for partition in (0, 10, 20, 30):
        with pytest.raises(ForeignDataError):
            RedisEventStore(client, other).append(batch([], "a", game=of_partition(partition)))
    assert everything(client) == before


def test_a_moved_slot_is_followed_by_a_client_that_knows_it_elsewhere(
    store: RedisEventStore, cluster: Cluster, client: Client
) -> None:
    store.append(batch([], "a"))
    owner = cluster.owner(KEYS.log("game"))
    target = next(master for master in cluster.masters if master is not owner)
    moved = cluster.move_slots(owner, target, 1)
    assert moved == [key_slot(KEYS.log("game").encode())]
    assert client.get_node_from_key(KEYS.log("game")).port == owner.port
    assert store.append(batch([line("a")], "b", key=KEY)) == Appended(2)
    assert client.get_node_from_key(KEYS.log("game")).port == target.port
    assert history(client, "game") == [line("a"), line("b")]
    cluster.move_slots(target, owner, 1)


@pytest.mark.parametrize("gone", [False, True], ids=["keys not gone", "keys gone"])
def test_while_its_slot_is_on_its_way_a_game_is_read_and_an_append_waits(
    store: RedisEventStore, cluster: Cluster, client: Client, gone: bool
) -> None:
    """Redis lets nobody use keys together of which some do not exist until the move is over."""
    store.append(batch([], "a"))
    slot = key_slot(KEYS.log("game").encode())
    owner = cluster.owner(KEYS.log("game"))
    target = next(master for master in cluster.masters if master is not owner)
    replies: list[object] = []
    append = threading.Thread(
        target=lambda: replies.append(store.append(batch([line("a")], "b", key=KEY)))
    )
    with cluster.on_its_way(slot, owner, target) as move_keys:
        if gone:
            move_keys()
        append.start()
        assert store.read("game") == [line("a")]
        assert store.peek("game", 0, KEY.field) == (None, [line("a")])
        # A single key is written where it will be.
        RedisEventStore(client, replicas=1, wait_milliseconds=10_000).confirm("game")
        append.join(0.2)
        assert replies == []
    append.join(PATIENCE)
    assert replies == [Appended(2)]
    assert history(client, "game") == [line("a"), line("b")]
    cluster.move_slots(target, owner, 1)


@pytest.mark.parametrize("answer", [AskError, MovedError, TryAgainError, ClusterDownError])
def test_an_answer_that_sends_elsewhere_says_that_nothing_was_done(
    answer: type[Exception],
) -> None:
    with pytest.raises(StoreRefusedError), translate_errors():
        raise answer("1 127.0.0.1:1")


def test_writers_that_contend_on_all_masters_leave_neither_gap_nor_fork(
    cluster: Cluster, client: Client
) -> None:
    ledger = Ledger()
    with Writers(cluster.url, ledger, count=6, tables=6) as writers:
        writers.wait_for(150)
    assert writers.surprises == []
    assert ledger.audit(client).flaws == {}
    assert writers.counts["failed"] == 0


@pytest.fixture(scope="module")
def far_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A single master behind a proxy."""
    folder = tmp_path_factory.mktemp("far")
    with Cluster(folder, masters=1, replicas=0, proxied=True) as cluster:
        yield cluster


@pytest.fixture
def proxy(far_cluster: Cluster) -> Proxy:
    far_cluster.flush()
    return far_cluster.fronts[0]


@pytest.fixture
def far_client(far_cluster: Cluster, proxy: Proxy) -> Iterator[Client]:
    with closing(connect(far_cluster.url, patience=0.5)) as client:
        yield client


def test_an_append_whose_reply_was_lost_is_not_sent_again(far_client: Client, proxy: Proxy) -> None:
    store = RedisEventStore(far_client)
    store.append(batch([], "a"))
    proxy.lose_replies(1, to=b"EVALSHA")
    with pytest.raises(StoreUnavailableError):
        store.append(batch([line("a")], "b"))
    assert proxy.marked == 1
    assert history(far_client, "game") == [line("a"), line("b")]


def test_the_same_key_sent_again_settles_a_lost_reply(
    far_client: Client, proxy: Proxy, clock: Clock
) -> None:
    games = GameService(RedisEventStore(far_client), clock)
    opened(games, game_options("game"))
    proxy.lose_replies(2, to=b"EVALSHA")
    for _ in range(2):
        with pytest.raises(StoreUnavailableError):
            games.submit("game", TakeSeat(Seat.ALLIES, ALICE), 1, KEY)
    outcome = games.submit("game", TakeSeat(Seat.ALLIES, ALICE), 1, KEY)
    assert (outcome.replayed, outcome.after, outcome.upto) == (True, 1, 2)
    assert len(history(far_client, "game")) == 2


def test_a_master_that_cannot_be_reached_makes_the_store_unavailable(
    far_client: Client, proxy: Proxy, clock: Clock
) -> None:
    games = GameService(RedisEventStore(far_client), clock)
    loaded = started(games)
    proxy.go_dark()
    for act in (lambda: games.repository.current("game"), lambda: play_on(games, "game", 1)):
        with pytest.raises(StoreUnavailableError):
            act()
    proxy.cut()
    proxy.pass_on()
    assert games.repository.current("game") == loaded
    assert play_on(games, "game", 1).version > loaded.version
