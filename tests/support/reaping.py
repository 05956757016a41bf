"""What a test has started ends with it, also when it fails, runs out of time or is killed."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from deploy.processes import LAUNCHER
from tests.support.waiting import wait_until


def bound(command: Sequence[str]) -> list[str]:
    """The command of a process that is told to end when the calling thread does, however that
    ends."""
    return [sys.executable, "-I", "-S", str(LAUNCHER), str(os.getpid()), *command]


def reap(data_dir: Path) -> None:
    """End every process that was started for a ``DATA_DIR``, at once and by force."""

    def all_gone() -> bool:
        found = list(_processes_of(data_dir))
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return not found

    wait_until(all_gone, f"no process of {data_dir} is left")


def _processes_of(data_dir: Path) -> Iterator[int]:
    """Children inherit the environment, so it tells those of theirs as well."""
    mark = f"DATA_DIR={data_dir}".encode()
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit() and mark in (process / "environ").read_bytes().split(b"\0"):
                yield int(process.name)
