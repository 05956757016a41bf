"""The settings of the service, read once from the environment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from api.settings.environment import PLAIN_SCHEMES, PLAIN_URLS, SettingsError, Variables
from api.settings.rate_limits import Network, RateLimits, networks
from events.store.servers import CLUSTER_SCHEMES

__all__ = ["Settings", "SettingsError"]

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
OPEN, CLOSED = "open", "closed"
LAST_PORT = 65535
MAX_WORKERS = 64
MAX_THREADS = 8192
MAX_STREAMS = 100_000
MAX_PARTITIONS = 1024
MAX_REPLICAS = 5
MAX_WAIT = 60_000
MAX_DAYS = 36_500
MAX_PROXIES = 10
MAX_OPEN = 100_000
MAX_VERIFIED = 1_000_000
OWN_THREADS = 2
"""Connections outside of requests: the subscription and the heartbeat."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of this process. An unset or empty variable has its default."""

    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path = Path("var")
    """Where the embedded Redis server keeps its files."""
    redis_url: str | None = None
    """The store of all games, one Redis server or a cluster; None means the embedded server."""
    queue_url: str | None = None
    """The server of the job queue, by default that of the games. Never a cluster."""
    partitions: int = 64
    """The number of partitions of the games; fixed once there is data."""
    store_wait_replicas: int = 0
    """How many replicas must acknowledge an append before it is confirmed."""
    store_wait_ms: int = 1000
    """How many milliseconds an append waits for them before its outcome counts as unknown."""
    signing_keys: Path | None = None
    """The folder of the keys that seal finished games; None disables sealing."""
    scenario_dir: Path | None = None
    """The folder of the operator's own battles, if any."""
    archive_url: str | None = None
    """Where finished games are archived: a folder, or a URL that fsspec knows; None archives
    none."""
    archive_after_days: int = 30
    """How long a finished game stays in the store before it may be archived."""
    archive_idle_after_days: int = 30
    """How long an unfinished game stays in the store after its last command."""
    verify_events_per_second: int = 1000
    """The maximum number of stored events that a worker verifies per second; 0 disables it."""
    most_sandboxes: int = 100
    """The maximum number of open sandboxes per player."""
    sign_up: str = OPEN
    """Whether anyone may create a player, or only administrators (``closed``)."""
    oidc_issuer: str | None = None
    """The OpenID Connect provider whose tokens are accepted too, if any."""
    oidc_audience: str | None = None
    """The audience of the provider's tokens; required with a provider."""
    oidc_jwks_url: str | None = None
    """The URL of the provider's keys; None discovers it."""
    web_workers: int = 1
    """Web server processes."""
    web_threads: int = 1064
    """The maximum number of concurrent requests per process; an open stream is one."""
    streams_per_address: int = 200
    """The maximum number of open streams per address and process."""
    streams_per_player: int = 100
    """The maximum number of open streams per player and process."""
    log_level: str = "INFO"
    otel_exporter_otlp_endpoint: str | None = None
    """The OTLP/HTTP endpoint for telemetry, if any."""
    otel_exporter_otlp_traces_endpoint: str | None = None
    """The complete URL for traces; takes precedence."""
    otel_sdk_disabled: bool = False
    """Whether tracing is disabled."""
    rate_limits: RateLimits = field(default_factory=RateLimits)
    """The rate limits."""
    public_url: str | None = None
    """The URL of the service's pages, for links in messages; None omits links."""
    webhook_networks: tuple[Network, ...] = ()
    """Private networks that webhooks may reach, also without encryption."""
    trusted_proxies: int = 0
    """The number of trusted proxies that append the client's address to ``X-Forwarded-For``."""
    cors_origins: tuple[str, ...] = ("*",)
    """The origins that may use the API (CORS); ``*`` is any."""

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> Self:
        """Read the variables that README.md lists; each is named like its field here.

        Refuses with SettingsError, which names the variable and what it may be.
        """
        default = cls()
        given = Variables(environment)
        redis_url = given.redis_url("REDIS_URL", *PLAIN_SCHEMES, *CLUSTER_SCHEMES)
        issuer, audience, keys_url = _oidc(given)

        def number(field: str, least: int, most: int) -> int:
            return given.whole_number(field.upper(), getattr(default, field), least, most)

        return cls(
            host=given.host("HOST", default.host),
            port=number("port", 1, LAST_PORT),
            data_dir=given.directory("DATA_DIR") or default.data_dir,
            redis_url=redis_url,
            queue_url=_queue_url(given, redis_url),
            partitions=number("partitions", 1, MAX_PARTITIONS),
            store_wait_replicas=number("store_wait_replicas", 0, MAX_REPLICAS),
            store_wait_ms=number("store_wait_ms", 1, MAX_WAIT),
            signing_keys=given.directory("SIGNING_KEYS"),
            scenario_dir=given.directory("SCENARIO_DIR"),
            archive_url=given.archive_url("ARCHIVE_URL"),
            archive_after_days=number("archive_after_days", 0, MAX_DAYS),
            archive_idle_after_days=number("archive_idle_after_days", 0, MAX_DAYS),
            verify_events_per_second=number("verify_events_per_second", 0, MAX_VERIFIED),
            most_sandboxes=number("most_sandboxes", 1, MAX_OPEN),
            sign_up=given.word("SIGN_UP", default.sign_up, (OPEN, CLOSED)),
            oidc_issuer=issuer,
            oidc_audience=audience,
            oidc_jwks_url=keys_url,
            web_workers=number("web_workers", 1, MAX_WORKERS),
            web_threads=number("web_threads", 1, MAX_THREADS),
            streams_per_address=number("streams_per_address", 1, MAX_STREAMS),
            streams_per_player=number("streams_per_player", 1, MAX_STREAMS),
            log_level=given.word("LOG_LEVEL", default.log_level, LOG_LEVELS),
            otel_exporter_otlp_endpoint=given.web_url("OTEL_EXPORTER_OTLP_ENDPOINT"),
            otel_exporter_otlp_traces_endpoint=given.web_url("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"),
            otel_sdk_disabled=given.word("OTEL_SDK_DISABLED", "false", ("true", "false")) == "true",
            rate_limits=RateLimits.from_variables(given),
            public_url=given.web_url("PUBLIC_URL"),
            webhook_networks=networks(given, "WEBHOOK_NETWORKS", default.webhook_networks),
            trusted_proxies=number("trusted_proxies", 0, MAX_PROXIES),
            cors_origins=given.origins("CORS_ORIGINS", default.cors_origins),
        )

    @property
    def connections(self) -> int:
        """Connections to Redis that one web server process may hold: as many as there are threads
        that use one, so that none of them waits for another's. They are made when they are
        needed; with fewer, under load, whoever waits longest may be the one to go away empty."""
        return self.web_threads + OWN_THREADS

    @property
    def traced(self) -> bool:
        """Whether traces are sent."""
        given = self.otel_exporter_otlp_endpoint or self.otel_exporter_otlp_traces_endpoint
        return bool(given) and not self.otel_sdk_disabled


def is_cluster(redis_url: str) -> bool:
    """Return whether a URL names a Redis Cluster rather than one server."""
    return urlsplit(redis_url).scheme in CLUSTER_SCHEMES


def _queue_url(given: Variables, redis_url: str | None) -> str | None:
    named = given.redis_url("QUEUE_URL", *PLAIN_SCHEMES)
    if named is None and redis_url is not None and is_cluster(redis_url):
        raise SettingsError("QUEUE_URL", f"set when REDIS_URL is a cluster: {PLAIN_URLS}")
    return named or redis_url


def _oidc(given: Variables) -> tuple[str | None, str | None, str | None]:
    """Return the provider, the audience and the URL of the keys; the first two are set together."""
    issuer, audience = given.web_url("OIDC_ISSUER"), given.text("OIDC_AUDIENCE") or None
    keys = given.web_url("OIDC_JWKS_URL")
    if issuer is not None and audience is None:
        raise SettingsError(
            "OIDC_AUDIENCE", "set when OIDC_ISSUER is set: the audience of its tokens"
        )
    if issuer is None and (audience or keys):
        raise SettingsError("OIDC_ISSUER", "set when OIDC_AUDIENCE or OIDC_JWKS_URL is set")
    return issuer, audience, keys
