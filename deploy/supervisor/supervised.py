"""Restart a program when it dies, with a backoff; give up after too many deaths."""

import signal
import sys
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import Protocol

from deploy.errors import DeployError
from deploy.output import note
from deploy.processes import Child, signal_group, spawn
from deploy.processes.forks import Fork

PROJECT = Path(__file__).resolve().parents[2]
FORKS = sys.platform == "linux"
"""System libraries of macOS do not survive a fork, so there each program is a new Python."""

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
    """A function, named as ``module:function``, as a child process.

    It inherits the descriptors ``keep_open`` and must not hold ``close``. With ``forks`` it is a
    fork of this process, which has imported the module, otherwise a new Python.
    """

    def __init__(
        self,
        name: str,
        function: str,
        keep_open: Sequence[int],
        close: Sequence[int],
        *,
        forks: bool,
    ) -> None:
        self._name = name
        self._function = function
        self._keep_open = keep_open
        self._close = close
        self._forks = forks
        self.process: Child | None = None

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        if self.process is not None:
            # Workers of the dead program may have survived it and still hold its port.
            signal_group(self.process, signal.SIGKILL)
        if self._forks:
            title = f"afteraction: {self._name.removeprefix('the ')}"
            self.process = Fork(title, resolve_name(self._function), self._close)
        else:
            call = f"import pkgutil; pkgutil.resolve_name({self._function!r})()"
            command = [sys.executable, "-c", call]
            self.process = spawn(command, keep_open=self._keep_open, directory=PROJECT)


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
