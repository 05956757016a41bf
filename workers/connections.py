"""The Redis servers a worker works with, by the environment's settings, once a process."""

import os
from functools import cache

from redis import Redis

from api.settings import Settings, SettingsError


@cache
def store_connection() -> Redis:
    """The server that holds the games."""
    return Redis.from_url(_required(Settings.from_env(os.environ).redis_url, "REDIS_URL"))


@cache
def queue_connection() -> Redis:
    """The server that holds the jobs."""
    return Redis.from_url(_required(Settings.from_env(os.environ).queue_url, "QUEUE_URL"))


def _required(url: str | None, name: str) -> str:
    if url is None:
        raise SettingsError(name, "set for the worker; `make run` sets it")
    return url
