"""Three WSGI servers under the same small service: commands beside open streams.

    python -m tests.bench.servers [--seconds 0.3] [--rounds 2] [--streams 0,500] [server ...]

One worker process each. Read the ratios inside one run, not the absolute figures.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import queue
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask, Response, request
from marshmallow import Schema, fields, validate
from redis import BlockingConnectionPool, Redis, UnixDomainSocketConnection

from tests.bench.log_structures import running_redis

THREADS = 1100
COMMANDS = {
    "granian": (
        "granian --interface wsgi --factory --workers 1 --no-ws --http 1 --log-level warning"
        f" --blocking-threads {THREADS} --backpressure 2000 --workers-kill-timeout 2"
        " --host 127.0.0.1 --port {port} tests.bench.servers:create_app"
    ),
    "gevent": (
        "gunicorn -k gevent --workers 1 --worker-connections 2000 --keep-alive 75"
        " --graceful-timeout 2 --log-level error -b 127.0.0.1:{port}"
        " tests.bench.servers:create_app()"
    ),
    "gthread": (
        "gunicorn -k gthread --workers 1 --worker-connections 2000 --keep-alive 75"
        f" --threads {THREADS}"
        " --graceful-timeout 2 --log-level error -b 127.0.0.1:{port}"
        " tests.bench.servers:create_app()"
    ),
}
BODY = b'{"type":"move","unit":"allies-3","to":[4,7],"expected_version":12}'
POST = (
    b"POST /commands HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
)
BUSY = b"GET /busy HTTP/1.1\r\nHost: bench\r\n\r\n"
APPEND = "redis.call('RPUSH', KEYS[1], ARGV[1]) return redis.call('LLEN', KEYS[1])"
EVENT = b'{"type":"unit_moved","schema":1,"data":{"unit":"allies-3","to":[4,7]}}' + b" " * 180
CHANNEL = "live"
HEARTBEAT = b": still here\n\n"


# --- the service under test -------------------------------------------------------------------


class Fanout:
    """The one Redis subscription of a process; hands every message to every open stream."""

    def __init__(self, redis: Redis) -> None:
        self.redis = redis
        self.streams: set[queue.SimpleQueue] = set()
        self.lock = threading.Lock()
        self.started = False

    def join(self) -> queue.SimpleQueue:
        inbox: queue.SimpleQueue = queue.SimpleQueue()
        with self.lock:
            self.streams.add(inbox)
            if not self.started:  # not earlier: the worker has been forked by now
                self.started = True
                threading.Thread(target=self.read, daemon=True).start()
        return inbox

    def leave(self, inbox: queue.SimpleQueue) -> None:
        with self.lock:
            self.streams.discard(inbox)

    def read(self) -> None:
        with self.redis.pubsub(ignore_subscribe_messages=True) as subscription:
            subscription.subscribe(CHANNEL)
            for message in subscription.listen():
                self.hand_on(message["data"])

    def hand_on(self, message: bytes | None) -> None:
        with self.lock:
            for inbox in self.streams:
                inbox.put(message)

    def end(self) -> None:
        for inbox in list(self.streams):  # no lock: a signal handler must not wait
            inbox.put(None)

    def end_on_sigterm(self) -> None:
        """End the open streams when the server is told to stop; the server's own handler stays.

        Gunicorn installs its handlers before it loads the service: go before them. Granian does so
        after: listen on the wake-up descriptor, which hears every signal, whoever handles it.
        """
        before = signal.getsignal(signal.SIGTERM)

        def handler(number, frame):
            self.end()
            if callable(before):
                before(number, frame)

        signal.signal(signal.SIGTERM, handler)
        heard, told = socket.socketpair()
        told.setblocking(False)
        taken = signal.set_wakeup_fd(told.fileno())
        if taken != -1:
            signal.set_wakeup_fd(taken)
            return

        def wait() -> None:
            while signal.SIGTERM not in heard.recv(1):
                pass
            told.detach()
            self.end()

        threading.Thread(target=wait, daemon=True).start()


def create_app() -> Flask:
    """The service: one command endpoint, one stream endpoint, three for the measurement."""

    class Move(Schema):
        type = fields.String(required=True, validate=validate.OneOf(["move", "attack"]))
        unit = fields.String(required=True, validate=validate.Length(max=20))
        to = fields.List(fields.Integer(), required=True, validate=validate.Length(equal=2))
        expected_version = fields.Integer(required=True, validate=validate.Range(min=0))

    app = Flask(__name__)
    pool = BlockingConnectionPool(  # the plain pool refuses the 101st connection
        connection_class=UnixDomainSocketConnection,
        path=os.environ["BENCH_REDIS"],
        max_connections=16,
    )
    redis = Redis(connection_pool=pool)
    append, schema, fanout = redis.register_script(APPEND), Move(), Fanout(redis)
    heartbeat = float(os.environ.get("BENCH_HEARTBEAT", "15"))
    if os.environ.get("BENCH_STOP") == "app":
        fanout.end_on_sigterm()

    @app.post("/commands")
    def command():
        move = schema.load(request.get_json())
        return {"version": append(keys=["game:" + move["unit"]], args=[EVENT])}

    @app.get("/stream")
    def stream():
        return Response(follow(fanout, heartbeat), mimetype="text/event-stream")

    @app.get("/open")
    def open_streams():
        return {"open": len(fanout.streams)}

    @app.get("/busy")
    def busy():
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        return {"done": True}

    @app.get("/slow")
    def slow():
        time.sleep(1)
        return {"done": True}

    return app


def follow(fanout: Fanout, heartbeat: float) -> Iterator[bytes]:
    inbox = fanout.join()
    try:
        yield b": open\n\n"
        while True:
            try:
                message = inbox.get(timeout=heartbeat)
            except queue.Empty:
                yield HEARTBEAT
                continue
            if message is None:
                return
            yield b"data: " + message + b"\n\n"
    finally:
        fanout.leave(inbox)


# --- processes --------------------------------------------------------------------------------


@dataclass
class Server:
    name: str
    process: subprocess.Popen
    port: int
    figures: dict[str, list[float]] = field(default_factory=dict)

    def note(self, what: str, figure: float) -> None:
        self.figures.setdefault(what, []).append(figure)

    def note_spread(self, what: str, latencies: list[float]) -> None:
        ordered = sorted(latencies)
        self.note(f"{what}: p50 ms", ordered[len(ordered) // 2] * 1e3)
        self.note(f"{what}: p99 ms", ordered[len(ordered) * 99 // 100] * 1e3)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=5)

    def get(self, path: str, timeout: float = 5) -> bytes:
        with self.connect() as sock:
            sock.settimeout(timeout)
            sock.sendall(
                b"GET %s HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n" % path.encode()
            )
            answer = b""
            while part := sock.recv(65536):
                answer += part
        return answer

    def open_streams(self) -> int:
        return int(self.get("/open").rpartition(b'"open":')[2].partition(b"}")[0])

    def pids(self) -> list[int]:
        found = [self.process.pid]
        for pid in found:
            for task in Path(f"/proc/{pid}/task").glob("*/children"):
                with contextlib.suppress(OSError):
                    found += [int(child) for child in task.read_text().split()]
        return found

    def cpu(self) -> float:
        ticks = 0
        for pid in self.pids():
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(stat[11]) + int(stat[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Kilobytes, shared pages divided among their users."""
        total = 0
        for pid in self.pids():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
        return total


