"""Archive games some time after they finished or were last played.

The indexes of finished and running games list the candidates; one idempotent job per game moves it.
A game that cannot be archived stays in the store, and is retried once its failed job has expired.
"""

import logging
from itertools import chain

from rq import Queue
from rq.exceptions import DuplicateJobError

from events.archive.archiver import Archive, GameChangedError, awaits_seal
from events.backend import Backend
from events.clock import utc_now
from events.games.deadlines import DeadlineIndex
from events.store.port import StoreUnavailableError
from events.telemetry import spans
from workers.runtime.connections import backend

MAX_AT_ONCE = 50
"""The maximum number of jobs per sweep, so that they do not delay the next sweep."""
_FAILURE_TTL = 3600
_log = logging.getLogger(__name__)


def enqueue_due(
    data: Backend,
    jobs: Queue,
    before: int,
    idle_since: int = 0,
    limit: int = MAX_AT_ONCE,
    *,
    sealing: bool = False,
) -> int:
    """Enqueue a job for each game that finished at or before ``before`` (ms since 1970), and for
    each unfinished one without an event after ``idle_since``, unless it has a job; return how many.

    With ``sealing``, finished games without a seal are skipped: archived games cannot be sealed.
    """
    if data.archive is None:
        return 0
    index, enqueued = DeadlineIndex(data.client, data.names), 0
    finished = (
        game
        for game in index.finished(before)
        if not (sealing and awaits_seal(data.store, data.imports, game))
    )
    for game in chain(finished, index.idle(idle_since)):
        if enqueued == limit:
            break
        enqueued += _enqueue(jobs, game)
    return enqueued


def archive_game(game: str) -> None:
    """Job: move a game into the archive, if it is still due."""
    data = backend()
    if data.archive is None:
        raise StoreUnavailableError("ARCHIVE_URL is not set")
    with spans.span("archive", {"afteraction.game": game}):
        try:
            Archive(data.client, data.names, data.archive, utc_now).archive(game)
        except GameChangedError:
            _log.info("not archived: the game was continued", extra={"game": game})


def _enqueue(jobs: Queue, game: str) -> bool:
    try:
        jobs.enqueue_call(
            archive_game,
            args=(game,),
            job_id=f"archive-{game}",
            result_ttl=0,
            failure_ttl=_FAILURE_TTL,
            unique=True,
        )
    except DuplicateJobError:
        _log.debug("already being archived", extra={"game": game})
        return False
    return True
