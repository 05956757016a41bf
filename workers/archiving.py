"""Games leave the store for the archive some time after they ended or were played last.

The indexes of finished and of running games say where to look; one job a game moves it, which may
run twice. A game that cannot be moved stays where it is, and is tried again when its failed job has
been forgotten.
"""

import logging
from itertools import chain

from rq import Queue
from rq.exceptions import DuplicateJobError

from events.archive.archiver import Archive, GameChangedError, waits_for_its_seal
from events.backend import Backend
from events.clock import utc_now
from events.games.deadlines import DeadlineIndex
from events.store.port import StoreUnavailableError
from events.telemetry import spans
from workers.runtime.connections import backend

MAX_AT_ONCE = 50
"""Jobs made by one sweep, so that sweeps are not kept waiting behind them for long."""
_FORGOTTEN_AFTER = 3600
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
    """Make a job for each game that finished at ``before`` (ms since 1970) at the latest, and for
    each unfinished one in which nothing has happened after ``idle_since``, unless it has one;
    returns how many were made.

    Where games are being sealed (``sealing``), a finished one that waits for its seal has to wait
    for this too: in the archive it could get none any more.
    """
    if data.archive is None:
        return 0
    index, made = DeadlineIndex(data.client, data.names), 0
    finished = (
        game
        for game in index.finished(before)
        if not (sealing and waits_for_its_seal(data.store, data.imports, game))
    )
    for game in chain(finished, index.idle(idle_since)):
        if made == limit:
            break
        made += _enqueue(jobs, game)
    return made


def archive_game(game: str) -> None:
    """The job: move a game into the archive, if it is still to be moved."""
    data = backend()
    if data.archive is None:
        raise StoreUnavailableError("ARCHIVE_URL is not set")
    with spans.span("archive", {"afteraction.game": game}):
        try:
            Archive(data.client, data.names, data.archive, utc_now).archive(game)
        except GameChangedError:
            _log.info("not archived: it is played again", extra={"game": game})


def _enqueue(jobs: Queue, game: str) -> bool:
    try:
        jobs.enqueue_call(
            archive_game,
            args=(game,),
            job_id=f"archive-{game}",
            result_ttl=0,
            failure_ttl=_FORGOTTEN_AFTER,
            unique=True,
        )
    except DuplicateJobError:
        _log.debug("being archived already", extra={"game": game})
        return False
    return True
