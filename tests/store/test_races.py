"""Many writers on one game: one winner at a version, no gap, no fork, and a key acts once."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.connection import Connection

import msgspec
import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from domain.commands import TakeSeat
from domain.values import Seat
from events.games.errors import VersionMismatchError
from events.games.service import GameService, Outcome
from events.log import chain
from events.log.stored_event import load
from events.store.port import Appended, Conflict, Key
from events.store.redis import RedisEventStore
from events.store.servers import connect
from tests.fixtures import (
    ALICE,
    BOB,
    PATIENCE,
    Clock,
    batch,
    game_options,
    history,
    line,
    opened,
    plays,
    started,
)

WRITERS = 16
ROUNDS = 25


def all_at_once(count: int, act: Callable[[int], object]) -> list[object]:
    """What so many threads got that acted at the same moment; an exception counts as a result."""
    ready = threading.Barrier(count)
    results: list[object] = [None] * count

    def run(number: int) -> None:
        ready.wait(PATIENCE)
        try:
            results[number] = act(number)
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results


def verify(lines: list[bytes]) -> None:
    """The log is numbered without a gap and its hashes follow from one another."""
    head = chain.GENESIS
    for version, stored in enumerate(lines, start=1):
        event = load(stored)
        assert event.version == version
        assert event.follows(head)
        head = event.hash


@pytest.fixture
def processes(redis_server: RedisServer, clock: Clock) -> Iterator[list[GameService]]:
    """What 16 processes make of the same store, each with a memory of its own."""
    clients = [connect(redis_server.url) for _ in range(WRITERS)]
    yield [GameService(RedisEventStore(client), clock) for client in clients]
    for client in clients:
        client.close()


def test_of_16_appends_at_a_version_one_wins(store: RedisEventStore) -> None:
    log: list[bytes] = []
    for _ in range(ROUNDS):
        replies = all_at_once(
            WRITERS, lambda n: store.append(batch(log, f"{len(log)} a by {n}", f"b by {n}"))
        )
        winners = [n for n, reply in enumerate(replies) if reply == Appended(len(log) + 2)]
        assert len(winners) == 1
        new = [line(f"{len(log)} a by {winners[0]}"), line(f"b by {winners[0]}")]
        others = [reply for n, reply in enumerate(replies) if n != winners[0]]
        assert others == [Conflict(len(log) + 2, tuple(new))] * (WRITERS - 1)
        log.extend(new)
        assert store.read("game") == log


def test_of_16_commands_at_a_version_one_wins(
    client: Redis, games: GameService, processes: list[GameService]
) -> None:
    loaded = started(games)
    for _ in range(ROUNDS):
        options, version = plays(loaded.state), loaded.version
        results = all_at_once(
            WRITERS,
            lambda n: processes[n].submit("game", options[n % len(options)], version),  # noqa: B023
        )
        kinds = Counter(type(result) for result in results)
        assert kinds == {Outcome: 1, VersionMismatchError: WRITERS - 1}
        loaded = games.repository.current("game")
        for result in results:
            if isinstance(result, VersionMismatchError):
                assert result.current == loaded.version
    verify(history(client, "game"))


@pytest.mark.parametrize("shared", [True, False], ids=["one process", "16 processes"])
def test_50_times_the_same_command_is_carried_out_once(
    client: Redis, games: GameService, processes: list[GameService], shared: bool
) -> None:
    opened(games, game_options("game"))
    key = Key("pl_alice:sit", "f")
    results = all_at_once(
        50,
        lambda n: (games if shared else processes[n % WRITERS]).submit(
            "game", TakeSeat(Seat.ALLIES, ALICE), None, key
        ),
    )
    outcomes = [result for result in results if isinstance(result, Outcome)]
    assert len(outcomes) == 50
    assert sum(not outcome.replayed for outcome in outcomes) == 1
    assert {(outcome.after, outcome.upto) for outcome in outcomes} == {(1, 2)}
    assert all(outcome.events == outcomes[0].events for outcome in outcomes)
    assert len(history(client, "game")) == 2


def test_without_an_expected_version_both_seats_are_taken(
    client: Redis, games: GameService, processes: list[GameService]
) -> None:
    for number in range(ROUNDS):
        name = f"game {number}"
        opened(games, game_options(name))
        wishes = (TakeSeat(Seat.ALLIES, ALICE), TakeSeat(Seat.AXIS, BOB))
        results = all_at_once(2, lambda n: processes[n].submit(name, wishes[n]))  # noqa: B023
        assert all(isinstance(result, Outcome) for result in results)
        verify(history(client, name))
        assert games.repository.current(name).state.seats == {Seat.ALLIES: ALICE, Seat.AXIS: BOB}


def write_until_full(url: str, writer: int, size: int, result: Connection) -> None:
    """One process: append single events at the newest version until the log has ``size``."""
    won = []
    with closing(connect(url)) as client:
        store = RedisEventStore(client)
        log: list[bytes] = []
        while len(log) < size:
            text = f"{len(log)} by {writer}"
            match store.append(batch(log, text)):
                case Appended():
                    won.append(text)
                    log.append(line(text))
                case Conflict(_, missing):
                    log += missing
    result.send(won)
    result.close()


def test_processes_that_race_leave_neither_gap_nor_fork(
    redis_server: RedisServer, client: Redis
) -> None:
    context, size = get_context("spawn"), 400
    pipes = [context.Pipe(duplex=False) for _ in range(4)]
    writers = [
        context.Process(target=write_until_full, args=(redis_server.url, number, size, each))
        for number, (_, each) in enumerate(pipes)
    ]
    for writer in writers:
        writer.start()
    won: list[str] = []
    for heard, each in pipes:
        each.close()
        assert heard.poll(PATIENCE)
        won += heard.recv()
        heard.close()
    for writer in writers:
        writer.join(PATIENCE)
        writer.close()
    log = history(client, "game")
    assert size <= len(log) < size + len(writers)
    assert sorted(log) == sorted(map(line, won))
    assert [int(msgspec.msgpack.decode(stored)[0].split()[0]) for stored in log] == [
        *range(len(log))
    ]
