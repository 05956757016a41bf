"""What lists of games show, derived from a game's state each time events are appended."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from domain.state import GameState
from domain.values import Status
from events import keys
from events.chain import canonical
from events.store import Listing


@dataclass(frozen=True, slots=True)
class Times:
    """When a game was created and last changed, RFC 3339."""

    created: str
    updated: str


def milliseconds(at: str) -> int:
    """An RFC 3339 time as milliseconds since 1970."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def summary(state: GameState, times: Times) -> dict[str, Any]:
    """A game in one line of a list: nothing in it is hidden from anyone who may see the game."""
    created = state.created
    return {
        "id": created.game,
        "version": state.version,
        "scenario": created.scenario,
        "edition": created.edition,
        "variant": created.variant,
        "status": state.status,
        "visibility": created.visibility,
        "created_by": created.created_by,
        "seats": dict(state.seats),
        "turn": state.turn.number,
        "awaiting": state.awaited,
        "winner": state.winner,
        "created_at": times.created,
        "updated_at": times.updated,
    }


def listing(before: GameState | None, after: GameState, times: Times) -> Listing:
    """How the index changes with the events that led from ``before`` to ``after``."""
    changed = milliseconds(times.updated)
    limit = after.created.move_time_limit * 1000
    was, now = _indexes(before), _indexes(after)
    return Listing(
        summary=canonical(summary(after, times)),
        created=milliseconds(times.created),
        deadline=changed + limit if after.status is Status.ACTIVE else None,
        enters=tuple(sorted(now - was)),
        leaves=tuple(sorted(was - now)),
    )


def _indexes(state: GameState | None) -> set[str]:
    if state is None:
        return set()
    return {
        keys.ALL_GAMES,
        keys.index("scenario", state.created.scenario),
        keys.index("status", state.status),
        keys.index("player", state.created.created_by),
        *(keys.index("player", player) for player in state.seats.values()),
    }
