"""The services that the endpoints use, wired once per process."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Semaphore

from flask import current_app
from redis import Redis

from api.limits.costly_answers import CostlyAnswers
from api.limits.stream_slots import RESERVED_THREADS, StreamLimits, StreamSlots
from api.settings import Settings, is_cluster
from events.accounts.blocks import Blocks
from events.accounts.invitations import Invitations
from events.accounts.oidc import Provider
from events.accounts.players import Players
from events.accounts.rates import Rates
from events.accounts.reports import Reports
from events.archive.archived_store import ArchivedEventStore
from events.backend import Backend
from events.clock import utc_now
from events.commentary.annotations import Annotations
from events.commentary.studies import Studies
from events.feeds.feeds import Feeds
from events.games.decision_log import DecisionLog
from events.games.repository import GameRepository
from events.games.service import GameService
from events.games.timing import outages
from events.jobs.analyses import ANALYSES, Analysis
from events.jobs.animations import ANIMATIONS, Animation
from events.jobs.playtests import PLAYTESTS, Playtest
from events.jobs.tracked import TrackedJobs
from events.live.hub import LiveHub
from events.live.presence import Presence
from events.lobby.challenges import Challenges
from events.read_models.catalog import GameCatalog
from events.read_models.player_names import PlayerNames
from events.read_models.ratings import Ratings
from events.read_models.read_your_writes import ReadYourWrites
from events.read_models.recently_updated import RecentlyUpdatedGames
from events.read_models.results import Results
from events.scenarios.folder import battles_in
from events.scenarios.library import ScenarioLibrary
from events.seals.signing import Signer, signer_at
from events.store.servers import Client, connect
from events.transfer.imports import Imports
from events.transfer.integrity import sealer
from events.webhooks.deliveries import Deliveries
from events.webhooks.registry import Webhooks

EXTENSION = "afteraction"
_RATES_TIMEOUT_SECONDS = 0.5
_QUEUE_TIMEOUT_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Services:
    """The event store and everything built on it, sharing one connection pool."""

    settings: Settings
    redis: Client
    store: ArchivedEventStore
    games: GameRepository
    game_service: GameService
    decision_log: DecisionLog
    catalog: GameCatalog
    results: Results
    ratings: Ratings
    feeds: Feeds
    freshness: ReadYourWrites
    recently_updated: RecentlyUpdatedGames
    players: Players
    player_names: PlayerNames
    blocks: Blocks
    reports: Reports
    live: LiveHub
    presence: Presence
    imports: Imports
    rates: Rates
    invitations: Invitations
    annotations: Annotations
    challenges: Challenges
    webhooks: Webhooks
    deliveries: Deliveries
    animations: TrackedJobs[Animation]
    analyses: TrackedJobs[Analysis]
    playtests: TrackedJobs[Playtest]
    studies: Studies
    scenarios: ScenarioLibrary
    signer: Signer | None
    """Seals finished games; None without a signing key."""
    provider: Provider | None
    """The OpenID Connect provider; None when none is configured."""
    clock: Callable[[], str]
    body_slots: Semaphore
    """Limits how many request bodies are read at the same time."""
    costly: CostlyAnswers
    stream_slots: StreamSlots


def build(settings: Settings, backend: Backend, clock: Callable[[], str] = utc_now) -> Services:
    """Create the services on a backend."""
    redis = backend.client
    backend.store.guarded = True
    signer = signer_at(settings.signing_keys)
    feeds = Feeds(redis, backend.names)
    freshness = ReadYourWrites(redis, feeds)
    players = Players(redis, clock, names=backend.names)
    game_service = GameService(
        backend.store, clock, sealer=sealer(signer), outages=outages(backend.client, backend.store)
    )
    games = game_service.repository
    return Services(
        settings=settings,
        redis=redis,
        store=backend.store,
        games=games,
        game_service=game_service,
        decision_log=DecisionLog(games),
        catalog=GameCatalog(redis, freshness),
        results=Results(freshness),
        ratings=Ratings(freshness),
        feeds=feeds,
        freshness=freshness,
        recently_updated=RecentlyUpdatedGames(redis, feeds, freshness),
        players=players,
        player_names=PlayerNames(freshness, players),
        blocks=Blocks(redis),
        reports=Reports(redis),
        live=LiveHub(redis),
        presence=Presence(redis),
        imports=backend.imports,
        rates=Rates(_rates_client(settings, redis)),
        invitations=Invitations(redis, backend.names),
        annotations=Annotations(redis, backend.names),
        challenges=Challenges(redis),
        webhooks=Webhooks(redis, feeds),
        deliveries=Deliveries(redis),
        animations=TrackedJobs(_queue_server(settings), ANIMATIONS),
        analyses=TrackedJobs(_queue_server(settings), ANALYSES),
        playtests=TrackedJobs(_queue_server(settings), PLAYTESTS),
        studies=Studies(redis),
        scenarios=ScenarioLibrary(redis, battles_in(settings.scenario_dir)),
        signer=signer,
        provider=_provider(settings),
        clock=clock,
        body_slots=Semaphore(max(1, settings.web_threads // 4)),
        costly=CostlyAnswers(),
        stream_slots=StreamSlots(
            StreamLimits(
                max(0, settings.web_threads - RESERVED_THREADS),
                settings.streams_per_address,
                settings.streams_per_player,
            )
        ),
    )


def _rates_client(settings: Settings, redis: Client) -> Client:
    """Return a client with a short timeout: a request can do without its rate limits."""
    if settings.redis_url is None:
        return redis
    return connect(settings.redis_url, settings.connections, patience=_RATES_TIMEOUT_SECONDS)


def _queue_server(settings: Settings) -> Redis | None:
    """Return a client of the job queue's server; None when it would be a cluster."""
    url = settings.queue_url or settings.redis_url
    if url is None or is_cluster(url):
        return None
    timeout = _QUEUE_TIMEOUT_SECONDS
    return Redis.from_url(url, socket_timeout=timeout, socket_connect_timeout=timeout)


def _provider(settings: Settings) -> Provider | None:
    if settings.oidc_issuer is None or settings.oidc_audience is None:
        return None
    return Provider(settings.oidc_issuer, settings.oidc_audience, settings.oidc_jwks_url)


def attach(services: Services) -> None:
    """Register the services with the current app."""
    current_app.extensions[EXTENSION] = services


def services() -> Services:
    """Return the services of the current app."""
    attached: Services = current_app.extensions[EXTENSION]
    return attached
