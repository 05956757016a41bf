"""Commands on games beside the bare append script.

    python -m tests.bench.append [--seconds 1.0] [--rounds 3]

Read the ratios: both sides run by turns against the same server, on the same connection.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis import Redis

from deploy.redis_server import Fsync, RedisServer
from domain.commands import Play
from domain.values import EditionName
from events.clock import utc_now
from events.games.service import GameService
from events.log import chain
from events.log.stored_event import StoredEvent, dump
from events.store import layout
from events.store.keys import live
from events.store.port import Appended, Batch, Key
from events.store.redis import RedisEventStore
from events.store.scripts import source
from tests.fixtures import KEYS, game_options, plays, started
from tests.golden.make import play


@contextmanager
def server(fsync: Fsync) -> Iterator[Redis]:
    """A server of one's own that says when a write is on the disk."""
    with tempfile.TemporaryDirectory() as folder:
        running = RedisServer(Path(folder), appendfsync=fsync)
        with running, Redis.from_url(running.url) as client:
            yield client


def calls_a_second(act: Callable[[int], object], seconds: float) -> float:
    """How often ``act`` can be done one after another; it is handed the numbers from 0."""
    done, start = 0, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        act(done)
        done += 1
    return done / taken


def submitting(client: Redis) -> Callable[[int], object]:
    """Whole commands: decide, record, append, remember. The same game again when it is over."""
    commands = _commands_of_a_game(client)
    games: list[GameService] = []

    def act(number: int) -> None:
        at = number % len(commands)
        if at == 0:
            _forget(client)
            games.append(GameService(RedisEventStore(client), utc_now))
            started(games[-1])
        version, command = commands[at]
        games[-1].submit("game", command, version, Key(f"bench:{number}", "f"))

    return act


def _commands_of_a_game(client: Redis) -> list[tuple[int, Play]]:
    """Each command of one game, with the version it is sent for."""
    _forget(client)
    games, chooser = GameService(RedisEventStore(client), utc_now), random.Random(1)
    loaded, commands = started(games), []
    while loaded.state.awaited is not None:
        commands.append((loaded.version, chooser.choice(plays(loaded.state))))
        loaded = games.submit("game", commands[-1][1]).loaded
    return commands


def _forget(client: Redis) -> None:
    client.delete(KEYS.log("game"), KEYS.idempotency("game"))


def appending(client: Redis, log: list[StoredEvent]) -> Callable[[int], object]:
    """What the store does for a command of one event, with a key."""
    store, name = RedisEventStore(client), f"append {time.monotonic_ns()}"

    def act(number: int) -> None:
        head = log[(number - 1) % len(log)].hash if number else chain.GENESIS
        lines = (dump(log[number % len(log)]),)
        key = Key(f"bench:{number}", "f")
        batch = Batch(
            name, number, head, lines, 1_800_000_000_000, deadline=1_900_000_000_000, key=key
        )
        assert store.append(batch) == Appended(number + 1)

    return act


def scripting(client: Redis, log: list[StoredEvent]) -> Callable[[int], object]:
    """The same script as redis-py runs it, with everything prepared."""
    name = f"script {time.monotonic_ns()}"
    layout.claim(client, KEYS)
    script = client.register_script(source("append.lua"))
    lines = [dump(event) for event in log]
    heads = [event.hash for event in log]
    partition, marker, channel = KEYS.partition(name), layout.marker(KEYS), live(name)
    names = [
        *(KEYS.log(name), KEYS.idempotency(name), KEYS.closed(name), KEYS.seals(name)),
        *(KEYS.feed(partition), KEYS.deadlines(partition), KEYS.finished(partition)),
        *(KEYS.running(partition), KEYS.layout(partition)),
    ]

    def act(number: int) -> None:
        at = number % len(lines)
        head = heads[at - 1] if number else chain.GENESIS
        arguments: list[Any] = [
            *(marker, number, head, f"bench:{number}", f"f {number} {number + 1}", "", channel),
            *(name, 1_900_000_000_000, "", 1_800_000_000_000, "", lines[at]),
        ]
        assert script(keys=names, args=arguments)[0] == b"appended"

    return act


def rates(fsync: Fsync, seconds: float, rounds: int, log: list[StoredEvent]) -> dict[str, float]:
    """Median calls a second of each way to append."""
    found: dict[str, list[float]] = {}
    with server(fsync) as client:
        for _ in range(rounds):
            for name, act in (
                ("script through redis-py", scripting(client, log)),
                ("RedisEventStore.append", appending(client, log)),
                ("GameService.submit", submitting(client)),
            ):
                found.setdefault(name, []).append(calls_a_second(act, seconds))
    return {name: statistics.median(values) for name, values in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    log = play(EditionName.E2004, game_options("bench"), random.Random(1), resign_after=0)[8:]
    for fsync in ("always", "everysec"):
        print(f"\n| appends a second, fsync {fsync} | | to the script |\n| --- | --- | --- |")
        found = rates(fsync, options.seconds, options.rounds, log)
        bare = found["script through redis-py"]
        for name, rate in found.items():
            print(f"| {name} | {rate:,.0f} | {rate / bare:.2f} |")


if __name__ == "__main__":
    main()
