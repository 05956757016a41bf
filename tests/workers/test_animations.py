"""Animated replays are made by a real worker, given up when nobody wants them, and made once."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from redis import Redis

from events.games.service import GameService
from events.jobs.animations import ANIMATIONS, Animation
from events.jobs.job_keys import JobKeys
from events.jobs.queue import queue
from events.jobs.tracked import (
    MAX_UNDER_WAY,
    JobStatus,
    QueueUnavailableError,
    TooManyJobsError,
    TrackedJobs,
)
from tests.fixtures import play_on, started, wait_until
from tests.workers.conftest import RunWorker
from workers.animations import Animator

NOW = 1_900_000_000_000


@pytest.fixture
def kept(single_client: Redis) -> TrackedJobs[Animation]:
    return TrackedJobs(single_client, ANIMATIONS)


def new_animation(name: str, game: str = "game", frames: int = 4, **more: object) -> Animation:
    """Of the first versions of a game that are ends of commands."""
    given: dict[str, object] = {
        "id": name,
        "game": game,
        "owner": "pl_alice",
        "asked_at": "2030-01-02T03:04:05.678Z",
        "first": 1,
        "last": 8 + frames,
        "every": "command",
        "versions": list(range(9, 9 + frames)),
        "format": "webp",
        "width": 160,
        "theme": "light",
        "labels": "none",
        "side": None,
        "language": "en",
        "milliseconds": 100,
        "changes": True,
    }
    return Animation(**{**given, **more})  # type: ignore[arg-type]


def status(kept: TrackedJobs[Animation], name: str) -> JobStatus | None:
    found = kept.find(name)
    return found.status if found else None


def long_game(games: GameService, name: str = "game", commands: int = 30) -> int:
    started(games, name)
    return play_on(games, name, commands).version


def test_a_worker_makes_what_is_asked_for_and_gives_up_what_is_cancelled(
    run_worker: RunWorker, games: GameService, kept: TrackedJobs[Animation], tmp_path: Path
) -> None:
    version = long_game(games)
    long = list(range(9, version)) * 3
    unwanted = new_animation("unwanted", versions=long, last=version, width=800)
    kept.request(unwanted, NOW)
    kept.request(new_animation("wanted"), NOW)
    run_worker()

    def drawn() -> bool:
        found = kept.find("unwanted")
        return found is not None and found.done > 0

    wait_until(drawn, "some frames are drawn")
    assert status(kept, "unwanted") is JobStatus.RUNNING
    kept.end("unwanted", JobStatus.CANCELLED)
    wait_until(lambda: status(kept, "wanted") is JobStatus.DONE, "the other one is made")
    found = kept.find("unwanted")
    assert found is not None
    assert (found.status, found.done < len(long)) == (JobStatus.CANCELLED, True)
    assert kept.file("unwanted") is None
    with Image.open(BytesIO(kept.file("wanted") or b"")) as shown:
        assert shown.n_frames == 4  # type: ignore[attr-defined]
    said = (tmp_path / "workers.log").read_text()
    assert "Traceback" not in said, said


def test_jobs_share_the_work_and_none_draws_what_is_drawn(
    games: GameService, kept: TrackedJobs[Animation], single_client: Redis
) -> None:
    long_game(games)
    kept.request(new_animation("shared"), NOW)
    reached = [Animator(games.repository, kept).work("shared", 0) for _ in range(5)]
    assert reached == [1, 2, 3, 4, None]
    assert status(kept, "shared") is JobStatus.DONE
    file = kept.file("shared")
    assert Animator(games.repository, kept).work("shared", 0) is None
    assert kept.file("shared") == file
    own = JobKeys("animation", "shared")
    assert not single_client.exists(own.parts)
    assert single_client.ttl(own.file) > 0
    assert single_client.ttl(own.params) > 0


def test_each_wish_gets_one_job_and_one_that_stands_still_another(
    kept: TrackedJobs[Animation], single_client: Redis
) -> None:
    made = [kept.request(new_animation("one"), NOW) for _ in range(2)]
    assert [one.status for one in made] == [JobStatus.QUEUED] * 2
    assert queue(single_client).job_ids == [f"animation-one-{NOW}"]
    late = NOW + 61_000
    for _ in range(2):
        kept.request(new_animation("one"), late)
    mark, later = f"animation-one-0-{late}", late + 61_000
    assert queue(single_client).job_ids == [f"animation-one-{NOW}", mark]
    for when in (late, later, later):  # Nobody has to ask again: the sweeps see to it.
        kept.resume_all(when)
    found = queue(single_client).job_ids
    assert found == [f"animation-one-{NOW}", mark, f"animation-one-0-{later}"]
    assert list(queue(single_client).jobs[0].args) == ["one"]


def test_what_cannot_be_drawn_has_failed_and_may_be_asked_for_again(
    games: GameService, kept: TrackedJobs[Animation]
) -> None:
    kept.request(new_animation("broken", game="none"), NOW)
    assert Animator(games.repository, kept).work("broken", 1) is None
    assert status(kept, "broken") is JobStatus.FAILED
    assert kept.request(new_animation("broken", game="none"), NOW).status is JobStatus.QUEUED
    assert Animator(games.repository, kept).work("unknown", 1) is None


def test_a_player_has_a_few_under_way_and_all_together_some(kept: TrackedJobs[Animation]) -> None:
    for number in range(ANIMATIONS.max_own):
        kept.request(new_animation(f"own-{number}"), NOW)
    with pytest.raises(TooManyJobsError) as own:
        kept.request(new_animation("more"), NOW)
    assert own.value.limit == ANIMATIONS.max_own
    for number in range(MAX_UNDER_WAY - ANIMATIONS.max_own):
        kept.request(new_animation(f"other-{number}", owner=f"pl_{number}"), NOW)
    with pytest.raises(TooManyJobsError) as full:
        kept.request(new_animation("more", owner="pl_more"), NOW)
    assert full.value.limit is None
    kept.end("own-0", JobStatus.CANCELLED)
    kept.request(new_animation("more"), NOW)
    later = NOW + 31 * 60_000
    assert kept.request(new_animation("later"), later).status is JobStatus.QUEUED


def test_the_oldest_make_room(single_client: Redis) -> None:
    kept = TrackedJobs(single_client, replace(ANIMATIONS, max_retained=2))
    for name in ("first", "second", "third"):
        kept.request(new_animation(name, owner=name), NOW)
        kept.finish(name, name.encode())
    assert kept.find("first") is None
    assert [kept.file(name) for name in ("first", "second", "third")] == [None, b"second", b"third"]


def test_without_a_server_of_the_jobs_that_is_said() -> None:
    for client in (None, Redis.from_url("unix:///nowhere/queue.sock")):
        kept = TrackedJobs(client, ANIMATIONS)
        with pytest.raises(QueueUnavailableError):
            kept.find("one")
        with pytest.raises(QueueUnavailableError):
            kept.request(new_animation("one"), NOW)
