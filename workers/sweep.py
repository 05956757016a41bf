"""The recurring job: every few seconds it looks for what is due."""

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
from workers.departures import see_off_players
from workers.judgements import RatedGamesJudge
from workers.runtime.connections import backend, queue_connection, settings, signer
from workers.seals import seal_games
from workers.time_limits import expire_games
from workers.verification import verify_logs

SWEEP_SECONDS = 5
_DAY = 24 * 3600 * 1000
_SEALING = 60
"""Sweeps from one look for games without a seal to the next: five minutes."""
_KINDS: tuple[Kind[Any], ...] = (ANALYSES, ANIMATIONS, PLAYTESTS)
"""What other jobs go on with when a worker has died of it."""
_log = logging.getLogger(__name__)


def sweep(tick: int) -> None:
    """The job: schedule the next sweep, then do what is due."""
    with spans.span("sweep", {"afteraction.tick": tick}):
        _sweep(tick)


def _sweep(tick: int) -> None:
    now = utc_now()
    schedule(queue_connection(), following(now, tick))
    heartbeats.record_heartbeat(backend().client, keys.SWEPT, milliseconds(now))
    expire_games(backend(), now, signer())
    if tick % _SEALING == 0:
        seal_games(backend(), signer(), now)
    see_off_players(backend(), now, signer())
    enqueue_due(
        backend(),
        queue(queue_connection()),
        milliseconds(now) - settings().archive_after_days * _DAY,
        milliseconds(now) - settings().archive_idle_after_days * _DAY,
        sealing=signer() is not None,
    )
    for kind in _KINDS:
        TrackedJobs(queue_connection(), kind).resume_all(milliseconds(now))
    _judge().go_on(now)
    verify_logs(backend(), _public_keys(), milliseconds(now), settings().verify_events_per_second)


def _public_keys() -> dict[str, Any] | None:
    found = signer()
    return None if found is None else found.public_keys()


@cache
def _judge() -> RatedGamesJudge:
    return RatedGamesJudge(backend(), TrackedJobs(queue_connection(), ANALYSES))


def following(now: str, tick: int = 0) -> int:
    """The number of the sweep that comes next, after sweep ``tick``.

    Sweeps are numbered by the clock, ``SWEEP_SECONDS`` apart since 1970: however many workers start
    them anew, they agree on the next one.
    """
    return max(milliseconds(now) // (SWEEP_SECONDS * 1000), tick) + 1


def schedule(connection: Redis, tick: int) -> None:
    """Schedule sweep number ``tick`` by RQ's scheduler, unless it is already."""
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
