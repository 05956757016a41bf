"""Metrics of all processes of one web server.

With several processes, each writes its metrics into the folder ``PROMETHEUS_MULTIPROC_DIR``
(prometheus_client's multiprocess mode), so that any of them can report the sums.
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


def registry() -> CollectorRegistry:
    """Return the metrics of this process, or of all that share a folder."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        return REGISTRY
    pids = _running(Path(folder))
    shared = CollectorRegistry()
    shared.register(_SumOfProcesses(Path(folder)))
    shared.register(_ProcessMetrics(pids))
    return shared


def _running(folder: Path) -> list[int]:
    """Return the running processes, and remove the live gauges of dead ones, such as open streams.
    Counters of dead processes stay, or totals would fall."""
    pids = {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_*.db")}
    dead = {pid for pid in pids if not _is_running(pid)}
    for pid in dead:
        with suppress(FileNotFoundError):  # Another process was faster.
            mark_process_dead(pid, folder)  # type: ignore[no-untyped-call] # prometheus_client
    return sorted(pids - dead)


def _is_running(pid: int) -> bool:
    """Return whether a process of this user has the id."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


class _SumOfProcesses(Collector):
    """The metrics of all processes together. A starting process has empty files, which are skipped:
    the library cannot read them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        files = [str(file) for file in self._folder.glob("*.db") if _size(file)]
        merged: Iterable[Metric] = MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call] # prometheus_client
        return merged


def _size(file: Path) -> int:
    """Return the size in bytes; 0 when another process has removed the file."""
    with suppress(FileNotFoundError):
        return file.stat().st_size
    return 0


class _ProcessMetrics(Collector):
    """Memory, CPU time and open files of each process, labeled by its id."""

    def __init__(self, pids: list[int]) -> None:
        self._pids = pids

    def collect(self) -> Iterable[Metric]:
        families: dict[str, Metric] = {}
        for pid in self._pids:
            for metric in ProcessCollector(pid=partial(int, pid), registry=None).collect():
                family = families.setdefault(
                    metric.name, Metric(metric.name, metric.documentation, metric.type)
                )
                for sample in metric.samples:
                    family.add_sample(sample.name, {"pid": str(pid)}, sample.value)
        return families.values()
