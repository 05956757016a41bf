"""Bots against each other, and how sure one may be of who is the better one.

    python -m tests.bench.arena [planner greedy] [--pairs 1] [--battle SLUG] [--jobs 2] [--seed 0]

Each pair is two games of one battle by one edition with the same dice and shuffles, the sides
swapped. It goes to the level that won more of the two, or else more medals in both. Printed are the
pairs that the first level won, drew and lost, and the games that it won, by battle, edition and in
all, with the Wilson interval of 95 %. Without levels each plays each weaker one, a line for each
two of them.
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
from tests.support.games import start_game

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
    """What came of it for the first level: ``score`` is 1 when it won and -1 when it lost, ``lead``
    by how many medals it is ahead; ``seconds`` are CPU seconds."""

    asked: Asked
    score: int
    lead: int
    turns: int
    decisions: int
    seconds: float


def play(asked: Asked) -> Played:
    """Play a game to its end."""
    begun_at = time.process_time()
    game = start_game(asked.slug, asked.edition, f"{asked.number:064x}")
    table = game.state.table
    while len(game.commands) < LIMIT and (seat := game.state.awaited) is not None:
        first = table.side_of(seat) is asked.side
        command = choose(game.state, seat, asked.first if first else asked.second, str(asked))
        if command is None:
            raise AssertionError(f"nothing to choose from in {asked}")
        game.do(command)
    medals, winner = game.state.medals, game.state.winner
    return Played(
        asked,
        0 if winner is None else 1 if winner is asked.side else -1,
        medals[asked.side] - medals[asked.side.enemy],
        game.state.turn.number,
        len(game.commands),
        time.process_time() - begun_at,
    )


def result(pair: tuple[Played, Played]) -> int:
    """Above 0 when a pair goes to the first level, 0 when it goes to neither."""
    first, second = pair
    return first.score + second.score or first.lead + second.lead


def row(name: str, edition: str, games: Sequence[Played]) -> str:
    """A line of the table; the two games of a pair follow each other."""
    results = list(map(result, zip(games[::2], games[1::2], strict=True)))
    pairs, won = sum(one > 0 for one in results), sum(game.score > 0 for game in games)
    turns = sum(game.turns for game in games) / len(games)
    speed = sum(game.decisions for game in games) / sum(game.seconds for game in games)
    return (
        f"{name:22} {edition:5} pairs {pairs:4} {results.count(0):3}"
        f" {len(results) - pairs - results.count(0):4} {_share(pairs, len(results))}"
        f"  games {won:4} of {len(games):<4} {_share(won, len(games))}"
        f"  {turns:6.1f} turns  {speed:7.0f} decisions/s"
    )


def _share(hits: int, tries: int) -> str:
    low, high = wilson(hits, tries)
    return f"{hits / tries:6.1%} [{low:.1%}, {high:.1%}]"


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
            for each, group in groupby(games, lambda one: (one.asked.slug, one.asked.edition)):
                print(row(*each, list(group)))
            print(row("all", "", games))
        else:
            for weaker, stronger in combinations(BotLevel, 2):
                games = list(pool.map(play, wanted(options, (stronger, weaker))))
                print(row(f"{stronger} : {weaker}", "", games), flush=True)


if __name__ == "__main__":
    main()
