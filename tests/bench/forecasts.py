"""What attacks are worth in the forecast that the searching bot goes by, fitted to games.

    python -m tests.bench.forecasts [games] [--jobs 2] [--seed 50000]

The planner plays itself, and in each third game the greedy bot, on all battles by both editions,
with some decisions at random. At the start of each turn the seat that has just played looks at the
board; a logistic model tells who won from the logit of the fitted chance and from the threats of
both sides. Printed are its weights with their standard errors, as in ``domain/bots/forecast.py``,
and the log loss with and without threats, each fourth of the games by a model that was fitted to
the others.
"""

import argparse
import math
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from domain.bots import choose
from domain.bots.forecast import threats
from domain.evaluation import win_chance
from domain.phases import PlayCardPhase
from domain.values import EditionName, Side
from domain.values.bots import BotLevel
from tests.support.battles import BOOKLET
from tests.support.games import plays, start_game

LIMIT = 3_000
STRAY = 0.05
FOLDS, STEPS = 4, 8
LEAST = 0.001
NAMES = ("even", "slope", "mover", "other")
Row = tuple[tuple[float, ...], bool]
"""One, the logit, the threats of the side that plays next and of the other; whether it won."""


def play(number: int) -> list[Row]:
    """What the seats saw at the ends of their turns in a game, and whether they won it."""
    dice, slug = random.Random(number), BOOKLET[number % len(BOOKLET)]
    edition = list(EditionName)[number // len(BOOKLET) % 2]
    game = start_game(slug, edition, f"{number:064x}")
    levels = [BotLevel.PLANNER, BotLevel.PLANNER if number % 3 else BotLevel.GREEDY]
    level = dict(zip(Side, levels[:: 1 - 2 * (number // 32 % 2)], strict=True))
    met: list[tuple[Side, tuple[float, ...]]] = []
    last = 0
    while (seat := game.state.awaited) is not None and len(game.commands) < LIMIT:
        state, side = game.state, game.state.table.side_of(seat)
        if isinstance(state.phase, PlayCardPhase) and state.turn.number > last:
            last = state.turn.number
            before = next(one for one in state.table.seats if one is not seat)
            chance = min(1 - LEAST, max(LEAST, win_chance(state, before)))
            attacks = threats(state, side), threats(state, side.enemy)
            met.append((side.enemy, (1.0, math.log(chance / (1 - chance)), *attacks)))
        command = choose(state, seat, level[side], "") if dice.random() > STRAY else None
        game.do(command or dice.choice(plays(game.state)))
    return [(seen, game.state.winner is side) for side, seen in met if game.state.winner]


def fit(rows: Sequence[Row], count: int) -> tuple[list[float], list[float]]:
    """The first so many weights, and their standard errors, by Newton's method; drawn a little to
    the fitted chance alone."""
    weights = [0.0, 1.0, 0.0, 0.0][:count]
    prior = list(weights)
    for _ in range(STEPS):
        slopes = [p - w for p, w in zip(prior, weights, strict=True)]
        bends = [[float(i == j) for j in range(count)] for i in range(count)]
        for seen, won in rows:
            chance = likely(weights, seen)
            for i in range(count):
                slopes[i] += (won - chance) * seen[i]
                for j in range(count):
                    bends[i][j] += chance * (1 - chance) * seen[i] * seen[j]
        weights = [w + step for w, step in zip(weights, solved(bends, slopes), strict=True)]
    units = [[float(i == j) for j in range(count)] for i in range(count)]
    return weights, [math.sqrt(solved(bends, unit)[i]) for i, unit in enumerate(units)]


def likely(weights: Sequence[float], seen: Sequence[float]) -> float:
    """The chance that the model gives."""
    return 1 / (1 + math.exp(-sum(w * x for w, x in zip(weights, seen, strict=False))))


def solved(matrix: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The solution of linear equations of a positive matrix."""
    rows = [[*line, value] for line, value in zip(matrix, values, strict=True)]
    for i, pivot in enumerate(rows):
        for row in rows:
            if row is not pivot:
                share = row[i] / pivot[i]
                row[:] = [a - share * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def loss(games: Sequence[Sequence[Row]], count: int) -> float:
    """The mean log loss over games that were left out of the fit."""
    found = []
    for fold in range(FOLDS):
        others = [row for n, game in enumerate(games) if n % FOLDS != fold for row in game]
        weights, _ = fit(others, count)
        for seen, won in (row for game in games[fold::FOLDS] for row in game):
            chance = likely(weights, seen)
            found.append(-math.log(chance if won else 1 - chance))
    return sum(found) / len(found)


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=320)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=50_000)
    options = parser.parse_args()
    numbers = range(options.seed, options.seed + options.games)
    with ProcessPoolExecutor(options.jobs) as pool:
        games = list(pool.map(play, numbers))
    weights, errors = fit([row for game in games for row in game], len(NAMES))
    for name, weight, error in zip(NAMES, weights, errors, strict=True):
        print(f"{name:6} {weight:6.2f} ± {error:.2f}")
    print(f"log loss {loss(games, len(NAMES)):.4f}, without threats {loss(games, 2):.4f}")


if __name__ == "__main__":
    main()
