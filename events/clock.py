"""The one clock of the service: handed in, so that tests can hold it still."""

from datetime import UTC, datetime


def utc_now() -> str:
    """The time now as RFC 3339 in UTC, to the millisecond."""
    return _written(datetime.now(UTC))


def at_milliseconds(moment: int) -> str:
    """A time in milliseconds since 1970 as RFC 3339 in UTC."""
    return _written(datetime.fromtimestamp(moment / 1000, UTC))


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
