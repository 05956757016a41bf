"""The clock of the service: injected, so that tests can control it."""

from datetime import UTC, datetime
from typing import Annotated

from msgspec import Meta

Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A time as RFC 3339."""


def utc_now() -> str:
    """The time now as RFC 3339 in UTC, to the millisecond."""
    return _rfc3339(datetime.now(UTC))


def at_milliseconds(moment: int) -> str:
    """A time in milliseconds since 1970 as RFC 3339 in UTC."""
    return _rfc3339(datetime.fromtimestamp(moment / 1000, UTC))


def milliseconds(at: str) -> int:
    """An RFC 3339 time as milliseconds since 1970."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def _rfc3339(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
