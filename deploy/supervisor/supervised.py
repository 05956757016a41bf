"""Keeping something running: start it again when it dies, and give up when that does not help."""

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

DEATHS_TO_GIVE_UP = 5
WITHIN = 60.0
FIRST_DELAY = 0.2
MAX_DELAY = 5.0


class Startable(Protocol):
    """A process that can be started, again and again."""

    @property
    def running(self) -> bool:
        """Whether it lives."""

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
            # Workers of the program that died may have outlived it, and would hold its port.
            signal_group(self.process, signal.SIGKILL)
        self.process = spawn(
            self._command,
            keep_open=self._keep_open,
            environment=self._environment,
            directory=self._directory,
        )


class Supervised:
    """One program under care. Call ``tend`` often; it waits for nothing but a start."""

    def __init__(self, name: str, program: Startable) -> None:
        self.name = name
        self._program = program
        self._deaths: deque[float] = deque()
        self._again_at: float | None = None

    def tend(self) -> None:
        """Start the program again when it has died and its delay is over.

        Refuses with DeployError after too many deaths in a short time.
        """
        if self._program.running:
            return
        now = time.monotonic()
        if self._again_at is None:
            self._again_at = now + self._delay_after_death(now)
        if now >= self._again_at:
            self._again_at = None
            self._program.start()

    def _delay_after_death(self, now: float) -> float:
        self._deaths.append(now)
        while self._deaths[0] < now - WITHIN:
            self._deaths.popleft()
        count = len(self._deaths)
        if count >= DEATHS_TO_GIVE_UP:
            raise DeployError(f"{self.name} died {count} times within {WITHIN:.0f} seconds")
        delay = min(MAX_DELAY, FIRST_DELAY * 2.0 ** (count - 1))
        note(f"{self.name} died; restarting it in {delay:.1f} s")
        return delay
