"""Whole games of every battle through the domain alone: who wins, how, how long, how fast.

    python -m tests.bench.selfplay [games] [--greedy] [--laws] [--variant standard] [--jobs 2]
                                   [--seed 0]

``games`` are those of each battle by each edition. ``--greedy`` battles whenever it can. With
``--laws`` every state is checked against them; the time of the checks is not counted, so commands
a CPU second are of the domain's work alone. Exit status 1 when a game breaks off, breaks a law or
does not end.
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby

from domain.commands import (
    Ambush,
    Attack,
    Command,
    MoveUnit,
    NameTarget,
    OrderUnit,
    Strike,
    TakeGround,
)
from domain.values import EditionName, Side, Variant
from tests.support.battles import BOOKLET
from tests.support.games import Playing, plays, start_game
from tests.support.laws import broken_laws

LIMIT = 20_000
"""Commands after which a game counts as one without an end."""
HEAD = (
    f"{'battle':20} {'rules':5} {'games':>5} {'turns':>6} {'allies : axis':>13}"
    f" {'commands/s':>10} {'failed':>6} {'laws':>4}  endings"
)

Style = Callable[[Sequence[Command], random.Random], Command]
FIERCE = (Attack, TakeGround, Strike, Ambush)
BUSY = (OrderUnit, MoveUnit, NameTarget)


def at_random(options: Sequence[Command], dice: random.Random) -> Command:
    """Any command."""
    return dice.choice(options)


def greedy(options: Sequence[Command], dice: random.Random) -> Command:
    """Battle when possible; else order, move or name a target when possible."""
    for kinds in (FIERCE, BUSY):
        wanted = [command for command in options if isinstance(command, kinds)]
        if wanted:
            return dice.choice(wanted)
    return dice.choice(options)


@dataclass(frozen=True)
class Asked:
    """One game to play."""

    slug: str
    edition: EditionName
    variant: Variant
    number: int
    greedy: bool
    laws: bool

    def begin(self) -> Playing:
        """The game before its first decision; ``number`` is its seed."""
        return start_game(self.slug, self.edition, f"{self.number:064x}", self.variant)


@dataclass
class Played:
    """What came of a game; ``seconds`` are CPU seconds in the domain."""

    asked: Asked
    turns: int = 0
    commands: int = 0
    events: int = 0
    seconds: float = 0.0
    winner: Side | None = None
    ending: str = "no end"
    failure: str | None = None
    broken: Counter[str] = field(default_factory=Counter)

    @property
    def is_sound(self) -> bool:
        """Whether the game ended as it should."""
        return self.winner is not None and not self.failure and not self.broken


def play(asked: Asked) -> Played:
    """Play a game to its end; an exception ends it too and is told."""
    played = Played(asked)
    game = asked.begin()
    try:
        _to_the_end(game, greedy if asked.greedy else at_random, played)
    except Exception as error:
        played.failure = f"{type(error).__name__}: {error} (after {len(game.commands)} commands)"
    played.turns = game.state.turn.number
    played.commands, played.events = len(game.commands), len(game.log)
    played.winner = game.state.winner
    played.ending = str(game.state.ending or "no end")
    return played


def _to_the_end(game: Playing, style: Style, played: Played) -> None:
    dice = random.Random(played.asked.number)
    for _ in range(LIMIT):
        begun_at = time.process_time()
        options = plays(game.state)
        if options:
            game.do(style(options, dice))
        played.seconds += time.process_time() - begun_at
        if not options:
            return
        if played.asked.laws:
            played.broken.update(broken_laws(game.state))


def row(name: str, rules: str, games: Sequence[Played]) -> str:
    """A line of the table."""
    won = Counter(game.winner for game in games)
    endings = Counter(game.ending for game in games)
    result = ", ".join(f"{ending} {count}" for ending, count in endings.most_common())
    seconds = sum(game.seconds for game in games)
    rate = sum(game.commands for game in games) / seconds
    return (
        f"{name:20} {rules:5} {len(games):5} {statistics.mean(g.turns for g in games):6.1f}"
        f" {won[Side.ALLIES]:6} : {won[Side.AXIS]:<4} {rate:10,.0f}"
        f" {sum(game.failure is not None for game in games):6}"
        f" {sum(game.broken.total() for game in games):4}  {result}"
    )


def report(games: Sequence[Played]) -> None:
    """The table, its totals, and what went wrong."""
    print(HEAD)
    for (slug, edition), group in groupby(
        games, lambda game: (game.asked.slug, game.asked.edition)
    ):
        print(row(slug, edition, list(group)))
    print(row("all", "", games))
    turns = [game.turns for game in games]
    print(f"turns a game            {min(turns)} to {max(turns)}")
    print(
        f"commands, events        {sum(g.commands for g in games)}, {sum(g.events for g in games)}"
    )
    for game in games:
        if not game.is_sound:
            print(f"{game.asked}: {game.ending} {game.failure or ''} {dict(game.broken)}")


def wanted(options: argparse.Namespace) -> Iterable[Asked]:
    """The games to play, battle by battle."""
    for slug in BOOKLET:
        for edition in EditionName:
            for number in range(options.games):
                yield Asked(
                    slug,
                    edition,
                    Variant(options.variant),
                    options.seed + number,
                    options.greedy,
                    options.laws,
                )


def main() -> int:
    """Play and print; exit status 0 when every game is sound."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=5)
    parser.add_argument("--greedy", action="store_true")
    parser.add_argument("--laws", action="store_true")
    parser.add_argument("--variant", choices=list(Variant), default=Variant.STANDARD)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        games = list(pool.map(play, wanted(options), chunksize=4))
    report(games)
    return 0 if all(game.is_sound for game in games) else 1


if __name__ == "__main__":
    sys.exit(main())
