"""What the chance to win of each side was made of, from the beginning of a game to its result.

The books add up: what a side's result is above its chance at the start is what its choices, dice
and draws gave it, less what those of the enemy gave that, and what neither could see coming: the
two know different cards.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Protocol

from domain.values import Side

_WORST = 0.1
"""A decision that loses so much, a blunder, counts as no skill at all."""
_SURE = 1.96
"""Standard errors on both sides of a mean, between which it lies with 95 %."""


class Booked(Protocol):
    """What is booked of a decision, as ``Judged`` has it."""

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
    """One side's game, in chances to win. ``loss`` is what its decisions gave away against the best
    options; ``accuracy`` from 0 to 100 says the same a decision, with its interval of 95 %; None
    where nothing was to be decided."""

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
        """What the side itself and its luck have changed."""
        return self.choices + self.dice + self.draws


def ledgers(
    decisions: Iterable[tuple[Side, Booked]],
    start: Mapping[Side, float],
    result: Mapping[Side, float],
) -> dict[Side, Ledger]:
    """Of each side, of a game that began with chances of ``start`` and ended with ``result``."""
    by_side: dict[Side, list[Booked]] = {side: [] for side in start}
    for side, one in decisions:
        by_side[side].append(one)
    return {side: _ledger(found, start[side], result[side]) for side, found in by_side.items()}


def unseen(books: Mapping[Side, Ledger], side: Side) -> float:
    """What a side's result is above all that is booked: what neither side saw coming."""
    own = books[side]
    return own.result - own.start - own.own + books[side.enemy].own


def luck_adjusted(books: Mapping[Side, Ledger], side: Side) -> float:
    """A side's result without the luck of either, from 0 to 1."""
    own, enemy = books[side], books[side.enemy]
    luck = own.dice + own.draws - enemy.dice - enemy.draws
    return max(0.0, min(1.0, own.result - luck))


def _ledger(found: Sequence[Booked], start: float, result: float) -> Ledger:
    choosing = [one.loss for one in found if one.best]
    return Ledger(
        start=start,
        result=result,
        choices=math.fsum(one.after_choice - one.before for one in found),
        dice=math.fsum(one.after_dice - one.after_choice for one in found),
        draws=math.fsum(one.after_draw - one.after_dice for one in found),
        loss=math.fsum(choosing),
        decisions=len(choosing),
        accuracy=_accuracy(choosing),
    )


def _accuracy(losses: Sequence[float]) -> tuple[float, float, float] | None:
    """The mean and its interval."""
    if not losses:
        return None
    scores = [100 * (1 - min(loss, _WORST) / _WORST) for loss in losses]
    middle = mean(scores)
    half = _SURE * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else 100.0
    return middle, max(0.0, middle - half), min(100.0, middle + half)
