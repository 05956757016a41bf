"""Bots as players: their levels, and the ids by which they hold seats.

The id alone tells a bot from a person, so that every log says who played.
"""

from enum import StrEnum


class BotLevel(StrEnum):
    """How well a bot plays, weakest first."""

    RANDOM = "random"
    GREEDY = "greedy"
    PLANNER = "planner"
    SEARCH = "search"


QUICK = (BotLevel.RANDOM, BotLevel.GREEDY, BotLevel.PLANNER)
"""The levels whose games take seconds, so that many can be played to test a battle."""


class BotKind(StrEnum):
    """What a bot is: a level of the service, or a program with an account."""

    ACCOUNT = "account"
    RANDOM = BotLevel.RANDOM.value
    GREEDY = BotLevel.GREEDY.value
    PLANNER = BotLevel.PLANNER.value
    SEARCH = BotLevel.SEARCH.value


BOT_PREFIX = "bot_"
"""The prefix of the ids of all bots, and of no person."""
_LEVELS = {f"{BOT_PREFIX}{level}": level for level in BotLevel}
"""No account has such an id: after the prefix, account ids have digits."""


def bot_player(level: BotLevel) -> str:
    """Return the id by which a bot of a level holds seats."""
    return f"{BOT_PREFIX}{level}"


def bot_level(player: str | None) -> BotLevel | None:
    """Return the level of a bot of the service; None for anyone else, and for a free seat."""
    return None if player is None else _LEVELS.get(player)


def bot_kind(player: str | None) -> BotKind | None:
    """Return what kind of bot a player is; None for a person, and for a free seat."""
    if player is None or not player.startswith(BOT_PREFIX):
        return None
    return BotKind(_LEVELS.get(player, BotKind.ACCOUNT))
