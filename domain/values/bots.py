"""Bots as players: their levels, and the ids by which they hold seats."""

from enum import StrEnum


class BotLevel(StrEnum):
    """How well a bot plays, from the weakest on."""

    RANDOM = "random"
    GREEDY = "greedy"
    PLANNER = "planner"


_PREFIX = "bot_"
_LEVELS = {f"{_PREFIX}{level}": level for level in BotLevel}
"""No account has such an id: those begin with another prefix."""


def bot_player(level: BotLevel) -> str:
    """The id by which a bot of a level holds seats."""
    return f"{_PREFIX}{level}"


def bot_level(player: str | None) -> BotLevel | None:
    """The level of a bot; None for a person, and for a seat that is free."""
    return None if player is None else _LEVELS.get(player)
