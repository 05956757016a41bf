"""Whether luck is none on average, and how many games luck-adjusted results save.

    python -m tests.bench.luck [planner greedy] [--games 2000] [--minutes 60] [--jobs 2] [--seed 0]

Two levels of bots play pairs of games with the same dice, sides swapped, in all battles by both
editions; every decision is analyzed. Printed are the mean luck of a side's dice and draws, and the
mean of the first level's results, raw and luck-adjusted, each with its standard error. ``games to
tell`` are those after which a result so far from a half is 1.96 standard errors away from it.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count
from math import sqrt
from statistics import mean, stdev

from domain.bots import choose
from domain.evaluation import win_chance
from domain.judgement import judge, ledgers, luck_adjusted
from domain.state import GameState
from domain.values import EditionName, Side
from domain.values.bots import BotLevel
from tests.bench.arena import LIMIT, Asked
from tests.support.battles import BOOKLET
from tests.support.games import start_game


@dataclass(frozen=True)
class Booked:
    """A game: luck of dice and draws, the mean of both sides, and the first level's result."""

    dice: float
    draws: float
    raw: float
    adjusted: float


def play(asked: Asked) -> Booked:
    """Play and analyze a game."""
    game = start_game(asked.slug, asked.edition, f"{asked.number:064x}")
    table, start, found = game.state.table, _chances(game.state), []
    while len(game.commands) < LIMIT and (seat := game.state.awaited) is not None:
        before, level = game.state, asked.second
        if table.side_of(seat) is asked.side:
            level = asked.first
        command = choose(before, seat, level, str(asked))
        if command is None:
            raise AssertionError(f"nothing to choose from in {asked}")
        one = judge(before, command, game.do(command), game.state)
        found += [(one.side, one)] if one else []
    result = _chances(game.state)
    books = ledgers(found, start, result)
    return Booked(
        dice=mean(books[side].dice for side in Side),
        draws=mean(books[side].draws for side in Side),
        raw=result[asked.side],
        adjusted=luck_adjusted(books, asked.side),
    )


def _chances(state: GameState) -> dict[Side, float]:
    return {side: win_chance(state, state.table.first_of(side)) for side in Side}


def summary(name: str, numbers: Sequence[float]) -> str:
    """The mean of what was found of each pair of games."""
    error = stdev(numbers) / sqrt(len(numbers))
    return f"{name:10} {mean(numbers):+.4f} ± {error:.4f} ({mean(numbers) / error:+.1f})"


def to_tell(results: Sequence[float]) -> float:
    """Games after which results of pairs like these are told from a half."""
    return 2 * (1.96 * stdev(results) / (mean(results) - 0.5)) ** 2


def report(games: Sequence[Booked]) -> None:
    """Print all of it."""
    pairs = list(zip(games[::2], games[1::2], strict=True))
    by_name = {
        name: [mean(getattr(one, name) for one in pair) for pair in pairs]
        for name in ("dice", "draws", "raw", "adjusted")
    }
    print(f"{len(games)} games")
    for name in ("dice", "draws"):
        print(summary(name, by_name[name]))
    for name in ("raw", "adjusted"):
        of = by_name[name]
        print(summary(name, [one - 0.5 for one in of]), f"games to tell: {to_tell(of):.0f}")
    print(f"{to_tell(by_name['raw']) / to_tell(by_name['adjusted']):.2f} times fewer", flush=True)


def wanted(first: BotLevel, second: BotLevel, seed: int) -> Iterator[list[Asked]]:
    """A pair of games of every battle by each edition, again and again."""
    for number in count(seed):
        yield [
            Asked(slug, edition, number, side, first, second)
            for slug in BOOKLET
            for edition in EditionName
            for side in Side
        ]


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", type=BotLevel, nargs="*", default=["planner", "greedy"])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    first, second = map(BotLevel, options.levels)
    end, games = time.monotonic() + 60 * options.minutes, list[Booked]()
    with ProcessPoolExecutor(options.jobs) as pool:
        for some in wanted(first, second, options.seed):
            games += pool.map(play, some)
            report(games)
            if len(games) >= options.games or time.monotonic() > end:
                return


if __name__ == "__main__":
    main()
