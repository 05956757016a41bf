"""``python -m workers``: one worker with RQ's scheduler, until it is told to stop."""

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

_LOOK_AROUND_SECONDS = 15
"""How often an idle worker checks that a scheduler runs; RQ waits 15 seconds less than the TTL."""
_TTL_SECONDS = _LOOK_AROUND_SECONDS + 15


def main() -> None:
    """Make sure that there are keys if any are named and that the recurring job is scheduled, then
    work.

    Jobs here are short, so they run in the worker's own process; the supervisor starts a worker
    that dies again, and this picks the recurring job up.
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
        maintenance_interval=_LOOK_AROUND_SECONDS,
    )
    logging.getLogger(__name__).info("processing the queue %s", NAME)
    try:
        worker.work(with_scheduler=True, logging_level="WARNING")
    finally:
        spans.end()


if __name__ == "__main__":
    try:
        main()
    except SettingsError as error:
        sys.exit(f"afteraction: {error}")
