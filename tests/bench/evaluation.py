"""Fit the chance to win to games of bots against each other, and say how good it is.

    python -m tests.bench.evaluation [games] [--write] [--jobs 2] [--seed 0]

``games`` are those of each battle by each edition; half of them are held out. Printed is the Brier
score on these, beside that of the battle's share of wins alone, and what came in each tenth of the
chances that were told. With ``--write`` the model is kept: its weights from all games.
"""

import argparse
import json
import math
import os
import random
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from domain import evaluation
from domain.bots import choose
from domain.bots.knowledge import known
from domain.evaluation.features import NAMES, Features
from domain.evaluation.model import battle, changes
from domain.scenarios import slugs
from domain.values import EditionName, Side
from domain.values.bots import BotLevel
from tests.support.games import begun, plays

LIMIT = 20_000
ERRORS = 0.1
"""How often a bot does anything instead: positions that good play alone would never reach."""
ROUNDS = 12
PRIOR = 0.05
"""What keeps weights small that little is known of; as much as so many positions a battle."""
STEADY = 8.0
"""The same of the start of a battle: positions of one game tell less than as many of others."""
FILE = Path(evaluation.__file__).with_name("weights.json")


@dataclass(frozen=True)
class Sample:
    """What has changed at the start of a turn for the side whose turn it is, as it knows the game,
    and whether it won. ``sign`` is 1 for the Allies and -1 for the Axis."""

    battle: str
    sign: int
    features: Features
    won: float


@dataclass
class Fit:
    """What is fitted: weights, and log-odds at the start of each battle."""

    weights: list[float]
    start: dict[str, float]

    def chance(self, sample: Sample) -> float:
        """That the side wins."""
        score = sample.sign * self.start.get(sample.battle, 0.0)
        score += sum(w * x for w, x in zip(self.weights, sample.features, strict=True))
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def play(slug: str, edition: EditionName, number: int) -> list[Sample]:
    """A game of greedy bots that err now and then."""
    game, dice, turn = begun(slug, edition, f"{number:064x}"), random.Random(number), 0
    found: list[tuple[Side, Features]] = []
    while len(game.commands) < LIMIT and (seat := game.state.awaited) is not None:
        if game.state.turn.number != turn:
            turn = game.state.turn.number
            side = game.state.table.side_of(seat)
            found.append((side, changes(known(game.state, seat), side)))
        errs = dice.random() < ERRORS
        command = dice.choice(plays(game.state)) if errs else None
        game.do(command or choose(game.state, seat, BotLevel.GREEDY, "") or plays(game.state)[0])
    winner, name = game.state.winner, battle(game.state.created)
    return [
        Sample(name, 1 if side is Side.ALLIES else -1, one, float(winner is side))
        for side, one in found
    ]


def fit(samples: Sequence[Sample]) -> Fit:
    """Logistic regression: steps of Newton's method for the weights and, by battle, the start."""
    made = Fit([0.0] * len(NAMES), dict.fromkeys((one.battle for one in samples), 0.0))
    for _ in range(ROUNDS):
        size = len(NAMES)
        slope, bend = [-PRIOR * w for w in made.weights], _diagonal(size, PRIOR)
        starts = {name: [-STEADY * value, STEADY] for name, value in made.start.items()}
        for one in samples:
            told = made.chance(one)
            left, heavy = one.won - told, told * (1 - told)
            starts[one.battle][0] += one.sign * left
            starts[one.battle][1] += heavy
            for row, value in enumerate(one.features):
                slope[row] += left * value
                line = bend[row]
                for column, other in enumerate(one.features):
                    line[column] += heavy * value * other
        step = solved(bend, slope)
        made.weights = [w + s for w, s in zip(made.weights, step, strict=True)]
        made.start = {name: made.start[name] + up / down for name, (up, down) in starts.items()}
    return made


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations, by elimination."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for place in range(len(rows)):
        best = max(range(place, len(rows)), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        for row in range(len(rows)):
            if row != place:
                factor = rows[row][place] / rows[place][place]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[place], strict=True)]
    return [line[-1] / line[place] for place, line in enumerate(rows)]


def _diagonal(size: int, value: float) -> list[list[float]]:
    return [[value * (row == column) for column in range(size)] for row in range(size)]


def brier(told: Iterable[tuple[float, float]]) -> float:
    """The mean square of the difference between what was told and what came."""
    return mean((chance - came) ** 2 for chance, came in told)


def report(made: Fit, plain: dict[str, float], samples: Sequence[Sample]) -> None:
    """How good a fit is on games that it has not seen."""
    told = [(made.chance(one), one.won) for one in samples]
    base = brier((0.5 + one.sign * (plain[one.battle] - 0.5), one.won) for one in samples)
    print(
        f"Brier {brier(told):.4f}, of the battle's share of wins {base:.4f}, "
        f"{1 - brier(told) / base:.1%} less; {len(samples)} positions"
    )
    off = 0.0
    for tenth in range(10):
        group = [(c, came) for c, came in told if tenth <= 10 * c < tenth + 1 + (tenth == 9)]
        if group:
            said, came = (mean(values) for values in zip(*group, strict=True))
            off += len(group) / len(told) * abs(said - came)
            print(f"  {said:6.1%} told, {came:6.1%} came, {len(group):6}")
    print(f"calibration error {off:.2%}")


def written(made: Fit, games: int) -> str:
    """The model as a file."""
    revision = json.loads(FILE.read_text("utf-8"))["revision"] + 1 if FILE.exists() else 1
    weights = {n: round(w, 4) for n, w in zip(NAMES, made.weights, strict=True)}
    start = {name: round(value, 3) for name, value in sorted(made.start.items())}
    kept = {"revision": revision, "games": games, "weights": weights, "start": start}
    return json.dumps(kept, indent=1) + "\n"


def main() -> None:
    """Play, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=40)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    asked = [
        (slug, edition, options.seed + number)
        for slug in slugs()
        for edition in EditionName
        for number in range(options.games)
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        games = list(pool.map(play, *zip(*asked, strict=True), chunksize=4))
    halves = [[s for g in games[first::2] for s in g] for first in (0, 1)]
    names = {one.battle for one in halves[0]}
    plain = {
        n: mean((s.won - 0.5) * s.sign + 0.5 for s in halves[0] if s.battle == n) for n in names
    }
    report(fit(halves[0]), plain, halves[1])
    made = fit(halves[0] + halves[1])
    print({n: round(w, 3) for n, w in zip(NAMES, made.weights, strict=True)})
    if options.write:
        FILE.write_text(written(made, len(games)), "utf-8")


if __name__ == "__main__":
    main()
