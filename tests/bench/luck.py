"""How often the luck report's intervals hold what came, over whole games played by two bots.

    python -m tests.bench.luck [games] [--jobs 2] [--seed 0]

Half of the games are played at random, half by who battles whenever possible, over all battles by
both editions; each has dice of its own. An interval should hold nine of ten. Which rolls there are
depends on those before, and a game ends when somebody is lucky enough: what came less what was
expected stays fair under that, so that the mean index is near 0 and the standard deviation near 1,
but nothing more is promised. Exit status 1 when the intervals of the figures lost hold less than 88
or more than 92 % of the sides of the games, or of the balances.
"""

import argparse
import hashlib
import os
import random
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice, product

from domain import events as e
from domain.luck import LEVEL, Luck, Measure, balance, tally, thrown
from domain.scenarios import slugs
from domain.values import EditionName, Side
from tests.bench.selfplay import at_random, greedy
from tests.support.games import begun, plays

BALANCE = "balance"
WANTED = (0.88, 0.92)


@dataclass(frozen=True)
class Asked:
    """One game to play."""

    slug: str
    edition: EditionName
    number: int

    @property
    def name(self) -> str:
        """What its dice and the choices in it follow from."""
        return f"luck {self.slug} {self.edition} {self.number}"


@dataclass(frozen=True)
class Held:
    """Whether one interval held what came; ``whose`` is a side, or the balance of both."""

    measure: Measure
    whose: str
    held: bool
    rank: float
    index: float


@dataclass(frozen=True)
class Told:
    """The report of a game; ``seconds`` are CPU seconds that it took."""

    rolls: int
    events: int
    seconds: float
    held: tuple[Held, ...]


def play(asked: Asked) -> list[e.Event]:
    """The log of a game that is over."""
    seed = hashlib.sha256(asked.name.encode()).hexdigest()
    game, dice = begun(asked.slug, asked.edition, seed), random.Random(asked.name)
    style = greedy if asked.number % 2 else at_random
    while options := plays(game.state):
        game.do(style(options, dice))
    return game.log


def report(log: Sequence[e.Event]) -> Told:
    """The intervals of a game, by side and of both."""
    begun_at = time.process_time()
    throws = thrown(log)
    sides = {side: tally([one for one in throws if one.side is side]) for side in Side}
    both = balance(sides[Side.ALLIES], sides[Side.AXIS])
    figures = [(side.value, sides[side].luck) for side in Side] + [(BALANCE, both)]
    held = tuple(_held(m, whose, luck[m]) for whose, luck in figures for m in Measure)
    return Told(len(throws), len(log), time.process_time() - begun_at, held)


def _held(measure: Measure, whose: str, luck: Luck) -> Held:
    low, high = luck.interval
    return Held(measure, whose, low <= luck.difference <= high, luck.rank, luck.index)


def told(asked: Asked) -> Told:
    """A game played and reported."""
    return report(play(asked))


def wanted(games: int, seed: int = 0) -> Iterator[Asked]:
    """So many games, over all battles in turn."""
    battles = list(product(slugs(), EditionName))
    rounds = ((seed + n) for n in range(games) for _ in battles)
    pairs = zip(cycle(battles), rounds, strict=False)
    return islice((Asked(slug, edition, n) for (slug, edition), n in pairs), games)


def share(held: Iterable[Held]) -> float:
    """How many of the intervals hold."""
    return statistics.mean(one.held for one in held)


def row(measure: str, whose: str, held: Sequence[Held]) -> str:
    """A line of the table."""
    below = statistics.mean(one.rank < (1 - LEVEL) / 2 for one in held)
    above = statistics.mean(one.rank > (1 + LEVEL) / 2 for one in held)
    index = [one.index for one in held]
    return (
        f"{measure:14} {whose:8} {len(held):6} {share(held):7.1%} {below:7.1%} {above:7.1%}"
        f" {statistics.mean(index):8.3f} {statistics.pstdev(index):7.3f}"
    )


def table(games: Sequence[Told]) -> bool:
    """Print what was found; whether it is as wanted."""
    every = [one for game in games for one in game.held]
    rolls, seconds = [game.rolls for game in games], [game.seconds for game in games]
    print(
        f"{len(games)} games of {min(rolls)} to {max(rolls)} rolls, {statistics.mean(rolls):.0f} "
        f"on average; a report took {1000 * statistics.mean(seconds):.1f} ms, at most "
        f"{1000 * max(seconds):.0f} ms (games of up to {max(g.events for g in games)} events)"
    )
    print(
        f"{'':14} {'':8} {'number':>6} {'hold':>7} {'below':>7} {'above':>7} {'index':>8} {'sd':>7}"
    )
    fine = True
    for measure in Measure:
        mine = [one for one in every if one.measure is measure]
        parts = {whose: [one for one in mine if one.whose == whose] for whose in (*Side, BALANCE)}
        parts["sides"] = [*parts[Side.ALLIES], *parts[Side.AXIS]]
        for whose, held in parts.items():
            print(row(measure, whose, held))
        if measure is Measure.LOSSES:
            found = share(parts["sides"]), share(parts[BALANCE])
            fine = all(WANTED[0] <= one <= WANTED[1] for one in found)
    return fine


def main() -> int:
    """Play, report, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.luck")
    parser.add_argument("games", type=int, nargs="?", default=2000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        games = list(pool.map(told, wanted(options.games, options.seed), chunksize=4))
    return 0 if table(games) else 1


if __name__ == "__main__":
    sys.exit(main())
