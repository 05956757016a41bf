"""Finished games are archived by a real worker, and by nobody twice."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from redis import Redis

from domain.commands import CancelGame, Resign
from domain.values import Cancellation, Seat
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.clock import milliseconds, utc_now
from events.games.service import GameService
from events.jobs.queue import queue
from events.store.archive_stub import stub_of
from events.store.servers import Client
from events.summaries import ImportMark
from tests.fixtures import KEYS, Clock, game_options, opened, started, wait_until
from tests.workers.conftest import RunWorker
from workers.archiving import enqueue_due


@pytest.fixture
def data(client: Client, tmp_path: Path) -> Backend:
    return Backend.on(client, archive=ArchiveFiles.at(str(tmp_path / "archive")))


def ended(data: Backend, name: str, clock: Callable[[], str]) -> int:
    games = GameService(data.store, clock)
    started(games, name)
    return milliseconds(games.submit(name, Resign(Seat.AXIS)).loaded.times.updated)


def jobs_of(connection: Redis) -> list[str]:
    return queue(connection).job_ids


def test_each_game_that_is_due_gets_one_job(
    data: Backend, single_client: Redis, clock: Clock
) -> None:
    jobs = queue(single_client)
    first = ended(data, "first", clock)
    clock.advance(seconds=1)
    second = ended(data, "second", clock)
    started(GameService(data.store, clock), "running")
    assert enqueue_due(data, jobs, first - 1) == 0
    assert enqueue_due(data, jobs, first) == 1
    assert enqueue_due(data, jobs, second) == 1
    assert enqueue_due(data, jobs, second) == 0
    assert jobs_of(single_client) == ["archive-first", "archive-second"]
    assert list(jobs.jobs[0].args) == ["first"]


def test_so_many_at_once_and_the_oldest_first(
    data: Backend, single_client: Redis, clock: Clock
) -> None:
    last = 0
    for number in range(5):
        last = ended(data, f"game-{number}", clock)
        clock.advance(seconds=1)
    jobs = queue(single_client)
    assert [enqueue_due(data, jobs, last, limit=2) for _ in range(4)] == [2, 2, 1, 0]
    assert jobs_of(single_client) == [f"archive-game-{number}" for number in range(5)]


def test_a_game_waits_for_its_seal_first(data: Backend, single_client: Redis, clock: Clock) -> None:
    last = max(ended(data, name, clock) for name in ("sealed", "unsealed", "imported"))
    data.store.add_seal("sealed", b"a seal")
    data.client.hset(
        KEYS.imports(KEYS.partition("imported")),
        "imported",
        msgspec.json.encode(ImportMark(None, clock(), "rules")),
    )
    jobs = queue(single_client)
    assert enqueue_due(data, jobs, last, sealing=True) == 2
    assert jobs_of(single_client) == ["archive-imported", "archive-sealed"]
    assert enqueue_due(data, jobs, last) == 1


def test_without_an_archive_nothing_is_due(
    client: Client, single_client: Redis, clock: Clock
) -> None:
    data = Backend.on(client)
    assert enqueue_due(data, queue(single_client), ended(data, "game", clock)) == 0


def test_idle_games_are_due_after_the_finished_ones(
    data: Backend, single_client: Redis, clock: Clock
) -> None:
    jobs = queue(single_client)
    now = started(GameService(data.store, clock), "idle")
    since = milliseconds(now.times.updated)
    clock.advance(seconds=1)
    last = ended(data, "ended", clock)
    assert enqueue_due(data, jobs, 0, since - 1) == 0
    assert enqueue_due(data, jobs, last, since, sealing=True) == 1
    assert enqueue_due(data, jobs, last, since) == 1
    assert jobs_of(single_client) == ["archive-idle", "archive-ended"]


def test_a_worker_moves_what_is_due(
    data: Backend, client: Client, run_worker: RunWorker, tmp_path: Path
) -> None:
    ended(data, "game", utc_now)
    started(GameService(data.store, utc_now), "running")
    before = data.store.read("game")
    long_ago = GameService(data.store, lambda: "2020-01-02T03:04:05.678Z")
    opened(long_ago, game_options("idle"))
    long_ago.submit("idle", CancelGame(Seat.AXIS, Cancellation.WITHDRAWN))
    run_worker(
        ARCHIVE_URL=str(tmp_path / "archive"),
        ARCHIVE_AFTER_DAYS="0",
        ARCHIVE_IDLE_AFTER_DAYS="1",
    )
    for name in ("game", "idle"):
        wait_until(lambda name=name: client.exists(KEYS.closed(name)), f"{name} is archived")
    assert stub_of(client.get(KEYS.closed("game"))) is not None
    assert data.store.read("game") == before
    assert client.exists(KEYS.log("running"))
