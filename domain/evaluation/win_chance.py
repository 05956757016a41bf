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
    """A model fitted to self-play; ``python -m tests.bench.win_chances --write`` creates it.

    ``revision`` numbers the models, so that results of different ones are never mixed. The logit of
    the Allies' chance in a position is the base of the battle and edition, plus the ``weights`` of
    its features.
    """

    revision: int
    bases: Mapping[str, float]
    weights: Mapping[str, float]

    def chance(self, name: str, side: Side, position: Features) -> float:
        """Return the chance of a side with these features in a battle, as named by ``battle``."""
        base = self.bases.get(name, 0.0)
        logit = base if side is Side.ALLIES else -base
        weights = self.weights
        logit += sum(weights.get(feature, 0.0) * number for feature, number in position.items())
        return (1.0 + tanh(logit / 2)) / 2


@cache
def model() -> Model:
    """Return the model that ships with the engine."""
    text = files(__package__).joinpath("weights.json").read_text(encoding="utf-8")
    return Model(**json.loads(text))


def win_chance(state: GameState, seat: Seat) -> float:
    """Return the chance, from 0 to 1, that the side of a seat wins; 1 or 0 after the end, 0.5 after
    a draw. It depends only on what the seat knows."""
    side = state.table.side_of(seat)
    if state.winner is not None:
        return float(state.winner is side)
    if state.is_over:
        return 0.5
    return model().chance(battle(state), side, features(state, seat))


def medal_worth(state: GameState, seat: Seat) -> float:
    """Return by how much one more medal raises the chance of a seat's side."""
    side, chance = state.table.side_of(seat), win_chance(state, seat)
    if state.is_over or to_go(state, side) <= 1:
        return 1.0 - chance
    medals = {**state.medals, side: state.medals[side] + 1}
    return max(0.0, win_chance(replace(state, medals=medals), seat) - chance)


def battle(state: GameState) -> str:
    """Return the key of a battle's base and rating."""
    return f"{state.created.scenario} {state.created.edition}"
