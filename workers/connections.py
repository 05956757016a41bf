"""The Redis servers a worker works with, by the environment's settings, once a process."""

import os
from functools import cache

from redis import Redis

from api.settings import Settings, SettingsError

_PATIENCE = 5.0
"""Seconds to wait for the store; the queue is waited on for longer, by RQ's own measure."""


@cache
def store_connection() -> Redis:
    """The server that holds the games."""
    url = _required(Settings.from_env(os.environ).redis_url, "REDIS_URL")
    return Redis.from_url(url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)


@cache
def queue_connection() -> Redis:
    """The server that holds the jobs."""
    return Redis.from_url(_required(Settings.from_env(os.environ).queue_url, "QUEUE_URL"))


def _required(url: str | None, name: str) -> str:
    if url is None:
        raise SettingsError(name, "set for the worker; `make run` sets it")
    return url
