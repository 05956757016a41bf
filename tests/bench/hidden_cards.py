"""Positions that differ in hidden cards alone: bots choose the same in both, and an analysis finds
the same of what they choose.

    python -m tests.bench.hidden_cards [pairs] [--jobs 2] [--seed 0]

The positions are those of games of greedy bots of every battle by each edition. The greedy bot and
the analysis are tried on each, stronger levels on some (``EVERY``). Exit status 1 when a choice or
an analysis differs.
"""

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import count, product

from domain import apply
from domain.bots import choose
from domain.chance import Chance
from domain.commands import Command
from domain.judgement import Judged, judge
from domain.state import GameState
from domain.values import EditionName
from domain.values.bots import BotLevel
from tests.support.battles import BOOKLET
from tests.support.games import start_game
from tests.support.seating import opponent
from tests.support.twins import exchanged

EVERY = {BotLevel.RANDOM: 1, BotLevel.GREEDY: 1, BotLevel.PLANNER: 10}
"""One pair of so many is tried with a level; of any other level one of ``OTHERS``."""
OTHERS = 400
LIMIT = 2_000
"""Commands after which the next game is begun."""
Game = tuple[str, EditionName, int]


def compare(asked: Game) -> Counter[str]:
    """How often each level, and the analysis, was tried on a pair of a game, and how often what
    they said differs."""
    slug, edition, number = asked
    dice, game = random.Random(str(asked)), start_game(slug, edition, f"{number:064x}")
    result = Counter[str]()
    while (seat := game.state.awaited) is not None and len(game.commands) < LIMIT:
        state, twin = game.state, exchanged(game.state, opponent(seat), dice)
        command = choose(state, seat, BotLevel.GREEDY, "s")
        if command is None:
            break
        if twin.cards != state.cards:
            result["pairs"] += 1
            for level in BotLevel:
                if dice.randrange(EVERY.get(level, OTHERS)) == 0:
                    own = (
                        choose(state, seat, level, "s") if level is not BotLevel.GREEDY else command
                    )
                    result[level] += 1
                    result["differ"] += own != choose(twin, seat, level, "s")
            result["analysis"] += 1
            result["differ"] += judged(state, command, game.chance) != judged(
                twin, command, game.chance
            )
        game.do(command)
    return result


def judged(state: GameState, command: Command, chance: Chance) -> Judged | None:
    """What an analysis finds of a command, but for the cards that are drawn: those do differ."""
    made = apply(state, command, chance)
    found = judge(state, command, made.events, made.state)
    return found and replace(found, after_draw=0.0)


def games(seed: int) -> Iterator[list[Game]]:
    """A game of every battle by each edition, again and again."""
    for number in count(seed):
        yield [(slug, edition, number) for slug, edition in product(BOOKLET, EditionName)]


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=int, nargs="?", default=10_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    result = Counter[str]()
    with ProcessPoolExecutor(options.jobs) as pool:
        for some in games(options.seed):
            for found in pool.map(compare, some):
                result.update(found)
            if result["pairs"] >= options.pairs:
                break
            print(dict(result), flush=True)
    print(", ".join(f"{name}: {number}" for name, number in result.items()))
    return int(bool(result["differ"]))


if __name__ == "__main__":
    sys.exit(main())
