"""Statistics of many games of a battle, with confidence intervals."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev

from domain.playtest.games import PlaytestGame
from domain.values import Side

_Z = 1.96
"""Standard errors on both sides of an estimate for an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share or mean over games, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PlaytestSummary:
    """The statistics of ``games``; those not ``won`` by a side had no winner. ``luck`` is the share
    won by the side with the better dice, of the games that had both; None without any.
    ``objectives`` is the number of games in which each gave medals."""

    games: int
    won: Mapping[Side, int]
    share: Mapping[Side, Estimate]
    turns: Estimate
    medals: Mapping[Side, Estimate]
    luck: Estimate | None
    endings: Mapping[str, int]
    objectives: Mapping[str, int]


def summarize(games: Sequence[PlaytestGame]) -> PlaytestSummary:
    """Return the statistics of at least one game."""
    won = Counter(game.winner for game in games)
    by_luck = [game.winner is game.luckier for game in games if game.winner and game.luckier]
    endings = Counter(game.ending for game in games if game.ending is not None)
    return PlaytestSummary(
        games=len(games),
        won={side: won[side] for side in Side},
        share={side: share_of(won[side], len(games)) for side in Side},
        turns=_mean([game.turns for game in games]),
        medals={side: _mean([game.medals[side] for game in games]) for side in Side},
        luck=share_of(sum(by_luck), len(by_luck)) if by_luck else None,
        endings=_counted(endings.elements()),
        objectives=_counted(name for game in games for name in game.objectives),
    )


def wilson(hits: int, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share."""
    share, square = hits / games, _Z * _Z / games
    middle = share + square / 2
    half = _Z * math.sqrt(share * (1 - share) / games + square / games / 4)
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def share_of(hits: int, games: int) -> Estimate:
    """Return a share of games with its interval."""
    return Estimate(hits / games, *wilson(hits, games))


def _mean(numbers: Sequence[int]) -> Estimate:
    middle = mean(numbers)
    half = _Z * stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(middle, middle - half, middle + half)


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))
