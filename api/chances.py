"""The odds of actions, as they are shown."""

from collections.abc import Iterable
from typing import Any

from domain.commands import Command
from domain.odds import Odds, odds
from domain.state import GameState


def chances(state: GameState, listed: Iterable[Command]) -> list[dict[str, Any]]:
    """Of every listed action that throws dice at a unit, by its place in the list."""
    found = ((place, odds(state, command)) for place, command in enumerate(listed))
    return [_shown(place, told) for place, told in found if told is not None]


def _shown(place: int, told: Odds) -> dict[str, Any]:
    return {
        "action": place,
        "target": told.target,
        "dice": told.dice,
        "hits": [float(chance) for chance in told.hits],
        "flags": [float(chance) for chance in told.flags],
        "eliminated": float(told.eliminated),
        "retreats": float(told.retreats),
        "blocked": float(told.blocked),
        "losses": float(told.losses),
    }
