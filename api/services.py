"""What the endpoints work with, wired once a process."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Semaphore
from typing import cast

from flask import current_app
from redis import Redis

from api.oidc import Provider
from api.settings import Settings, is_cluster
from events.animations import Animations
from events.annotations import Annotations
from events.backend import Backend
from events.clock import utc_now
from events.decided import Decided
from events.execute import Games
from events.invitations import Invitations
from events.lists.catalog import GameCatalog
from events.lists.changed import ChangedGames
from events.lists.feeds import Feeds
from events.lists.freshness import Freshness
from events.lists.results import Results
from events.live import LiveHub
from events.players import Players
from events.rates import Rates
from events.seals.signing import Signer, signer_at
from events.servers import Client, connect
from events.studies import Studies
from events.transfer.archived_store import ArchivedEventStore
from events.transfer.imports import Imports

_EXTENSION = "afteraction"
_COUNTING_SECONDS = 0.5
_QUEUE_SECONDS = 5.0
PICTURES_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Services:
    """The event store and what is read from it, sharing one pool of connections."""

    settings: Settings
    redis: Client
    store: ArchivedEventStore
    games: Games
    decided: Decided
    catalog: GameCatalog
    results: Results
    feeds: Feeds
    freshness: Freshness
    changed: ChangedGames
    players: Players
    live: LiveHub
    imports: Imports
    rates: Rates
    invitations: Invitations
    annotations: Annotations
    animations: Animations
    studies: Studies
    signer: Signer | None
    """Seals finished games; None without a key."""
    provider: Provider | None
    """Identifies players as well; None where no such is set."""
    clock: Callable[[], str]
    body_slots: Semaphore
    """How many requests may be in the course of sending their body."""
    picture_slots: Semaphore
    """How many requests may wait for a picture in pixels."""


def build(settings: Settings, backend: Backend, clock: Callable[[], str] = utc_now) -> Services:
    """Wire the services onto the data."""
    redis = backend.client
    signer = signer_at(settings.signing_keys)
    feeds = Feeds(redis, backend.names)
    freshness = Freshness(redis, feeds, backend.store.fed)
    games = Games(backend.store, clock, signer=signer)
    return Services(
        settings=settings,
        redis=redis,
        store=backend.store,
        games=games,
        decided=Decided(games),
        catalog=GameCatalog(redis, freshness),
        results=Results(freshness),
        feeds=feeds,
        freshness=freshness,
        changed=ChangedGames(redis, feeds, freshness),
        players=Players(redis, clock),
        live=LiveHub(redis),
        imports=backend.imports,
        rates=Rates(_impatient(settings, redis)),
        invitations=Invitations(redis, backend.names),
        annotations=Annotations(redis, backend.names),
        animations=Animations(_queue_server(settings)),
        studies=Studies(redis),
        signer=signer,
        provider=_provider(settings),
        clock=clock,
        body_slots=Semaphore(max(1, settings.web_threads // 4)),
        picture_slots=Semaphore(PICTURES_AT_ONCE),
    )


def _impatient(settings: Settings, redis: Client) -> Client:
    """A client for what a request does not need: nobody waits for it for long."""
    if settings.redis_url is None:
        return redis
    return connect(settings.redis_url, settings.connections, patience=_COUNTING_SECONDS)


def _queue_server(settings: Settings) -> Redis | None:
    """A client for the server of the jobs, which is the games' own where that is no cluster."""
    url = settings.queue_url or settings.redis_url
    if url is None or is_cluster(url):
        return None
    return Redis.from_url(url, socket_timeout=_QUEUE_SECONDS, socket_connect_timeout=_QUEUE_SECONDS)


def _provider(settings: Settings) -> Provider | None:
    if settings.oidc_issuer is None or settings.oidc_audience is None:
        return None
    return Provider(settings.oidc_issuer, settings.oidc_audience, settings.oidc_jwks_url)


def attach(services: Services) -> None:
    """Make the services those of the current app."""
    current_app.extensions[_EXTENSION] = services


def services() -> Services:
    """The services of the app that handles this request."""
    return cast(Services, current_app.extensions[_EXTENSION])
