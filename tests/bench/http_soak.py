"""Games by bots over HTTP for minutes, with streams open on all of them.

    python -m tests.bench.http_soak [--minutes 10] [--games 200] [--streams 500] [--pause 2]

Starts the service as its user does, plays so many games at once, both seats of each by a bot that
knows only HTTP and thinks a while about each command (with ``--pause 0`` not at all: then the times
are those of an overloaded service), and keeps so many streams open, Server-Sent Events and lines by
turns, begun anew on the next game when theirs is over. When the time is up, all games are given up
at once. Prints what was done, the times of commands until then and of the last ones beside those of
the bare endpoint of the same server in the same run, and the memory of each process. Exits with 1
when an answer is no success, a stream is not the history of its game in order, or the memory goes
on growing after the first part.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.http_wire import Connection, Stream
from tests.http.running import Running, command_line

Json = dict[str, Any]
BATTLES = ("pegasus_bridge", "sword_beach", "omaha_beach", "toulon")
WARM_UP = 0.3
"""The part of the time after which memory may not grow any more."""
LATE = 2 / 3
"""The part after which caches have filled up and what goes on growing would be a leak."""
FEWEST_SAMPLES = 3
MAX_GROWTH_A_MINUTE = 0.02
"""Of the memory after warming up: what caches and the allocator may still take, in proportion."""
SAMPLE_SECONDS = 2.0
PROGRAM = re.compile(r"afteraction: [\w-]+|rq:worker")
STORE = "redis"
"""Its memory is the games themselves, which stay; it is told and not judged."""
JUDGED_MINUTES = 3.0
"""A shorter run says nothing about growth."""
PROBES_A_SECOND = 5
SLOW_START = 120.0
MAX_SAID = 20_000
"""Letters of what the service has logged that are shown where something went wrong."""


@dataclass
class Figures:
    """What has been done and seen."""

    commands: list[float] = field(default_factory=list)
    """Seconds of each while games are played."""
    ends: list[float] = field(default_factory=list)
    """Seconds of each with which all games that are left are given up, at the same moment."""
    probes: list[float] = field(default_factory=list)
    games: int = 0
    events: int = 0
    streamed: Counter[str] = field(default_factory=Counter)
    """Events by form of stream."""
    streams: Counter[str] = field(default_factory=Counter)
    """Streams that were read to the end of their game, by form."""
    errors: list[str] = field(default_factory=list)


class Game:
    """A game that is played, and its history once it is over."""

    def __init__(self, path: str, tokens: dict[str, str]) -> None:
        self.path = path
        self.tokens = tokens
        self.acknowledged: list[str] = []
        """The hash of each event, by the answers to commands and the history before them."""
        self.over = asyncio.Event()


@dataclass
class Soak:
    """All bots and readers of a run."""

    host: str
    port: int
    figures: Figures
    chance: random.Random
    until: float
    """When bots begin no further game and end theirs."""
    pause: float
    """Seconds that a bot thinks, on average."""
    running: list[Game] = field(default_factory=list)

    async def bot(self, number: int) -> None:
        """Play game after game, both seats."""
        connection = Connection(self.host, self.port)
        try:
            while time.monotonic() < self.until:
                game = await self._opened(connection, number)
                self.running.append(game)
                try:
                    await self._play(connection, game)
                finally:
                    self.running.remove(game)
                    game.over.set()
                self.figures.games += 1
        finally:
            connection.close()

    async def reader(self, number: int) -> None:
        """Follow game after game to its end; compare with what the players were told."""
        form = ("text/event-stream", "application/x-ndjson")[number % 2]
        while time.monotonic() < self.until:
            if not self.running:
                await asyncio.sleep(0.1)
                continue
            game = self.running[number % len(self.running)]
            await self._follow(game, form)

    async def prober(self) -> None:
        """Ask the bare endpoint of the server now and then."""
        connection = Connection(self.host, self.port)
        try:
            while time.monotonic() < self.until:
                start = time.perf_counter()
                status, _ = await connection.ask("GET", "/healthz")
                self.figures.probes.append(time.perf_counter() - start)
                if status != 200:
                    self.figures.errors.append(f"/healthz answered {status}")
                await asyncio.sleep(1 / PROBES_A_SECOND)
        finally:
            connection.close()

    async def _opened(self, connection: Connection, number: int) -> Game:
        tokens = {}
        for side in ("allies", "axis"):
            made = await self._must(connection, "POST", "/v1/players", None, {"name": side})
            tokens[side] = made["token"]
        params = {
            "scenario": BATTLES[number % len(BATTLES)],
            "edition": self.chance.choice(("2004", "2025")),
        }
        made = await self._must(connection, "POST", "/v1/games", tokens["allies"], params)
        game = Game(f"/v1/games/{made['id']}", tokens)
        for side, token in tokens.items():
            await self._must(connection, "POST", f"{game.path}/seats", token, {"side": side})
        page = await self._must(connection, "GET", f"{game.path}/events?limit=1000", None)
        game.acknowledged = [event["hash"] for event in page["items"]]
        return game

    async def _play(self, connection: Connection, game: Game) -> None:
        side = "allies"
        while True:
            listed = await self._must(connection, "GET", f"{game.path}/actions", game.tokens[side])
            if listed["awaiting"] is None:
                break
            if listed["awaiting"]["seat"] != side:
                side = listed["awaiting"]["seat"]
                continue
            if time.monotonic() < self.until:
                await asyncio.sleep(2 * self.pause * self.chance.random())
            command = self._chosen(listed["actions"])
            start = time.perf_counter()
            done = await self._must(
                connection, "POST", f"{game.path}/commands", game.tokens[side], command
            )
            ends = command["type"] == "resign"
            figures = self.figures.ends if ends else self.figures.commands
            figures.append(time.perf_counter() - start)
            game.acknowledged += [event["hash"] for event in done["events"]]
        self.figures.events += len(game.acknowledged)

    def _chosen(self, actions: list[Json]) -> Json:
        """An attack where there is one, so that games end; after the time is up, giving up."""
        if time.monotonic() >= self.until:
            return {"type": "resign"}
        plays = [one for one in actions if one["type"] != "resign"]
        attacks = [one for one in plays if one["type"] in ("attack", "take_ground")]
        return self.chance.choice(attacks or plays)

    async def _follow(self, game: Game, form: str) -> None:
        """Every event from the first one on, over one connection until the service says that this
        was all."""
        hashes: list[str] = []
        stream = Stream(self.host, self.port, f"{game.path}/events", form)
        async for version, digest in stream.events():
            if version != len(hashes) + 1:
                self.figures.errors.append(f"{game.path}: {version} after {len(hashes)}")
                return
            hashes.append(digest)
        if not stream.ended:
            self.figures.errors.append(
                f"{game.path}: a stream that answered {stream.status} broke off at {len(hashes)}"
            )
            return
        await game.over.wait()
        self.figures.streamed[form] += len(hashes)
        self.figures.streams[form] += 1
        if hashes != game.acknowledged:
            self.figures.errors.append(f"{game.path}: a stream is not what the players were told")

    async def _must(
        self,
        connection: Connection,
        method: str,
        path: str,
        token: str | None,
        body: object = None,
    ) -> Json:
        """The answer, which has to be a success."""
        status, text = await connection.ask(method, path, token, body)
        if not 200 <= status < 300:
            self.figures.errors.append(f"{method} {path} {body} answered {status}: {text[:300]!r}")
            raise RuntimeError(self.figures.errors[-1])
        found: Json = json.loads(text)
        return found


@dataclass
class Memory:
    """The resident memory of processes over time."""

    service: Running
    samples: dict[str, list[tuple[float, int]]] = field(default_factory=dict)

    async def watch(self, until: float) -> None:
        """Sample it until then."""
        names = self._names()
        while time.monotonic() < until:
            for pid, name in names.items():
                size = resident(pid)
                if size:
                    self.samples.setdefault(name, []).append((time.monotonic(), size))
            await asyncio.sleep(SAMPLE_SECONDS)

    def _names(self) -> dict[int, str]:
        """The processes of the service, each by its command and number."""
        found = {}
        for pid in self.service.processes():
            program = PROGRAM.match(command_line(pid))
            kind = program[0] if program else STORE
            found[pid] = f"{kind} {pid}"
        return found

    def growth(self) -> dict[str, tuple[int, int, float, float]]:
        """For each process: memory after warming up and at the end, and how much of the first it
        grows by a minute, since then and in the last third of the time."""
        found = {}
        for name, samples in self.samples.items():
            warm, late = (samples[int(len(samples) * part) :] for part in (WARM_UP, LATE))
            first = warm[0][1]
            found[name] = (first, warm[-1][1], slope(warm) / first, slope(late) / first)
        return found


def slope(samples: list[tuple[float, int]]) -> float:
    """By how many bytes the samples grow in a minute, along the line that fits them best."""
    if len(samples) < FEWEST_SAMPLES:
        return 0.0
    times = [moment / 60 for moment, _ in samples]
    return statistics.linear_regression(times, [size for _, size in samples]).slope


def resident(pid: int) -> int:
    """Bytes of memory that a process occupies; 0 when it is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


