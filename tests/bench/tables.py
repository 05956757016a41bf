"""Whole games at every table of every variant: who wins, how long, and what goes wrong.

    python -m tests.bench.tables [games] [--minutes 60] [--level random] [--variant team ...]
                                 [--battle SLUG ...] [--battles] [--jobs 2] [--seed 0] [--keep FILE]

``games`` are those of each battle at each table by each edition. They are played in rounds, each
of which has one of each; what is begun within ``--minutes`` is played to its end. ``--level
random`` makes any legal command, what seats tell their partners among them; other levels are those
of the bots. Wherever several seats are awaited, any of them decides. Every state is checked against
the laws, and the log of every game is folded once more. ``--battles`` prints a line for each
battle, too. ``--keep`` adds a line of JSON to a file for each game; what is there already is told
with the rest and not played again, so that many games are played in parts. Exit status 1 when a
game breaks off, breaks a law or does not end.
"""

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path

from domain.bots import choose
from domain.commands import Command, Resign
from domain.editions import edition_on
from domain.evolve import fold
from domain.legal import legal_commands
from domain.scenarios import load, slugs
from domain.seating import Table, tables_for
from domain.state import GameState
from domain.values import EditionName, Seat, Side, Status, Variant
from domain.values.bots import BotLevel
from tests.support.games import Playing, filled, game_options
from tests.support.laws import broken_laws

LIMIT = 20_000
"""Commands after which a game counts as one without an end."""
BATCH = 64
"""Games that are given to the processes at once."""
HEAD = (
    f"{'variant':24} {'players':7} {'rules':5} {'battle':20} {'games':>5} {'turns':>6}"
    f" {'allies : axis':>13} {'commands/s':>10} {'failed':>6} {'laws':>4}"
)


@dataclass(frozen=True)
class Asked:
    """One game to play: ``place`` is that of its table among those of the variant, ``number`` its
    seed."""

    slug: str
    edition: EditionName
    variant: Variant
    place: int
    number: int
    level: BotLevel

    @property
    def table(self) -> Table:
        """Who sits there."""
        return tables_for(self.variant)[self.place]

    @property
    def players(self) -> str:
        """How many play each side, the Allies first."""
        parties = Counter(self.table.side_of(party[0]) for party in self.table.parties)
        return ":".join(str(parties[side]) for side in Side)

    def begin(self) -> Playing:
        """The game before its first decision."""
        options = game_options(load(self.slug), f"{self.number:064x}", self.slug)
        return filled(self.edition, replace(options, variant=self.variant, table=self.table))


