"""Several web server processes: /metrics tells of all of them, whichever answers."""

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from api.monitoring import processes
from tests.http.clients import Table
from tests.http.running import Running
from tests.support.waiting import wait_until

Figures = dict[tuple[str, ...], float]
STREAM = {"Accept": "text/event-stream"}
SCRAPES = 10
MAX_REQUESTS = 2000
READS = ("afteraction_answers_total", "listScenarios", "200")
COMMANDS = "afteraction_command_seconds"
STREAMS = ("afteraction_streams_open",)


def get(url: str) -> httpx.Response:
    """Over a connection of its own, which any of the processes may take."""
    return httpx.get(url, verify=False, timeout=30).raise_for_status()


def scrape(running: Running) -> Figures:
    families = text_string_to_metric_families(get(f"{running.url}/metrics").text)
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def living(figures: Figures) -> set[int]:
    return {int(key[1]) for key in figures if key[0] == "process_resident_memory_bytes"}


def reads_by_process(counts: Path) -> int:
    """How many processes have answered a read."""
    written = [file.read_bytes() for file in counts.glob("counter_*.db")]
    return sum(b'"listScenarios"' in one for one in written)


def test_a_process_that_begins_to_count_is_left_out_until_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "counter_1.db").touch()
    monkeypatch.setenv(processes.FOLDER, str(tmp_path))
    assert list(processes.registry().collect()) == []


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path / "data", WEB_WORKERS="2", WEB_THREADS="80")
    stale = tmp_path / "data" / "counts" / "counter_1.db"
    stale.parent.mkdir(parents=True)
    stale.write_bytes(b"of a run before")
    running.start()
    yield running
    running.clean_up()


def test_every_scrape_tells_the_sum_of_all_processes_also_after_one_has_died(
    running: Running,
) -> None:
    reads, counts = 0, running.data_dir / "counts"
    wait_until(lambda: len(living(scrape(running))) == 2, "both processes run")
    while reads_by_process(counts) < 2:
        assert reads < MAX_REQUESTS, "one process answers everything"
        get(f"{running.url}/v1/scenarios")
        reads += 1
    table = Table(running.url)
    chance = random.Random(1)
    assert all(table.step(chance) for _ in range(5))
    before = scrape(running)
    commands = before[COMMANDS + "_count",]
    ada = table.clients["allies"].http
    with ada.stream("GET", f"{table.path}/events", headers=STREAM, timeout=60) as stream:
        assert stream.status_code == 200
        lines = stream.iter_lines()
        assert next(lines)
        for _ in range(SCRAPES):
            figures = scrape(running)
            assert figures[READS] == reads
            assert figures[STREAMS] == 1
            assert figures[COMMANDS + "_count",] == commands
            assert figures[COMMANDS + "_bucket", "+Inf"] == commands
            assert living(figures) == living(before)
        killed = next(pid for pid in living(before) if streams_open(counts, pid))
        os.kill(killed, signal.SIGKILL)
        with pytest.raises(httpx.TransportError):
            list(lines)
    wait_until(lambda: is_left_out(running, killed), "the dead process is left out")
    for _ in range(SCRAPES):
        figures = scrape(running)
        assert (figures[READS], figures[STREAMS]) == (reads, 0)
        assert figures[COMMANDS + "_count",] == commands
        assert killed not in living(figures)
    wait_until(lambda: len(living(scrape(running))) == 2, "another process takes its place")
    assert scrape(running)[READS] == reads
    table.close()


def is_left_out(running: Running, pid: int) -> bool:
    """Whether a dead process is counted no more; connections that it had accepted may break."""
    try:
        return pid not in living(scrape(running))
    except httpx.TransportError:
        return False


def streams_open(counts: Path, pid: int) -> float:
    [gauge] = MultiProcessCollector.merge([str(counts / f"gauge_livesum_{pid}.db")])
    return float(gauge.samples[0].value)
