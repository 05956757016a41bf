"""What the endpoints work with, wired once a process."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Semaphore
from typing import cast

from flask import current_app
from redis import BlockingConnectionPool, Redis

from api.settings import Settings
from events.catalog import GameCatalog
from events.clock import utc_now
from events.execute import Games
from events.live import LiveHub
from events.players import Players
from events.redis_store import RedisEventStore

_CONNECTIONS = 16
_PATIENCE_SECONDS = 5.0
_EXTENSION = "afteraction"


@dataclass(frozen=True, slots=True)
class Services:
    """The event store and what is read from it, sharing one pool of connections."""

    settings: Settings
    redis: Redis
    games: Games
    catalog: GameCatalog
    players: Players
    live: LiveHub
    clock: Callable[[], str]
    body_slots: Semaphore
    """How many requests may be in the course of sending their body."""


def connect(url: str) -> Redis:
    """A client whose threads wait for a free connection instead of failing for want of one."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_PATIENCE_SECONDS,
        socket_timeout=_PATIENCE_SECONDS,
        socket_connect_timeout=_PATIENCE_SECONDS,
    )
    return Redis(connection_pool=pool)


def build(settings: Settings, redis: Redis, clock: Callable[[], str] = utc_now) -> Services:
    """Wire the services onto one Redis client."""
    return Services(
        settings=settings,
        redis=redis,
        games=Games(RedisEventStore(redis), clock),
        catalog=GameCatalog(redis),
        players=Players(redis),
        live=LiveHub(redis),
        clock=clock,
        body_slots=Semaphore(max(1, settings.web_threads // 4)),
    )


def attach(services: Services) -> None:
    """Make the services those of the current app."""
    current_app.extensions[_EXTENSION] = services


def services() -> Services:
    """The services of the app that handles this request."""
    return cast(Services, current_app.extensions[_EXTENSION])
