"""Ratings: the worked example of the paper, and that a hard side costs none."""

import random
from dataclasses import replace

import pytest

from domain import create, decide, evolve
from domain.commands import TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.ratings import EVEN, NEWCOMER, Belief, Rated, Rating, Standing, expected, lead, rate
from domain.ratings.glicko2 import MAX_DEVIATION, PERIOD_DAYS, aged, updated
from domain.scenarios import load
from domain.values import EditionName, Seat
from tests.support.chance import Script
from tests.support.each import each
from tests.support.games import game_options

DAY = 24 * 3600 * 1000
FRESH = Rated(NEWCOMER, NEWCOMER, EVEN)


def test_a_game_moves_ratings_as_the_paper_reckons() -> None:
    """Its example has three games in one period; one of them alone, by the same formulas."""
    mine = Rating(1500.0, 200.0, 0.06)
    won = updated(mine, Belief(1400.0, 30.0), 1.0)
    assert won.rating == pytest.approx(1563.564, abs=0.01)
    assert won.deviation == pytest.approx(175.403, abs=0.01)
    assert won.volatility == pytest.approx(0.06, abs=0.0001)
    assert expected(Belief(100.0, 30.0)) == pytest.approx(0.639, abs=0.001)


def test_a_surprise_makes_a_rating_more_volatile_and_the_expected_does_not() -> None:
    sure = Rating(1500.0, 30.0, 0.06)
    lost = updated(sure, Belief(300.0, 30.0), 0.0)
    assert lost.volatility > sure.volatility
    assert updated(sure, Belief(300.0, 30.0), 1.0).volatility <= sure.volatility
    assert updated(replace(sure, volatility=2.0), Belief(1500.0, 30.0), 1.0).volatility < 2.0


def test_what_is_known_fades_with_time_but_never_beyond_nothing() -> None:
    sure = Rating(1500.0, 50.0, 0.06)
    later = aged(sure, PERIOD_DAYS)
    assert later.deviation == pytest.approx((50**2 + (0.06 * 173.7178) ** 2) ** 0.5, abs=0.001)
    assert aged(sure, 10**9).deviation == MAX_DEVIATION
    assert aged(sure, -1) == sure
    known = Standing(sure, 3, 5 * DAY)
    assert known.aged(35 * DAY) == later
    assert not known.is_provisional
    assert NEWCOMER.is_provisional


@pytest.mark.parametrize("allies_won", [True, False])
def test_the_winner_gains_what_the_loser_loses_between_equals(allies_won: bool) -> None:
    after = rate(FRESH, DAY, float(allies_won))
    gains = [one.rating.rating - 1500 for one in (after.allies, after.axis)]
    assert sum(gains) == pytest.approx(0)
    assert (gains[0] > 0) is (after.battle.rating > 0) is allies_won
    assert [(one.games, one.at) for one in (after.allies, after.axis)] == [(1, DAY)] * 2
    assert after.battle.deviation < EVEN.deviation
    chance = expected(lead(after.allies.rating, after.axis.rating, after.battle))
    assert (chance > 0.5) is allies_won


def test_a_hard_side_costs_no_rating_once_the_battle_is_known() -> None:
    """Equals play a battle that the Allies win four times of five; the first always the Axis."""
    dice, found = random.Random(1), {}
    for known in (EVEN, Belief(0.0, 1e-6)):
        battle, players = known, [NEWCOMER] * 20
        for _ in range(2000):
            axis, allies = sorted(dice.sample(range(20), 2), key=lambda n: (n > 0, dice.random()))
            before = Rated(players[allies], players[axis], battle)
            after = rate(before, 0, float(dice.random() < 0.8))
            players[allies], players[axis], battle = after.allies, after.axis, after.battle
        found[known] = players[0].rating.rating, battle.rating
    (with_side, learned), (without, _) = found.values()
    assert learned == pytest.approx(240, abs=40)
    assert without < 1400
    assert with_side > 1450


@each("second", ["ann", "bot_0a1b"])
def test_nobody_takes_both_seats_of_a_rated_game_and_no_bot_takes_one(second: str) -> None:
    for rated in (True, False):
        new = replace(game_options(load("pegasus_bridge")), rated=rated)
        state = evolve(None, create(EditionName.E2025, new))
        state = evolve(state, *decide(state, TakeSeat(Seat.ALLIES, "ann"), Script()))
        if not rated:
            assert decide(state, TakeSeat(Seat.AXIS, second), Script())
            continue
        with pytest.raises(IllegalCommandError) as refused:
            decide(state, TakeSeat(Seat.AXIS, second), Script())
        assert refused.value.rule is Rule.SEAT_BOTH_SIDES
