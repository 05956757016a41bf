"""Games whose players have left: a seat that lets its time run out resigns.

The index of deadlines only says where to look. Whether time is up is read from the game's log, and
the resignation is appended at the version that was read, so that a player who acts in the same
moment wins and a job that runs twice acts once.
"""

import logging
from datetime import timedelta

from redis import Redis
from rq.exceptions import DuplicateJobError

from domain.commands import Resign
from domain.errors import IllegalCommandError
from domain.values import Ending
from events.catalog import GameCatalog
from events.clock import utc_now
from events.execute import Games, VersionMismatchError
from events.listing import milliseconds
from events.redis_store import RedisEventStore
from workers.connections import queue_connection, store_connection
from workers.queue import queue

SWEEP_SECONDS = 5
_log = logging.getLogger(__name__)


def sweep(tick: int) -> int:
    """The job: schedule the next sweep, then end the games whose time is up; returns how many.

    ``tick`` numbers the sweeps by the clock; the id of the job that comes next follows from it, so
    that it is scheduled once however many workers run.
    """
    schedule(queue_connection(), tick + 1)
    return expire_games(store_connection(), utc_now())


def schedule(connection: Redis, tick: int) -> None:
    """Schedule sweep number ``tick`` by RQ's scheduler, unless it is already."""
    try:
        queue(connection).enqueue_in(
            timedelta(seconds=SWEEP_SECONDS),
            sweep,
            tick,
            job_id=f"sweep-time-limits-{tick}",
            unique=True,
            result_ttl=0,
            failure_ttl=24 * 3600,
        )
    except DuplicateJobError:
        _log.debug("sweep %d is scheduled already", tick)


def expire_games(connection: Redis, now: str) -> int:
    """Make the awaited seat resign in every game whose time is up at ``now``; returns how many."""
    games = Games(RedisEventStore(connection), lambda: now)
    overdue = GameCatalog(connection).overdue(milliseconds(now))
    return sum(_expire(games, name, now) for name in overdue)


def _expire(games: Games, name: str, now: str) -> bool:
    loaded = games.current(name)
    seat = loaded.state.awaited
    deadline = milliseconds(loaded.times.updated) + loaded.state.created.move_time_limit * 1000
    if seat is None or milliseconds(now) < deadline:
        return False
    try:
        games.submit(name, Resign(seat, Ending.TIME_LIMIT), expected=loaded.version)
    except (VersionMismatchError, IllegalCommandError):
        return False
    _log.info("time limit", extra={"game": name, "outcome": seat})
    return True
