"""Distributions of whole numbers: sums of independent ones, and the rank of a number.

Chances are floating-point numbers. Only sums and products of positive ones are taken, so that
rounding errors stay far below what anyone reads: no tail is cut off and nothing is approximated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce

from domain.analysis.work import Spend, unlimited


@dataclass(frozen=True)
class Distribution:
    """The chances of consecutive numbers from ``low`` on."""

    low: int
    chances: tuple[float, ...]

    @cached_property
    def mean(self) -> float:
        """The expected value."""
        return sum(number * chance for number, chance in enumerate(self.chances, self.low))

    @cached_property
    def variance(self) -> float:
        """The mean squared difference from the mean."""
        return sum(
            (number - self.mean) ** 2 * chance
            for number, chance in enumerate(self.chances, self.low)
        )

    def plus(self, other: "Distribution", spend: Spend = unlimited) -> "Distribution":
        """Return the distribution of the sum of two independent numbers."""
        spend(len(self.chances) * len(other.chances))
        sums = [0.0] * (len(self.chances) + len(other.chances) - 1)
        size = len(self.chances)
        for offset, chance in enumerate(other.chances):
            part = sums[offset : offset + size]
            sums[offset : offset + size] = [
                total + chance * own for total, own in zip(part, self.chances, strict=True)
            ]
        return Distribution(self.low + other.low, tuple(sums))

    def negated(self) -> "Distribution":
        """Return the distribution of the negated number."""
        return Distribution(1 - self.low - len(self.chances), self.chances[::-1])

    def rank(self, number: int) -> float:
        """Return the chance of less than ``number``, plus half the chance of exactly ``number``."""
        index = number - self.low
        return sum(self.chances[:index]) + self.chances[index] / 2

    def quantile(self, share: float) -> float:
        """Return the quantile at ``share``, spreading each number's chance evenly over half a unit
        on both sides, within the lowest and highest numbers.

        A number is below a quantile of less than one half exactly if its rank is below ``share``,
        and above one of more than one half exactly if its rank is above.
        """
        below = 0.0
        for number, chance in enumerate(self.chances, self.low):
            if below + chance > share:
                value = number - 0.5 + (share - below) / chance
                return min(max(value, self.low), self.low + len(self.chances) - 1)
            below += chance
        return self.low + len(self.chances) - 1


NOTHING = Distribution(0, (1.0,))
"""The number 0, for certain."""


def spread(chances: Mapping[int, float]) -> Distribution:
    """Return the distribution of a number with these chances."""
    low, high = min(chances), max(chances)
    return Distribution(low, tuple(chances.get(number, 0.0) for number in range(low, high + 1)))


def total(spreads: Iterable[Distribution], spend: Spend = unlimited) -> Distribution:
    """Return the distribution of the sum of independent numbers."""
    return reduce(lambda subtotal, other: subtotal.plus(other, spend), spreads, NOTHING)
