"""A private Redis server on a Unix socket that loses no confirmed write."""

import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, Self
from urllib.parse import quote

from deploy.errors import DeployError
from deploy.processes import end, spawn
from deploy.processes.locks import FileLock
from deploy.redis_server.aof import repair
from deploy.redis_server.binary import find_redis_server
from deploy.redis_server.data_format import note_writer, require_readable
from deploy.redis_server.sockets import socket_path

Fsync = Literal["always", "everysec", "no"]

LOCK_PATIENCE = 15.0
LOAD_WITHIN = 300.0
STOP_GRACE = 10.0
POLL = 0.01
LOG_LINES_SHOWN = 5


class RedisServer:
    """A Redis server with its data in ``directory/redis``, locked against other servers.

    ``program`` overrides the program that ``find_redis_server`` chooses. Data that it may not open
    is refused and left unchanged.

    The server ends with the thread that called ``start``. ``appendfsync`` says when a write is on
    disk: "always" before it is confirmed, "everysec" within a second, or "no" when the system
    likes.
    """

    def __init__(
        self,
        directory: Path,
        *,
        appendfsync: Fsync = "always",
        program: str | None = None,
        lock_patience: float = LOCK_PATIENCE,
        load_within: float = LOAD_WITHIN,
        give_up_waiting: Callable[[], bool] = lambda: False,
    ) -> None:
        self.directory = directory.absolute()
        self.data = self.directory / "redis"
        self.log = self.directory / "redis.log"
        self._appendfsync = appendfsync
        self._program = program
        self._lock_patience = lock_patience
        self._load_within = load_within
        self._give_up_waiting = give_up_waiting
        self._socket: Path | None = None
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL for Redis clients; the same after every restart."""
        if self._socket is None:
            raise RuntimeError("the Redis server has not been started")
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int | None:
        """The server's process id; None if it is not running."""
        return self._process.pid if self._process and self.running else None

    @property
    def running(self) -> bool:
        """Whether the process is running."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the server and wait until it has loaded its data, or until ``give_up_waiting``.

        Waits for an earlier server on the same data to shut down: two of them would corrupt the
        append-only file. Raises ``DeployError``.
        """
        if self.running:
            return
        program, version = find_redis_server(self._program)
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = FileLock(self.data / "lock")
        if not lock.acquire(self._lock_patience):
            raise DeployError(f"another Redis server is still running on {self.data}")
        try:
            require_readable(self.data, version, program)
            self._socket = socket_path(self.directory, "redis.sock")
            self._socket.unlink(missing_ok=True)
            with self.log.open("ab") as log:
                if removed := repair(self.data):
                    log.write(b"# Removed an incomplete command of %d bytes.\n" % removed)
                    log.flush()
                self._process = spawn(
                    [str(program), *self._options()], keep_open=[lock.fileno()], output=log
                )
        finally:
            lock.release()
        if self._wait_until_it_answers(self._process, self._socket):
            note_writer(self.data, version)

    def stop(self) -> None:
        """Shut the server down; it writes its data, then exits."""
        if self._process is not None:
            end([self._process], STOP_GRACE)
            self._process = None
        if self._socket is not None:
            self._socket.unlink(missing_ok=True)
            if self._socket.parent != self.directory.resolve():
                with suppress(OSError):
                    self._socket.parent.rmdir()

    def kill(self) -> None:
        """Kill the server, as a crash would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _options(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "daemonize": "no",
            "save": "",
            "appendonly": "yes",
            "appendfsync": self._appendfsync,
            # A crash may truncate the last write, which was not confirmed.
            "aof-load-truncated": "yes",
            # Events must never be evicted.
            "maxmemory-policy": "noeviction",
        }
        return [part for name, value in options.items() for part in (f"--{name}", value)]

    def _wait_until_it_answers(self, process: subprocess.Popen[bytes], path: Path) -> bool:
        """Wait until the server answers; False if ``give_up_waiting`` came first."""
        deadline = time.monotonic() + self._load_within
        while not self._give_up_waiting():
            if _answers(path):
                return True
            if process.poll() is not None:
                raise DeployError(f"the Redis server did not start: {self._last_log_lines()}")
            if time.monotonic() >= deadline:
                self.stop()
                raise DeployError(f"the Redis server has not loaded its data; see {self.log}")
            time.sleep(POLL)
        return False

    def _last_log_lines(self) -> str:
        lines = self.log.read_text(errors="replace").splitlines()[-LOG_LINES_SHOWN:]
        return " / ".join(line.strip() for line in lines)


def _answers(path: Path) -> bool:
    """Whether the server accepts commands; while it loads its data it refuses them."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(1.0)
        try:
            client.connect(str(path))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
        except OSError:
            return False
