"""The luck of recorded games: against the events that came of their dice, and with their rolls
thrown again."""

import random
import statistics
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path

import pytest

from domain import events as e
from domain.analysis.distribution import Distribution
from domain.analysis.luck import LEVEL, LuckReport, Measure, Throw, balance, find_throws, tally
from domain.values import Side
from tests.replay import GAMES, load
from tests.support.each import each
from tests.support.words import event_in

FILES = sorted(GAMES.glob("*.jsonl"))
ROLLS = (e.DiceRolled, e.StrikeRolled, e.AmbushRolled, e.BattleBackRolled)
TIMES = 2000
SLACK = 4 * (LEVEL * (1 - LEVEL) / TIMES) ** 0.5
"""Four standard deviations of a share of so many; the chance is seeded."""
pytestmark = pytest.mark.no_cover


def log(path: Path) -> list[e.Event]:
    """All events of a recorded game."""
    game = load(path)
    return [event_in(game.created), *(event_in(one) for events in game.events for one in events)]


@cache
def sides() -> list[list[Throw]]:
    """The rolls of each side in each recorded game."""
    games = [find_throws(log(path)) for path in FILES]
    return [[one for one in throws if one.side is side] for throws in games for side in Side]


def came(events: list[e.Event], version: int, target: str) -> tuple[int, int]:
    """The figures that a target lost by the roll of this version, and whether it is gone."""
    lost = list(_lost_after(events, version, target))
    return sum(one.count for one in lost), sum(isinstance(one, e.UnitEliminated) for one in lost)


def _lost_after(
    events: list[e.Event], version: int, target: str
) -> Iterator[e.FiguresLost | e.UnitEliminated]:
    for event in events[version:]:
        if isinstance(event, (*ROLLS, e.HazardRolled, e.TurnEnded, e.TakenBack)):
            return
        if isinstance(event, e.FiguresLost | e.UnitEliminated) and event.unit == target:
            yield event


@each("path", FILES)
def test_every_roll_came_to_what_the_events_say(path: Path) -> None:
    events = log(path)
    throws = find_throws(events)
    rolls = [version for version, one in enumerate(events, start=1) if isinstance(one, ROLLS)]
    assert [throw.version for throw in throws] == rolls
    for throw in throws:
        result = throw.luck[Measure.LOSSES].actual, throw.luck[Measure.ELIMINATIONS].actual
        assert result == came(events, throw.version, throw.target), throw


def holds(luck: LuckReport) -> bool:
    low, high = luck.interval
    return low <= luck.difference <= high


def exactly_held(law: Distribution) -> float:
    """The chance that an interval holds what comes."""
    return sum(
        chance
        for number, chance in enumerate(law.chances, law.low)
        if holds(LuckReport(law, number))
    )


@each("measure", [Measure.HITS, Measure.FLAGS, Measure.LOSSES])
def test_intervals_hold_nine_of_ten(measure: Measure) -> None:
    """By the exact chance of each. What is counted are whole numbers, so that single intervals may
    hold some more or less; over the games that evens out."""
    long = [throws for throws in sides() if len(throws) >= 10]
    assert len(long) > 20
    held = [exactly_held(tally(throws).luck[measure].spread) for throws in long]
    assert statistics.mean(held) == pytest.approx(LEVEL, abs=0.02)


@each("measure", Measure)
def test_the_same_rolls_thrown_again_come_to_what_the_sums_say(measure: Measure) -> None:
    chance = random.Random(1944)
    for throws in max(sides(), key=len), min(sides(), key=lambda few: abs(len(few) - 8)):
        luck = tally(throws).luck[measure]
        columns = [again(throw.luck[measure].spread, chance) for throw in throws]
        sums = [LuckReport(luck.spread, sum(row)) for row in zip(*columns, strict=True)]
        held = statistics.mean(map(holds, sums))
        assert held == pytest.approx(exactly_held(luck.spread), abs=SLACK)
        assert statistics.mean(one.index for one in sums) == pytest.approx(0, abs=SLACK * 4)
        assert statistics.mean(one.rank for one in sums) == pytest.approx(0.5, abs=SLACK)


def again(law: Distribution, chance: random.Random) -> list[int]:
    """So many numbers of a distribution."""
    numbers = range(law.low, law.low + len(law.chances))
    return chance.choices(numbers, cum_weights=list(accumulate(law.chances)), k=TIMES)


def test_the_intervals_of_games_as_they_were_played() -> None:
    """An interval should hold nine of ten; these games stay as they are for ever."""
    reports = []
    for path in FILES:
        throws = find_throws(log(path))
        one, other = (tally([throw for throw in throws if throw.side is side]) for side in Side)
        both = balance(one, other)
        reports += [luck[Measure.LOSSES] for luck in (one.luck, other.luck, both)]
    assert len(reports) == 3 * len(FILES)
    assert 0.8 < statistics.mean(map(holds, reports)) <= 1
