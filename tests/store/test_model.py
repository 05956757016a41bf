"""The store beside a plain list: whatever is asked of it, in whatever order, both agree."""

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from deploy.redis_server import RedisServer
from events.store.duplicate_keys import recall, value_of
from events.store.port import Appended, Batch, Conflict, DuplicateKey, HistoryShrankError, Key
from events.store.redis import RedisEventStore
from tests.fixtures import KEYS as NAMES
from tests.fixtures import batch, line

MODEST = settings(
    max_examples=30,
    stateful_step_count=25,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
RESTARTS = 1
"""Crashes of the server in one run of the machine."""
GAMES = st.sampled_from(["one", "two"])
STORES = st.integers(0, 1)
TEXTS = st.lists(st.text("xyz", min_size=1, max_size=3), min_size=1, max_size=4)
KEYS = st.none() | st.builds(Key, st.sampled_from(["k1", "k2", "k3"]), st.sampled_from("ef"))


class Model(RuleBasedStateMachine):
    """Two processes on one store, and what they must see."""

    sent = Bundle("sent")
    server: RedisServer

    def __init__(self) -> None:
        super().__init__()
        self.clients = [
            Redis.from_url(self.server.url, protocol=p, retry=Retry(NoBackoff(), 1)) for p in (2, 3)
        ]
        self.clients[0].flushall()
        self.restarts_left = RESTARTS
        self.stores = [RedisEventStore(client) for client in self.clients]
        self.logs: dict[str, list[bytes]] = {"one": [], "two": []}
        self.reopened: set[str] = set()
        self.known: dict[tuple[str, str], DuplicateKey] = {}
        self.fed: dict[str, list[int]] = {"one": [], "two": []}
        self.frozen: set[str] = set()

    def teardown(self) -> None:
        for client in self.clients:
            client.close()

    def expect(self, wanted: Batch, believed: list[bytes]) -> object:
        """What the store must answer; the list is changed as the store must be."""
        log, key = self.logs[wanted.game], wanted.key
        if key and (first := self.known.get((wanted.game, key.field))):
            return first
        if wanted.game in self.frozen or log[: wanted.expected][-1:] != believed[-1:]:
            self.frozen |= {wanted.game} - self.reopened
            return HistoryShrankError
        if wanted.expected != len(log):
            return Conflict(len(log), tuple(log[wanted.expected :]))
        if key:
            upto = len(log) + len(wanted.lines)
            self.known[wanted.game, key.field] = recall(value_of(key, len(log), upto).encode())
        log += wanted.lines
        self.fed[wanted.game].append(len(log))
        return Appended(len(log))

    def check(self, at: int, wanted: Batch, believed: list[bytes]) -> None:
        expected = self.expect(wanted, believed)
        assert outcome(lambda: self.stores[at].append(wanted)) == expected

    @rule(target=sent, at=STORES, game=GAMES, texts=TEXTS, key=KEYS)
    def append(
        self, at: int, game: str, texts: list[str], key: Key | None
    ) -> tuple[Batch, list[bytes]]:
        believed = list(self.logs[game])
        wanted = batch(believed, *texts, game=game, key=key)
        self.check(at, wanted, believed)
        return wanted, believed

    @rule(target=sent, at=STORES, game=GAMES, texts=TEXTS, key=KEYS, part=st.floats(0, 1))
    def append_behind(
        self, at: int, game: str, texts: list[str], key: Key | None, part: float
    ) -> tuple[Batch, list[bytes]]:
        believed = self.logs[game][: int(len(self.logs[game]) * part)]
        wanted = batch(believed, *texts, game=game, key=key)
        self.check(at, wanted, believed)
        return wanted, believed

    @rule(at=STORES, game=GAMES, texts=TEXTS, key=KEYS, ahead=st.integers(1, 3))
    def append_to_what_never_was(
        self, at: int, game: str, texts: list[str], key: Key | None, ahead: int
    ) -> None:
        believed = [*self.logs[game], *[line("never")] * ahead]
        self.check(at, batch(believed, *texts, game=game, key=key), believed)

    @rule(at=STORES, again=sent)
    def retry(self, at: int, again: tuple[Batch, list[bytes]]) -> None:
        self.check(at, *again)

    @rule(at=STORES, again=sent, fingerprint=st.sampled_from("ef"))
    def retry_with_another_request(
        self, at: int, again: tuple[Batch, list[bytes]], fingerprint: str
    ) -> None:
        wanted, believed = again
        if wanted.key:
            other = replace(wanted.key, fingerprint=fingerprint)
            self.check(at, replace(wanted, key=other), believed)

    @rule(at=STORES, game=GAMES, after=st.integers(0, 20), upto=st.none() | st.integers(0, 20))
    def read(self, at: int, game: str, after: int, upto: int | None) -> None:
        assert self.stores[at].read(game, after, upto) == self.logs[game][after:upto]

    @rule(at=STORES, game=GAMES, after=st.integers(0, 20), field=st.sampled_from(["k1", "k2"]))
    def peek(self, at: int, game: str, after: int, field: str) -> None:
        known = self.known.get((game, field))
        lost = known is None and game in self.frozen
        expected = HistoryShrankError if lost else (known, self.logs[game][after:])
        assert outcome(lambda: self.stores[at].peek(game, after, field)) == expected

    @rule(at=STORES, game=GAMES)
    def freeze(self, at: int, game: str) -> None:
        assert self.stores[at].freeze(game, "a reason")
        self.frozen |= {game} - self.reopened

    @rule(at=STORES, game=GAMES)
    def reopen(self, at: int, game: str) -> None:
        self.stores[at].reopen(game, 1)
        self.reopened |= {game} & self.frozen
        self.frozen.discard(game)

    @rule(game=GAMES)
    def let_the_reopening_be_forgotten(self, game: str) -> None:
        self.clients[0].delete(NAMES.reopened(game))
        self.reopened.discard(game)

    @precondition(lambda self: self.restarts_left)
    @rule()
    def crash(self) -> None:
        self.restarts_left -= 1
        self.server.kill()
        self.server.start()

    @rule()
    def forget_scripts(self) -> None:
        self.clients[0].script_flush()

    @invariant()
    def the_store_holds_the_lists(self) -> None:
        for game, log in self.logs.items():
            assert self.stores[0].read(game) == log
            assert self.stores[0].reopened(game) is (game in self.reopened)

    @invariant()
    def the_feeds_say_every_append_once(self) -> None:
        for game, versions in self.fed.items():
            entries = self.clients[0].xrange(NAMES.feed(NAMES.partition(game)))
            mine = [e for _, e in entries if e[b"game"] == game.encode()]
            assert [int(entry[b"version"]) for entry in mine] == versions


def outcome(act: Callable[[], object]) -> object:
    """What came of it, be it that a loss was noticed."""
    try:
        return act()
    except HistoryShrankError:
        return HistoryShrankError


def test_the_store_is_a_list_a_game() -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        with RedisServer(folder, appendfsync="no") as server:
            Model.server = server
            run_state_machine_as_test(Model, settings=MODEST)
    finally:
        shutil.rmtree(folder)
