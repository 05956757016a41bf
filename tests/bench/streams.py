"""What idle streams cost those who play: commands with none open, and with many.

    python -m tests.bench.streams [--streams 1000] [--seconds 5.0] [--rounds 2]

One web server process, and a projector beside the bench. The streams follow games in which nothing
happens, half of them one game, half all games of a player, and get their heartbeats. One connection
sends one command after another. Both are measured by turns in the same run: read the ratio.
"""

import argparse
import http.client
import selectors
import socket
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, cycle
from pathlib import Path
from statistics import median, quantiles
from threading import Thread

from api.streams.player_games import OVERLAP
from deploy.redis_server import RedisServer
from domain.scenarios import load
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Undo, Variant, Visibility
from events.accounts.players import Players
from events.backend import Backend
from events.clock import utc_now
from events.games.service import GameService, new_seed
from events.read_models.projector import Projector
from events.store.redis import RedisEventStore
from tests.bench.commands import SCENARIO, Bench, Line
from tests.http.running import cpu_seconds, wait_until

IDLE_GAMES = 50
AT_ONCE = 25
COMMANDS_A_SECOND = 400
"""How many are prepared, at most."""


def idle(bench: Bench) -> Iterator[bytes]:
    """Requests for streams in which nothing happens, without end."""
    games, players = GameService(RedisEventStore(bench.redis), utc_now), Players(bench.redis)
    player, token = players.register("Ida", utc_now())
    paths = ["/v1/players/me/events"]
    for number in range(IDLE_GAMES):
        new = GameOptions(
            game=f"gm_idle_{number}",
            scenario=SCENARIO,
            setup=load(SCENARIO),
            variant=Variant.STANDARD,
            undo=Undo.NONE,
            visibility=Visibility.PUBLIC,
            created_by=player.id,
            move_time_limit=86_400,
            seed=new_seed(),
        )
        games.create(EditionName.E2025, new)
        paths += [f"/v1/games/{new.game}/events", "/v1/players/me/events"]
    for path in cycle(paths):
        yield (
            f"GET {path} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n"
            f"Authorization: Bearer {token}\r\n\r\n"
        ).encode()


class Streams:
    """Connections that are read from and otherwise left alone."""

    def __init__(self, port: int, asked: Iterator[bytes]) -> None:
        self._port = port
        self._asked = asked
        self._watch = selectors.DefaultSelector()
        self._open: list[socket.socket] = []

    def open(self, count: int) -> None:
        """Open so many, a few at a time, and wait until each has begun."""
        while len(self._open) < count:
            game: set[int] = set()
            some = [self._opened() for _ in range(min(AT_ONCE, count - len(self._open)))]
            while not game.issuperset(some):
                game |= self.read(1)

    def _opened(self) -> int:
        one = socket.create_connection(("127.0.0.1", self._port), timeout=30)
        one.sendall(next(self._asked))
        one.setblocking(False)
        self._watch.register(one, selectors.EVENT_READ)
        self._open.append(one)
        return one.fileno()

    def read(self, seconds: float) -> set[int]:
        """Take what has come; the streams that something came from."""
        heard = set()
        for key, _ in self._watch.select(seconds):
            result = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
            if not result or result.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5")):
                raise RuntimeError(f"a stream of the bench was closed: {result!r}")
            heard.add(key.fd)
        return heard

    def close(self) -> None:
        """Close them all."""
        for one in self._open:
            self._watch.unregister(one)
            one.close()
        self._open.clear()


def latencies(port: int, queue: deque[bytes], streams: Streams, seconds: float) -> list[float]:
    """The times (ms) of commands sent one after another, while streams are read from."""
    line, found = Line(port, queue), []
    end = time.perf_counter() + seconds
    with selectors.DefaultSelector() as watch:
        watch.register(line.socket, selectors.EVENT_READ)
        while time.perf_counter() < end:
            start = time.perf_counter()
            if not line.ask():
                break
            while not (watch.select(1) and line.answered()):
                continue
            found.append(1000 * (time.perf_counter() - start))
            streams.read(0)
    line.socket.close()
    return found


def figures(port: int) -> str:
    """What the web server tells of itself."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/metrics")
    return connection.getresponse().read().decode()


@contextmanager
def served() -> Iterator[tuple[Bench, int, list[int]]]:
    """A bench, and its one web server process."""
    with tempfile.TemporaryDirectory() as folder, RedisServer(Path(folder)) as server:
        bench = Bench(server, Path(folder))
        projector = Projector(Backend.at(server.url))
        lists = Thread(target=projector.run)
        lists.start()
        with bench.web("api.wsgi:application") as (port, pids):
            yield bench, port, pids
        projector.stop()
        lists.join()
        bench.redis.close()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.streams")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    found: dict[int, list[float]] = {0: [], options.streams: []}
    rest: dict[int, float] = {}
    with served() as (bench, port, pids):
        asked = idle(bench)
        streams = Streams(port, chain([next(asked)], asked))
        # What has happened just before would be told to those who follow all games.
        time.sleep(2 * OVERLAP / 1000)
        for _ in range(options.rounds):
            for count, times in found.items():
                streams.open(count)
                before = cpu_seconds(pids)
                end = time.perf_counter() + options.seconds
                while time.perf_counter() < end:
                    streams.read(0.1)
                rest[count] = (cpu_seconds(pids) - before) / options.seconds
                queue = bench.supply.prepare(round(options.seconds * COMMANDS_A_SECOND))
                times.extend(latencies(port, queue, streams, options.seconds))
                streams.close()
                wait_until(lambda: "streams_open 0.0" in figures(port), "all are closed")
    for line in report(found, rest):
        print(line)
    return 0


def report(found: dict[int, list[float]], rest: dict[int, float]) -> Iterator[str]:
    """The figures as lines of text."""
    yield "streams  commands  p50 ms  p99 ms  web CPU at rest"
    p50 = {count: median(times) for count, times in found.items()}
    p99 = {count: quantiles(times, n=100)[-1] for count, times in found.items()}
    for count, times in found.items():
        yield (
            f"{count:7}  {len(times):8}  {p50[count]:6.2f}  {p99[count]:6.2f}  {rest[count]:14.1%}"
        )
    none, many = found
    yield f"  ratio  p50 {p50[many] / p50[none]:.2f}, p99 {p99[many] / p99[none]:.2f}"


if __name__ == "__main__":
    sys.exit(main())
