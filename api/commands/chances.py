"""The odds of actions, as they are shown."""

from collections.abc import Iterable

from api.schemas.review.odds import ActionOddsAnswer
from domain.analysis.odds import Odds, odds
from domain.analysis.work import Spend
from domain.commands import Command
from domain.state import GameState


def chances(state: GameState, listed: Iterable[Command], spend: Spend) -> list[ActionOddsAnswer]:
    """Of every listed action that throws dice at a unit, by its place in the list."""
    found = ((place, odds(state, command, spend)) for place, command in enumerate(listed))
    return [_shown(place, told) for place, told in found if told is not None]


def _shown(place: int, told: Odds) -> ActionOddsAnswer:
    return ActionOddsAnswer(
        action=place,
        target=told.target,
        dice=told.dice,
        hits=[float(chance) for chance in told.hits],
        flags=[float(chance) for chance in told.flags],
        eliminated=float(told.eliminated),
        retreats=float(told.retreats),
        blocked=float(told.blocked),
        losses=float(told.losses),
    )
