"""Bots as players: their levels, and the ids by which they hold seats.

The id alone tells a bot from a person, so that every log, wherever it is read, says who played.
"""

from enum import StrEnum


class BotLevel(StrEnum):
    """How well a bot plays, from the weakest on."""

    RANDOM = "random"
    GREEDY = "greedy"
    PLANNER = "planner"
    SEARCH = "search"


QUICK = (BotLevel.RANDOM, BotLevel.GREEDY, BotLevel.PLANNER)
"""The levels whose games are over within seconds, so that many are played to test a battle."""


class BotKind(StrEnum):
    """What plays for a bot: the service at a level, or a program of somebody's with an account."""

    ACCOUNT = "account"
    RANDOM = BotLevel.RANDOM.value
    GREEDY = BotLevel.GREEDY.value
    PLANNER = BotLevel.PLANNER.value
    SEARCH = BotLevel.SEARCH.value


BOT_PREFIX = "bot_"
"""What the ids of all bots begin with, and those of no person."""
_LEVELS = {f"{BOT_PREFIX}{level}": level for level in BotLevel}
"""No account has such an id: after the prefix those have digits."""


def bot_player(level: BotLevel) -> str:
    """The id by which a bot of a level holds seats."""
    return f"{BOT_PREFIX}{level}"


def bot_level(player: str | None) -> BotLevel | None:
    """The level of a bot of the service; None for anyone else, and for a seat that is free."""
    return None if player is None else _LEVELS.get(player)


def bot_kind(player: str | None) -> BotKind | None:
    """What kind of bot a player is; None for a person, and for a seat that is free."""
    if player is None or not player.startswith(BOT_PREFIX):
        return None
    return BotKind(_LEVELS.get(player, BotKind.ACCOUNT))
