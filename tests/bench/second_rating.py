"""How many games a rating needs to order two levels of bots: by results, and by luck-adjusted ones.

    python -m tests.bench.second_rating [planner greedy] [--games 2000] [--minutes 60] [--jobs 2]
                                        [--runs 400] [--length 120] [--games-file FILE]

Games are played and analyzed as ``tests.bench.luck`` does. Then two newcomers, one of each level,
meet again and again in games drawn from these. Printed is how often each rating has the better
level ahead after so many games, and after how many that stays so in 80, 90 and 95 of 100 runs. A
file keeps the games, a line each, and is read where it is there.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from domain.ratings import EVEN, NEWCOMER, Belief, Rated, rate
from domain.values import Side
from domain.values.bots import BotLevel
from tests.bench.luck import play, wanted

Played = tuple[str, Side, tuple[float, float]]
"""The battle and its edition, the side of the first level, and its result, raw and adjusted."""
SHOWN = (5, 10, 20, 30, 40, 60, 80, 100, 120)


def played(levels: Sequence[BotLevel], games: int, minutes: float, jobs: int) -> list[Played]:
    """Games of two levels."""
    end, found = time.monotonic() + 60 * minutes, list[Played]()
    with ProcessPoolExecutor(jobs) as pool:
        for some in wanted(levels[0], levels[1], 0):
            for asked, one in zip(some, pool.map(play, some), strict=True):
                battle = f"{asked.slug} {asked.edition}"
                found.append((battle, asked.side, (one.raw, one.adjusted)))
            if len(found) >= games or time.monotonic() > end:
                break
    return found


def ahead(games: Sequence[Played], seed: int, length: int, which: int) -> list[bool]:
    """Whether the first level is ahead after each of so many games, by one of the results."""
    dice, battles = random.Random(seed), dict[str, Belief]()
    first = second = NEWCOMER
    found = []
    for _ in range(length):
        battle, side, results = dice.choice(games)
        known, score = battles.get(battle, EVEN), results[which]
        if side is Side.ALLIES:
            after = rate(Rated(first, second, known), 0, score)
            first, second = after.allies, after.axis
        else:
            after = rate(Rated(second, first, known), 0, 1 - score)
            second, first = after.allies, after.axis
        battles[battle] = after.battle
        found.append(first.rating.rating > second.rating.rating)
    return found


def report(games: Sequence[Played], runs: int, length: int) -> None:
    """Print both."""
    print(f"{len(games)} games, {runs} runs")
    for which, name in enumerate(("results", "luck-adjusted results")):
        each = [ahead(games, seed, length, which) for seed in range(runs)]
        share = [sum(at) / runs for at in zip(*each, strict=True)]
        print(f"by {name}:", ", ".join(f"{n}: {share[n - 1]:.3f}" for n in SHOWN if n <= length))
        for least in (0.8, 0.9, 0.95):
            last = max((n for n, one in enumerate(share, 1) if one < least), default=0)
            print(f"  {least:.0%} from game", "none" if last == length else last + 1, "on")


def main() -> None:
    """Play, rate and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", type=BotLevel, nargs="*", default=["planner", "greedy"])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--length", type=int, default=120)
    parser.add_argument("--games-file", type=Path)
    options = parser.parse_args()
    kept = options.games_file
    if kept is not None and kept.exists():
        lines = map(json.loads, kept.read_text().splitlines())
        games = [(battle, Side(side), (raw, adjusted)) for battle, side, (raw, adjusted) in lines]
    else:
        levels = list(map(BotLevel, options.levels))
        games = played(levels, options.games, options.minutes, options.jobs)
        if kept is not None:
            kept.write_text("".join(f"{json.dumps(one)}\n" for one in games))
    report(games, options.runs, options.length)


if __name__ == "__main__":
    main()
