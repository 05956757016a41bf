"""The settings and connections of a worker, one each per process."""

import logging
import os
import time
from functools import cache

from redis import Redis
from redis.exceptions import AuthenticationError, ConnectionError, TimeoutError

from api.settings import Settings, SettingsError
from events.backend import Backend
from events.seals.signing import Signer, signer_at

_MIN_PAUSE, _MAX_PAUSE = 0.1, 5.0
_log = logging.getLogger(__name__)


@cache
def settings() -> Settings:
    """The settings from the environment."""
    return Settings.from_env(os.environ)


@cache
def backend() -> Backend:
    """The data of all games."""
    config = settings()
    return Backend.at(
        _required(config.redis_url, "REDIS_URL"),
        config.partitions,
        config.archive_url,
        replicas=config.store_wait_replicas,
        wait_milliseconds=config.store_wait_ms,
    )


@cache
def signer() -> Signer | None:
    """The signer of finished games; None without a key."""
    return signer_at(settings().signing_keys)


@cache
def queue_connection() -> Redis:
    """The job server, with RQ's own timeouts."""
    return Redis.from_url(_required(settings().queue_url, "QUEUE_URL"))


def wait_for(server: Redis) -> None:
    """Wait until a server has loaded its data, which may take minutes: a worker that died
    repeatedly meanwhile would end the service. A wrong password is raised at once."""
    pause = _MIN_PAUSE
    while True:
        try:
            server.ping()
            return
        except AuthenticationError:
            raise
        except (ConnectionError, TimeoutError) as error:
            _log.warning("waiting for the job queue: %s", error)
        time.sleep(pause)
        pause = min(2 * pause, _MAX_PAUSE)


def _required(url: str | None, name: str) -> str:
    if url is None:
        raise SettingsError(name, "set for the worker; `make run` does that")
    return url