async def run(service: Running, options: argparse.Namespace) -> tuple[Figures, Memory, float]:
    """All bots and readers at once; the time that they took."""
    start = time.monotonic()
    until = start + 60 * options.minutes
    figures, memory = Figures(), Memory(service)
    chance = random.Random(options.seed)
    soak = Soak("127.0.0.1", service.port, figures, chance, until, options.pause)
    tasks = [
        soak.prober(),
        memory.watch(until),
        *(soak.bot(number) for number in range(options.games)),
        *(soak.reader(number) for number in range(options.streams)),
    ]
    surprises = await asyncio.wait_for(
        asyncio.gather(*tasks, return_exceptions=True), 60 * options.minutes + options.patience
    )
    figures.errors += [repr(surprise) for surprise in surprises if surprise is not None]
    return figures, memory, time.monotonic() - start


def summary_text(figures: Figures, memory: Memory, seconds: float) -> str:
    """The figures as lines of text."""
    commands, probes = sorted(figures.commands), sorted(figures.probes)
    lines = [
        f"{figures.games} games, {len(commands)} commands, {figures.events} events "
        f"in {seconds:.0f} s: {len(commands) / seconds:.1f} commands a second",
        f"streams read to the end: {dict(figures.streams)}, events in them: "
        f"{dict(figures.streamed)}",
    ]
    for name, times in (
        ("commands", commands),
        ("all giving up", sorted(figures.ends)),
        ("/healthz", probes),
    ):
        if times:
            lines.append(
                f"{name}: p50 {1000 * quantile(times, 0.5):.1f} ms, "
                f"p99 {1000 * quantile(times, 0.99):.1f} ms"
            )
    if commands and probes:
        ratio = quantile(commands, 0.5) / quantile(probes, 0.5)
        lines.append(f"a command takes {ratio:.1f} times as long as the bare endpoint (p50)")
    lines += [
        f"memory of {name}: {first / 2**20:.1f} MiB, at the end {last / 2**20:.1f} MiB, "
        f"{100 * growing:+.2f} % a minute, {100 * late:+.2f} % of late"
        for name, (first, last, growing, late) in memory.growth().items()
    ]
    return "\n".join([*lines, f"{len(figures.errors)} errors", *figures.errors[:20]])


def quantile(times: list[float], part: float) -> float:
    """The value below which this part of sorted values lies."""
    return times[min(len(times) - 1, int(part * len(times)))]


def main(arguments: list[str]) -> int:
    """Exit status: 0 when nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.http_soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--pause", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--patience", type=float, default=180, help="seconds for the last games")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", LOG_LEVEL="WARNING", RATE_LIMITS="off")
        try:
            service.start(SLOW_START)
            figures, memory, seconds = asyncio.run(run(service, options))
        finally:
            service.clean_up()
        if figures.errors:
            print(service.output.read_text()[-MAX_SAID:])
    print(summary_text(figures, memory, seconds))
    steep = [
        name
        for name, (_, _, *growing) in memory.growth().items()
        if max(growing) > MAX_GROWTH_A_MINUTE and not name.startswith(STORE)
    ]
    if steep and options.minutes >= JUDGED_MINUTES:
        print(f"memory goes on growing: {', '.join(steep)}")
        return 1
    return int(bool(figures.errors) or not figures.commands)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
