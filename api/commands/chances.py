"""The odds of actions as an answer."""

from collections.abc import Iterable

from api.schemas.review.odds import ActionOddsAnswer
from domain.analysis.odds import Odds, odds
from domain.analysis.work import Spend
from domain.commands import Command
from domain.state import GameState


def odds_of_actions(
    state: GameState, actions: Iterable[Command], spend: Spend
) -> list[ActionOddsAnswer]:
    """Return the odds of every action that rolls dice at a unit, by its index in the list."""
    computed = ((index, odds(state, command, spend)) for index, command in enumerate(actions))
    return [_answer(index, result) for index, result in computed if result is not None]


def _answer(index: int, result: Odds) -> ActionOddsAnswer:
    return ActionOddsAnswer(
        action=index,
        target=result.target,
        dice=result.dice,
        hits=[float(chance) for chance in result.hits],
        flags=[float(chance) for chance in result.flags],
        eliminated=float(result.eliminated),
        retreats=float(result.retreats),
        blocked=float(result.blocked),
        losses=float(result.losses),
    )
