"""Positions that differ in hidden cards alone: every level of bots chooses the same in both.

    python -m tests.bench.hidden_cards [pairs]

The positions are those of bots' games of every battle by each edition. Exit status 1 when a choice
differs.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import count, islice, product

from domain.bots import choose
from domain.scenarios import slugs
from domain.state import GameState
from domain.values import EditionName, Seat
from domain.values.bots import BotLevel
from tests.support.games import begun
from tests.support.seating import opponent
from tests.support.twins import exchanged

LEVELS = tuple(BotLevel)


def pairs(dice: random.Random) -> Iterator[tuple[Seat, GameState, GameState]]:
    """A seat that decides, the position, and one that looks alike to it."""
    for number in count():
        for slug, edition in product(slugs(), EditionName):
            game = begun(slug, edition, f"{number:064x}")
            while (seat := game.state.awaited) is not None:
                twin = exchanged(game.state, opponent(seat), dice)
                if twin.cards != game.state.cards:
                    yield seat, game.state, twin
                level = LEVELS[1 + len(game.log) % (len(LEVELS) - 1)]
                command = choose(game.state, seat, level, "seed")
                if command is None:
                    break
                game.do(command)


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pairs", type=int, nargs="?", default=10_000)
    wanted = parser.parse_args().pairs
    others = 0
    for seat, state, twin in islice(pairs(random.Random(0)), wanted):
        for level in LEVELS:
            others += choose(state, seat, level, "s") != choose(twin, seat, level, "s")
    print(f"{wanted} pairs of positions, {len(LEVELS)} levels: {others} choices differ")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
