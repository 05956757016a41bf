"""``python -m deploy.probe web|worker``: the liveness probe of a container.

The web server is alive if it answers, a worker if it has recently sent a heartbeat to Redis. A
worker that waits for Redis is alive too: a restart would not help. The projector has no probe: it
exits if it cannot go on, and its lag is a metric.
"""

import argparse
import os
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from redis import Redis
from redis.exceptions import RedisError
from rq import Worker

from api.settings import Settings
from deploy.processes.listening import is_healthy

PATIENCE = timedelta(minutes=4)
"""A worker sends a heartbeat every 15 seconds, but not during a job, which takes at most three
minutes."""
ANSWER_WITHIN = 5.0


def main(arguments: list[str]) -> int:
    """Return the exit status: 0 if alive, 1 if not."""
    parser = argparse.ArgumentParser(prog="python -m deploy.probe", description=__doc__)
    parser.add_argument("program", choices=sorted(_ALIVE))
    options = parser.parse_args(arguments)
    return 0 if _ALIVE[options.program](Settings.from_env(os.environ)) else 1


def worker_is_alive(settings: Settings, patience: timedelta = PATIENCE) -> bool:
    """Whether a worker on this host has sent a heartbeat within ``patience``; True also if the job
    server is unavailable."""
    if settings.queue_url is None:
        return False
    client = Redis.from_url(
        settings.queue_url, socket_timeout=ANSWER_WITHIN, socket_connect_timeout=ANSWER_WITHIN
    )
    try:
        with client:
            workers = Worker.all(connection=client)
    except (RedisError, OSError):
        return True
    local = [worker for worker in workers if worker.hostname == socket.gethostname()]
    heartbeats = [worker.last_heartbeat for worker in local if worker.last_heartbeat is not None]
    return any(datetime.now(UTC) - moment < patience for moment in heartbeats)


_ALIVE: dict[str, Callable[[Settings], bool]] = {
    "web": lambda settings: is_healthy(settings.host, settings.port),
    "worker": worker_is_alive,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
