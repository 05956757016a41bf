"""Glicko-2: a rating, how sure it is, and how fast it changes.

Source: M. E. Glickman, "Example of the Glicko-2 system" (2012, revised 2022), by its steps; and
"Dynamic paired comparison models with stochastic variances", Journal of Applied Statistics 28
(2001). Every game is a rating period of its own, and a rating grows less sure with the share of
``PERIOD_DAYS`` that has passed since the game before.
"""

import math
from dataclasses import dataclass, replace
from typing import Final

SCALE: Final = 400 / math.log(10)
"""Points of the scale that is shown for one of that on which is reckoned."""
TAU: Final = 0.5
"""How much volatilities change (step 1: 0.3 to 1.2)."""
PERIOD_DAYS: Final = 30
MAX_DEVIATION: Final = 350.0
_EXACT: Final = 1e-6
_DIGITS: Final = 6
"""Digits that are kept, so that machines whose functions differ in the last bit agree."""


@dataclass(frozen=True, slots=True)
class Belief:
    """A strength as far as it is known: ``rating`` and its standard ``deviation``, in points."""

    rating: float
    deviation: float

    def plus(self, other: "Belief") -> "Belief":
        """The sum of two strengths that are known independently."""
        return Belief(self.rating + other.rating, math.hypot(self.deviation, other.deviation))

    def less(self, other: "Belief") -> "Belief":
        """The difference of two strengths that are known independently."""
        return Belief(self.rating - other.rating, math.hypot(self.deviation, other.deviation))


@dataclass(frozen=True, slots=True)
class Rating(Belief):
    """A player's: with the ``volatility`` of its strength a period."""

    volatility: float = 0.06


NEW_RATING: Final = Rating(1500.0, MAX_DEVIATION)
"""What is believed of a player of whom nothing is known (step 1)."""


def expected(lead: Belief) -> float:
    """The chance to win of who leads by so much, as far as that is known."""
    return 1 / (1 + math.exp(-_weight(lead.deviation) * lead.rating / SCALE))


def aged(rating: Rating, days: float) -> Rating:
    """A rating after days without a game (step 6)."""
    spread = math.hypot(
        rating.deviation, SCALE * rating.volatility * math.sqrt(max(0.0, days / PERIOD_DAYS))
    )
    return replace(rating, deviation=min(MAX_DEVIATION, spread))


def updated(rating: Rating, opponent: Belief, score: float) -> Rating:
    """A rating after a game against a strength (steps 3 to 8): 1 for a win, 0 for a loss."""
    slope, variance = _surprise(rating, opponent, score)
    deviation = rating.deviation / SCALE
    volatility = _volatility(deviation, rating.volatility, variance, variance * slope)
    grown = math.hypot(deviation, volatility)
    found = _moved(rating.rating, grown, slope, variance)
    return Rating(found.rating, found.deviation, round(volatility, _DIGITS + 2))


def learned(belief: Belief, opponent: Belief, score: float) -> Belief:
    """The same of a strength that does not change: its volatility is none."""
    slope, variance = _surprise(belief, opponent, score)
    return _moved(belief.rating, belief.deviation / SCALE, slope, variance)


def _moved(points: float, deviation: float, slope: float, variance: float) -> Belief:
    """Step 7: a strength, known so well before the game, after it."""
    left = 1 / (1 / deviation**2 + 1 / variance)
    rating = points + SCALE * left * slope
    return Belief(round(rating, _DIGITS), round(SCALE * math.sqrt(left), _DIGITS))


def _surprise(mine: Belief, opponent: Belief, score: float) -> tuple[float, float]:
    """By how much a score is off what was expected, weighted; and the variance of what it tells
    (steps 3 and 4)."""
    weight = _weight(opponent.deviation)
    chance = 1 / (1 + math.exp(-weight * (mine.rating - opponent.rating) / SCALE))
    return weight * (score - chance), 1 / (weight**2 * chance * (1 - chance))


def _weight(deviation: float) -> float:
    """What a result counts against a strength that is known so well; g in the paper."""
    return 1 / math.sqrt(1 + 3 * (deviation / SCALE / math.pi) ** 2)


def _volatility(deviation: float, volatility: float, variance: float, change: float) -> float:
    """Step 5, by the Illinois algorithm."""
    start = math.log(volatility**2)

    def off(log: float) -> float:
        square = math.exp(log)
        whole = deviation**2 + variance + square
        return square * (change**2 - whole) / (2 * whole**2) - (log - start) / TAU**2

    low = start
    if change**2 > deviation**2 + variance:
        high = math.log(change**2 - deviation**2 - variance)
    else:
        # The paper goes on from here while it is negative, which it cannot be: it is 1/TAU - 1/2
        # at least.
        high = start - TAU
    at_low, at_high = off(low), off(high)
    while abs(high - low) > _EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = off(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
