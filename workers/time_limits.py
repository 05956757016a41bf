"""Enforce time limits: resign seats whose time is up, and cancel games that lack players for too
long.

The index of deadlines lists the candidates; the game's log decides whether time is up. The
resignation is appended at the version that was read, so that a concurrent command of the player
wins and a repeated job has no effect. Downtime of the service does not count, nor does the time
before a frozen game was reopened.
"""

import logging

from domain.commands import CancelGame, Resign
from domain.errors import IllegalCommandError
from domain.state import GameState
from domain.values import Cancellation, Ending, Status
from events.backend import Backend
from events.clock import milliseconds
from events.games import heartbeats
from events.games.deadlines import DeadlineIndex
from events.games.errors import VersionMismatchError
from events.games.service import GameService
from events.games.timing import outages
from events.seals.signing import Signer
from events.store.failures import translate_errors
from events.summaries import time_limit
from events.transfer.integrity import sealer
from workers.runtime.failures import isolated

_log = logging.getLogger(__name__)


def expire_games(data: Backend, now: str, signer: Signer | None = None) -> int:
    """End each game whose time is up at ``now`` by resigning the first awaited seat; return how
    many."""
    known_outages = outages(data.client, data.store)
    games = GameService(data.store, lambda: now, sealer=sealer(signer), outages=known_outages)
    overdue = DeadlineIndex(data.client, data.names).overdue(milliseconds(now))
    down = heartbeats.recorded_outages(data.client, milliseconds(now))
    count = 0
    for name in overdue:
        with isolated(_log, "time limit not checked", game=name):
            count += _expire(data, games, name, now, down)
    return count


def _expire(
    data: Backend, games: GameService, name: str, now: str, down: list[heartbeats.Span]
) -> bool:
    loaded = games.repository.current(name)
    if loaded.state.clock is not None and loaded.state.status is Status.ACTIVE:
        return _flag(data, games, name)
    command, limit = _ending(loaded.state), time_limit(loaded.state)
    if command is None or limit is None:
        return False
    since = max(milliseconds(loaded.times.updated), data.store.resumed(name) or 0)
    deadline = since + limit + heartbeats.lost_since(down, since)
    if milliseconds(now) < deadline:
        _reschedule(data, name, deadline)
        return False
    try:
        games.submit(name, command, expected=loaded.version)
    except (VersionMismatchError, IllegalCommandError):
        return False
    _log.info("time limit exceeded", extra={"game": name, "outcome": command.seat})
    return True


def _flag(data: Backend, games: GameService, name: str) -> bool:
    """End a game whose clock has run out; False if it has time left."""
    due = games.flag(name)
    if due is None:
        _log.info("clock ran out", extra={"game": name})
        return True
    _reschedule(data, name, due)
    return False


def _ending(state: GameState) -> Resign | CancelGame | None:
    """The command that ends a game whose time is up."""
    if state.free_seats:
        return CancelGame(state.table.seats[0], Cancellation.EXPIRED)
    return None if state.awaited is None else Resign(state.awaited, Ending.TIME_LIMIT)


def _reschedule(data: Backend, name: str, deadline: int) -> None:
    """Move a game to its true deadline in the index, unless it has a later one."""
    key = data.names.deadlines(data.names.partition(name))
    with translate_errors():
        data.client.zadd(key, {name: deadline}, xx=True, gt=True)
