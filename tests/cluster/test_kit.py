"""What the other tests here build upon does what it says: proxy, pair, cluster."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ReadOnlyError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from tests.support.cluster import Cluster
from tests.support.node import HOST, Node
from tests.support.pair import Pair, role
from tests.support.proxy import Proxy
from tests.support.waiting import PATIENCE

SOON = 0.2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with Node(tmp_path_factory.mktemp("node")) as node:
        yield node


@pytest.fixture
def proxy(server: Node) -> Iterator[Proxy]:
    server.client.flushall()
    with Proxy((HOST, server.port)) as proxy:
        yield proxy


def impatient(port: int, timeout: float = PATIENCE) -> Redis:
    """A client that sends nothing twice."""
    return Redis(port=port, protocol=2, retry=Retry(NoBackoff(), 0), socket_timeout=timeout)


def test_a_proxy_passes_on_large_and_small(proxy: Proxy) -> None:
    large = b"x" * 5_000_000
    with impatient(proxy.port) as client:
        client.set("large", large)
        assert client.get("large") == large
        assert client.ping()


def test_a_proxy_in_front_of_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    with (
        Node(tmp_path, unixsocket=str(path)) as node,
        Proxy(path) as proxy,
        impatient(proxy.port) as client,
    ):
        assert client.info("server")["process_id"] == node.pid


def test_a_proxy_delays_both_ways(proxy: Proxy) -> None:
    with impatient(proxy.port) as client:
        client.ping()
        proxy.pass_on(delay=SOON)
        start = time.monotonic()
        client.ping()
        assert time.monotonic() - start >= 2 * SOON
        proxy.pass_on()


def test_in_the_dark_nothing_arrives_until_the_light_comes_back(proxy: Proxy, server: Node) -> None:
    with impatient(proxy.port) as client, impatient(proxy.port) as newcomer:
        client.ping()
        proxy.go_dark()
        answers: list[object] = []
        threads = [
            threading.Thread(target=lambda: answers.append(client.set("a", 1))),
            threading.Thread(target=lambda: answers.append(newcomer.set("b", 1))),
        ]
        for thread in threads:
            thread.start()
        time.sleep(SOON)
        assert (answers, server.client.exists("a", "b")) == ([], 0)
        proxy.pass_on()
        for thread in threads:
            thread.join(PATIENCE)
        assert (answers, server.client.exists("a", "b")) == ([True, True], 2)


def test_what_was_cut_in_the_dark_never_arrives(proxy: Proxy, server: Node) -> None:
    with impatient(proxy.port, SOON) as client:
        client.ping()
        proxy.go_dark()
        with pytest.raises(RedisTimeoutError):
            client.set("a", 1)
        proxy.cut()
        proxy.pass_on()
        assert client.set("b", 1)
        assert server.client.keys() == [b"b"]


def test_a_proxy_refuses_and_serves_again_on_the_same_port(proxy: Proxy) -> None:
    with impatient(proxy.port) as client:
        client.ping()
        proxy.refuse()
        for _ in range(2):
            with pytest.raises(RedisConnectionError):
                client.ping()
        proxy.pass_on()
        assert client.ping()


def test_a_lost_reply_is_that_of_a_request_carried_out(proxy: Proxy, server: Node) -> None:
    with impatient(proxy.port) as client:
        proxy.lose_replies(2, to=b"INCR")
        for _ in range(2):
            client.ping()
            with pytest.raises(RedisConnectionError):
                client.incr("a")
        assert client.incr("a") == 3
        assert proxy.marked == 3


def test_a_proxy_leads_to_another_server(proxy: Proxy, server: Node, tmp_path: Path) -> None:
    with Node(tmp_path) as other, impatient(proxy.port) as client:
        assert client.info("server")["process_id"] == server.pid
        proxy.lead_to((HOST, other.port))
        assert proxy.connections == 0
        assert client.info("server")["process_id"] == other.pid


def test_a_replica_follows_until_it_is_promoted(tmp_path: Path) -> None:
    with Pair(tmp_path) as pair, closing(Redis.from_url(pair.url, protocol=2)) as client:
        first, second = pair.primary, pair.replica
        assert (role(first), role(second)) == ("master", "slave")
        client.set("a", 1)
        assert client.wait(1, 10_000) == 1
        with pytest.raises(ReadOnlyError):
            second.client.set("b", 1)
        pair.link.go_dark()
        client.set("b", 1)
        assert client.wait(1, 100) == 0
        first.kill()
        pair.promote()
        assert client.keys() == [b"a"]
        client.set("c", 1)
        pair.link.cut()
        pair.link.pass_on()
        pair.rejoin()
        assert (role(first), role(second)) == ("slave", "master")
        assert client.wait(1, 10_000) == 1
        assert sorted(first.client.keys()) == [b"a", b"c"]


def test_a_node_that_hangs_keeps_its_connections(server: Node) -> None:
    with impatient(server.port, SOON) as client:
        client.ping()
        server.pause()
        with pytest.raises(RedisTimeoutError):
            client.ping()
        server.resume()
        assert client.ping()


def test_a_cluster_serves_every_slot_once_and_from_everywhere(cluster: Cluster) -> None:
    masters = cluster.masters
    assert len(masters) == 3
    owners = {cluster.owner(f"{{p{number:02d}}}").port for number in range(64)}
    assert owners == {master.port for master in masters}
    assert {role(cluster.replica_of(master)) for master in masters} == {"slave"}
