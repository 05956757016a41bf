"""Commands on games beside the bare append script, and how long a game takes to open.

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
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from redis import Redis

from deploy.redis_server import Fsync, RedisServer
from domain.commands import Play
from domain.values import EditionName
from events import chain, keys
from events.clock import utc_now
from events.execute import Games
from events.listing import listing
from events.recorded import Recorded, dump
from events.redis_store import RedisEventStore
from events.store import Appended, Batch, Key, Listing
from tests.fixtures import play_on, plays, started, wish
from tests.golden.make import play

SIZES = (50, 500, 2000)
OPENINGS = 20


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
    games: list[Games] = []

    def act(number: int) -> None:
        at = number % len(commands)
        if at == 0:
            _forget(client)
            games.append(Games(RedisEventStore(client), utc_now))
            started(games[-1])
        version, command = commands[at]
        games[-1].submit("game", command, version, Key(f"bench:{number}", "f"))

    return act


def _commands_of_a_game(client: Redis) -> list[tuple[int, Play]]:
    """Each command of one game, with the version it is sent for."""
    _forget(client)
    games, chooser = Games(RedisEventStore(client), utc_now), random.Random(1)
    loaded, commands = started(games), []
    while loaded.state.awaited is not None:
        commands.append((loaded.version, chooser.choice(plays(loaded.state))))
        loaded = games.submit("game", commands[-1][1]).loaded
    return commands


def _forget(client: Redis) -> None:
    client.delete(keys.log("game"), keys.idempotency("game"))


def appending(client: Redis, log: list[Recorded]) -> Callable[[int], object]:
    """What the store does for a command of one event, with a key and the lists."""
    store, name = RedisEventStore(client), f"append {time.monotonic_ns()}"
    new = _listing()

    def act(number: int) -> None:
        head = log[(number - 1) % len(log)].hash if number else chain.GENESIS
        lines = (dump(log[number % len(log)]),)
        batch = Batch(name, number, head, lines, new, Key(f"bench:{number}", "f"))
        assert store.append(batch) == Appended(number + 1)

    return act


def scripting(client: Redis, log: list[Recorded]) -> Callable[[int], object]:
    """The same script as redis-py runs it, with everything prepared."""
    name, new = f"script {time.monotonic_ns()}", _listing()
    script = client.register_script(files("events").joinpath("append.lua").read_text("utf-8"))
    lines = [dump(event) for event in log]
    heads = [event.hash for event in log]
    names = [keys.log(name), keys.idempotency(name), keys.SUMMARIES, keys.DEADLINES, *new.enters]

    def act(number: int) -> None:
        at = number % len(lines)
        head = heads[at - 1] if number else chain.GENESIS
        known = f"f {number} {number + 1}"
        arguments: list[Any] = [
            number,
            f"k{number}",
            known,
            keys.live(name),
            name,
            new.summary,
            new.created,
        ]
        arguments += [new.deadline, len(new.enters), 0, head, lines[at]]
        script(keys=names, args=arguments)

    return act


def _listing() -> Listing:
    """What lists are told with each append, as in a running game."""
    with server("no") as client:
        loaded = started(Games(RedisEventStore(client), utc_now))
    return replace(listing(None, loaded.state, loaded.times), leaves=())


def rates(fsync: Fsync, seconds: float, rounds: int, log: list[Recorded]) -> dict[str, float]:
    """Median calls a second of each way to append."""
    found: dict[str, list[float]] = {}
    with server(fsync) as client:
        for _ in range(rounds):
            for name, act in (
                ("script through redis-py", scripting(client, log)),
                ("RedisEventStore.append", appending(client, log)),
                ("Games.submit", submitting(client)),
            ):
                found.setdefault(name, []).append(calls_a_second(act, seconds))
    return {name: statistics.median(values) for name, values in found.items()}


def openings(size: int) -> dict[str, float]:
    """Median milliseconds to open a game of ``size`` events, at its end and half way."""
    with server("no") as client:
        games = Games(RedisEventStore(client), utc_now)
        name = _long_game(games, size)
        ways: dict[str, Callable[[Games], object]] = {
            "opened by a new process": lambda fresh: fresh.current(name),
            "state at half its versions": lambda fresh: fresh.at(name, size // 2),
            "events read and decoded": lambda fresh: fresh.events(name, 0),
            "the log fetched": lambda _: client.lrange(keys.log(name), 0, -1),
        }
        return {what: _milliseconds(client, act) for what, act in ways.items()}


def _long_game(games: Games, size: int) -> str:
    """A game of exactly so many events and at least so long a life."""
    for number in range(100):
        name = f"long {number}"
        started(games, name, EditionName.E2004, seed=f"{number + 1:064x}")
        while (loaded := games.current(name)).version < size:
            if loaded.state.awaited is None:
                break
            play_on(games, name, 1, seed=loaded.version)
        else:
            return name
    raise RuntimeError(f"no game reached {size} events")


def _milliseconds(client: Redis, act: Callable[[Games], object]) -> float:
    taken = []
    for _ in range(OPENINGS):
        fresh = Games(RedisEventStore(client), utc_now)
        start = time.perf_counter()
        act(fresh)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    log = play(EditionName.E2004, wish("bench"), random.Random(1), resign_after=0)[8:]
    for fsync in ("always", "everysec"):
        print(f"\n| appends a second, fsync {fsync} | | to the script |\n| --- | --- | --- |")
        found = rates(fsync, options.seconds, options.rounds, log)
        bare = found["script through redis-py"]
        for name, rate in found.items():
            print(f"| {name} | {rate:,.0f} | {rate / bare:.2f} |")
    print(f"\n| milliseconds | {' | '.join(f'{size} events' for size in SIZES)} |")
    print("| --- " * (len(SIZES) + 1) + "|")
    table = [openings(size) for size in SIZES]
    for what in table[0]:
        print(f"| {what} | {' | '.join(f'{column[what]:.2f}' for column in table)} |")


if __name__ == "__main__":
    main()
