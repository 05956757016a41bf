"""What a player notices of others who ask for much.

    python -m tests.bench.fairness [--seconds 8] [--rounds 2] [--threads 8] [--events 2000]

Starts the service as its user does, with one web server process and without rate limits. A player
sends commands and looks at its game, by turns alone and beside others, each of whom asks again and
again for something of a long game: for records, which are made once, or for timelines that nobody
has asked for before. Prints the times of commands and of states in milliseconds, and how many times
those of quiet they are.
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from deploy.redis_server import RedisServer
from domain.commands import Resign
from domain.values import Seat
from events.backend import Backend
from events.clock import utc_now
from events.games.service import GameService
from tests.bench.folding import long_game
from tests.bench.http_wire import Connection
from tests.http.running import Running

Json = dict[str, Any]
Times = dict[str, list[float]]
PAUSE = 0.02
"""Seconds between two commands of the player."""
LOADS: dict[str, Callable[[str, int], str]] = {
    "records": lambda game, _: f"/v1/games/{game}/record",
    "timelines": lambda game, number: f"/v1/games/{game}/timeline?since={number % 1999}",
}


async def load(port: int, path: Callable[[int], str], threads: int) -> None:
    """Ask without end."""
    numbers = count()

    async def one() -> None:
        connection = Connection("127.0.0.1", port)
        while True:
            status, text = await connection.ask("GET", path(next(numbers)))
            assert status == 200 or b"busy" in text, text

    await asyncio.gather(*(one() for _ in range(threads)))


@contextmanager
def loaded(port: int, game: str, kind: str, threads: int) -> Iterator[None]:
    """Others who ask, from a process of their own."""
    words = ["--load", kind, str(port), game, str(threads)]
    process = subprocess.Popen([sys.executable, "-m", __spec__.name, *words])
    try:
        yield
    finally:
        process.terminate()
        process.wait()


class Player:
    """Plays both seats of a game after another, and takes the time of each request."""

    def __init__(self, port: int) -> None:
        self._connection = Connection("127.0.0.1", port)
        self._chance = random.Random(1)
        self._tokens: dict[str, str] = {}
        self._path = ""

    async def play(self, seconds: float) -> Times:
        """Play for so long."""
        times: Times = {"command": [], "state": []}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            side, action = await self._next()
            await self._timed(times["command"], "POST", "/commands", side, action)
            await self._timed(times["state"], "GET", "", side)
            await asyncio.sleep(PAUSE)
        return times

    async def _next(self) -> tuple[str, Json]:
        """Who decides, and what; in a new game when the last one is over."""
        while True:
            for side, token in self._tokens.items():
                listed = await self._ask("GET", f"{self._path}/actions", token)
                if listed["awaiting"] and listed["awaiting"]["seat"] == side:
                    plays = [one for one in listed["actions"] if one["type"] != "resign"]
                    return side, self._chance.choice(plays)
            await self._open()

    async def _open(self) -> None:
        for side in ("allies", "axis"):
            made = await self._ask("POST", "/v1/players", None, {"name": side})
            self._tokens[side] = made["token"]
        params = {"scenario": "pegasus_bridge", "edition": "2025"}
        made = await self._ask("POST", "/v1/games", self._tokens["allies"], params)
        self._path = f"/v1/games/{made['id']}"
        for side, token in self._tokens.items():
            await self._ask("POST", f"{self._path}/seats", token, {"side": side})

    async def _timed(
        self, times: list[float], method: str, path: str, side: str, body: Json | None = None
    ) -> None:
        start = time.perf_counter()
        await self._ask(method, self._path + path, self._tokens[side], body)
        times.append((time.perf_counter() - start) * 1000)

    async def _ask(
        self, method: str, path: str, token: str | None, body: Json | None = None
    ) -> Json:
        status, text = await self._connection.ask(method, path, token, body)
        assert 200 <= status < 300, (method, path, status, text)
        body: Json = json.loads(text)
        return body


def quantiles(times: list[float]) -> tuple[float, float]:
    """The median, and what one of twenty is above."""
    return statistics.median(times), statistics.quantiles(times, n=20)[-1]


def merged(rounds: list[Times]) -> dict[str, tuple[float, float]]:
    """The quantiles of all rounds together, by request."""
    return {kind: quantiles([one for times in rounds for one in times[kind]]) for kind in rounds[0]}


async def measured(port: int, game: str, params: argparse.Namespace) -> None:
    """Print the times alone, and beside each kind of load."""
    player = Player(port)
    await player.play(params.seconds / 4)
    rounds: dict[str, list[Times]] = {name: [] for name in ("quiet", *LOADS)}
    for _ in range(params.rounds):
        rounds["quiet"].append(await player.play(params.seconds))
        for kind in LOADS:
            with loaded(port, game, kind, params.threads):
                await asyncio.sleep(1)
                rounds[kind].append(await player.play(params.seconds))
    quiet = merged(rounds["quiet"])
    for name, found in ((name, merged(times)) for name, times in rounds.items()):
        for request, (p50, p95) in found.items():
            by = p95 / quiet[request][1]
            print(f"{name:>10} {request:>8}: p50 {p50:6.1f} p95 {p95:6.1f} ms, {by:4.1f} x quiet")


def main() -> None:
    """Measure, or be the load."""
    if sys.argv[1:2] == ["--load"]:
        kind, port, game, threads = sys.argv[2:]
        asyncio.run(load(int(port), lambda number: LOADS[kind](game, number), int(threads)))
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--events", type=int, default=2000)
    params = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with RedisServer(folder / "redis", appendfsync="no") as server:
            games = GameService(Backend.at(server.url).store, utc_now)
            game = long_game(games, params.events)
            games.submit(game, Resign(Seat.AXIS))
            service = Running(
                folder / "data",
                REDIS_URL=server.url,
                RATE_LIMITS="off",
                VERIFY_EVENTS_PER_SECOND="0",
            )
            service.start()
            try:
                asyncio.run(measured(service.port, game, params))
            finally:
                service.stop()


if __name__ == "__main__":
    main()