@dataclass(frozen=True)
class Played:
    """What came of a game; ``seconds`` are CPU seconds without the checks."""

    asked: Asked
    turns: int
    commands: int
    seconds: float
    winner: Side | None
    failure: str | None
    broken: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether the game ended as it should."""
        return self.winner is not None and self.failure is None and not self.broken

    @classmethod
    def parse(cls, line: str) -> "Played":
        """A game that was kept."""
        game = json.loads(line)
        return cls(**game | {"asked": Asked(**game["asked"]), "broken": tuple(game["broken"])})


def play(asked: Asked) -> Played:
    """Play a game to its end; an exception ends it too and is told."""
    game, broken, failure = asked.begin(), list[str](), None
    seconds = 0.0
    dice = random.Random(str(asked))
    try:
        while game.state.status is Status.ACTIVE and len(game.commands) < LIMIT:
            begun_at = time.process_time()
            game.do(decided(game.state, asked.level, dice))
            seconds += time.process_time() - begun_at
            broken += broken_laws(game.state)
        if fold(game.log) != game.state:
            broken.append("the log leads to the state")
    except Exception as error:
        failure = f"{type(error).__name__}: {error} (after {len(game.commands)} commands)"
    state = game.state
    return Played(
        asked,
        state.turn.number,
        len(game.commands),
        seconds,
        state.winner,
        failure,
        tuple(sorted(set(broken))),
    )


def decided(state: GameState, level: BotLevel, dice: random.Random) -> Command:
    """A command of one of the seats that are awaited, or something that another tells its side."""
    if level is not BotLevel.RANDOM:
        command = choose(state, dice.choice(state.awaiting), level, str(dice.random()))
        assert command is not None, "nobody is awaited who has nothing to choose from"
        return command
    seat = dice.choice([*state.table.seats, *state.awaiting * 9])
    return dice.choice(_wanted(state, seat) or _wanted(state, dice.choice(state.awaiting)))


def _wanted(state: GameState, seat: Seat) -> list[Command]:
    """What a seat may do, short of resigning."""
    return [one for one in legal_commands(state, seat) if not isinstance(one, Resign)]


def row(games: Sequence[Played], battle: str) -> str:
    """A line of the table."""
    asked = games[0].asked
    won = Counter(game.winner for game in games)
    rate = sum(game.commands for game in games) / sum(game.seconds for game in games)
    return (
        f"{asked.variant:24} {asked.players:7} {asked.edition:5} {battle:20} {len(games):5}"
        f" {statistics.mean(game.turns for game in games):6.1f}"
        f" {won[Side.ALLIES]:6} : {won[Side.AXIS]:<4} {rate:10,.0f}"
        f" {sum(game.failure is not None or game.winner is None for game in games):6}"
        f" {sum(len(game.broken) for game in games):4}"
    )


def report(games: Sequence[Played], *, by_battle: bool) -> None:
    """The table, and what went wrong."""
    print(HEAD)
    tables: dict[tuple[Variant, int, EditionName], dict[str, list[Played]]] = {}
    for game in games:
        asked = game.asked
        key = asked.variant, asked.place, asked.edition
        tables.setdefault(key, {}).setdefault(asked.slug, []).append(game)
    for key in sorted(tables, key=lambda one: (list(Variant).index(one[0]), *one[1:])):
        battles = tables[key]
        print(
            row([game for group in battles.values() for game in group], f"{len(battles)} battles")
        )
        if by_battle:
            for slug in sorted(battles):
                print(row(battles[slug], slug))
    unsound = [game for game in games if not game.is_sound]
    print(f"{len(games)} games, {sum(g.commands for g in games)} commands, {len(unsound)} unsound")
    for game in unsound:
        print(f"{game.asked}: {game.failure or 'no end'} {game.broken}")


def every(options: argparse.Namespace) -> Iterator[Asked]:
    """The games to play, round by round, each in an order of its own."""
    one_round = [
        (slug, edition, variant, place)
        for slug in options.battle or slugs()
        for edition in EditionName
        for variant in options.variant or Variant
        if variant in edition_on(load(slug).grid, edition).decks
        for place in range(len(tables_for(variant)))
    ]
    for number in range(options.seed, options.seed + options.games):
        random.Random(number).shuffle(one_round)
        for slug, edition, variant, place in one_round:
            yield Asked(slug, edition, variant, place, number, options.level)


def main() -> int:
    """Play and print; exit status 0 when every game is sound."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=1)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--level", type=BotLevel, default=BotLevel.RANDOM, choices=list(BotLevel))
    parser.add_argument("--variant", type=Variant, nargs="+", choices=list(Variant))
    parser.add_argument("--battle", nargs="+", choices=slugs())
    parser.add_argument("--battles", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path(os.devnull))
    options = parser.parse_args()
    options.keep.touch()
    games = [Played.parse(line) for line in options.keep.read_text().splitlines()]
    played = {game.asked for game in games}
    until, asked = time.monotonic() + options.minutes * 60, every(options)
    missing = (one for one in asked if one not in played)
    with ProcessPoolExecutor(options.jobs) as pool, options.keep.open("a") as kept:
        while time.monotonic() < until and (batch := list(islice(missing, BATCH))):
            for game in pool.map(play, batch):
                games.append(game)
                print(json.dumps(asdict(game)), file=kept, flush=True)
    report(games, by_battle=options.battles)
    return 0 if all(game.is_sound for game in games) else 1


if __name__ == "__main__":
    sys.exit(main())
