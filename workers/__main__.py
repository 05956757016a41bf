"""``python -m workers``: run a worker with RQ's scheduler until stopped."""

import logging
import sys

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from api.monitoring.log import configure
from api.settings import SettingsError
from events import telemetry
from events.clock import utc_now
from events.jobs.queue import NAME, queue
from events.telemetry import spans
from workers.runtime.connections import queue_connection, settings, signer, wait_for
from workers.sweep import following, schedule

_MAINTENANCE_SECONDS = 15
"""How often an idle worker checks that a scheduler runs; RQ waits for the TTL less 15 seconds."""
_TTL_SECONDS = _MAINTENANCE_SECONDS + 15


def main() -> None:
    """Run a worker; exit with a message if a setting is invalid."""
    try:
        _work()
    except SettingsError as error:
        sys.exit(f"afteraction: {error}")


def _work() -> None:
    """Check the signing keys, schedule the recurring job, then process jobs.

    Jobs are short, so they run in the worker's own process. The supervisor restarts a worker that
    dies, and the restarted worker resumes the recurring job.
    """
    configure(settings().log_level)
    if settings().traced:
        telemetry.begin("afteraction-worker")
    signer()
    connection = queue_connection()
    wait_for(connection)
    schedule(connection, following(utc_now()))
    worker = SimpleWorker(
        [queue(connection)],
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=_TTL_SECONDS,
        maintenance_interval=_MAINTENANCE_SECONDS,
    )
    logging.getLogger(__name__).info("processing the queue %s", NAME)
    try:
        worker.work(with_scheduler=True, logging_level="WARNING")
    finally:
        spans.end()


if __name__ == "__main__":
    main()
