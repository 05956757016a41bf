"""Bots against each other, and how sure one may be of who is the better one.

    python -m tests.bench.arena [planner greedy] [--pairs 1] [--battle SLUG] [--jobs 2] [--seed 0]

Each pair is two games of one battle by one edition with the same dice and shuffles, the sides
swapped. Printed are the games that the first level won, by battle, edition and in all, with the
Wilson interval of 95 %. Without levels each plays each weaker one, a line for each two of them.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations, groupby

from domain.bots import choose
from domain.playtest import wilson
from domain.values import EditionName, Side
from domain.values.bots import BotLevel
from tests.support.battles import BOOKLET
from tests.support.games import begun

LIMIT = 20_000
"""Commands after which a game counts as won by nobody."""


@dataclass(frozen=True)
class Asked:
    """One game: ``side`` is that of the first level, ``number`` the seed."""

    slug: str
    edition: EditionName
    number: int
    side: Side
    first: BotLevel
    second: BotLevel


@dataclass(frozen=True)
class Played:
    """What came of it; ``seconds`` are CPU seconds."""

    asked: Asked
    won: bool
    turns: int
    decisions: int
    seconds: float


def play(asked: Asked) -> Played:
    """Play a game to its end."""
    begun_at = time.process_time()
    game = begun(asked.slug, asked.edition, f"{asked.number:064x}")
    table = game.state.table
    while len(game.commands) < LIMIT and (seat := game.state.awaited) is not None:
        first = table.side_of(seat) is asked.side
        command = choose(game.state, seat, asked.first if first else asked.second, str(asked))
        if command is None:
            raise AssertionError(f"nothing to choose from in {asked}")
        game.do(command)
    return Played(
        asked,
        game.state.winner is asked.side,
        game.state.turn.number,
        len(game.commands),
        time.process_time() - begun_at,
    )


def row(name: str, edition: str, games: Sequence[Played]) -> str:
    """A line of the table."""
    won = sum(game.won for game in games)
    low_high = wilson(won, len(games))
    turns = sum(game.turns for game in games) / len(games)
    speed = sum(game.decisions for game in games) / sum(game.seconds for game in games)
    return (
        f"{name:22} {edition:5} {won:4} of {len(games):<4} {won / len(games):6.1%}"
        f"  [{low_high[0]:.1%}, {low_high[1]:.1%}]  {turns:6.1f} turns  {speed:7.0f} decisions/s"
    )


def wanted(options: argparse.Namespace, levels: tuple[BotLevel, BotLevel]) -> Iterator[Asked]:
    """The games of two levels, battle by battle."""
    for slug in [options.battle] if options.battle else BOOKLET:
        for edition in EditionName:
            for number in range(options.pairs):
                for side in Side:
                    yield Asked(slug, edition, options.seed + number, side, *levels)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("levels", type=BotLevel, nargs="*", help=", ".join(BotLevel))
    parser.add_argument("--pairs", type=int, default=1)
    parser.add_argument("--battle", choices=BOOKLET)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if len(options.levels) not in (0, 2):
        parser.error("name two levels, or none for all")
    with ProcessPoolExecutor(options.jobs) as pool:
        if options.levels:
            games = list(pool.map(play, wanted(options, tuple(options.levels))))
            for told, group in groupby(games, lambda one: (one.asked.slug, one.asked.edition)):
                print(row(*told, list(group)))
            print(row("all", "", games))
        else:
            for weaker, stronger in combinations(BotLevel, 2):
                games = list(pool.map(play, wanted(options, (stronger, weaker))))
                print(row(f"{stronger} : {weaker}", "", games), flush=True)


if __name__ == "__main__":
    main()
