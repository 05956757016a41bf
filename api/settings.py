"""What may be set from outside, read once from the environment."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

REDIS_SCHEMES = ("redis", "rediss", "unix")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
LAST_PORT = 65535
MOST_WORKERS = 64
MOST_THREADS = 8192
WHOLE_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


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
    """The store of all games; None asks for the embedded server."""
    queue_url: str | None = None
    """The store of the job queue; the games' own unless another is named."""
    web_workers: int = 1
    """Web server processes."""
    web_threads: int = 1064
    """Requests one web server process works on at the same time; an open stream is one."""
    log_level: str = "INFO"

    @classmethod
    def from_env(cls, environment: Mapping[str, str]) -> Self:
        """Read HOST, PORT, DATA_DIR, REDIS_URL, QUEUE_URL, WEB_WORKERS, WEB_THREADS, LOG_LEVEL.

        Refuses with SettingsError, which names the variable and what it may be.
        """
        default = cls()
        redis_url = _redis_url(environment, "REDIS_URL")
        return cls(
            host=_host(environment, "HOST", default.host),
            port=_whole_number(environment, "PORT", default.port, LAST_PORT),
            data_dir=_directory(environment, "DATA_DIR", default.data_dir),
            redis_url=redis_url,
            queue_url=_redis_url(environment, "QUEUE_URL") or redis_url,
            web_workers=_whole_number(
                environment, "WEB_WORKERS", default.web_workers, MOST_WORKERS
            ),
            web_threads=_whole_number(
                environment, "WEB_THREADS", default.web_threads, MOST_THREADS
            ),
            log_level=_log_level(environment, "LOG_LEVEL", default.log_level),
        )


def _given(environment: Mapping[str, str], variable: str) -> str:
    return environment.get(variable, "").strip()


def _host(environment: Mapping[str, str], variable: str, default: str) -> str:
    text = _given(environment, variable) or default
    if any(sign.isspace() or sign in "/[]" for sign in text):
        raise SettingsError(variable, "a host name or an IP address without brackets", text)
    return text


def _directory(environment: Mapping[str, str], variable: str, default: Path) -> Path:
    path = Path(_given(environment, variable) or default).expanduser()
    if path.exists() and not path.is_dir():
        raise SettingsError(variable, "a directory, or a path where one can be made", str(path))
    return path


def _whole_number(environment: Mapping[str, str], variable: str, default: int, most: int) -> int:
    text = _given(environment, variable)
    if not text:
        return default
    if not WHOLE_NUMBER.fullmatch(text) or int(text) > most:
        raise SettingsError(variable, f"a whole number from 1 to {most}", text)
    return int(text)


def _redis_url(environment: Mapping[str, str], variable: str) -> str | None:
    """The URL as given. A refusal does not repeat it: it may hold a password."""
    text = _given(environment, variable)
    if not text:
        return None
    try:
        parts = urlsplit(text)
        complete = bool(parts.path if parts.scheme == "unix" else parts.hostname)
        known = parts.scheme in REDIS_SCHEMES and (parts.port is None or parts.port > 0)
    except ValueError:
        known = complete = False
    if not (known and complete):
        raise SettingsError(
            variable, "redis://host:port/db, rediss://host:port/db or unix:///path/of/socket"
        )
    return text


def _log_level(environment: Mapping[str, str], variable: str, default: str) -> str:
    text = (_given(environment, variable) or default).upper()
    if text not in LOG_LEVELS:
        raise SettingsError(variable, f"one of {', '.join(LOG_LEVELS)}", text)
    return text
