"""``python -m deploy.probe web|worker``: whether the program in this container is alive.

The web server is alive when it answers, a worker when it has told Redis so of late. A worker that
waits for Redis is alive too: to start it again would not bring Redis back. The projector has no
probe of its own: it ends when it cannot go on, and how far it is behind is among the figures.
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
"""A worker tells of itself every quarter of a minute, but not during a job, which may take three
minutes at most."""
ANSWER_WITHIN = 5.0


def main(arguments: list[str]) -> int:
    """Exit status: 0 for alive, 1 for not."""
    parser = argparse.ArgumentParser(prog="python -m deploy.probe", description=__doc__)
    parser.add_argument("program", choices=sorted(_ALIVE))
    options = parser.parse_args(arguments)
    return 0 if _ALIVE[options.program](Settings.from_env(os.environ)) else 1


def web_is_alive(settings: Settings) -> bool:
    """Whether the web server of this machine answers."""
    return is_healthy(settings.host, settings.port)


def worker_is_alive(settings: Settings, patience: timedelta = PATIENCE) -> bool:
    """Whether a worker of this machine has told of itself within ``patience``; also when the queue
    cannot be asked."""
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
    mine = [worker for worker in workers if worker.hostname == socket.gethostname()]
    heartbeats = [worker.last_heartbeat for worker in mine if worker.last_heartbeat is not None]
    return any(datetime.now(UTC) - moment < patience for moment in heartbeats)


_ALIVE: dict[str, Callable[[Settings], bool]] = {"web": web_is_alive, "worker": worker_is_alive}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
