"""The one clock of the service: handed in, so that tests can hold it still."""

from datetime import UTC, datetime


def utc_now() -> str:
    """The time now as RFC 3339 in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
