"""The recurring job: scheduled once for its time, by whichever worker."""

from redis import Redis
from rq.registry import ScheduledJobRegistry

from events.clock import milliseconds
from events.jobs.queue import queue
from tests.fixtures import Clock
from workers.sweep import SWEEP_SECONDS, following, schedule


def registry(client: Redis) -> ScheduledJobRegistry:
    """The jobs that wait for their time."""
    return ScheduledJobRegistry(queue=queue(client))  # type: ignore[no-untyped-call]


def test_a_sweep_is_scheduled_once_for_its_time(single_client: Redis) -> None:
    for _ in range(3):
        schedule(single_client, 400_000_000)
    schedule(single_client, 400_000_001)
    names = [f"sweep-{tick}" for tick in (400_000_000, 400_000_001)]
    assert registry(single_client).get_job_ids() == names
    when = registry(single_client).get_scheduled_time(names[0])
    assert when.timestamp() == 400_000_000 * SWEEP_SECONDS


def test_a_sweep_that_waits_to_run_is_not_scheduled_again(single_client: Redis) -> None:
    schedule(single_client, 1)
    registry(single_client).remove("sweep-1")
    queue(single_client).push_job_id("sweep-1")
    schedule(single_client, 1)
    assert registry(single_client).get_job_ids() == []


def test_workers_that_start_apart_agree_on_the_next_sweep(clock: Clock) -> None:
    first = following(clock())
    assert first * SWEEP_SECONDS * 1000 > milliseconds(clock())
    assert (first - 1) * SWEEP_SECONDS * 1000 <= milliseconds(clock())
    clock.advance(seconds=2 * SWEEP_SECONDS)
    assert following(clock()) == following(clock(), first) == first + 2
    assert following(clock(), first + 2) == first + 3, "a job never names itself as the next"
