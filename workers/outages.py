"""Times when nobody could play because the service was down: they count against no player.

Every sweep leaves the time at which it ran. A longer silence before a sweep was an outage.
"""

from typing import cast

from events import keys
from events.failures import translated
from events.servers import Client

Span = tuple[int, int]

SILENCE = 120_000
"""Milliseconds without a sweep that are an outage; the death of one worker takes less to mend."""
_KEPT = 90 * 24 * 3600 * 1000
"""How long an outage is remembered, in milliseconds: longer than any game's time limit."""


def note(connection: Client, now: int) -> None:
    """Note that a sweep runs at ``now`` (ms since 1970), and the outage that it ends, if any."""
    with translated():
        before = cast(bytes | None, connection.set(keys.SWEPT, now, get=True))
        if before is not None and now - int(before) > SILENCE:
            connection.zadd(keys.OUTAGES, {f"{int(before)}:{now}": now})
            connection.zremrangebyscore(keys.OUTAGES, "-inf", now - _KEPT)


def known(connection: Client) -> list[Span]:
    """The outages that are remembered, each from the last sweep before it to the first after."""
    with translated():
        found = cast(list[bytes], connection.zrange(keys.OUTAGES, 0, -1))
    spans = (entry.decode("ascii").partition(":") for entry in found)
    return [(int(start), int(end)) for start, _, end in spans]


def lost_since(outages: list[Span], since: int) -> int:
    """Milliseconds of outage after a moment."""
    return sum(max(0, end - max(start, since)) for start, end in outages)
