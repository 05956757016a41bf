"""What the tests of the event store, the catalog, live events and the workers share.

A folder's ``conftest.py`` imports the fixtures that its tests ask for. With
``AFTERACTION_TEST_CLUSTER=1`` the data lies on a Redis Cluster instead of one server.
"""

import hashlib
import os
import random
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from redis import Redis, RedisCluster

from deploy.redis_server import Fsync, RedisServer
from domain import legal_commands
from domain.commands import Play, Resign, TakeSeat
from domain.scenarios import load
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Seat, Undo, Variant, Visibility
from events.games.service import GameService, Outcome
from events.games.snapshot import GameSnapshot
from events.log import chain
from events.store import keys
from events.store.duplicate_keys import recall, value_of
from events.store.keys import Keys
from events.store.port import Batch, DuplicateKey, Key
from events.store.redis import RedisEventStore
from events.store.servers import Client, connect
from tests.support.cluster import Cluster
from tests.support.waiting import PATIENCE, wait_until

__all__ = ["PATIENCE", "wait_until"]

ALICE, BOB = "pl_alice", "pl_bob"
KEYS = Keys()
SEED = "5eed" * 16
ON_CLUSTER = os.environ.get("AFTERACTION_TEST_CLUSTER") == "1"


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self._now = datetime(2030, 1, 2, 3, 4, 5, 678000, tzinfo=UTC)

    def __call__(self) -> str:
        return self._now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def advance(self, **by: float) -> str:
        """Let time pass; returns the time then."""
        self._now += timedelta(**by)
        return self()


def game_options(
    name: str,
    *,
    visibility: Visibility = Visibility.PUBLIC,
    creator: str = ALICE,
    move_time_limit: int = 60,
    seed: str = SEED,
    rated: bool = False,
) -> GameOptions:
    """A game to create, on the first scenario there is."""
    return GameOptions(
        game=name,
        scenario="pegasus_bridge",
        setup=load("pegasus_bridge"),
        variant=Variant.YOUNG_GENERALS,
        undo=Undo.NONE,
        visibility=visibility,
        created_by=creator,
        move_time_limit=move_time_limit,
        seed=seed,
        rated=rated,
    )


def opened(
    games: GameService, new: GameOptions, edition: EditionName = EditionName.E2025
) -> Outcome:
    """A created game at which nobody sits."""
    return games.create(edition, new)


def started(
    games: GameService,
    name: str = "game",
    edition: EditionName = EditionName.E2025,
    **about: object,
) -> GameSnapshot:
    """A game at which Alice plays the Allies and Bob the Axis, before its first card."""
    opened(games, game_options(name, **about), edition)  # type: ignore[arg-type]
    games.submit(name, TakeSeat(Seat.ALLIES, ALICE))
    return games.submit(name, TakeSeat(Seat.AXIS, BOB)).loaded


def plays(state: GameState) -> list[Play]:
    """What the awaited seat may do besides resigning."""
    assert state.awaited is not None
    return [c for c in legal_commands(state, state.awaited) if not isinstance(c, Resign)]


def play_on(games: GameService, name: str, commands: int, seed: int = 1) -> GameSnapshot:
    """Up to so many commands at random, ending with the game."""
    chooser = random.Random(seed)
    loaded = games.repository.current(name)
    for _ in range(commands):
        if loaded.state.awaited is None:
            break
        loaded = games.submit(name, chooser.choice(plays(loaded.state)), loaded.version).loaded
    return loaded


def line(text: str) -> bytes:
    """A short line as the store sees it: it asks of a line only that it ends with its hash."""
    return msgspec.msgpack.encode([text, bytes.fromhex(digest(text))])


def digest(text: str) -> str:
    """The hash in ``line(text)``."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def head_of(log: list[bytes]) -> str:
    """The hash in the last line of a log."""
    return log[-1][-32:].hex() if log else chain.GENESIS


def remembered(key: Key, after: int, upto: int) -> DuplicateKey:
    """What the store knows of a key whose command led from a version to another."""
    return recall(value_of(key, after, upto).encode())


def batch(log: list[bytes], *new: str, game: str = "game", key: Key | None = None) -> Batch:
    """Lines to append to a log as it is known to be."""
    return Batch(game, len(log), head_of(log), tuple(map(line, new)), 1000, deadline=2000, key=key)


def everything(client: Client) -> dict[bytes, object]:
    """Every key of a server and its value, as the server would write it out; less the forms of
    events, which are noted before something is written, and also where that is refused then. Of a
    feed its entries: how far who reads it has come is no part of what is stored."""
    names = (name for name in client.scan_iter() if name != keys.FORMS.encode())
    return {
        name: client.xrange(name) if client.type(name) == b"stream" else client.dump(name)
        for name in names
    }


def is_derived(key: bytes) -> bool:
    """Whether a key holds a feed, which is trimmed, or a part of a read model, which follows later
    and can be rebuilt."""
    return b":feed" in key or b"{read}" in key


def configure(client: Client, **options: str | int) -> None:
    """Set options of a server, or of every server of a cluster."""
    everywhere = {"target_nodes": RedisCluster.ALL_NODES} if ON_CLUSTER else {}
    for name, value in options.items():
        client.config_set(name.replace("_", "-"), value, **everywhere)


def history(client: Client, game: str) -> list[bytes]:
    """The stored lines of a game."""
    return RedisEventStore(client).read(game)


def data_server(folder: Path, fsync: Fsync) -> RedisServer | Cluster:
    """What the data shall lie on, not started yet."""
    if ON_CLUSTER:
        return Cluster(folder, replicas=0, fsync=fsync)
    return RedisServer(folder, appendfsync=fsync)


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer | Cluster]:
    """A Redis process of this test process's own; or a cluster of three."""
    with data_server(tmp_path_factory.mktemp("redis"), "no") as server:
        yield server


@pytest.fixture(scope="session")
def single_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis process whatever the data lies on: jobs cannot lie on a cluster."""
    with RedisServer(tmp_path_factory.mktemp("single"), appendfsync="no") as server:
        yield server


@pytest.fixture
def single_client(single_server: RedisServer) -> Iterator[Redis]:
    """A client of an empty server that is no cluster."""
    with Redis.from_url(single_server.url) as client:
        client.flushall()
        yield client


@pytest.fixture
def client(redis_server: RedisServer | Cluster) -> Iterator[Client]:
    """A client of an empty server."""
    with closing(connect(redis_server.url)) as client:
        client.flushall()
        yield client


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still."""
    return Clock()


@pytest.fixture
def store(client: Client) -> RedisEventStore:
    """The event store on an empty server."""
    return RedisEventStore(client)


@pytest.fixture
def games(store: RedisEventStore, clock: Clock) -> GameService:
    """All games of an empty store."""
    return GameService(store, clock)
