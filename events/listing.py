"""What lists of games show, derived from a game's state."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from domain.state import GameState


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
