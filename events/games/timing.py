"""The clocks of running games: what has passed, what is given back, and whose time is up.

Only the clock of the service counts, and time in which the service was down counts against nobody.
How long that was is in no log; so it is credited by a command of its own, which stands before the
one that finds it. What a clock shows thus follows from the log alone.
"""

from collections.abc import Callable, Iterator

from domain.commands import CreditTime, Resign
from domain.state import GameState
from domain.values import Ending
from events.games import heartbeats
from events.store.port import EventStore
from events.store.servers import Client

Outages = Callable[[str, int], list[heartbeats.Span]]
"""When the service was down, or a game was frozen, as is known at a moment (ms)."""


def outages(client: Client, store: EventStore) -> Outages:
    """What the heartbeats of the service and the store know of."""

    def known(game: str, now: int) -> list[heartbeats.Span]:
        return [*heartbeats.known(client, now), (0, store.resumed(game) or 0)]

    return known


def none_known(_game: str, _now: int) -> list[heartbeats.Span]:
    """For who knows of no outage."""
    return []


def credits_due(state: GameState, now: int, known: Outages) -> Iterator[CreditTime]:
    """What seats get back at a moment. Short waits are not looked into."""
    clock = state.clock
    if clock is None or now - clock.now <= heartbeats.SILENCE or not state.timed:
        return
    down = heartbeats.merged(known(state.created.game, now))
    for seat in state.timed:
        spans = [(start, min(end, now)) for start, end in down]
        lost = heartbeats.lost_since(spans, clock.runs_from(seat))
        if lost > 0:
            yield CreditTime(seat, lost)


def time_up(state: GameState) -> Resign | None:
    """What becomes of the first seat that has no time left, if any, at the state's own moment."""
    clock = state.clock
    if clock is None:
        return None
    out = [seat for seat in state.timed if clock.left[seat] <= 0]
    if not out:
        return None
    return Resign(min(out, key=clock.left.__getitem__), Ending.TIME_LIMIT)
