"""What the processes of one web server count together.

Where there are several, ``PROMETHEUS_MULTIPROC_DIR`` names a folder in which each of them writes
its counts (prometheus_client's multiprocess mode), so that any of them can report the sums.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from prometheus_client import REGISTRY, CollectorRegistry, ProcessCollector
from prometheus_client.core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def counts() -> CollectorRegistry:
    """The counts of this process or, where several share a folder, of all of them."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return REGISTRY
    pids = _living(Path(folder))
    shared = CollectorRegistry()
    shared.register(_Sums(Path(folder)))
    shared.register(_EachProcess(pids))
    return shared


def _living(folder: Path) -> list[int]:
    """The processes that run. What a dead one counted stays, or totals would fall; the streams it
    had open go."""
    pids = {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_*.db")}
    dead = {pid for pid in pids if not _runs(pid)}
    for pid in dead:
        with suppress(FileNotFoundError):  # Another process was faster.
            mark_process_dead(pid, folder)  # type: ignore[no-untyped-call] # prometheus_client
    return sorted(pids - dead)


def _runs(pid: int) -> bool:
    """Whether a process of this user has the id."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


class _Sums(Collector):
    """What all processes have counted. A process that starts has files in which is nothing yet, not
    even how much is; these are left out."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        files = [str(file) for file in self._folder.glob("*.db") if _size(file)]
        found: Iterable[Metric] = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call] # prometheus_client
        return found


def _size(file: Path) -> int:
    """In bytes; none when another process has removed the file."""
    with suppress(FileNotFoundError):
        return file.stat().st_size
    return 0


class _EachProcess(Collector):
    """Memory, processor time and open files, with the id of the process as a label."""

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids

    def collect(self) -> Iterable[Metric]:
        families: dict[str, Metric] = {}
        for pid in self._pids:
            for one in ProcessCollector(pid=partial(int, pid), registry=None).collect():
                family = families.setdefault(
                    one.name, Metric(one.name, one.documentation, one.type)
                )
                for sample in one.samples:
                    family.add_sample(sample.name, {"pid": str(pid)}, sample.value)
        return families.values()
