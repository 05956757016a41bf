"""Games whose players have left: a seat that lets its time run out resigns.

The index of deadlines only says where to look. Whether time is up is read from the game's log, and
the resignation is appended at the version that was read, so that a player who acts in the same
moment wins and a job that runs twice acts once. Time in which the service was down does not count,
nor does any before a frozen game was opened again.
"""

import logging

from domain.commands import Resign
from domain.errors import IllegalCommandError
from domain.values import Ending
from events import outages
from events.backend import Backend
from events.due import DueGames
from events.execute import Games, VersionMismatchError
from events.failures import translated
from events.listing import milliseconds
from events.seals.signing import Signer
from events.store import HistoryShrankError
from workers.failures import EVERYBODYS

_log = logging.getLogger(__name__)


def expire_games(data: Backend, now: str, signer: Signer | None = None) -> int:
    """Make the awaited seat resign in every game whose time is up at ``now``; returns how many."""
    games = Games(data.store, lambda: now, signer=signer)
    overdue = DueGames(data.client, data.names).overdue(milliseconds(now))
    down = outages.known(data.client, milliseconds(now))
    return sum(_expire_safely(data, games, name, now, down) for name in overdue)


def _expire_safely(
    data: Backend, games: Games, name: str, now: str, down: list[outages.Span]
) -> bool:
    """One damaged game must not keep the others from ending."""
    try:
        return _expire(data, games, name, now, down)
    except EVERYBODYS:
        raise
    except HistoryShrankError:
        _log.debug("frozen, so no time limit", extra={"game": name})
        return False
    except Exception:
        _log.exception("time limit not applied", extra={"game": name})
        return False


def _expire(data: Backend, games: Games, name: str, now: str, down: list[outages.Span]) -> bool:
    loaded = games.current(name)
    seat = loaded.state.awaited
    if seat is None:
        return False
    since = max(milliseconds(loaded.times.updated), data.store.resumed(name) or 0)
    limit = loaded.state.created.move_time_limit * 1000
    deadline = since + limit + outages.lost_since(down, since)
    if milliseconds(now) < deadline:
        _look_again(data, name, deadline)
        return False
    try:
        games.submit(name, Resign(seat, Ending.TIME_LIMIT), expected=loaded.version)
    except (VersionMismatchError, IllegalCommandError):
        return False
    _log.info("time limit", extra={"game": name, "outcome": seat})
    return True


def _look_again(data: Backend, name: str, deadline: int) -> None:
    """Put a game where its true deadline belongs in the index, unless others have moved on."""
    place = data.names.deadlines(data.names.partition(name))
    with translated():
        data.client.zadd(place, {name: deadline}, xx=True, gt=True)
