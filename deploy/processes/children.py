"""Child processes: each is started and ended with its own process group."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

LAUNCHER = Path(__file__).with_name("launcher.py")


class Child(Protocol):
    """A child process: ``subprocess.Popen`` or ``Fork``."""

    @property
    def pid(self) -> int:
        """The process id."""

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""

    def terminate(self) -> None:
        """Send SIGTERM."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; raises ``subprocess.TimeoutExpired``."""


def spawn(
    command: Sequence[str],
    *,
    keep_open: Sequence[int] = (),
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
    output: IO[bytes] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program that ends with the calling thread and inherits the descriptors ``keep_open``.

    It leads its own process group: Ctrl-C in a terminal reaches only the supervisor, which decides
    the order of shutdown. Linux ends the child with the calling thread, so that must live as long
    as the child should.
    """
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(LAUNCHER), str(os.getpid()), *command],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output else None,
        env=environment,
        cwd=directory,
        pass_fds=tuple(keep_open),
        process_group=0,
    )


def signal_group(process: Child, number: int) -> None:
    """Send a signal to the child's process group, even if the child itself has ended."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


def end(processes: Sequence[Child], grace: float) -> None:
    """Terminate processes; kill those that have not ended after ``grace`` seconds in total."""
    for process in processes:
        process.terminate()
    deadline = time.monotonic() + grace
    for process in processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0.0, deadline - time.monotonic()))
    for process in processes:
        signal_group(process, signal.SIGKILL)
        process.wait()
