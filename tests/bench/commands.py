"""The command endpoint beside a bare one, on the same web server and the same Redis server.

    python -m tests.bench.commands [--seconds 2.0] [--rounds 2] [--connections 1,16]

The bare endpoint checks a small body with marshmallow and appends one entry to a list. The command
endpoint does all that a command takes: who asks, the key, the version, the rules, the events with
their hashes, the lists of games. Both run by turns in one process each; Redis writes to the disk
before it confirms. Read the ratios and the processor time a request, not the absolute figures.
"""

import argparse
import http.client
import json
import os
import random
import re
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from flask import Flask, Response, request
from marshmallow import Schema, ValidationError, fields, validate
from redis import BlockingConnectionPool, Redis

from api.http import command_codec
from deploy.processes import end, spawn
from deploy.redis_server import RedisServer
from deploy.web import WEB_ALLOCATOR
from domain import apply, legal_commands
from domain.chance import SeededChance
from domain.commands import Resign, TakeSeat
from domain.scenarios import load
from domain.state import GameState
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Seat, Undo, Variant, Visibility
from events.accounts.players import Players
from events.clock import utc_now
from events.games.service import GameService, new_seed
from events.store.redis import RedisEventStore
from tests.http.running import PROJECT, cpu_seconds, free_port, wait_until
from tests.support.seating import SEATS

SCENARIO = "pegasus_bridge"
COMMANDS_A_GAME = 400
BARE_BODY = b'{"type":"order_unit","unit":"allies-3","expected_version":12}'
SERVE = """
import os
from api.settings import Settings
from deploy.web_server import serve
serve(Settings.from_env(os.environ), {application!r})
"""
_LENGTH = re.compile(rb"(?i)content-length: (\d+)")
APPENDED = b'{"type":"unit_ordered","schema":1,"data":{"unit":"allies-3"}}' + b" " * 180


# The bare endpoint.


class BareSchema(Schema):
    """A small body."""

    type = fields.String(required=True, validate=validate.Length(max=20))
    unit = fields.String(required=True, validate=validate.Length(max=40))
    expected_version = fields.Integer(required=True, strict=True)


def bare() -> Flask:
    """A service that does the least that an event store over HTTP can do."""
    app = Flask(__name__)
    schema = BareSchema()
    pool = BlockingConnectionPool.from_url(os.environ["REDIS_URL"], max_connections=16)
    redis = Redis(connection_pool=pool)

    @app.get("/healthz")
    def health() -> str:
        return "up"

    @app.post("/bare/<string:name>")
    def append(name: str) -> Response:
        try:
            schema.load(msgspec.json.decode(request.get_data()))
        except (ValidationError, msgspec.DecodeError):
            return Response(status=422)
        version = redis.rpush(f"bare:{name}", APPENDED)
        body = msgspec.json.encode({"version": version})
        return Response(body, status=201, mimetype="application/json")

    return app


# What is sent.


