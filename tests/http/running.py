"""The service as its user starts it: the supervisor with real processes behind it."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from deploy.redis_server.binary import find_redis_server
from tests.support.reaping import bound, reap
from tests.support.waiting import PATIENCE, wait_until

PROJECT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Running:
    """One data directory and port, served by ``python -m deploy``; its words are in a file."""

    def __init__(self, data_dir: Path, **environment: str) -> None:
        self.data_dir = data_dir
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.output = data_dir.with_name(f"{data_dir.name}.out")
        self._environment = environment
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, patience: float = PATIENCE) -> None:
        """Start it and wait until it says that it serves."""
        environment = {
            **os.environ,
            "DATA_DIR": str(self.data_dir),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "REDIS_URL": "",
            "QUEUE_URL": "",
            **self._environment,
        }
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                bound([sys.executable, "-m", "deploy"]),
                cwd=PROJECT,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        said = f"Afteraction serves on {self.url}\n".encode()
        process = self.process
        wait_until(
            lambda: process.poll() is not None or said in self.output.read_bytes(),
            "it serves",
            patience,
        )
        assert process.poll() is None, self.output.read_text()

    def stop(self) -> int:
        """End it as its user does; returns the exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def clean_up(self) -> None:
        """End it as its user does; what has not ended by then is ended by force, and told."""
        try:
            if self.process is not None and self.process.poll() is None:
                self.stop()
        finally:
            reap(self.data_dir)

    def processes(self, of: str = "") -> list[int]:
        """Every process below the supervisor, those that were started first in front.

        ``of`` is a word that the command line has to hold.
        """
        assert self.process is not None
        below: dict[int, list[int]] = {}
        for pid in _pids():
            below.setdefault(_parent(pid), []).append(pid)
        found, waiting = [], [self.process.pid]
        while waiting:
            children = below.get(waiting.pop(0), [])
            found += children
            waiting += children
        return [pid for pid in found if of in command_line(pid)]

    def web(self) -> list[int]:
        """The web server's main process and its workers."""
        return self.processes("afteraction: API")

    def redis(self) -> list[int]:
        """The embedded server, and whatever it has forked."""
        return self.processes(find_redis_server()[0].name)

    def kill(self, pids: list[int]) -> None:
        """End processes as a crash would; those end by themselves whose parent has."""
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    @contextmanager
    def paused(self, of: str) -> Iterator[None]:
        """As long as this lasts, processes do nothing; ``of`` is a word of their command line."""
        pids = self.processes(of)
        assert pids
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)

    def kill_everything(self) -> None:
        """As if the machine had lost its power, but for its disk."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)
        self.kill([*self.processes(), self.process.pid])
        self.process.wait(PATIENCE)

    def is_healthy(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=10, verify=False).status_code == 200
        except httpx.TransportError:
            return False


def descriptors(pid: int) -> int:
    """How many files and connections a process has open, but for those to the embedded Redis
    server: of these it keeps as many as it has ever needed at once."""
    rows = Path(f"/proc/{pid}/net/unix").read_text().splitlines()[1:]
    local = {f"socket:[{row.split()[6]}]" for row in rows}
    return sum(_leads_to(one) not in local for one in Path(f"/proc/{pid}/fd").iterdir())


def cpu_seconds(pids: list[int]) -> float:
    """The processor time that processes have used so far."""
    ticks = 0
    for pid in pids:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(parts[11]) + int(parts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _leads_to(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink())
    except OSError:
        return ""


def _pids() -> list[int]:
    return sorted(int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""
