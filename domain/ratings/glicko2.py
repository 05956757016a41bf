"""Glicko-2: a rating, its certainty, and how fast it changes.

Source: M. E. Glickman, "Example of the Glicko-2 system" (2012, revised 2022), by its steps; and
"Dynamic paired comparison models with stochastic variances", Journal of Applied Statistics 28
(2001). Every game is a rating period of its own, and a rating grows less certain with the share of
``PERIOD_DAYS`` that has passed since the previous game.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

SCALE: Final = 400 / math.log(10)
"""Points of the displayed scale per unit of the internal one."""
TAU: Final = 0.5
"""The constraint on changes of volatility (step 1: 0.3 to 1.2)."""
PERIOD_DAYS: Final = 30
MAX_DEVIATION: Final = 350.0
_EXACT: Final = 1e-6
_DIGITS: Final = 6
"""The digits that are kept, so that machines whose functions differ in the last bit agree."""


@dataclass(frozen=True, slots=True)
class Belief:
    """An estimated strength: ``rating`` and its standard ``deviation``, in points."""

    rating: float
    deviation: float

    def plus(self, other: "Belief") -> "Belief":
        """Return the sum of two independent estimates."""
        return Belief(self.rating + other.rating, math.hypot(self.deviation, other.deviation))

    def minus(self, other: "Belief") -> "Belief":
        """Return the difference of two independent estimates."""
        return Belief(self.rating - other.rating, math.hypot(self.deviation, other.deviation))


@dataclass(frozen=True, slots=True)
class Rating(Belief):
    """The estimated strength of a player, with its ``volatility`` per period."""

    volatility: float = 0.06


NEW_RATING: Final = Rating(1500.0, MAX_DEVIATION)
"""The rating of an unknown player (step 1)."""


def expected(lead: Belief) -> float:
    """Return the chance of winning with an estimated lead."""
    return 1 / (1 + math.exp(-_weight(lead.deviation) * lead.rating / SCALE))


def aged(rating: Rating, days: float) -> Rating:
    """Return a rating after days without a game (step 6)."""
    spread = math.hypot(
        rating.deviation, SCALE * rating.volatility * math.sqrt(max(0.0, days / PERIOD_DAYS))
    )
    return replace(rating, deviation=min(MAX_DEVIATION, spread))


def updated(rating: Rating, opponent: Belief, score: float) -> Rating:
    """Return a rating after a game (steps 3 to 8): 1 for a win, 0 for a loss."""
    slope, variance = _surprise(rating, opponent, score)
    deviation = rating.deviation / SCALE
    volatility = _volatility(deviation, rating.volatility, variance, variance * slope)
    new_deviation = math.hypot(deviation, volatility)
    belief = _moved(rating.rating, new_deviation, slope, variance)
    return Rating(belief.rating, belief.deviation, round(volatility, _DIGITS + 2))


def learned(belief: Belief, opponent: Belief, score: float) -> Belief:
    """Return an estimate after a game, for a strength that does not change."""
    slope, variance = _surprise(belief, opponent, score)
    return _moved(belief.rating, belief.deviation / SCALE, slope, variance)


def _moved(points: float, deviation: float, slope: float, variance: float) -> Belief:
    """Return an estimate with this deviation before the game, after it (step 7)."""
    variance_after = 1 / (1 / deviation**2 + 1 / variance)
    rating = points + SCALE * variance_after * slope
    return Belief(round(rating, _DIGITS), round(SCALE * math.sqrt(variance_after), _DIGITS))


def _surprise(own: Belief, opponent: Belief, score: float) -> tuple[float, float]:
    """Return the weighted surprise of a score, and its variance (steps 3 and 4)."""
    weight = _weight(opponent.deviation)
    chance = 1 / (1 + math.exp(-weight * (own.rating - opponent.rating) / SCALE))
    return weight * (score - chance), 1 / (weight**2 * chance * (1 - chance))


def _weight(deviation: float) -> float:
    """Return the weight of a result against a strength with this deviation; g in the paper."""
    return 1 / math.sqrt(1 + 3 * (deviation / SCALE / math.pi) ** 2)


def _volatility(deviation: float, volatility: float, variance: float, change: float) -> float:
    """Return the new volatility (step 5), by the Illinois algorithm."""
    start = math.log(volatility**2)

    def error(log: float) -> float:
        square = math.exp(log)
        total = deviation**2 + variance + square
        return square * (change**2 - total) / (2 * total**2) - (log - start) / TAU**2

    low = start
    if change**2 > deviation**2 + variance:
        high = math.log(change**2 - deviation**2 - variance)
    else:
        # The paper continues from here while it is negative; here it is at least 1/TAU - 1/2.
        high = start - TAU
    error_low, error_high = error(low), error(high)
    while abs(high - low) > _EXACT:
        middle = low + (low - high) * error_low / (error_high - error_low)
        error_middle = error(middle)
        if error_middle * error_high <= 0:
            low, error_low = high, error_high
        else:
            error_low /= 2
        high, error_high = middle, error_middle
    return math.exp(low / 2)
