"""How long a game takes to open, at its end and at any version; folding beside a library's.

    python -m tests.bench.folding [--rounds 15]

The other side of the comparison is the package ``eventsourcing`` with its store in memory, by turns
in the same process: an aggregate that takes the same log's events and does as little as it can with
each, and one that comes to the same state as this service. The best round of each side counts, by
CPU seconds, so that a busy machine matters little.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from redis import Redis

from domain import evolve
from domain.events import Event
from domain.values import EditionName
from events.clock import utc_now
from events.games.repository import GameRepository
from events.games.service import GameService
from events.log import codec
from events.log.stored_event import StoredEvent
from events.store.redis import RedisEventStore
from tests.bench.append import server
from tests.fixtures import KEYS, play_on, started

SIZES = (50, 500, 1000, 2000)
OPENINGS = 20
VISITS = 400
COMPARED = 500
"""Events of the log that both sides fold."""
COUNTER = "eventsourcing, from memory to a counter"


def long_game(games: GameService, size: int) -> str:
    """A game that has at least so many events."""
    for number in range(200):
        name = f"long-{size}-{number}"
        started(games, name, EditionName.E2004, seed=f"{number + 1:064x}")
        while (loaded := games.repository.current(name)).version < size:
            if loaded.state.awaited is None:
                break
            play_on(games, name, 1, seed=loaded.version)
        else:
            return name
    raise RuntimeError(f"no game reached {size} events")


def openings(client: Redis, name: str, size: int) -> dict[str, float]:
    """Median milliseconds of ways to read a game in a process that has not met it."""
    ways: dict[str, Callable[[GameService], object]] = {
        "opened by a new process": lambda fresh: fresh.repository.current(name),
        "state at half its versions": lambda fresh: fresh.repository.at(name, size // 2),
        "events read and decoded": lambda fresh: fresh.repository.events(name, 0),
        "the log fetched": lambda _: client.lrange(KEYS.log(name), 0, -1),
    }
    return {what: _milliseconds(client, act) for what, act in ways.items()}


def _milliseconds(client: Redis, act: Callable[[GameService], object]) -> float:
    taken = []
    for _ in range(OPENINGS):
        fresh = GameService(RedisEventStore(client), utc_now)
        start = time.perf_counter()
        act(fresh)
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def visits(client: Redis, name: str, size: int) -> dict[str, float]:
    """Milliseconds of asking for states at random versions: in one process, which keeps some on
    the way, and each time in a process that has not met the game."""
    store = RedisEventStore(client)
    one = GameRepository(store)
    kinds: dict[str, Callable[[], GameRepository]] = {
        "one process": lambda: one,
        "always new": lambda: GameRepository(store),
    }
    found = {}
    for kind, games in kinds.items():
        chooser, taken = random.Random(1), []
        for _ in range(VISITS):
            asked, version = games(), chooser.randint(1, size)
            start = time.perf_counter()
            asked.at(name, version)
            taken.append((time.perf_counter() - start) * 1000)
        found[f"state at a random version, {kind}, p50"] = statistics.median(taken)
        found[f"state at a random version, {kind}, p99"] = statistics.quantiles(taken, n=100)[98]
    return found


class Game(Aggregate):
    """The least that an aggregate can do with a game's events."""

    @event("Created")
    def __init__(self, data: dict[str, Any]) -> None:
        self.count = 1
        self.last = data

    @event("Happened")
    def happen(self, data: dict[str, Any]) -> None:
        """Count an event and keep its data."""
        self.count += 1
        self.last = data


class WholeGame(Aggregate):
    """An aggregate that holds the game's state."""

    @event("Opened")
    def __init__(self, log: dict[str, Any]) -> None:
        self.state = evolve(None, _event(log))

    @event("Went on")
    def go_on(self, log: dict[str, Any]) -> None:
        """Book an event."""
        self.state = evolve(self.state, _event(log))


def _event(stored: dict[str, Any]) -> Event:
    return codec.decode(stored["type"], stored["schema"], stored["data"], stored["hidden"])


class Library(Application[UUID]):
    """The games, as the library keeps them."""

    snapshotting_intervals = None


def counting(log: list[StoredEvent]) -> Callable[[], object]:
    """The library's way from stored events to an aggregate that counts."""
    application, game = Library(), Game(log[0].data)
    for one in log[1:]:
        game.happen(one.data)
    application.save(game)
    return lambda: application.repository.get(game.id)


def booking(log: list[StoredEvent]) -> Callable[[], object]:
    """The library's way from stored events to the state."""
    stored = [
        {
            "type": one.type,
            "schema": one.schema,
            "data": one.data,
            "hidden": one.hidden.data if one.hidden else None,
        }
        for one in log
    ]
    application, game = Library(), WholeGame(stored[0])
    for entry in stored[1:]:
        game.go_on(entry)
    application.save(game)
    return lambda: application.repository.get(game.id)


def folding(client: Redis, name: str, rounds: int) -> dict[str, float]:
    """Events folded a CPU second: by this service, from Redis to the state; by the library, from
    its memory to what its aggregates hold."""
    log = GameRepository(RedisEventStore(client)).events(name, 0, COMPARED)
    ways: dict[str, Callable[[], object]] = {
        "this service, from Redis to the state": lambda: GameRepository(RedisEventStore(client)).at(
            name, COMPARED
        ),
        "eventsourcing, from memory to the state": booking(log),
        COUNTER: counting(log),
    }
    rates: dict[str, list[float]] = {what: [] for what in ways}
    for _ in range(rounds):
        for what, act in ways.items():
            start = time.process_time()
            for _ in range(10):
                act()
            rates[what].append(10 * COMPARED / (time.process_time() - start))
    return {what: max(found) for what, found in rates.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with server("no") as client:
        games = GameService(RedisEventStore(client), utc_now)
        names = {size: long_game(games, size) for size in SIZES}
        table = [openings(client, names[s], s) | visits(client, names[s], s) for s in SIZES]
        found = folding(client, names[COMPARED], options.rounds)
    print(f"\n| milliseconds | {' | '.join(f'{size} events' for size in SIZES)} |")
    print("| --- " * (len(SIZES) + 1) + "|")
    for what in table[0]:
        print(f"| {what} | {' | '.join(f'{column[what]:.2f}' for column in table)} |")
    print("\n| events folded a CPU second | | to the last |\n| --- | --- | --- |")
    least = found[COUNTER]
    for what, rate in found.items():
        print(f"| {what} | {rate:,.0f} | {rate / least:.1f} |")


if __name__ == "__main__":
    main()
