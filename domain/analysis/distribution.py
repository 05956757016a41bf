"""Distributions of whole numbers: sums of independent ones, and where a number lies in one.

Chances are floating-point numbers. Nothing but sums and products of positive ones is taken, so that
what is lost is far below what anybody reads: no tail is cut off and nothing is approximated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce

from domain.analysis.work import Spend, unlimited


@dataclass(frozen=True)
class Distribution:
    """The chances of the numbers from ``low`` on, in order."""

    low: int
    chances: tuple[float, ...]

    @cached_property
    def mean(self) -> float:
        """What is to be expected."""
        return sum(number * chance for number, chance in enumerate(self.chances, self.low))

    @cached_property
    def variance(self) -> float:
        """The mean square of the difference from the mean."""
        return sum(
            (number - self.mean) ** 2 * chance
            for number, chance in enumerate(self.chances, self.low)
        )

    def plus(self, other: "Distribution", spend: Spend = unlimited) -> "Distribution":
        """The sum of two numbers that have nothing to do with each other."""
        spend(len(self.chances) * len(other.chances))
        found = [0.0] * (len(self.chances) + len(other.chances) - 1)
        size = len(self.chances)
        for place, chance in enumerate(other.chances):
            there = found[place : place + size]
            found[place : place + size] = [
                so_far + chance * mine for so_far, mine in zip(there, self.chances, strict=True)
            ]
        return Distribution(self.low + other.low, tuple(found))

    def negated(self) -> "Distribution":
        """The distribution of the same number with the other sign."""
        return Distribution(1 - self.low - len(self.chances), self.chances[::-1])

    def rank(self, number: int) -> float:
        """The chance of less than ``number``, and half of that of exactly as much."""
        place = number - self.low
        return sum(self.chances[:place]) + self.chances[place] / 2

    def quantile(self, share: float) -> float:
        """Where the chance of less is ``share``, each number's chance lying evenly over half a unit
        on both sides of it; never beyond the lowest number or the highest.

        A number lies below a quantile of less than a half exactly if its rank is below ``share``,
        and above one of more than a half exactly if its rank is above.
        """
        below = 0.0
        for number, chance in enumerate(self.chances, self.low):
            if below + chance > share:
                wanted = number - 0.5 + (share - below) / chance
                return min(max(wanted, self.low), self.low + len(self.chances) - 1)
            below += chance
        return self.low + len(self.chances) - 1


NOTHING = Distribution(0, (1.0,))
"""The number 0, for certain."""


def spread(chances: Mapping[int, float]) -> Distribution:
    """The distribution of a number of which these are the chances."""
    low, high = min(chances), max(chances)
    return Distribution(low, tuple(chances.get(number, 0.0) for number in range(low, high + 1)))


def total(spreads: Iterable[Distribution], spend: Spend = unlimited) -> Distribution:
    """The sum of numbers that have nothing to do with each other."""
    return reduce(lambda so_far, one: so_far.plus(one, spend), spreads, NOTHING)
