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
    return [_shown(place, one) for place, one in found if one is not None]


def _shown(place: int, one: Odds) -> ActionOddsAnswer:
    return ActionOddsAnswer(
        action=place,
        target=one.target,
        dice=one.dice,
        hits=[float(chance) for chance in one.hits],
        flags=[float(chance) for chance in one.flags],
        eliminated=float(one.eliminated),
        retreats=float(one.retreats),
        blocked=float(one.blocked),
        losses=float(one.losses),
    )
