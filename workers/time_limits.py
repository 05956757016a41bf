"""Games whose players have left: a seat that lets its time run out resigns.

The index of deadlines only says where to look. Whether time is up is read from the game's log, and
the resignation is appended at the version that was read, so that a player who acts in the same
moment wins and a job that runs twice acts once. Time in which the service was down does not count.
"""

import logging
from datetime import UTC, datetime

from redis import Redis
from rq.exceptions import DuplicateJobError

from domain.commands import Resign
from domain.errors import IllegalCommandError
from domain.values import Ending
from events.backend import Backend
from events.clock import utc_now
from events.due import DueGames
from events.execute import Games, VersionMismatchError
from events.listing import milliseconds
from events.store import StoreUnavailableError
from workers import outages
from workers.connections import backend, queue_connection
from workers.queue import queue

SWEEP_SECONDS = 5
_log = logging.getLogger(__name__)


def sweep(tick: int) -> int:
    """The job: schedule the next sweep, then end the games whose time is up; returns how many."""
    now = utc_now()
    schedule(queue_connection(), following(now, tick))
    outages.note(backend().client, milliseconds(now))
    return expire_games(backend(), now)


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
        job_id=f"sweep-time-limits-{tick}",
        result_ttl=0,
        failure_ttl=24 * 3600,
    )
    try:
        jobs.schedule_job(job, datetime.fromtimestamp(tick * SWEEP_SECONDS, UTC), unique=True)
    except DuplicateJobError:
        _log.debug("sweep %d is scheduled already", tick)


def expire_games(data: Backend, now: str) -> int:
    """Make the awaited seat resign in every game whose time is up at ``now``; returns how many."""
    games = Games(data.store, lambda: now)
    overdue = DueGames(data.client, data.names).overdue(milliseconds(now))
    down = outages.known(data.client)
    return sum(_expire_safely(games, name, now, down) for name in overdue)


def _expire_safely(games: Games, name: str, now: str, down: list[outages.Span]) -> bool:
    """One damaged game must not keep the others from ending."""
    try:
        return _expire(games, name, now, down)
    except StoreUnavailableError:
        raise
    except Exception:
        _log.exception("time limit not applied", extra={"game": name})
        return False


def _expire(games: Games, name: str, now: str, down: list[outages.Span]) -> bool:
    loaded = games.current(name)
    seat = loaded.state.awaited
    since = milliseconds(loaded.times.updated)
    limit = loaded.state.created.move_time_limit * 1000
    deadline = since + limit + outages.lost_since(down, since)
    if seat is None or milliseconds(now) < deadline:
        return False
    try:
        games.submit(name, Resign(seat, Ending.TIME_LIMIT), expected=loaded.version)
    except (VersionMismatchError, IllegalCommandError):
        return False
    _log.info("time limit", extra={"game": name, "outcome": seat})
    return True
