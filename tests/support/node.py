"""A Redis process on a TCP port, the piece that pairs and clusters are built from."""

import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from redis import Redis
from redis.exceptions import RedisError

from deploy.processes import signal_group, spawn
from deploy.redis_server import Fsync
from deploy.redis_server.binary import find_redis_server
from tests.support.waiting import PATIENCE, POLL

HOST = "127.0.0.1"
BUS = 10_000
"""How far above its port a node of a cluster hears the others; before Redis 7 it cannot be set."""

PORTS = range(10_000, 22_700)
"""Neither these nor their bus ports are among those that Linux gives to outgoing connections."""

TRIES = 20


class Node:
    """A server with an append-only file in ``directory``, on a port of its own that it keeps.

    As every child it ends with the thread that started it, so ``start`` is called from one that
    lives as long as the test. ``options`` are those of ``redis.conf``.
    """

    def __init__(self, directory: Path, *, fsync: Fsync = "no", **options: str) -> None:
        self.directory = directory
        self.port = 0
        self.hangs = False
        """Whether it was paused."""
        self._options = {
            "bind": HOST,
            "dir": str(directory),
            "daemonize": "no",
            "save": "",
            "appendonly": "yes",
            "appendfsync": fsync,
            # A crash may cut the last write short; it was not confirmed, so it may be dropped.
            "aof-load-truncated": "yes",
            # A replica's first copy is sent at once and leaves no file behind.
            "repl-diskless-sync": "yes",
            "repl-diskless-sync-delay": "0",
            "repl-ping-replica-period": "1",
            **{name.replace("_", "-"): value for name, value in options.items()},
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._client: Redis | None = None

    @property
    def announced(self) -> int:
        """The port at which others of a cluster, and clients, are told to find it."""
        return int(self._options.get("cluster-announce-port", self.port))

    @property
    def url(self) -> str:
        """What a client connects to; the same after every restart."""
        return f"redis://{HOST}:{self.port}"

    @property
    def client(self) -> Redis:
        """A client to look after this very server with."""
        if self._client is None:
            self._client = Redis(port=self.port, protocol=2, socket_timeout=PATIENCE)
        return self._client

    @property
    def pid(self) -> int:
        """The process id of a server that was started."""
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the server and wait until it takes commands; the first time, find it a port."""
        self.directory.mkdir(parents=True, exist_ok=True)
        tries = [self.port] if self.port else random.sample(PORTS, TRIES)
        for port in tries:
            self.port = port
            if self._serves():
                return
            self._forget_client()
        raise RuntimeError(f"no Redis server on port {port}: {self._last_words()}")

    def stop(self) -> None:
        """End the server for good; in good order takes long where it is writing a file anew."""
        self._forget_client()
        self.kill()

    def kill(self) -> None:
        """End the server, and whatever it has forked, as a crash would."""
        if self._process is not None:
            signal_group(self._process, signal.SIGKILL)
            self._process.wait()
            self._process = None
            self.hangs = False

    def pause(self) -> None:
        """Let the server hang: it keeps its connections and does nothing."""
        self._signal(signal.SIGSTOP)
        self.hangs = True

    def resume(self) -> None:
        """Let a server that hangs go on."""
        self._signal(signal.SIGCONT)
        self.hangs = False

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _signal(self, number: int) -> None:
        if self._process is not None and self.running:
            self._process.send_signal(number)

    def _serves(self) -> bool:
        """Whether a process of this node's own came to serve the port; it may be taken."""
        command = [str(find_redis_server()[0]), "--port", str(self.port)]
        for name, value in self._options.items():
            command += [f"--{name}", value]
        with (self.directory / "redis.log").open("ab") as log:
            self._process = spawn(command, output=log)
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < deadline:
            with suppress(RedisError, OSError):
                if self.client.info("server")["process_id"] == self._process.pid:
                    return True
                break  # The port is another server's, which this one will find out in a moment.
            time.sleep(POLL)
        self.kill()
        return False

    def _forget_client(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def _last_words(self) -> str:
        return " / ".join((self.directory / "redis.log").read_text().splitlines()[-5:])
