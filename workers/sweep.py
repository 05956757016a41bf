"""The sweep: the recurring job that does whatever is due, every few seconds."""

import logging
from datetime import UTC, datetime
from functools import cache
from typing import Any

from redis import Redis
from rq.exceptions import DuplicateJobError

from events.clock import milliseconds, utc_now
from events.games import heartbeats
from events.jobs.analyses import ANALYSES
from events.jobs.animations import ANIMATIONS
from events.jobs.playtests import PLAYTESTS
from events.jobs.queue import queue
from events.jobs.tracked import Kind, TrackedJobs
from events.store import keys
from events.telemetry import spans
from workers.archiving import enqueue_due
from workers.departures import clean_up_players
from workers.judgements import RatedGamesJudge
from workers.runtime.connections import backend, queue_connection, settings, signer
from workers.seals import seal_games
from workers.time_limits import expire_games
from workers.verification import verify_logs

SWEEP_SECONDS = 5
_DAY = 24 * 3600 * 1000
_SEAL_INTERVAL = 60
"""The number of sweeps between two searches for games without a seal: five minutes."""
_KINDS: tuple[Kind[Any], ...] = (ANALYSES, ANIMATIONS, PLAYTESTS)
"""The kinds of tracked jobs that are resumed after a worker has died."""
_log = logging.getLogger(__name__)


def sweep(tick: int) -> None:
    """Job: schedule the next sweep, then do what is due."""
    with spans.span("sweep", {"afteraction.tick": tick}):
        _sweep(tick)


def _sweep(tick: int) -> None:
    now = utc_now()
    schedule(queue_connection(), following(now, tick))
    heartbeats.record_heartbeat(backend().client, keys.SWEPT, milliseconds(now))
    expire_games(backend(), now, signer())
    if tick % _SEAL_INTERVAL == 0:
        seal_games(backend(), signer(), now)
    clean_up_players(backend(), now, signer())
    enqueue_due(
        backend(),
        queue(queue_connection()),
        milliseconds(now) - settings().archive_after_days * _DAY,
        milliseconds(now) - settings().archive_idle_after_days * _DAY,
        sealing=signer() is not None,
    )
    for kind in _KINDS:
        TrackedJobs(queue_connection(), kind).resume_all(milliseconds(now))
    _judge().step(now)
    verify_logs(backend(), _public_keys(), milliseconds(now), settings().verify_events_per_second)


def _public_keys() -> dict[str, Any] | None:
    found = signer()
    return None if found is None else found.public_keys()


@cache
def _judge() -> RatedGamesJudge:
    return RatedGamesJudge(backend(), TrackedJobs(queue_connection(), ANALYSES))


def following(now: str, tick: int = 0) -> int:
    """The number of the next sweep after ``now`` and after sweep ``tick``.

    Sweeps are numbered by the clock, one per ``SWEEP_SECONDS`` since 1970, so that all workers
    agree on the next one.
    """
    return max(milliseconds(now) // (SWEEP_SECONDS * 1000), tick) + 1


def schedule(connection: Redis, tick: int) -> None:
    """Schedule sweep number ``tick`` with RQ's scheduler, unless it is scheduled."""
    jobs = queue(connection)
    job = jobs.create_job(
        sweep,
        args=(tick,),
        job_id=f"sweep-{tick}",
        result_ttl=0,
        failure_ttl=24 * 3600,
    )
    try:
        jobs.schedule_job(job, datetime.fromtimestamp(tick * SWEEP_SECONDS, UTC), unique=True)
    except DuplicateJobError:
        _log.debug("sweep %d is already scheduled", tick)
