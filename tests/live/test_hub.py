"""Following games as they happen, through lost subscriptions and a server that dies."""

import threading
from pathlib import Path

from redis import Redis

from deploy.redis_server import RedisServer
from events.games.service import GameService
from events.live.hub import Group, Inbox, LiveHub
from events.log.stored_event import StoredEvent
from events.store import keys
from events.store.redis import RedisEventStore
from tests.fixtures import PATIENCE, Clock, play_on, started, wait_until
from tests.live.conftest import Opener, caught_up, cut_subscriptions, subscriptions


def received(inbox: Inbox, upto: int) -> list[Group]:
    """What is handed on until version ``upto`` was."""
    groups: list[Group] = []
    while not groups or not groups[-1] or groups[-1][-1].version < upto:
        group = inbox.take(PATIENCE)
        assert group is not None
        groups.append(group)
    return groups


class Follower:
    """A reader as every reader should be: it takes what comes and fills gaps from the log."""

    def __init__(self, games: GameService, game: str, hub: LiveHub) -> None:
        self._games, self._game, self._hub = games, game, hub
        self.events: list[StoredEvent] = []
        self.log_reads = 0
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        with self._hub.listen(self._game) as inbox:
            self._read_log()
            while not self._hub.closed:
                group = inbox.take(0.05)
                if group is None:
                    continue
                if group and group[0].version <= len(self.events) + 1:
                    self.events += [e for e in group if e.version > len(self.events)]
                else:
                    self._read_log()

    def _read_log(self) -> None:
        self.log_reads += 1
        self.events += self._games.repository.events(self._game, len(self.events))


def test_events_are_handed_on_in_order_a_group_a_command(games: GameService, hub: LiveHub) -> None:
    loaded = started(games)
    with hub.listen("game") as inbox, hub.listen("game") as second:
        caught_up(hub, games, inbox, second)
        upto = play_on(games, "game", 60).version
        groups = received(inbox, upto)
        assert len(groups) == 60
        assert [e for group in groups for e in group] == games.repository.events(
            "game", loaded.version
        )
        assert received(second, upto) == groups


def test_only_the_readers_of_a_game_hear_of_it(games: GameService, hub: LiveHub) -> None:
    assert hub.readers == 0
    for name in ("one", "two"):
        started(games, name)
    with hub.listen("one") as one, hub.listen("two") as two:
        caught_up(hub, games, one, two)
        assert hub.readers == 2
        upto = play_on(games, "one", 1).version
        assert received(one, upto)
        assert two.take(0) is None
    assert hub.readers == 0
    play_on(games, "one", 1)


def test_a_slow_reader_is_sent_to_the_log(games: GameService, hub: LiveHub) -> None:
    started(games)
    with hub.listen("game") as slow:
        caught_up(hub, games, slow)
        play_on(games, "game", 150)
        upto = play_on(games, "game", 150, seed=2).version
        with hub.listen("game") as quick:
            upto = play_on(games, "game", 1, seed=3).version
            received(quick, upto)
        assert slow.take(0) == ()
        rest = received(slow, upto)
        assert rest[-1][-1].version == upto


def test_a_message_that_cannot_be_read_sends_readers_to_the_log(
    games: GameService, hub: LiveHub, client: Redis
) -> None:
    started(games)
    with hub.listen("game") as inbox:
        caught_up(hub, games, inbox)
        for rubbish in (b"", b"\xff", b"[1]", b'[{"version":1}]'):
            client.publish(keys.live("game"), rubbish)
            assert inbox.take(PATIENCE) == ()
        client.publish(b"afteraction:live:\xff", b"[]")
        upto = play_on(games, "game", 1).version
        assert received(inbox, upto)[-1][-1].version == upto


def test_closing_ends_every_reader(hub: LiveHub) -> None:
    ended = []

    def read() -> None:
        with hub.listen("game") as inbox:
            while not hub.closed:
                inbox.take(PATIENCE)
        ended.append(True)

    readers = [threading.Thread(target=read) for _ in range(5)]
    for reader in readers:
        reader.start()
    wait_until(lambda: hub.readers == len(readers), "all listen")
    hub.close()
    for reader in readers:
        reader.join(PATIENCE / 2)
    assert len(ended) == len(readers)
    assert hub.readers == 0


def test_nothing_is_lost_when_the_subscription_is_cut(
    games: GameService, hub: LiveHub, client: Redis
) -> None:
    started(games)
    follower = Follower(games, "game", hub)
    for seed in range(4):
        play_on(games, "game", 10, seed)
        cut_subscriptions(client)
    upto = play_on(games, "game", 10, 9).version
    wait_until(lambda: len(follower.events) == upto, "the reader has everything")
    assert follower.events == games.repository.events("game", 0)
    hub.close()
    follower.thread.join(PATIENCE)


def test_nothing_is_lost_when_the_server_dies_and_comes_back(
    tmp_path: Path, clock: Clock, opened_hub: Opener
) -> None:
    others = subscriptions()
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as own_client:
        games = GameService(RedisEventStore(own_client), clock)
        started(games)
        hub = opened_hub(server.url)
        follower = Follower(games, "game", hub)
        upto = play_on(games, "game", 10).version
        wait_until(lambda: len(follower.events) == upto, "the reader has all so far")
        server.kill()
        server.start()
        upto = play_on(games, "game", 10, 2).version
        wait_until(lambda: len(follower.events) == upto, "the reader has everything")
        reads = follower.log_reads
        upto = play_on(games, "game", 10, 3).version
        wait_until(lambda: len(follower.events) == upto, "the subscription works again")
        assert follower.log_reads == reads
        assert follower.events == games.repository.events("game", 0)
        hub.close()
        follower.thread.join(PATIENCE)
        wait_until(lambda: subscriptions() <= others, "the subscription's thread ends")
