"""What the server does before it confirms: under ``always`` the disk has the command first.

The server's system calls are written down by strace while appends are acknowledged.
"""

import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import Fsync, RedisServer
from events.store.port import Appended
from events.store.redis import RedisEventStore
from tests.fixtures import PATIENCE, batch, wait_until

STRACE = shutil.which("strace")
CALLS = "trace=write,writev,sendto,sendmsg,fsync,fdatasync"
APPENDS = 20
WRITERS = 4
LINE = re.compile(r"(?P<call>\w+)\(\d+<(?P<file>[^>]*)>.* = (?P<result>-?\d+)")

pytestmark = pytest.mark.skipif(STRACE is None, reason="strace is not installed")


@contextmanager
def traced(pid: int, folder: Path) -> Iterator[Path]:
    """Write down the system calls of a server's main thread, in the order in which they end."""
    trace = folder / "trace"
    assert STRACE is not None
    # One file a thread, each with the names of the files that a call is about.
    command = [STRACE, "-ff", "-y", "-s", "64", "-e", CALLS, "-o", str(trace), "-p", str(pid)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as strace:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        try:
            wait_until(
                lambda: all(_is_traced(thread) for thread in threads) or strace.poll() is not None,
                "strace looks on",
            )
            assert strace.poll() is None, "strace may not look on"
            yield trace.with_name(f"trace.{pid}")
        finally:
            strace.send_signal(signal.SIGINT)
            strace.wait(PATIENCE)


def _is_traced(thread: Path) -> bool:
    return "TracerPid:\t0\n" not in (thread / "status").read_text()


def write_down(folder: Path, appendfsync: Fsync) -> list[str]:
    """The calls of a server to which writers appended something, each on a game of its own."""
    with RedisServer(folder, appendfsync=appendfsync) as server:
        assert server.pid is not None
        replies: list[object] = []

        def append(number: int) -> None:
            with Redis.from_url(server.url) as client:
                store, game = RedisEventStore(client), f"game {number}"
                for _ in range(APPENDS):
                    replies.append(store.append(batch(store.read(game), "a", "b", game=game)))

        # The first append marks the data as this layout's, and sends the script.
        append(WRITERS)
        with traced(server.pid, folder) as trace:
            writers = [threading.Thread(target=append, args=(n,)) for n in range(WRITERS)]
            for writer in writers:
                writer.start()
            for writer in writers:
                writer.join(PATIENCE)
            # The server goes on only after its last call has been written down.
            with Redis.from_url(server.url) as client:
                client.ping()
        assert [type(reply) for reply in replies] == [Appended] * APPENDS * (WRITERS + 1)
        return trace.read_text().splitlines()


def confirmed(calls: list[str]) -> list[bool]:
    """For each confirmation sent: whether all that was written to the append-only file before it
    had been flushed to the disk."""
    found = []
    written = False
    flushed = True
    for call in calls:
        match = LINE.search(call)
        if match is None:
            continue
        if match["file"].endswith(".aof"):
            if match["call"] in ("fsync", "fdatasync"):
                flushed = flushed or match["result"] == "0"
            else:
                written, flushed = True, False
        elif said := call.count("appended\\r\\n"):
            assert written, "a confirmation without a write"
            found += [flushed] * said
    return found


def test_under_always_the_disk_has_it_before_the_client(tmp_path: Path) -> None:
    calls = write_down(tmp_path, "always")
    assert confirmed(calls) == [True] * APPENDS * WRITERS


def test_without_it_a_confirmation_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    calls = write_down(tmp_path, "no")
    assert confirmed(calls) == [False] * APPENDS * WRITERS
