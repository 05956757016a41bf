"""Record heartbeats and the outages between them; an outage counts against no player's clock.

Each sweep of a worker records a heartbeat, and so does every API process at intervals while the
store accepts writes. A longer silence of either kind is an outage.
"""

from typing import cast

from events.store import keys
from events.store.failures import translate_errors
from events.store.servers import Client

Span = tuple[int, int]

SILENCE = 120_000
"""Milliseconds without a heartbeat that make an outage; restarting a process takes less."""
_RETENTION_MS = 400 * 24 * 3600 * 1000
"""How long an outage is stored: longer than any time limit, with vacation and pauses."""


def record_heartbeat(connection: Client, key: str, now: int) -> None:
    """Record a heartbeat (``keys.SWEPT`` or ``keys.ANSWERED``) at ``now`` (ms since 1970), and the
    outage that it ends, if any."""
    with translate_errors():
        previous = cast(bytes | None, connection.get(key))
        if previous is not None and now - int(previous) > SILENCE:
            # Before the heartbeat: a sweep in between would see neither silence nor outage.
            connection.zadd(keys.OUTAGES, {f"{int(previous)}:{now}": now})
            connection.zremrangebyscore(keys.OUTAGES, "-inf", now - _RETENTION_MS)
        connection.set(key, now)


def recorded_outages(connection: Client, now: int) -> list[Span]:
    """The outages stored at ``now`` (ms), each from the last heartbeat before it to the first one
    after it, or to ``now``. None overlaps another."""
    with translate_errors():
        # In this order: a silence that ends in between has been stored by then.
        answered = cast(bytes | None, connection.get(keys.ANSWERED))
        stored = cast(list[bytes], connection.zrange(keys.OUTAGES, 0, -1))
    parts = (entry.decode("ascii").partition(":") for entry in stored)
    spans = [(int(start), int(end)) for start, _, end in parts]
    if answered is not None and now - int(answered) > SILENCE:
        spans.append((int(answered), now))
    return merged(spans)


def lost_since(outages: list[Span], since: int) -> int:
    """Milliseconds of outage after a moment."""
    return sum(max(0, end - max(start, since)) for start, end in outages)


def merged(spans: list[Span]) -> list[Span]:
    """Merge overlapping spans: both kinds of process may have been silent at once."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
