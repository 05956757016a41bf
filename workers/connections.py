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

_DAY = 24 * 3600 * 1000
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0
_log = logging.getLogger(__name__)


@cache
def backend() -> Backend:
    """The data of all games."""
    settings = Settings.from_env(os.environ)
    return Backend.at(
        _required(settings.redis_url, "REDIS_URL"),
        settings.partitions,
        settings.archive_url,
        replicas=settings.store_wait_replicas,
        wait_milliseconds=settings.store_wait_ms,
    )


@cache
def signer() -> Signer | None:
    """Who seals the games that end here; None without a key."""
    return signer_at(Settings.from_env(os.environ).signing_keys)


@cache
def archive_after() -> int:
    """How long a finished game stays in the store, in milliseconds."""
    return Settings.from_env(os.environ).archive_after_days * _DAY


@cache
def queue_connection() -> Redis:
    """The server that holds the jobs, which is waited for by RQ's own measure."""
    return Redis.from_url(_required(Settings.from_env(os.environ).queue_url, "QUEUE_URL"))


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
            _log.warning("waiting for the server of the jobs: %s", error)
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def _required(url: str | None, name: str) -> str:
    if url is None:
        raise SettingsError(name, "set for the worker; `make run` sets it")
    return url
