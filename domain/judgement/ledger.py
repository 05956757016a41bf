"""What each side's chance to win was made of, from the beginning of a game to its result.

The books balance: a side's result minus its chance at the start is the sum of its choices, dice and
draws, minus those of the enemy, plus what neither could see coming, as the two know different
cards.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Protocol

from domain.values import Side

_WORST = 0.1
"""The loss of a decision, a blunder, that scores no skill at all."""
_Z = 1.96
"""Standard errors on both sides of a mean for an interval of 95 %."""


class DecisionChances(Protocol):
    """The numbers of a decision that are booked, as in ``Judged``."""

    @property
    def before(self) -> float: ...
    @property
    def after_choice(self) -> float: ...
    @property
    def after_dice(self) -> float: ...
    @property
    def after_draw(self) -> float: ...
    @property
    def loss(self) -> float: ...
    @property
    def best(self) -> Sequence[object]: ...


@dataclass(frozen=True, slots=True)
class Ledger:
    """One side's game, in chances to win. ``loss`` is what its decisions lost compared with the
    best options; ``accuracy`` from 0 to 100 is the mean score of a decision with its 95 % interval;
    None without decisions."""

    start: float
    result: float
    choices: float
    dice: float
    draws: float
    loss: float
    decisions: int
    accuracy: tuple[float, float, float] | None

    @property
    def own(self) -> float:
        """The change by the side's own choices and luck."""
        return self.choices + self.dice + self.draws


def ledgers(
    decisions: Iterable[tuple[Side, DecisionChances]],
    start: Mapping[Side, float],
    result: Mapping[Side, float],
) -> dict[Side, Ledger]:
    """Return each side's ledger of a game, from its chances at the ``start`` to the ``result``."""
    by_side: dict[Side, list[DecisionChances]] = {side: [] for side in start}
    for side, decision in decisions:
        by_side[side].append(decision)
    return {side: _ledger(booked, start[side], result[side]) for side, booked in by_side.items()}


def unseen(books: Mapping[Side, Ledger], side: Side) -> float:
    """Return the part of a side's result that is not booked: what neither side saw coming."""
    own = books[side]
    return own.result - own.start - own.own + books[side.enemy].own


def luck_adjusted(books: Mapping[Side, Ledger], side: Side) -> float:
    """Return a side's result without the luck of either side, from 0 to 1."""
    own, enemy = books[side], books[side.enemy]
    luck = own.dice + own.draws - enemy.dice - enemy.draws
    return max(0.0, min(1.0, own.result - luck))


def _ledger(decisions: Sequence[DecisionChances], start: float, result: float) -> Ledger:
    losses = [decision.loss for decision in decisions if decision.best]
    return Ledger(
        start=start,
        result=result,
        choices=math.fsum(decision.after_choice - decision.before for decision in decisions),
        dice=math.fsum(decision.after_dice - decision.after_choice for decision in decisions),
        draws=math.fsum(decision.after_draw - decision.after_dice for decision in decisions),
        loss=math.fsum(losses),
        decisions=len(losses),
        accuracy=_accuracy(losses),
    )


def _accuracy(losses: Sequence[float]) -> tuple[float, float, float] | None:
    if not losses:
        return None
    scores = [100 * (1 - min(loss, _WORST) / _WORST) for loss in losses]
    middle = mean(scores)
    half = _Z * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 100.0
    return middle, max(0.0, middle - half), min(100.0, middle + half)
