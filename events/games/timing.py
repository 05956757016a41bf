"""The clocks of running games: time credited after outages, and the seat whose time is up.

Only the clock of the service counts, and downtime counts against no player. Downtime is in no log,
so a command of its own credits it, right before the command that notices it. The clocks thus follow
from the log alone.
"""

from collections.abc import Callable, Iterator

from domain.commands import CreditTime, Resign
from domain.state import GameState
from domain.values import Ending
from events.games import heartbeats
from events.store.port import EventStore
from events.store.servers import Client

Outages = Callable[[str, int], list[heartbeats.Span]]
"""The spans in which the service was down or the game was frozen, as known at a moment (ms)."""


def outages(client: Client, store: EventStore) -> Outages:
    """Outages by the heartbeats of the service and the freezes of the game."""

    def outages_of(game: str, now: int) -> list[heartbeats.Span]:
        return [*heartbeats.recorded_outages(client, now), (0, store.resumed(game) or 0)]

    return outages_of


def no_outages(_game: str, _now: int) -> list[heartbeats.Span]:
    """Outages that are always empty."""
    return []


def credits_due(state: GameState, now: int, outages: Outages) -> Iterator[CreditTime]:
    """The time to credit to seats at ``now`` (ms). Short waits are skipped."""
    clock = state.clock
    if clock is None or now - clock.now <= heartbeats.SILENCE or not state.timed:
        return
    down = heartbeats.merged(outages(state.created.game, now))
    for seat in state.timed:
        spans = [(start, min(end, now)) for start, end in down]
        lost = heartbeats.lost_since(spans, clock.runs_from(seat))
        if lost > 0:
            yield CreditTime(seat, lost)


def time_up(state: GameState) -> Resign | None:
    """The resignation of the seat that ran out of time first, if any, at the state's own time."""
    clock = state.clock
    if clock is None:
        return None
    out = [seat for seat in state.timed if clock.left[seat] <= 0]
    if not out:
        return None
    return Resign(min(out, key=clock.left.__getitem__), Ending.TIME_LIMIT)
