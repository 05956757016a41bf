"""Redis fails in every way there is: each is told clearly, nothing is half done, and all goes on
by itself when it is over."""

import logging
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from events.store import keys
from tests.contract.service import Service, running_game, serve
from tests.fixtures import KEYS, everything
from tests.outages.far import Far
from tests.support.node import HOST
from tests.support.waiting import wait_until


def other_layout(far: Far, text: str) -> None:
    """Let the data say what it would say after another version had taken it over."""
    for name in (keys.LAYOUT, *(KEYS.layout(number) for number in KEYS.all_partitions())):
        far.node.client.set(name, text)


def stored(far: Far) -> dict[bytes, object]:
    """All that a command may change; beside it the read models go on as they do."""
    parts = (b":log:", b":idempotency:", b":closed:", b":deadlines", b":finished")
    found = everything(far.node.client)
    return {name: value for name, value in found.items() if any(part in name for part in parts)}


@dataclass(frozen=True)
class Outage:
    """A way to fail: how it comes and goes, what is said, and whether games can be read."""

    comes: Callable[[Far], object]
    goes: Callable[[Far], object]
    code: str
    detail: str
    reads: int = 503
    known: bool = True
    """Whether the service can know that nothing was done."""


OUTAGES = {
    "no server": Outage(
        lambda far: far.node.kill(),
        lambda far: far.node.start(),
        "store_unavailable",
        "unavailable",
        known=False,
    ),
    "no way to it": Outage(
        lambda far: far.front.refuse(),
        lambda far: far.front.pass_on(),
        "store_unavailable",
        "unavailable",
        known=False,
    ),
    "a dark network": Outage(
        lambda far: far.front.go_dark(),
        lambda far: (far.front.cut(), far.front.pass_on()),
        "store_unavailable",
        "unavailable",
        known=False,
    ),
    "a slow network": Outage(
        lambda far: far.front.pass_on(delay=5.0),
        lambda far: (far.front.cut(), far.front.pass_on()),
        "store_unavailable",
        "unavailable",
        known=False,
    ),
    "a hanging server": Outage(
        lambda far: far.node.pause(),
        lambda far: far.node.resume(),
        "store_unavailable",
        "unavailable",
        known=False,
    ),
    "no memory": Outage(
        lambda far: far.node.client.config_set("maxmemory", 1),
        lambda far: far.node.client.config_set("maxmemory", 0),
        "store_full",
        "no memory left",
        reads=200,
    ),
    "a replica": Outage(
        lambda far: far.node.client.replicaof(HOST, 1),
        lambda far: far.node.client.replicaof("NO", "ONE"),
        "store_not_ready",
        "does not accept writes",
        reads=200,
    ),
    "a replica that may not answer": Outage(
        lambda far: (
            far.node.client.config_set("replica-serve-stale-data", "no"),
            far.node.client.replicaof(HOST, 1),
        ),
        lambda far: (
            far.node.client.replicaof("NO", "ONE"),
            far.node.client.config_set("replica-serve-stale-data", "yes"),
        ),
        "store_not_ready",
        "it is a replica",
    ),
    "too few replicas": Outage(
        lambda far: far.node.client.config_set("min-replicas-to-write", 1),
        lambda far: far.node.client.config_set("min-replicas-to-write", 0),
        "store_not_ready",
        "too few replicas",
        reads=200,
    ),
    "another version's data": Outage(
        lambda far: other_layout(far, "3 64"),
        lambda far: other_layout(far, "2 64"),
        "store_mismatch",
        "another format",
        reads=200,
    ),
}


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Far, Service]]:
    """What outlives every outage, and an impatient process of it."""
    with Far(tmp_path_factory.mktemp("far")) as far:
        service = far.start_impatient()
        yield far, service
        service.close()


