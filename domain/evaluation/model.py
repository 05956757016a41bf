"""The chance to win as a logistic function of the features of a position.

The weights are fitted to games of bots against each other. What stands at the start of a battle is
known from these games too; features count as far as they have changed since.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from domain.editions import rulebook
from domain.evaluation.features import NAMES, Features, features, first_features
from domain.events import GameCreated
from domain.rulebook.battlefield import battlefield
from domain.state import GameState
from domain.values import Side, UnitType

_MAX_LOG_ODDS = 30.0
_FIGURES = 4
"""Figures of a unit: with the last of them the unit goes."""


@dataclass(frozen=True)
class Model:
    """``weights`` in the order of ``NAMES``; ``start`` has the log-odds of the Allies when a game
    begins, by battle and edition. ``revision`` counts the fits, so that what one of them says is
    never mixed with what another does."""

    revision: int
    weights: Features
    start: Mapping[str, float]

    def chance(self, state: GameState, side: Side) -> float:
        """The chance from 0 to 1 that a side wins, in a state as one of its seats knows it; once
        the game is over 1, 0, or a half for a draw."""
        if state.is_over:
            return 0.5 if state.winner is None else float(state.winner is side)
        score = max(-_MAX_LOG_ODDS, min(_MAX_LOG_ODDS, self.log_odds(state, side)))
        return 1 / (1 + math.exp(-score))

    def log_odds(self, state: GameState, side: Side) -> float:
        """The same as the logarithm of the odds, of a game that is not over."""
        score = self.start.get(battle(state.created), 0.0)
        score = score if side is Side.ALLIES else -score
        for weight, change in zip(self.weights, changes(state, side), strict=True):
            score += weight * change
        return score

    def figure(self, state: GameState, side: Side) -> float:
        """By how much one figure of an average unit changes the chance of a side."""
        told = dict(zip(NAMES, self.weights, strict=True))
        of_types = [told[f"{kind}_figures"] for kind in UnitType]
        chance = self.chance(state, side)
        return chance * (1 - chance) * (sum(of_types) / len(of_types) + told["units"] / _FIGURES)


@cache
def fitted() -> Model:
    """The model that ships with the engine."""
    read = json.loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))
    return Model(read["revision"], tuple(read["weights"][name] for name in NAMES), read["start"])


def win_chance(state: GameState, side: Side) -> float:
    """The chance that a side wins, by the model that ships with the engine; ``state`` is what one
    of its seats knows."""
    return fitted().chance(state, side)


def changes(state: GameState, side: Side) -> Features:
    """By how much each feature has changed since the game began."""
    field = battlefield(rulebook(state.created), state.created.setup)
    first = first_features(field, side)
    now = features(field, state, side)
    return tuple(value - before for value, before in zip(now, first, strict=True))


def battle(created: GameCreated) -> str:
    """The name of a battle by the rules of an edition."""
    return f"{created.scenario}/{created.edition}"
