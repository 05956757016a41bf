"""Distributions of whole numbers, against sums worked out by hand and by enumeration."""

from fractions import Fraction as F
from itertools import product
from math import comb

import pytest

from domain.analysis.distribution import NOTHING, Distribution, spread, total

COIN = spread({0: 0.5, 1: 0.5})
DIE = spread(dict.fromkeys(range(1, 7), 1 / 6))


def test_mean_and_variance() -> None:
    assert (COIN.mean, COIN.variance) == (0.5, 0.25)
    assert DIE.mean == pytest.approx(3.5)
    assert DIE.variance == pytest.approx(35 / 12)
    assert (NOTHING.mean, NOTHING.variance) == (0, 0)


def test_numbers_that_never_come_have_no_chance() -> None:
    assert spread({-1: 0.25, 2: 0.75}) == Distribution(-1, (0.25, 0.0, 0.0, 0.75))


def test_a_sum_is_that_of_all_cases() -> None:
    found = total([DIE, COIN, DIE.negated()])
    ways = [a + b - c for a, b, c in product(range(1, 7), (0, 1), range(1, 7))]
    assert (found.low, len(found.chances)) == (min(ways), max(ways) - min(ways) + 1)
    for number, chance in enumerate(found.chances, found.low):
        assert chance == pytest.approx(float(F(ways.count(number), len(ways))), rel=1e-14)


def test_of_nothing_the_sum_is_nothing() -> None:
    assert total([]) == NOTHING


def test_a_long_sum_is_as_exact_as_a_short_one() -> None:
    """A thousand coins: every chance against the binomial, far into the tails."""
    found = total([COIN] * 1000)
    for number in (0, 100, 400, 500, 731, 1000):
        exact = float(F(comb(1000, number), 2**1000))
        assert found.chances[number] == pytest.approx(exact, rel=1e-12)


def test_rank_counts_half_of_what_is_as_much() -> None:
    assert [DIE.rank(number) for number in (1, 3, 6)] == pytest.approx([1 / 12, 5 / 12, 11 / 12])
    assert NOTHING.rank(0) == 0.5


def test_quantiles_by_hand() -> None:
    """The chance of a number lies evenly over half a unit on both sides of it: 0.3 is 0.8 into the
    sixth that belongs to the 2."""
    assert DIE.quantile(0.3) == pytest.approx(1.5 + 0.8)
    assert DIE.quantile(0.5) == pytest.approx(3.5)
    assert [DIE.quantile(share) for share in (0.01, 0.99, 1.0)] == [1, 6, 6]
    assert NOTHING.quantile(0.05) == NOTHING.quantile(0.95) == 0
    assert spread({0: 0.1, 5: 0.9}).quantile(0.1) == 4.5


@pytest.mark.parametrize("law", [DIE, total([COIN] * 9), spread({0: 0.9, 3: 0.1})])
def test_a_number_lies_beyond_a_quantile_exactly_if_its_rank_does(law: Distribution) -> None:
    for number in range(law.low, law.low + len(law.chances)):
        if law.chances[number - law.low]:
            for share in (0.05, 0.2, 0.45):
                assert (number < law.quantile(share)) is (law.rank(number) < share)
                assert (number > law.quantile(1 - share)) is (law.rank(number) > 1 - share)
