"""Times when nobody could play because the service was down: they count against no player.

Two kinds of process leave signs that they work: each sweep of a worker, and every API process
again and again while it runs and the store keeps what it is given. A longer silence of either was
an outage.
"""

from typing import cast

from events.store import keys
from events.store.failures import translated
from events.store.servers import Client

Span = tuple[int, int]

SILENCE = 120_000
"""Milliseconds without a sign that are an outage; the death of one process takes less to mend."""
_RETENTION_MS = 400 * 24 * 3600 * 1000
"""How long an outage is remembered, in milliseconds: longer than anybody may be waited for, with
vacation and pauses."""


def record_heartbeat(connection: Client, sign: str, now: int) -> None:
    """Leave a sign (``keys.SWEPT`` or ``keys.ANSWERED``) at ``now`` (ms since 1970), and note the
    outage that it ends, if any."""
    with translated():
        before = cast(bytes | None, connection.get(sign))
        if before is not None and now - int(before) > SILENCE:
            # Before the sign: else a sweep between the two would see neither silence nor outage.
            connection.zadd(keys.OUTAGES, {f"{int(before)}:{now}": now})
            connection.zremrangebyscore(keys.OUTAGES, "-inf", now - _RETENTION_MS)
        connection.set(sign, now)


def known(connection: Client, now: int) -> list[Span]:
    """The outages that are remembered at ``now`` (ms), each from the last sign before it to the
    first after, or so far; none overlaps another."""
    with translated():
        # In this order: a silence that ends in between has been noted by then.
        answered = cast(bytes | None, connection.get(keys.ANSWERED))
        found = cast(list[bytes], connection.zrange(keys.OUTAGES, 0, -1))
    parts = (entry.decode("ascii").partition(":") for entry in found)
    spans = [(int(start), int(end)) for start, _, end in parts]
    if answered is not None and now - int(answered) > SILENCE:
        spans.append((int(answered), now))
    return merged(spans)


def lost_since(outages: list[Span], since: int) -> int:
    """Milliseconds of outage after a moment."""
    return sum(max(0, end - max(start, since)) for start, end in outages)


def merged(spans: list[Span]) -> list[Span]:
    """The same times, each once: both kinds of process may have been silent together."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
