"""What a worker works with, by the environment's settings, once a process."""

import logging
import os
import time
from functools import cache

from redis import Redis
from redis.exceptions import AuthenticationError, ConnectionError, TimeoutError

from api.settings import Settings, SettingsError
from events.backend import Backend
from events.seals.signing import Signer, signer_at

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0
_log = logging.getLogger(__name__)


@cache
def settings() -> Settings:
    """How this process runs."""
    return Settings.from_env(os.environ)


@cache
def backend() -> Backend:
    """The data of all games."""
    given = settings()
    return Backend.at(
        _required(given.redis_url, "REDIS_URL"),
        given.partitions,
        given.archive_url,
        replicas=given.store_wait_replicas,
        wait_milliseconds=given.store_wait_ms,
    )


@cache
def signer() -> Signer | None:
    """Who seals the games that end here; None without a key."""
    return signer_at(settings().signing_keys)


@cache
def queue_connection() -> Redis:
    """The server that holds the jobs, which is waited for by RQ's own measure."""
    return Redis.from_url(_required(settings().queue_url, "QUEUE_URL"))


def wait_for(server: Redis) -> None:
    """Wait until a server answers and has loaded its data, which may take minutes. A worker that
    died of that again and again would end the service. A refused password is not waited for."""
    pause = _FIRST_PAUSE
    while True:
        try:
            server.ping()
            return
        except AuthenticationError:
            raise
        except (ConnectionError, TimeoutError) as error:
            _log.warning("waiting for the job queue: %s", error)
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _required(url: str | None, name: str) -> str:
    if url is None:
        raise SettingsError(name, "set for the worker; `make run` does that")
    return url