@contextlib.contextmanager
def serving(
    name: str, redis_socket: str, command: str | None = None, **env: str
) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = [part.format(port=port) for part in (command or COMMANDS[name]).split()]
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        env={**os.environ, "BENCH_REDIS": redis_socket, **env},
        stderr=None if os.environ.get("BENCH_LOUD") else subprocess.DEVNULL,
    )
    server = Server(name, process, port)
    try:
        if until(lambda: b"200 OK" in server.get("/open"), 10) > 10:
            raise RuntimeError(f"{name} did not start")
        yield server
    finally:
        pids = server.pids()
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(1)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        process.wait(5)


def until(true: Callable[[], bool], seconds: float) -> float:
    """Seconds until the condition holds, or infinity."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        with contextlib.suppress(OSError):
            if true():
                return time.monotonic() - start
        time.sleep(0.02)
    return float("inf")


# --- measurements -----------------------------------------------------------------------------


def load(server: Server, connections: int, seconds: float, request: bytes = POST) -> list[float]:
    """Latencies of as many commands as the connections get through, one after another on each."""
    selector = selectors.DefaultSelector()
    sent: dict[socket.socket, float] = {}
    latencies: list[float] = []
    for _ in range(connections):
        sock = server.connect()
        selector.register(sock, selectors.EVENT_READ)
        sent[sock] = time.perf_counter()
        sock.sendall(request)
    end = time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        for key, _ in selector.select(end - now):
            sock = key.fileobj
            answer = sock.recv(65536)
            if not answer.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(f"{server.name}: {answer[:200]!r}")
            while b"}" not in answer:  # headers and body may come apart
                answer += sock.recv(65536)
            now = time.perf_counter()
            latencies.append(now - sent[sock])
            sent[sock] = now
            sock.sendall(request)
    for sock in sent:
        sock.close()
    selector.close()
    return latencies


@contextlib.contextmanager
def streams(server: Server, count: int) -> Iterator[list[socket.socket]]:
    opened = []
    try:
        for _ in range(count):
            sock = server.connect()
            sock.sendall(b"GET /stream HTTP/1.1\r\nHost: bench\r\n\r\n")
            opened.append(sock)
        for sock in opened:
            seen = b""
            while b": open" not in seen:
                seen += sock.recv(4096)
        yield opened
    finally:
        for sock in opened:
            sock.close()


def measure_commands(server: Server, redis: Redis, idle: int, seconds: float) -> None:
    with streams(server, idle):
        cpu = server.cpu()
        latencies = load(server, 16, seconds)
        server.note(f"{idle} streams: commands/s", len(latencies) / seconds)
        server.note(f"{idle} streams: CPU ms each", (server.cpu() - cpu) / len(latencies) * 1e3)
        few = load(server, 2, seconds / 2)
        server.note_spread(f"{idle} streams, 2 at a time", few)
    drain(server, redis)


def measure_memory(server: Server, redis: Redis, idle: int, seconds: float) -> None:
    """What a stream takes in a process that has served commands, but no stream yet."""
    load(server, 16, seconds)
    before = server.memory()
    with streams(server, idle):
        server.note("kB a stream", (server.memory() - before) / idle)
    drain(server, redis)


def drain(server: Server, redis: Redis) -> None:
    """Streams whose client has gone are noticed when something is sent."""

    def empty() -> bool:
        redis.publish(CHANNEL, "anyone there?")
        return server.open_streams() == 0

    if until(empty, 5) > 5:
        raise RuntimeError(f"{server.name} keeps streams whose clients have gone")


def measure_delivery(
    server: Server, redis: Redis, count: int, seconds: float, gap: float = 0.05
) -> None:
    """Publish numbered, timed messages; every stream must get all of them, in order."""
    total = int(seconds / gap)
    with streams(server, count) as opened, selectors.DefaultSelector() as selector:
        seen = {}
        for sock in opened:
            selector.register(sock, selectors.EVENT_READ)
            seen[sock] = [0, b""]

        def publish():
            for number in range(total):
                redis.publish(CHANNEL, f"{number} {time.monotonic()};")
                time.sleep(gap)

        cpu = server.cpu()
        publisher = threading.Thread(target=publish)
        publisher.start()
        latencies, disorder = [], 0
        end = time.monotonic() + seconds + 3
        while len(latencies) < total * count and time.monotonic() < end:
            for key, _ in selector.select(0.2):
                state = seen[key.fileobj]
                state[1] += key.fileobj.recv(65536)
                now = time.monotonic()
                *whole, state[1] = state[1].split(b";")
                for text in whole:
                    number, sent = text.rpartition(b"data: ")[2].split()
                    latencies.append(now - float(sent))
                    disorder += int(number) != state[0]
                    state[0] += 1
        publisher.join()
        server.note_spread(f"delivery to {count}", latencies)
        server.note(
            f"delivery to {count}: CPU µs each", (server.cpu() - cpu) / len(latencies) * 1e6
        )
        server.note("lost or out of order", total * count - len(latencies) + disorder)
    drain(server, redis)


def measure_crowd(server: Server, seconds: float) -> None:
    """Many commands at once; then a few beside requests that each compute for 20 ms."""
    server.note("200 at a time: commands/s", len(load(server, 200, seconds)) / seconds)
    busy = threading.Thread(target=load, args=(server, 1, seconds + 0.3, BUSY))
    busy.start()
    time.sleep(0.2)
    beside = load(server, 2, seconds)
    busy.join()
    server.note("beside computing: commands/s, 2 at a time", len(beside) / seconds)
    server.note_spread("beside computing, 2 at a time", beside or [seconds])


def measure_leaving(server: Server) -> None:
    with streams(server, 1) as opened:
        opened[0].close()
        server.note(
            "client gone, generator closed after s (heartbeat 1 s)",
            until(lambda: server.open_streams() == 0, 6),
        )
    start = time.perf_counter()
    with streams(server, 1):
        server.note("first byte of a stream ms", (time.perf_counter() - start) * 1e3)


def measure_stop(server: Server, what: str, idle: int) -> None:
    """SIGTERM with open streams and one request in flight: how long, and is that answered?"""
    answers: list[bytes] = []

    def ask() -> None:
        with contextlib.suppress(OSError):
            answers.append(server.get("/slow", 8))

    with streams(server, idle) as opened:
        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(0.3)
        pids = server.pids()
        start = time.monotonic()
        server.process.terminate()
        for sock in opened:
            clean = b"0\r\n\r\n" in read_to_end(sock)
            sock.close()
        until(lambda: server.process.poll() is not None, 12)
        seconds = time.monotonic() - start
        asking.join()
    server.note(f"{what}: streams ended properly", clean)
    orphans = [pid for pid in pids if "State:\tS" in status(pid)]
    server.note(f"{what}: s to exit", seconds)
    server.note(
        f"{what}: request in flight answered", float(any(b"done" in answer for answer in answers))
    )
    server.note(f"{what}: processes left behind", len(orphans))


def read_to_end(sock: socket.socket) -> bytes:
    """What a stream still sends, up to its proper end or the loss of the connection."""
    seen = b""
    sock.settimeout(8)
    with contextlib.suppress(OSError):
        while not seen.endswith(b"0\r\n\r\n") and (part := sock.recv(4096)):
            seen += part
    return seen


def status(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return ""


def measure_starving(server: Server, idle: int) -> None:
    """More streams than the process has room for: does a command still get through?"""
    with contextlib.ExitStack() as stack:
        for _ in range(idle):
            sock = stack.enter_context(server.connect())
            sock.sendall(b"GET /stream HTTP/1.1\r\nHost: bench\r\n\r\n")
        time.sleep(0.5)
        try:
            server.get("/open", 1)
            server.note(f"{idle} streams, 16 threads: commands get through", 1)
        except OSError:
            server.note(f"{idle} streams, 16 threads: commands get through", 0)


# --- the run ----------------------------------------------------------------------------------


def table(results: list[Server]) -> str:
    names = list(dict.fromkeys(what for server in results for what in server.figures))
    lines = [
        "| what | " + " | ".join(server.name for server in results) + " |",
        "| --- " * (len(results) + 1) + "|",
    ]
    for what in names:
        cells = [
            f"{statistics.median(server.figures.get(what, [float('nan')])):,.3g}"
            for server in results
        ]
        lines.append(f"| {what} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("servers", nargs="*", default=list(COMMANDS))
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--streams", default="0,500")
    options = parser.parse_args()
    idle = [int(count) for count in options.streams.split(",")]
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        path = stack.enter_context(running_redis(folder, "always"))
        redis = Redis(unix_socket_path=path)
        results = [stack.enter_context(serving(name, path)) for name in options.servers]
        for server in results:
            measure_memory(server, redis, 500, options.seconds)
        for _ in range(options.rounds):
            for count in idle:
                for server in results:
                    measure_commands(server, redis, count, options.seconds)
            for server in results:
                measure_delivery(server, redis, 100, options.seconds)
                measure_delivery(server, redis, 500, options.seconds, gap=0.2)
                measure_crowd(server, options.seconds)
        for server in results:
            measure_stop(server, "SIGTERM, 50 streams", 50)
        for server in results:
            with serving(server.name, path, BENCH_HEARTBEAT="1", BENCH_STOP="app") as second:
                second.figures = server.figures
                measure_leaving(second)
                measure_stop(second, "SIGTERM, streams ended by the service", 50)
            few = COMMANDS[server.name].replace(f"threads {THREADS}", "threads 16")
            with serving(server.name, path, few) as second:
                second.figures = server.figures
                measure_starving(second, 15)
                measure_starving(second, 32)
        print(table(results))


if __name__ == "__main__":
    main()
