"""Win chances fitted to games that bots play, and how good they are on games left out.

    python -m tests.bench.win_chances [games] [--level greedy] [--jobs 2] [--seed 0] [--write]

``games`` are those of each battle by each edition; a tenth of the decisions are random, so that
positions differ. Printed are, over games that were left out of the fit, the Brier score against
that of the battle's base rate, and the calibration error: how far the mean chance of positions
alike is from the share that was won, a tenth of all positions at a time. ``--write`` replaces the
model of the engine by what was fitted.
"""

import argparse
import json
import math
import os
import random
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import domain.evaluation
from domain.bots import choose
from domain.evaluation.features import Features, features
from domain.evaluation.win_chance import Model, battle, model
from domain.phases import PlayCardPhase
from domain.values import EditionName, Side
from domain.values.bots import BotLevel
from tests.support.battles import BOOKLET
from tests.support.games import plays, start_game

LIMIT = 5_000
"""Commands after which a game is left out."""
STRAY = 0.1
"""The share of decisions that are random."""
EVERY = 7
"""Of the decisions within turns, one of so many is looked at; of cards played each."""
FOLDS = 5
ROUNDS, STEP, SHRINK = 8, 0.01, 1e-4
FILE = Path(domain.evaluation.__file__).parent / "weights.json"


@dataclass(frozen=True)
class Asked:
    """A game to play; ``number`` is its seed."""

    slug: str
    edition: EditionName
    number: int
    level: BotLevel


@dataclass(frozen=True)
class Seen:
    """A position as one seat knows it, and whether its side won."""

    battle: str
    side: Side
    features: Features
    won: bool

    @property
    def sign(self) -> float:
        """What the base of a battle, which is the Allies', counts for the side."""
        return 1.0 if self.side is Side.ALLIES else -1.0


def play(asked: Asked) -> list[Seen]:
    """The positions of a game, as both sides know them."""
    dice = random.Random(f"{asked.slug} {asked.edition} {asked.number}")
    game = start_game(asked.slug, asked.edition, f"{asked.number:064x}")
    met: list[tuple[Side, Features]] = []
    while (seat := game.state.awaited) is not None and len(game.commands) < LIMIT:
        if isinstance(game.state.phase, PlayCardPhase) or dice.random() < 1 / EVERY:
            table = game.state.table
            met += [(table.side_of(one), features(game.state, one)) for one in table.seats]
        stray = dice.random() < STRAY
        command = choose(game.state, seat, asked.level, "") if not stray else None
        game.do(command or dice.choice(plays(game.state)))
    name, winner = battle(game.state), game.state.winner
    return [Seen(name, side, found, side is winner) for side, found in met if winner is not None]


def shares(games: Sequence[Sequence[Seen]]) -> dict[str, float]:
    """The share of games that the Allies win, by battle and edition."""
    won = defaultdict(list)
    for game in games:
        won[game[0].battle].append((game[0].side is Side.ALLIES) is game[0].won)
    return {name: (sum(of) + 1) / (len(of) + 2) for name, of in won.items()}


def fit(games: Sequence[Sequence[Seen]]) -> Model:
    """Logistic regression by adaptive steps."""
    weights: dict[str, float] = defaultdict(float)
    squares: dict[str, float] = defaultdict(lambda: 1.0)
    rows = [
        (one.won, {f"base {one.battle}": one.sign, **one.features})
        for game in games
        for one in game
    ]
    for round_ in range(ROUNDS):
        random.Random(round_).shuffle(rows)
        for won_it, inputs in rows:
            logit = sum(weights[name] * number for name, number in inputs.items())
            off = 1.0 / (1.0 + math.exp(-logit)) - won_it
            for name, number in inputs.items():
                slope = off * number + SHRINK * weights[name]
                squares[name] += slope * slope
                weights[name] -= STEP * slope / math.sqrt(squares[name])
    return Model(
        revision=model().revision,
        bases={name: round(weights.pop(f"base {name}"), 3) for name in sorted(shares(games))},
        weights={name: round(weights[name], 4) for name in sorted(weights)},
    )


def brier(chances: Sequence[float], rows: Sequence[Seen]) -> float:
    """The mean square of what the chances were off."""
    return sum((p - one.won) ** 2 for p, one in zip(chances, rows, strict=True)) / len(rows)


def calibration(chances: Sequence[float], rows: Sequence[Seen], bins: int = 10) -> float:
    """How far mean chance and share won are apart, over groups of positions with like chances."""
    order = sorted(zip(chances, (one.won for one in rows), strict=True))
    size = math.ceil(len(order) / bins)
    groups = [order[place : place + size] for place in range(0, len(order), size)]
    return sum(abs(sum(p - won for p, won in group)) for group in groups) / len(order)


def report(games: Sequence[Sequence[Seen]]) -> None:
    """How good models are on games that they have not seen: each fifth of the games by a model that
    was fitted to all others."""
    rows, own, base = list[Seen](), list[float](), list[float]()
    for fold in range(FOLDS):
        others = [game for number, game in enumerate(games) if number % FOLDS != fold]
        made, known = fit(others), shares(others)
        held = [one for game in games[fold::FOLDS] for one in game]
        rates = [known[one.battle] for one in held]
        rows += held
        own += [made.chance(one.battle, one.side, one.features) for one in held]
        base += [p if one.sign > 0 else 1 - p for p, one in zip(rates, held, strict=True)]
    found, plain = brier(own, rows), brier(base, rows)
    print(f"{len(rows)} positions of {len(games)} games: Brier {found:.4f}, base rate {plain:.4f},")
    print(f"{1 - found / plain:.1%} below; calibration error {calibration(own, rows):.1%}")


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=5)
    parser.add_argument("--level", choices=list(BotLevel), default=BotLevel.GREEDY)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    wanted = [
        Asked(slug, edition, options.seed + number, BotLevel(options.level))
        for number in range(options.games)
        for slug in BOOKLET
        for edition in EditionName
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        games = [game for game in pool.map(play, wanted, chunksize=4) if game]
    report(games)
    if options.write:
        made = fit(games)
        if made != model():
            made = replace(made, revision=made.revision + 1)
        FILE.write_text(json.dumps(asdict(made), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
