"""Restart a program when it dies, with a backoff; give up after too many deaths."""

import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from deploy.errors import DeployError
from deploy.output import note
from deploy.processes import signal_group, spawn

MAX_DEATHS = 5
DEATHS_WITHIN = 60.0
FIRST_DELAY = 0.2
MAX_DELAY = 5.0


class Startable(Protocol):
    """A process that can be started repeatedly."""

    @property
    def running(self) -> bool:
        """Whether the process is running."""

    def start(self) -> None:
        """Start it; only called when it is not running."""


class Program:
    """A command line as a child process; ``keep_open`` are descriptors that it inherits."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        directory: Path,
        keep_open: Sequence[int] = (),
    ) -> None:
        self._command = command
        self._environment = environment
        self._directory = directory
        self._keep_open = keep_open
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        if self.process is not None:
            # Workers of the dead program may have survived it and still hold its port.
            signal_group(self.process, signal.SIGKILL)
        self.process = spawn(
            self._command,
            keep_open=self._keep_open,
            environment=self._environment,
            directory=self._directory,
        )


class Supervised:
    """A supervised program. Call ``check`` often; it blocks only while the program starts."""

    def __init__(self, name: str, program: Startable) -> None:
        self.name = name
        self._program = program
        self._deaths: deque[float] = deque()
        self._restart_at: float | None = None

    def check(self) -> None:
        """Restart the program if it has died and the delay is over.

        Raises ``DeployError`` after too many deaths in a short time.
        """
        if self._program.running:
            return
        now = time.monotonic()
        if self._restart_at is None:
            self._restart_at = now + self._delay_after_death(now)
        if now >= self._restart_at:
            self._restart_at = None
            self._program.start()

    def _delay_after_death(self, now: float) -> float:
        self._deaths.append(now)
        while self._deaths[0] < now - DEATHS_WITHIN:
            self._deaths.popleft()
        count = len(self._deaths)
        if count >= MAX_DEATHS:
            raise DeployError(f"{self.name} died {count} times within {DEATHS_WITHIN:.0f} seconds")
        delay = min(MAX_DELAY, FIRST_DELAY * 2.0 ** (count - 1))
        note(f"{self.name} died; restarting it in {delay:.1f} s")
        return delay