@pytest.mark.parametrize("name", OUTAGES)
def test_an_outage_is_reported_and_passes(
    lasting: tuple[Far, Service], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    outage, (far, service) = OUTAGES[name], lasting
    far.game = running_game(far.service)
    version = far.game.state(far.game.seats["allies"])["version"]
    ada = far.at(service)["allies"]
    wait_until(lambda: ada.get(far.game.path).status_code == 200, "it knows the game")
    before = stored(far)
    outage.comes(far)
    with caplog.at_level(logging.WARNING):
        refused = [
            far.send("k", ada),
            ada.post("/v1/games", {"scenario": "pegasus_bridge", "edition": "2025"}),
        ]
        read = ada.get(far.game.path)
        ready = ada.get("/readyz")
    for answer in refused:
        problem = answer.get_json()
        assert (answer.status_code, problem["code"]) == (503, outage.code)
        assert outage.detail in problem["detail"]
        assert int(answer.headers["Retry-After"]) > 0
    assert ready.status_code == 503
    assert read.status_code == outage.reads
    assert "store" in caplog.text
    assert ada.token is not None
    assert ada.token not in caplog.text
    outage.goes(far)
    wait_until(lambda: ada.get("/readyz").status_code == 200, "the service is ready again")
    if outage.known:
        assert stored(far) == before
    done = far.insist("k", ada)
    assert (done.status_code, done.get_json()["version"]) == (
        201,
        version + len(done.get_json()["events"]),
    )
    again = far.insist("k", ada)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json() == done.get_json()


def test_a_server_that_loads_its_data_is_waited_for(tmp_path: Path) -> None:
    # A pause of 15 ms a key; after every 2 MB it looks up from its work.
    with Far(tmp_path, key_load_delay="15000") as far:
        client, ada = far.node.client, far.game.seats["allies"]
        client.mset({f"ballast:{number}": random.randbytes(100_000) for number in range(300)})
        client.bgrewriteaof()
        wait_until(lambda: _rewritten(client), "what is loaded is a snapshot")
        far.node.kill()
        far.node.start()
        for ask in (partial(far.send, "k"), partial(ada.get, "/readyz")):
            wait_until(partial(_says_that_it_loads, ask), "it says so")
        wait_until(lambda: ada.get("/readyz").status_code == 200, "it has loaded its data")
        assert far.insist("k").status_code == 201


def _says_that_it_loads(ask: Callable[[], TestResponse]) -> bool:
    """A look that comes between two of the server's own looks up is not answered in time."""
    problem = ask().get_json()
    return problem["code"] == "store_not_ready" and "it is loading" in problem["detail"]


def _rewritten(client: Redis) -> bool:
    found = client.info("persistence")
    return not found["aof_rewrite_in_progress"] and not found["aof_rewrite_scheduled"]


def test_a_password_is_in_no_log(far: Far, caplog: pytest.LogCaptureFixture) -> None:
    far.node.client.config_set("requirepass", "another")
    with caplog.at_level(logging.DEBUG):
        service = serve(far.url.replace("redis://", "redis://:hunter2@"))
        for path in ("/readyz", far.game.path):
            answer = service.anonymous().get(path)
            assert (answer.status_code, answer.get_json()["code"]) == (503, "store_unavailable")
    assert "store unavailable" in caplog.text
    assert "hunter2" not in caplog.text
    service.close()


def test_a_store_that_evicts_is_not_ready(far: Far) -> None:
    client, ada = far.node.client, far.game.seats["allies"]
    client.config_set("maxmemory-policy", "allkeys-lru")
    assert ada.get("/readyz").status_code == 200
    client.config_set("maxmemory", "1gb")
    answer = ada.get("/readyz")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "store_unsafe")
    client.config_set("maxmemory-policy", "noeviction")
    assert ada.get("/readyz").get_json() == {
        "status": "ready",
        "durability": "no",
        "replicas_confirmed": 0,
    }


@pytest.mark.parametrize(
    ("appendonly", "fsync", "said"),
    [("yes", "always", "always"), ("yes", "everysec", "everysec"), ("no", "always", "off")],
)
def test_readiness_says_what_a_confirmed_command_is_worth(
    far: Far, appendonly: str, fsync: str, said: str
) -> None:
    far.node.client.config_set("appendfsync", fsync)
    far.node.client.config_set("appendonly", appendonly)
    assert far.service.anonymous().get("/readyz").get_json()["durability"] == said


def test_other_partitions_are_refused(far: Far) -> None:
    other = far.start_service(partitions=32)
    for answer in (
        other.anonymous().get("/readyz"),
        far.at(other)["allies"].post(
            "/v1/games", {"scenario": "pegasus_bridge", "edition": "2025"}
        ),
    ):
        assert (answer.status_code, answer.get_json()["code"]) == (503, "store_mismatch")
    assert far.send("k").status_code == 201
    other.close()