def http_request(path: str, body: bytes, **headers: str) -> bytes:
    """One POST as it goes over the wire."""
    lines = [f"POST {path} HTTP/1.1", "Host: bench", "Content-Type: application/json"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + body


class Supply:
    """Legal commands without end: random games, played beforehand on the same seeds.

    What the dice will show follows from the seed and the game's id, so the bench knows the whole
    game before the service has played any of it.
    """

    def __init__(self, redis: Redis) -> None:
        self._games = GameService(RedisEventStore(redis), utc_now)
        players = Players(redis)
        self._seated = {seat: players.register(seat.value, utc_now()) for seat in SEATS}
        self._chance = random.Random(0)
        self._count = 0

    def prepare(self, count: int) -> deque[bytes]:
        """The requests of one game, in order."""
        found: deque[bytes] = deque()
        while len(found) < count:
            found += self._game()
        return found

    def _game(self) -> Iterator[bytes]:
        state, seed = self._open()
        dice = SeededChance(bytes.fromhex(seed), state.created.game)
        path = f"/v1/games/{state.created.game}/commands"
        for number in range(COMMANDS_A_GAME):
            seat = state.awaited
            if seat is None:
                return
            plays = [c for c in legal_commands(state, seat) if not isinstance(c, Resign)]
            command = self._chance.choice(plays)
            body = json.dumps(command_codec.to_json(command, with_seat=False)).encode()
            yield http_request(
                path,
                body,
                Authorization=f"Bearer {self._seated[seat][1]}",
                Idempotency_Key=f"bench-{number}",
                If_Match=f'"{state.version}"',
            )
            state = apply(state, command, dice).state

    def _open(self) -> tuple[GameState, str]:
        self._count += 1
        new = GameOptions(
            game=f"gm_bench_{self._count}",
            scenario=SCENARIO,
            setup=load(SCENARIO),
            variant=Variant.YOUNG_GENERALS,
            undo=Undo.NONE,
            visibility=Visibility.PUBLIC,
            created_by=self._seated[Seat.ALLIES][0].id,
            move_time_limit=86_400,
            seed=new_seed(),
        )
        self._games.create(EditionName.E2025, new)
        for seat, (player, _) in self._seated.items():
            done = self._games.submit(new.game, TakeSeat(seat, player.id))
        return done.loaded.state, new.seed


# Sending it.


@dataclass
class Load:
    """What one measurement found."""

    requests: int
    seconds: float
    web_cpu: float
    redis_cpu: float

    @property
    def rate(self) -> float:
        return self.requests / self.seconds

    @property
    def web_microseconds(self) -> float:
        """Processor time of the web server a request."""
        return 1e6 * self.web_cpu / self.requests

    @property
    def redis_microseconds(self) -> float:
        """Processor time of Redis a request."""
        return 1e6 * self.redis_cpu / self.requests


class Line:
    """One connection with one request under way."""

    def __init__(self, port: int, queue: deque[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._queue = queue
        self._read = b""

    def ask(self) -> bool:
        """Send the next request; whether there was one."""
        if not self._queue:
            return False
        self.socket.sendall(self._queue.popleft())
        return True

    def answered(self) -> bool:
        """Take what has come; whether it completes the answer."""
        self._read += self.socket.recv(1 << 20)
        head, found, body = self._read.partition(b"\r\n\r\n")
        length = _LENGTH.search(head) if found else None
        if length is None or len(body) < int(length[1]):
            return False
        if not head.startswith(b"HTTP/1.1 201"):
            raise RuntimeError(f"a command of the bench was refused: {body!r}")
        self._read = b""
        return True


def send(port: int, queues: list[deque[bytes]], seconds: float) -> tuple[int, float]:
    """Keep one request under way on each connection; how many were answered, in what time.

    It ends early when a connection has nothing left to send.
    """
    done = 0
    supplied = True
    with selectors.DefaultSelector() as watch:
        lines = [Line(port, queue) for queue in queues]
        for line in lines:
            watch.register(line.socket, selectors.EVENT_READ, line)
        start = time.perf_counter()
        for line in lines:
            line.ask()
        while (taken := time.perf_counter() - start) < seconds and supplied:
            for key, _ in watch.select(1):
                if key.data.answered():
                    done += 1
                    supplied = key.data.ask() and supplied
        for line in lines:
            line.socket.close()
    return done, taken


class Bench:
    """Both services on one Redis server."""

    def __init__(self, server: RedisServer, folder: Path) -> None:
        self._server = server
        self._folder = folder
        self.redis = Redis.from_url(server.url)
        self.supply = Supply(self.redis)

    @contextmanager
    def web(self, application: str) -> Iterator[tuple[int, list[int]]]:
        """A web server with one process for requests: its port, its process ids."""
        port = free_port()
        program = SERVE.format(application=application)
        environment = {
            **os.environ,
            **WEB_ALLOCATOR,
            "PORT": str(port),
            "REDIS_URL": self._server.url,
            "LOG_LEVEL": "WARNING",
            "RATE_LIMITS": "off",
            "STREAMS_PER_PLAYER": "2000",
        }
        with (self._folder / "web.log").open("ab") as log:
            process = spawn(
                [sys.executable, "-c", program],
                environment=environment,
                directory=PROJECT,
                output=log,
            )
        try:
            wait_until(lambda: _answers(port), "the web server answers")
            yield port, _group(process)
        finally:
            end([process], 10)

    def measure(
        self, web: tuple[int, list[int]], queues: list[deque[bytes]], seconds: float
    ) -> Load:
        """Send for a while and see what it took."""
        port, pids = web
        redis = [self._server.pid or 0]
        before = cpu_seconds(pids), cpu_seconds(redis)
        requests, taken = send(port, queues, seconds)
        after = cpu_seconds(pids), cpu_seconds(redis)
        return Load(requests, taken, after[0] - before[0], after[1] - before[1])


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    with suppress(OSError):
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    return False


def _group(process: "subprocess.Popen[bytes]") -> list[int]:
    """The process and those it started: they are all in its process group."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                parts = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(parts[2]) == process.pid:
                    found.append(int(entry.name))
    return found


def run(connections: list[int], seconds: float, rounds: int) -> dict[int, dict[str, list[Load]]]:
    """The loads by connections and endpoint."""
    with tempfile.TemporaryDirectory() as folder, RedisServer(Path(folder)) as server:
        bench = Bench(server, Path(folder))
        found: dict[int, dict[str, list[Load]]] = {}
        with (
            bench.web("tests.bench.commands:bare") as bare_web,
            bench.web("api.wsgi:application") as whole_web,
        ):
            for count in connections:
                loads = found[count] = {"bare": [], "command": []}
                enough = round(seconds * 20_000 / count)
                for _ in range(rounds):
                    simple = [
                        deque([http_request(f"/bare/{number}", BARE_BODY)] * enough)
                        for number in range(count)
                    ]
                    loads["bare"].append(bench.measure(bare_web, simple, seconds))
                    rate = loads["bare"][-1].rate
                    most = round(1.5 * seconds * rate / count) + 50
                    queues = [bench.supply.prepare(most) for _ in range(count)]
                    loads["command"].append(bench.measure(whole_web, queues, seconds))
        bench.redis.close()
        return found


def report(found: dict[int, dict[str, list[Load]]]) -> Iterator[str]:
    """The figures as lines of text, medians of the rounds."""
    yield "connections  endpoint  requests/s  web CPU us/request  Redis CPU us/request"
    for count, loads in found.items():
        for name, rounds in loads.items():
            rate = median(load.rate for load in rounds)
            web = median(load.web_microseconds for load in rounds)
            redis = median(load.redis_microseconds for load in rounds)
            yield f"{count:11}  {name:8}  {rate:10.0f}  {web:18.0f}  {redis:20.0f}"
        rates: dict[str, Any] = {n: median(x.rate for x in r) for n, r in loads.items()}
        cpu = {n: median(x.web_microseconds for x in r) for n, r in loads.items()}
        yield (
            f"{count:11}  ratio     throughput {rates['command'] / rates['bare']:.2f}, "
            f"web CPU {cpu['command'] / cpu['bare']:.2f}"
        )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.commands")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--connections", default="1,16")
    options = parser.parse_args()
    counts = [int(count) for count in options.connections.split(",")]
    for line in report(run(counts, options.seconds, options.rounds)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
