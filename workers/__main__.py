"""``python -m workers``: one worker with RQ's scheduler, until it is told to stop."""

import logging
import os
import time

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from api.settings import Settings
from workers.connections import queue_connection
from workers.queue import NAME, queue
from workers.time_limits import SWEEP_SECONDS, schedule


def main() -> None:
    """Make sure that the recurring job is scheduled, then work.

    Jobs here are short, so they run in the worker's own process; the supervisor starts a worker
    that dies again, and this picks the recurring job up.
    """
    logging.basicConfig(level=Settings.from_env(os.environ).log_level)
    connection = queue_connection()
    schedule(connection, round(time.time()) // SWEEP_SECONDS)
    worker = SimpleWorker(
        [queue(connection)], connection=connection, serializer=JSONSerializer, name=None
    )
    logging.getLogger(__name__).info("working on the queue %s", NAME)
    worker.work(with_scheduler=True)


if __name__ == "__main__":
    main()
