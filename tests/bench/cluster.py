"""Commands and bare appends by several processes, on one server and on clusters.

    python -m tests.bench.cluster [--seconds 2] [--rounds 3] [--clients 4] [--masters 1,2,3]

All arrangements run side by side and are measured by turns, with every write on the disk before it
is confirmed (``always``) and within a second (``everysec``). A command goes through
``GameService.submit``: decide, envelop, append; an append is what the store does of that. The
clients know beforehand what they will send. Read the ratios inside one run.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple, Protocol

from redis import Redis

from deploy.redis_server import Fsync
from domain import apply, create, evolve
from domain.chance import SeededChance
from domain.commands import Command, TakeSeat
from domain.values import EditionName, Seat
from events.clock import utc_now
from events.games.service import GameService
from events.store.port import Appended, Batch, Key
from events.store.redis import RedisEventStore
from events.store.servers import Client, connect
from tests.fixtures import ALICE, BOB, SEED, batch, game_options, line, plays
from tests.support.cluster import Cluster
from tests.support.node import Node

FSYNCS: tuple[Fsync, ...] = ("always", "everysec")
KINDS = ("command", "append")
TABLES = 12
"""Games that a client has open, so that each client works on every master."""

COMMANDS_A_GAME = 120
EVENTS_AN_APPEND = 2
PADDING = 300
"""Bytes that make a line as long as an event of a game."""

PATIENCE = 120.0


class Arrangement(Protocol):
    """What the clients are set upon."""

    @property
    def url(self) -> str: ...

    @property
    def masters(self) -> list[Node]: ...

    def flush(self) -> None: ...


class Lone:
    """One server that is no cluster."""

    def __init__(self, node: Node) -> None:
        self.url = node.url
        self.masters = [node]

    def flush(self) -> None:
        self.masters[0].client.flushall()


class Share(NamedTuple):
    """What one client did."""

    done: int
    seconds: float
    cpu: float
    latencies: list[float]


@dataclass(frozen=True)
class Figure:
    """What all clients did together in one measurement."""

    rate: float
    p50: float
    p99: float
    redis_cpu: float
    """Microseconds of the servers for each thing done."""
    client_cpu: float

    @classmethod
    def of(cls, shares: list[Share], redis_cpu: float) -> "Figure":
        done = sum(share.done for share in shares)
        waits = sorted(wait for share in shares for wait in share.latencies)
        cuts = quantiles(waits, n=100)
        return cls(
            rate=sum(share.done / share.seconds for share in shares),
            p50=1e3 * cuts[49],
            p99=1e3 * cuts[98],
            redis_cpu=1e6 * redis_cpu / done,
            client_cpu=1e6 * sum(share.cpu for share in shares) / done,
        )


# What a client sends.


def commands_of(name: str, chooser: random.Random) -> list[Command]:
    """The commands of a game. Its dice follow from its name and seed, so they can be known."""
    state = evolve(None, create(EditionName.E2025, game_options(name)))
    dice = SeededChance(bytes.fromhex(SEED), name, "")
    found: list[Command] = []
    seats: list[Command] = [TakeSeat(Seat.ALLIES, ALICE), TakeSeat(Seat.AXIS, BOB)]
    while len(found) < COMMANDS_A_GAME and (seats or state.awaited is not None):
        command = seats.pop(0) if seats else chooser.choice(plays(state))
        state = apply(state, command, dice).state
        found.append(command)
    return found


def commands(number: int, sets: int) -> Callable[[Client], Iterator[Callable[[], object]]]:
    """Whole games, ``TABLES`` of them in turn."""
    chooser = random.Random(number)
    names = [f"command {number} {table}" for table in range(TABLES * sets)]
    scripts = {name: commands_of(name, chooser) for name in names}

    def on(client: Client) -> Iterator[Callable[[], object]]:
        games = GameService(RedisEventStore(client), utc_now)
        for first in range(0, len(names), TABLES):
            here = names[first : first + TABLES]
            for name in here:
                yield lambda name=name: games.create(EditionName.E2025, game_options(name))
            for step in range(COMMANDS_A_GAME):
                for name in here:
                    if step < len(scripts[name]):
                        command, key = scripts[name][step], Key(f"k{step}", "f")
                        yield lambda name=name, c=command, k=key: games.submit(name, c, None, k)

    return on


def appends(number: int, sets: int) -> Callable[[Client], Iterator[Callable[[], object]]]:
    """Batches prepared beforehand, of ``TABLES`` games in turn."""
    prepared: list[Batch] = []
    for first in range(sets):
        names = [f"append {number} {first} {table}" for table in range(TABLES)]
        log: list[bytes] = []
        for step in range(COMMANDS_A_GAME):
            new = [f"{step} {part}".ljust(PADDING) for part in range(EVENTS_AN_APPEND)]
            prepared += [batch(log, *new, game=name, key=Key(f"k{step}", "f")) for name in names]
            log += map(line, new)

    def on(client: Client) -> Iterator[Callable[[], object]]:
        store = RedisEventStore(client)
        for one in prepared:
            yield lambda one=one: expect(store.append(one))

    return on


def expect(reply: object) -> None:
    assert isinstance(reply, Appended), reply


# The clients.


def client_process(number: int, sets: int, pipe: Connection) -> None:
    """Wait for work: a URL and what to do there; say that all is prepared; wait; do it."""
    ways = {"command": commands(number, sets), "append": appends(number, sets)}
    pipe.send("ready")
    while (work := pipe.recv()) is not None:
        url, kind, seconds = work
        with closing(connect(url)) as client:
            acts = ways[kind](client)
            next(acts)()  # connections and the script are there before the start
            pipe.send("ready")
            pipe.recv()
            pipe.send(timed(acts, seconds))


def timed(acts: Iterator[Callable[[], object]], seconds: float) -> Share:
    """One act after another for so long, or as long as there are any."""
    waits: list[float] = []
    start, cpu = time.perf_counter(), time.process_time()
    before = start
    for act in acts:
        act()
        now = time.perf_counter()
        waits.append(now - before)
        if now - start >= seconds:
            break
        before = now
    return Share(len(waits), sum(waits), time.process_time() - cpu, waits)


class Clients:
    """Processes that work at the same time."""

    def __init__(self, count: int, sets: int) -> None:
        context = get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes = []
        for number in range(count):
            here, there = context.Pipe()
            process = context.Process(
                target=client_process, args=(number, sets, there), daemon=True
            )
            process.start()
            self._pipes.append(here)
            self._processes.append(process)
        self._hear()

    def measure(self, where: Arrangement, kind: str, seconds: float) -> Figure:
        """All of them on an arrangement without data."""
        where.flush()
        self._tell((where.url, kind, seconds))
        self._hear()
        before = cpu_of(where)
        self._tell("go")
        shares = self._hear()
        return Figure.of(shares, cpu_of(where) - before)

    def close(self) -> None:
        self._tell(None)
        for process in self._processes:
            process.join(PATIENCE)

    def _tell(self, what: object) -> None:
        for pipe in self._pipes:
            pipe.send(what)

    def _hear(self) -> list[Share]:
        heard = []
        for pipe in self._pipes:
            if not pipe.poll(PATIENCE):
                raise RuntimeError("a client does not answer")
            heard.append(pipe.recv())
        return heard


def cpu_of(where: Arrangement) -> float:
    """Processor seconds that the masters have used."""
    return sum(_cpu(master.client) for master in where.masters)


def _cpu(client: Redis) -> float:
    found = client.info("cpu")
    return float(found["used_cpu_user"] + found["used_cpu_sys"])


# The run.


def arrangements(
    stack: ExitStack, folder: Path, sizes: list[int], fsync: Fsync
) -> dict[str, Arrangement]:
    """One server, and a cluster of each size, all running."""
    lone = stack.enter_context(Node(folder / f"{fsync} lone", fsync=fsync))
    found: dict[str, Arrangement] = {"one server": Lone(lone)}
    for size in sizes:
        cluster = Cluster(folder / f"{fsync} {size}", masters=size, replicas=0, fsync=fsync)
        found[f"cluster of {size}"] = stack.enter_context(cluster)
    return found


def report(kind: str, fsync: Fsync, figures: dict[str, list[Figure]]) -> Iterator[str]:
    """A table, medians of the rounds; ratios are medians of those within a round."""
    yield f"\n{kind}s, fsync {fsync}"
    yield "arrangement    per second  to one server   p50 ms   p99 ms  Redis CPU us  client CPU us"
    base = figures["one server"]
    for name, found in figures.items():
        ratio = median(one.rate / lone.rate for one, lone in zip(found, base, strict=True))
        columns = [median(getattr(one, field) for one in found) for field in FIELDS]
        rate, p50, p99, redis, client = columns
        yield (
            f"{name:14} {rate:10,.0f}  {ratio:13.2f}  {p50:7.2f}  {p99:7.2f}  {redis:12.0f}"
            f"  {client:13.0f}"
        )


FIELDS = ("rate", "p50", "p99", "redis_cpu", "client_cpu")


def notes(clients: int) -> Iterator[str]:
    """What the figures do not say."""
    cores = os.cpu_count()
    yield f"\n{cores} processors and one disk serve {clients} clients and all masters here."
    yield "Where the clients alone fill the processors, more masters cannot show: then a ratio near"
    yield "1 says that they cost little, not that they bring nothing. What one master could take at"
    yield "most is 1,000,000 / (Redis CPU us), as its commands run one after another."


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cluster")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--masters", default="1,2,3")
    options = parser.parse_args()
    sizes = [int(size) for size in options.masters.split(",")]
    sets = max(1, round(options.seconds * 2))
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        clients = stack.enter_context(closing(Clients(options.clients, sets)))
        for fsync in FSYNCS:
            with ExitStack() as servers:
                places = arrangements(servers, folder, sizes, fsync)
                for kind in KINDS:
                    found: dict[str, list[Figure]] = {name: [] for name in places}
                    for _ in range(options.rounds):
                        for name, where in places.items():
                            found[name].append(clients.measure(where, kind, options.seconds))
                    for row in report(kind, fsync, found):
                        print(row, flush=True)
    for row in notes(options.clients):
        print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
