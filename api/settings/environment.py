"""Variables of the environment, read by kind; an invalid one is reported in one line.

By hand: pydantic-settings makes each start a tenth of a second slower, and it and environs take
``8_000`` for a port, say less in their refusals, and leave the checks of addresses to write.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from events.store.servers import CLUSTER_SCHEMES

PLAIN_SCHEMES = ("redis", "rediss", "unix")
PLAIN_URLS = "redis://host:port/db, rediss://host:port/db or unix:///path/to/socket"
_URLS = f"{PLAIN_URLS}, or redis+cluster://host:port or rediss+cluster://host:port"
_WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_ORIGIN = re.compile(
    r"https?://[a-z0-9.-]+(?::[0-9]{1,5})?|https?://\[[0-9a-f:]+\](?::[0-9]{1,5})?"
)
_REMOTE = re.compile(r"[a-z][a-z0-9+.:-]*://\S+", re.IGNORECASE)


class SettingsError(ValueError):
    """A variable has an invalid value; the message is one line for the operator."""

    def __init__(self, variable: str, allowed: str, value: str | None = None) -> None:
        got = "" if value is None else f", not {value!r}"
        super().__init__(f"{variable} must be {allowed}{got}")
        self.variable = variable


@dataclass(frozen=True, slots=True)
class Variables:
    """An environment. A variable that is unset or empty has its default; every method refuses with
    ``SettingsError``."""

    environment: Mapping[str, str]

    def text(self, variable: str) -> str:
        """Return the value without surrounding spaces; empty if unset."""
        return self.environment.get(variable, "").strip()

    def whole_number(self, variable: str, default: int, least: int, maximum: int) -> int:
        """Return a number in decimal digits."""
        text = self.text(variable)
        if not text:
            return default
        if not _WHOLE_NUMBER.fullmatch(text) or not least <= int(text) <= maximum:
            raise SettingsError(variable, f"a whole number from {least} to {maximum}", text)
        return int(text)

    def word(self, variable: str, default: str, allowed: Sequence[str]) -> str:
        """Return one of the ``allowed`` words; case does not matter."""
        text = self.text(variable) or default
        for word in allowed:
            if word.lower() == text.lower():
                return word
        raise SettingsError(variable, f"one of {', '.join(allowed)}", text)

    def host(self, variable: str, default: str) -> str:
        """Return a host name or an address to bind to."""
        text = self.text(variable) or default
        if any(sign.isspace() or sign in "/[]" for sign in text):
            raise SettingsError(variable, "a host name or an IP address without brackets", text)
        return text

    def directory(self, variable: str) -> Path | None:
        """Return a folder that exists or can be created."""
        text = self.text(variable)
        if not text:
            return None
        path = Path(text).expanduser()
        if path.exists() and not path.is_dir():
            raise SettingsError(
                variable, "a directory, or a path where one can be created", str(path)
            )
        return path

    def archive_url(self, variable: str) -> str | None:
        """Return a URL, or the path of a folder. Errors do not repeat a URL: it may contain a
        secret."""
        text = self.text(variable)
        if "://" not in text:
            folder = self.directory(variable)
            return None if folder is None else str(folder)
        if not _REMOTE.fullmatch(text):
            raise SettingsError(variable, "a directory, or a URL such as s3://bucket/folder")
        return text

    def redis_url(self, variable: str, *schemes: str) -> str | None:
        """Return a Redis URL. Errors do not repeat it: it may contain a password."""
        text = self.text(variable)
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
                variable, _URLS if set(CLUSTER_SCHEMES) <= set(schemes) else PLAIN_URLS
            )
        return text

    def web_url(self, variable: str) -> str | None:
        """Return an HTTP URL without credentials, query or fragment."""
        text = self.text(variable)
        if not text:
            return None
        try:
            parts = urlsplit(text)
            plain = parts.username is None and not parts.query and not parts.fragment
            known = parts.scheme in ("http", "https") and (parts.port is None or parts.port > 0)
            known = known and bool(parts.hostname) and not any(map(str.isspace, text))
        except ValueError:
            known = plain = False
        if not (known and plain):
            raise SettingsError(variable, "a URL such as https://id.example.org/realm")
        return text

    def origins(self, variable: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """Origins of pages, such as ``https://play.example.org``, between commas; ``*`` is any,
        ``none`` is none."""
        text = self.text(variable)
        if not text:
            return default
        if text.lower() == "none":
            return ()
        found = tuple(one.strip() for one in text.split(","))
        if found != ("*",) and not all(map(_ORIGIN.fullmatch, found)):
            allowed = "*, none, or origins such as https://play.example.org, separated by commas"
            raise SettingsError(variable, allowed, text)
        return found
