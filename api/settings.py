"""What may be set from outside, read once from the environment."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from events.servers import CLUSTER_SCHEMES

PLAIN_SCHEMES = ("redis", "rediss", "unix")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LAST_PORT = 65535
MOST_WORKERS = 64
MOST_THREADS = 8192
MOST_PARTITIONS = 1024
MOST_REPLICAS = 5
LONGEST_WAIT = 60_000
MOST_DAYS = 36_500
WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_PLAIN_URLS = "redis://host:port/db, rediss://host:port/db or unix:///path/of/socket"
_URLS = f"{_PLAIN_URLS}, or redis+cluster://host:port or rediss+cluster://host:port"
_REMOTE = re.compile(r"[a-z][a-z0-9+.:-]*://\S+", re.IGNORECASE)


class SettingsError(ValueError):
    """A variable holds what it may not; the message is one line for the person who set it."""

    def __init__(self, variable: str, allowed: str, value: str | None = None) -> None:
        got = "" if value is None else f", not {value!r}"
        super().__init__(f"{variable} must be {allowed}{got}")
        self.variable = variable


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
    archive_url: str | None = None
    """Where finished games are archived: a folder, or a URL that fsspec knows; None archives
    none."""
    archive_after_days: int = 30
    """How long a finished game stays in the store before it may be archived."""
    web_workers: int = 1
    """Web server processes."""
    web_threads: int = 1064
    """Requests one web server process works on at the same time; an open stream is one."""
    log_level: str = "INFO"

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> Self:
        """Read the variables that README.md lists; each is named like its field here.

        Refuses with SettingsError, which names the variable and what it may be.
        """
        default = cls()
        redis_url = _redis_url(environment, "REDIS_URL", *PLAIN_SCHEMES, *CLUSTER_SCHEMES)

        def number(field: str, least: int, most: int) -> int:
            variable = field.upper()
            return _whole_number(environment, variable, getattr(default, field), least, most)

        return cls(
            host=_host(environment, "HOST", default.host),
            port=number("port", 1, LAST_PORT),
            data_dir=_directory(environment, "DATA_DIR") or default.data_dir,
            redis_url=redis_url,
            queue_url=_queue_url(environment, redis_url),
            partitions=number("partitions", 1, MOST_PARTITIONS),
            store_wait_replicas=number("store_wait_replicas", 0, MOST_REPLICAS),
            store_wait_ms=number("store_wait_ms", 1, LONGEST_WAIT),
            signing_keys=_directory(environment, "SIGNING_KEYS"),
            archive_url=_archive_url(environment, "ARCHIVE_URL"),
            archive_after_days=number("archive_after_days", 0, MOST_DAYS),
            web_workers=number("web_workers", 1, MOST_WORKERS),
            web_threads=number("web_threads", 1, MOST_THREADS),
            log_level=_log_level(environment, "LOG_LEVEL", default.log_level),
        )


def is_cluster(redis_url: str) -> bool:
    """Whether a URL names a Redis Cluster rather than one server."""
    return urlsplit(redis_url).scheme in CLUSTER_SCHEMES


def _given(environment: Mapping[str, str], variable: str) -> str:
    return environment.get(variable, "").strip()


def _host(environment: Mapping[str, str], variable: str, default: str) -> str:
    text = _given(environment, variable) or default
    if any(sign.isspace() or sign in "/[]" for sign in text):
        raise SettingsError(variable, "a host name or an IP address without brackets", text)
    return text


def _directory(environment: Mapping[str, str], variable: str) -> Path | None:
    text = _given(environment, variable)
    if not text:
        return None
    path = Path(text).expanduser()
    if path.exists() and not path.is_dir():
        raise SettingsError(variable, "a directory, or a path where one can be made", str(path))
    return path


def _archive_url(environment: Mapping[str, str], variable: str) -> str | None:
    """A URL as given, or the path of a folder. A refusal does not repeat a URL: it may hold a
    secret."""
    text = _given(environment, variable)
    if "://" not in text:
        folder = _directory(environment, variable)
        return None if folder is None else str(folder)
    if not _REMOTE.fullmatch(text):
        raise SettingsError(variable, "a directory, or a URL such as s3://bucket/folder")
    return text


def _whole_number(
    environment: Mapping[str, str], variable: str, default: int, least: int, most: int
) -> int:
    text = _given(environment, variable)
    if not text:
        return default
    if not WHOLE_NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise SettingsError(variable, f"a whole number from {least} to {most}", text)
    return int(text)


def _queue_url(environment: Mapping[str, str], redis_url: str | None) -> str | None:
    named = _redis_url(environment, "QUEUE_URL", *PLAIN_SCHEMES)
    if named is None and redis_url is not None and is_cluster(redis_url):
        raise SettingsError("QUEUE_URL", f"given when REDIS_URL is a cluster: {_PLAIN_URLS}")
    return named or redis_url


def _redis_url(environment: Mapping[str, str], variable: str, *schemes: str) -> str | None:
    """The URL as given. A refusal does not repeat it: it may hold a password."""
    text = _given(environment, variable)
    if not text:
        return None
    try:
        parts = urlsplit(text)
        complete = bool(parts.path if parts.scheme == "unix" else parts.hostname)
        known = parts.scheme in schemes and (parts.port is None or parts.port > 0)
        known = known and not (parts.scheme in CLUSTER_SCHEMES and parts.path not in ("", "/"))
    except ValueError:
        known = complete = False
    if not (known and complete):
        raise SettingsError(
            variable, _URLS if set(CLUSTER_SCHEMES) <= set(schemes) else _PLAIN_URLS
        )
    return text


def _log_level(environment: Mapping[str, str], variable: str, default: str) -> str:
    text = (_given(environment, variable) or default).upper()
    if text not in LOG_LEVELS:
        raise SettingsError(variable, f"one of {', '.join(LOG_LEVELS)}", text)
    return text
