"""A service of real processes with stand-ins for the API, the worker and the projector."""

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from tests.http.running import PROJECT, free_port
from tests.support.reaping import bound, reap
from tests.support.waiting import PATIENCE, wait_until

SUPERVISE = str(Path(__file__).with_name("supervise.py"))


def alive(pid: int) -> bool:
    """Whether the process runs; one that ended and was not collected yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def all_gone(pids: list[int]) -> None:
    wait_until(lambda: not any(map(alive, pids)), f"{pids} are gone")


class Service:
    """One run of the supervisor on ``data_dir`` and ``port``; its words are in two files."""

    def __init__(self, data_dir: Path, port: int) -> None:
        self.data_dir = data_dir
        self.port = port
        self.output = data_dir.with_name(f"{data_dir.name}.out")
        self.errors = data_dir.with_name(f"{data_dir.name}.err")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        environment = {
            **os.environ,
            "DATA_DIR": str(self.data_dir),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "PYTHONPATH": str(PROJECT),
            "REDIS_URL": "",
            "QUEUE_URL": "",
        }
        with self.output.open("wb") as output, self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                bound(command or [sys.executable, SUPERVISE, "healthy"]),
                cwd=PROJECT,
                env=environment,
                stdout=output,
                stderr=errors,
                start_new_session=True,
            )
        return self.process

    def start_and_wait(self, *command: str) -> subprocess.Popen[bytes]:
        for note in self.data_dir.glob("*.pid*"):
            note.unlink()
        process = self.start(*command)
        wait_until(lambda: self.serves() or process.poll() is not None, "the service serves")
        assert process.poll() is None, self.errors.read_text()
        wait_until((self.data_dir / "worker.pids").exists, "the worker runs")
        wait_until((self.data_dir / "projector.pid").exists, "the projector runs")
        wait_until((self.data_dir / "bots.pid").exists, "the bots run")
        wait_until((self.data_dir / "webhooks.pid").exists, "the webhooks run")
        return process

    def serves(self) -> bool:
        return f"Afteraction serves on http://127.0.0.1:{self.port}\n" in self.output.read_text()

    def web_pid(self) -> int:
        return int(self.ask("pid"))

    def ask(self, name: str) -> str:
        """The stand-in of the API tells its process id, or a variable of its environment."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{name}", timeout=10) as answer:
            text: str = answer.read().decode()
            return text

    def redis(self) -> "Redis[str]":
        return Redis.from_url(f"unix://{self.data_dir}/redis.sock", decode_responses=True)

    def redis_pid(self) -> int:
        with self.redis() as client:
            return int(client.info("server")["process_id"])

    def pids(self) -> list[int]:
        """Every process below the supervisor, the worker's child included."""
        worker = (self.data_dir / "worker.pids").read_text().split()
        others = [(self.data_dir / f"{name}.pid").read_text() for name in ("projector", "bots")]
        return [self.web_pid(), self.redis_pid(), *map(int, [*worker, *others])]

    def clean_up(self, patience: float = PATIENCE) -> None:
        """End it in good order; what has not ended by then is ended by force, and told."""
        try:
            if self.process is not None and self.process.poll() is None:
                self.process.send_signal(signal.SIGTERM)
                self.process.wait(patience)
        finally:
            reap(self.data_dir)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path / "data", free_port())
    yield service
    service.clean_up()
