"""The exact odds of attacks, strikes and ambushes against a million throws of the dice each.

    python -m tests.bench.odds [--situations 50] [--throws 1000000] [--seed 0]

The situations come from the recorded games, no two alike. A throw is made by the rules;
what they make of the same faces is looked up when these come again, in whatever order. Each share
is compared with its exact chance, in standard deviations of a share of so many throws. Then how
much CPU time the odds of all actions take where there are most of them. Exit status 1 when a chance
is off by more than five standard deviations.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from domain import evolve
from domain.chance import DIE
from domain.commands import Attack, Command
from domain.odds import Odds, odds
from domain.state import GameState
from domain.values import Face
from tests.replay import GAMES, load
from tests.support.games import plays
from tests.support.throws import Came, came, capped, summed, thrown
from tests.support.words import event_in

MOST_DEVIATIONS = 5.0
FULLEST = 10


@dataclass(frozen=True)
class Situation:
    """A position of a recorded game, and an action in it that throws dice at a unit."""

    name: str
    state: GameState
    command: Command
    told: Odds


def states(name: str) -> Iterator[GameState]:
    """The states of a recorded game between its commands."""
    game = load(GAMES / f"{name}.jsonl")
    state = evolve(None, event_in(game.created))
    settled: dict[int, GameState] = {}
    for events in game.events:
        for stored in events:
            state = evolve(state, event_in(stored), settled.get)
        settled[state.version] = state
        yield state


def situations(name: str) -> Iterator[Situation]:
    """Every action of a recorded game that could throw dice at a unit."""
    for state in states(name):
        for command in plays(state):
            told = odds(state, command)
            if told is not None:
                yield Situation(f"{name} at {state.version}", state, command, told)


def chosen(count: int, dice: random.Random) -> list[Situation]:
    """So many situations from all recorded games: a quarter of them strikes and ambushes, a quarter
    attacks at what may find its way back blocked, as far as there are such."""
    found = [one for path in sorted(GAMES.glob("*.jsonl")) for one in situations(path.stem)]
    dice.shuffle(found)
    attacks = [one for one in found if isinstance(one.command, Attack)]
    kinds = (
        [one for one in found if not isinstance(one.command, Attack)],
        [one for one in attacks if one.told.blocked],
        [one for one in attacks if not one.told.blocked],
    )
    quarter = count // 4
    few = [*kinds[0][:quarter], *kinds[1][:quarter]]
    return [*few, *kinds[2][: count - len(few)]]


def simulated(situation: Situation, throws: int, dice: random.Random) -> Odds:
    """The shares of so many throws."""
    told, (state, command) = situation.told, thrown(situation.state, situation.command)
    known: dict[tuple[Face, ...], Came] = {}
    found: Counter[Came] = Counter()
    every = iter(dice.choices(DIE, k=throws * told.dice))
    for faces, count in Counter(zip(*[every] * told.dice, strict=True)).items():
        shown = tuple(sorted(faces))
        if shown not in known:
            known[shown] = came(state, command, told.target, shown)
        found[known[shown]] += count
    return summed(found, told, situation.state.units[told.target].figures)


def deviations(situation: Situation, found: Odds, throws: int) -> Iterator[tuple[str, float]]:
    """By how many standard deviations each share differs from its exact chance."""
    told, full = situation.told, situation.state.units[situation.told.target].figures
    pairs = [
        *(
            (f"{name} {k}", *pair)
            for name, shares, exact in (
                ("hits", found.hits, capped(told, full)),
                ("flags", found.flags, told.flags),
            )
            for k, pair in enumerate(zip(shares, exact, strict=True))
        ),
        *(
            (name, getattr(found, name), getattr(told, name))
            for name in ("eliminated", "retreats", "blocked")
        ),
    ]
    for name, share, exact in pairs:
        yield name, _off(share, exact, exact * (1 - exact), throws)
    # A number from 0 to ``full`` has no greater variance than this one with the same mean.
    yield "losses", _off(found.losses, told.losses, told.losses * (full - told.losses), throws)


def _off(share: Fraction, exact: Fraction, variance: Fraction, throws: int) -> float:
    if not variance:
        return 0.0 if share == exact else float("inf")
    return float(share - exact) / float(variance / throws) ** 0.5


def compare(asked: Sequence[Situation], throws: int, seed: int) -> bool:
    """Print a line for each situation; whether all chances are right."""
    print(f"{'situation':36} {'action':7} {'dice':>4} {'figures':>7} {'shares':>6} {'worst':>24}")
    worst: list[float] = []
    for number, one in enumerate(asked):
        found = simulated(one, throws, random.Random(f"{seed} {number}"))
        off = list(deviations(one, found, throws))
        name, value = max(off, key=lambda pair: abs(pair[1]))
        worst += [abs(deviation) for _, deviation in off]
        figures = one.state.units[one.told.target].figures
        action = type(one.command).__name__.lower()
        print(
            f"{one.name:36} {action:7} {one.told.dice:4} {figures:7} {len(off):6}"
            f" {name:>15} {value:+8.2f}",
            flush=True,
        )
    beyond = sum(value > 2 for value in worst)
    print(
        f"{len(asked)} situations of {throws:,} throws each, {len(worst)} shares: at most "
        f"{max(worst):.2f} standard deviations off, {beyond} more than 2"
    )
    return max(worst) <= MOST_DEVIATIONS


def time_fullest(count: int) -> None:
    """Print how long the odds of all actions take where there are most of them."""
    fullest: list[tuple[int, str, GameState]] = []
    for path in sorted(GAMES.glob("*.jsonl")):
        rows = [
            (sum(odds(state, one) is not None for one in plays(state)), path.stem, state)
            for state in states(path.stem)
        ]
        fullest.append(max(rows, key=lambda row: row[0]))
    print(f"{'fullest position of':36} {'actions':>7} {'odds':>5} {'ms':>7}")
    for rolls, name, state in sorted(fullest, key=lambda row: -row[0])[:count]:
        listed = plays(state)
        times = []
        for _ in range(20):
            begun_at = time.process_time()
            for command in listed:
                odds(state, command)
            times.append(time.process_time() - begun_at)
        print(f"{name:36} {len(listed):7} {rolls:5} {1000 * min(times):7.2f}")


def main() -> int:
    """Compare and print; exit status 0 when all chances are right."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.odds")
    parser.add_argument("--situations", type=int, default=50)
    parser.add_argument("--throws", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    asked = chosen(options.situations, random.Random(options.seed))
    right = compare(asked, options.throws, options.seed)
    time_fullest(FULLEST)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
