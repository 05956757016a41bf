"""The chance of a side to win: a logistic model over the features of a position."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from math import tanh

from domain.evaluation.features import Features, features, to_go
from domain.state import GameState
from domain.values import Seat, Side


@dataclass(frozen=True, slots=True)
class Model:
    """What self-play has shown; ``python -m tests.bench.win_chances --write`` makes it.

    ``revision`` counts the models, so that what one says is never mixed with what another does.
    The logit of the Allies' chance in a position is the base of the battle and edition, and
    ``weights`` of each feature.
    """

    revision: int
    bases: Mapping[str, float]
    weights: Mapping[str, float]

    def chance(self, name: str, side: Side, position: Features) -> float:
        """The chance of a side with these features in a battle, as ``battle`` names it."""
        base = self.bases.get(name, 0.0)
        logit = base if side is Side.ALLIES else -base
        weights = self.weights
        logit += sum(weights.get(feature, 0.0) * number for feature, number in position.items())
        return (1.0 + tanh(logit / 2)) / 2


@cache
def model() -> Model:
    """The model that ships with the engine."""
    text = files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    return Model(**json.loads(text))


def win_chance(state: GameState, seat: Seat) -> float:
    """The chance, from 0 to 1, that the side of a seat wins, from what the seat knows; 1 or 0 after
    the end, a half after a draw. Of the state nothing is read that is hidden from the seat."""
    side = state.table.side_of(seat)
    if state.winner is not None:
        return float(state.winner is side)
    if state.is_over:
        return 0.5
    return model().chance(battle(state), side, features(state, seat))


def medal_worth(state: GameState, seat: Seat) -> float:
    """By how much one medal more makes the chance of a seat's side better."""
    side, chance = state.table.side_of(seat), win_chance(state, seat)
    if state.is_over or to_go(state, side) <= 1:
        return 1.0 - chance
    medals = {**state.medals, side: state.medals[side] + 1}
    return max(0.0, win_chance(replace(state, medals=medals), seat) - chance)


def battle(state: GameState) -> str:
    """What rates and bases are kept by."""
    return f"{state.created.scenario} {state.created.edition}"
