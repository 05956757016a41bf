"""What may be set from outside, read once from the environment."""

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
"""Those of a web server process that answer no request: its subscription, its signs of life."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this process runs. A variable that is unset or empty has its default."""

    host: str = "127.0.0.1"
    port: int = 8000
    data_dir: Path = Path("var")
    """Where the embedded Redis server keeps its files."""
    redis_url: str | None = None
    """The store of all games, one Redis server or a cluster; None asks for the embedded server."""
    queue_url: str | None = None
    """The store of the job queue; the games' own unless another is named. Never a cluster."""
    partitions: int = 64
    """Parts that the games are divided into; fixed once there is data."""
    store_wait_replicas: int = 0
    """Replicas that must have an append before it is confirmed."""
    store_wait_ms: int = 1000
    """Milliseconds that an append waits for those replicas before its outcome counts as unknown."""
    signing_keys: Path | None = None
    """The folder of the keys that seal finished games; None seals none."""
    scenario_dir: Path | None = None
    """The folder of the operator's own battles; None adds none."""
    archive_url: str | None = None
    """Where finished games are archived: a folder, or a URL that fsspec knows; None archives
    none."""
    archive_after_days: int = 30
    """How long a finished game stays in the store before it may be archived."""
    archive_idle_after_days: int = 30
    """How long an unfinished game stays in the store after its last command."""
    verify_events_per_second: int = 1000
    """How many stored events a worker verifies a second at most, again and again; 0 for none."""
    most_sandboxes: int = 100
    """Sandboxes that a player may have open at once."""
    sign_up: str = OPEN
    """Whether anyone may create a player, or, when ``closed``, administrators only."""
    oidc_issuer: str | None = None
    """The OpenID Connect provider whose tokens identify players as well; None for none."""
    oidc_audience: str | None = None
    """Whom the provider's tokens must be meant for; given whenever the provider is."""
    oidc_jwks_url: str | None = None
    """Where the provider's keys are; None leaves that to the provider's own configuration."""
    web_workers: int = 1
    """Web server processes."""
    web_threads: int = 1064
    """Requests one web server process works on at the same time; an open stream is one."""
    streams_per_address: int = 200
    """Streams that all who share an address may have open at one process."""
    streams_per_player: int = 100
    """Streams that a player may have open at one process."""
    log_level: str = "INFO"
    otel_exporter_otlp_endpoint: str | None = None
    """Where traces go, by OpenTelemetry's protocol over HTTP; None for nowhere."""
    otel_exporter_otlp_traces_endpoint: str | None = None
    """The same in full, with the path."""
    otel_sdk_disabled: bool = False
    """Whether there are no traces after all."""
    rate_limits: RateLimits = field(default_factory=RateLimits)
    """How many requests are taken from whom."""
    public_url: str | None = None
    """Where the service's pages are, for links in messages; None for no links."""
    webhook_networks: tuple[Network, ...] = ()
    """Networks that webhooks may reach besides the internet, also without encryption."""
    trusted_proxies: int = 0
    """How many proxies stand before the service and tell in ``X-Forwarded-For`` who asks."""
    cors_origins: tuple[str, ...] = ("*",)
    """The origins whose pages may use the API; ``*`` is any, none is none."""

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
        """Whether traces are to be sent."""
        given = self.otel_exporter_otlp_endpoint or self.otel_exporter_otlp_traces_endpoint
        return bool(given) and not self.otel_sdk_disabled


def is_cluster(redis_url: str) -> bool:
    """Whether a URL names a Redis Cluster rather than one server."""
    return urlsplit(redis_url).scheme in CLUSTER_SCHEMES


def _queue_url(given: Variables, redis_url: str | None) -> str | None:
    named = given.redis_url("QUEUE_URL", *PLAIN_SCHEMES)
    if named is None and redis_url is not None and is_cluster(redis_url):
        raise SettingsError("QUEUE_URL", f"set when REDIS_URL is a cluster: {PLAIN_URLS}")
    return named or redis_url


def _oidc(given: Variables) -> tuple[str | None, str | None, str | None]:
    """The provider, whom its tokens are for, and where its keys are: the first two or none."""
    issuer, audience = given.web_url("OIDC_ISSUER"), given.text("OIDC_AUDIENCE") or None
    keys = given.web_url("OIDC_JWKS_URL")
    if issuer is not None and audience is None:
        raise SettingsError(
            "OIDC_AUDIENCE", "set when OIDC_ISSUER is set: the audience of its tokens"
        )
    if issuer is None and (audience or keys):
        raise SettingsError("OIDC_ISSUER", "set when OIDC_AUDIENCE or OIDC_JWKS_URL is set")
    return issuer, audience, keys
