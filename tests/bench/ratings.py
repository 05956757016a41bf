"""How well ratings foresee results, with what is learned of the battles' sides and without.

    python -m tests.bench.ratings [games] [--bots eager] [--players 64] [--jobs 2] [--seed 0]
                                  [--games-file FILE]

Two of many players, each with a skill of its own from 0 to 1, meet at a battle and edition that are
drawn, on sides that are drawn. A decision in so many is a good one, all others are random: an
``eager`` bot attacks or takes ground then wherever it can (0.05 s a game), a ``greedy`` one does
what the service's bot does (0.3 s). Before each game, in order, both ways to rate say the chance of
the Allies: by Glicko-2 alone, and with the advantage of the side. Printed is the mean log-loss of
each, over all games and over the second half. A file keeps the results, and is read where it is
there.
"""

import argparse
import json
import math
import os
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from domain.bots import choose
from domain.commands import Attack, TakeGround
from domain.ratings import EVEN, NEWCOMER, Belief, Standing, expected, lead, rate
from domain.ratings.standings import Rated
from domain.values import EditionName, Side
from domain.values.bots import BotLevel
from tests.support.battles import BOOKLET
from tests.support.games import plays, start_game

LIMIT = 5_000
"""Commands after which a game is left out."""
EAGER, GREEDY = KINDS = ("eager", "greedy")
FIXED = Belief(0.0, 1e-6)
"""What is believed of a battle whose sides count for nothing."""


@dataclass(frozen=True)
class Met:
    """Two players by their numbers at a battle; ``number`` is the seed of the game."""

    slug: str
    edition: EditionName
    allies: int
    axis: int
    number: int
    kind: str
    players: int

    @property
    def battle(self) -> str:
        """What an advantage is learned for."""
        return f"{self.slug} {self.edition}"

    def skill(self, side: Side) -> float:
        """The share of good decisions of a side."""
        return (self.allies if side is Side.ALLIES else self.axis) / (self.players - 1)


def drawn(count: int, kind: str, players: int, seed: int) -> Iterator[Met]:
    """Who meets whom, where."""
    dice, battles = random.Random(seed), [(s, e) for s in BOOKLET for e in EditionName]
    for number in range(count):
        allies, axis = dice.sample(range(players), 2)
        yield Met(*dice.choice(battles), allies, axis, seed + number, kind, players)


def winner(met: Met) -> Side | None:
    """Who wins a game; None where it takes too long."""
    game, dice = start_game(met.slug, met.edition, f"{met.number:064x}"), random.Random(met.number)
    while (seat := game.state.awaited) is not None and len(game.commands) < LIMIT:
        good = dice.random() < met.skill(game.state.table.side_of(seat))
        command = (
            choose(game.state, seat, BotLevel.GREEDY, "") if good and met.kind == GREEDY else None
        )
        if command is None:
            options = plays(game.state)
            eager = [one for one in options if good and isinstance(one, Attack | TakeGround)]
            command = dice.choice(eager or options)
        game.do(command)
    return game.state.winner


def losses(games: Sequence[tuple[Met, Side]], *, with_sides: bool) -> list[float]:
    """The log-loss of each game by what was known before it."""
    known: dict[int, Standing] = {}
    battles: dict[str, Belief] = {}
    found = []
    for met, won in games:
        before = Rated(
            known.get(met.allies, NEWCOMER),
            known.get(met.axis, NEWCOMER),
            battles.get(met.battle, EVEN) if with_sides else FIXED,
        )
        chance = expected(lead(before.allies.rating, before.axis.rating, before.battle))
        found.append(-math.log(chance if won is Side.ALLIES else 1 - chance))
        after = rate(before, 0, float(won is Side.ALLIES))
        known[met.allies], known[met.axis] = after.allies, after.axis
        battles[met.battle] = after.battle
    return found


def report(games: Sequence[tuple[Met, Side]]) -> None:
    """Both, one beside the other."""
    plain, offset = (losses(games, with_sides=one) for one in (False, True))
    half = len(games) // 2
    for name, start in (("all games", 0), ("second half", half)):
        a, b = (sum(of[start:]) / len(of[start:]) for of in (plain, offset))
        print(
            f"{len(plain) - start} games ({name}): log-loss {b:.4f} with the advantage of the side,"
        )
        print(f"{a:.4f} by plain Glicko-2: {1 - b / a:.1%} lower")


def main() -> None:
    """Play, rate and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=10_240)
    parser.add_argument("--bots", choices=KINDS, default=EAGER)
    parser.add_argument("--players", type=int, default=64)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games-file", type=Path)
    options = parser.parse_args()
    wanted = list(drawn(options.games, options.bots, options.players, options.seed))
    kept = options.games_file
    if kept is not None and kept.exists():
        won = [Side(word) if word else None for word in json.loads(kept.read_text())]
    else:
        with ProcessPoolExecutor(options.jobs) as pool:
            won = list(pool.map(winner, wanted, chunksize=16))
        if kept is not None:
            kept.write_text(json.dumps(won))
    report([(met, side) for met, side in zip(wanted, won, strict=True) if side is not None])


if __name__ == "__main__":
    main()
