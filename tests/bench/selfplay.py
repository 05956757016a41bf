"""Random games through the domain alone: who wins, how long, how many commands a second.

    python -m tests.bench.selfplay [games] [--seed 0]

Half of the games are by each edition. Every state is checked against the laws; the time of the
checks is not counted.
"""

import argparse
import random
import statistics
import time
from collections import Counter

from domain.values import EditionName
from tests.support.games import Playing, pegasus, plays
from tests.support.laws import broken_laws

LIMIT = 20_000


def play(game: Playing, dice: random.Random) -> tuple[float, list[str]]:
    """Play a game to its end; the CPU seconds spent in the domain, and the laws broken."""
    spent, broken = 0.0, []
    for _ in range(LIMIT):
        begun = time.process_time()
        options = plays(game.state)
        if options:
            game.do(dice.choice(options))
        spent += time.process_time() - begun
        if not options:
            break
        broken += broken_laws(game.state)
    return spent, broken


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()

    winners: Counter[tuple[str, str]] = Counter()
    turns: list[int] = []
    commands, events, spent, broken = 0, 0, 0.0, Counter[str]()
    for number in range(asked.games):
        edition = list(EditionName)[number % len(EditionName)]
        game = pegasus(edition, f"{asked.seed + number:064x}")
        seconds, found = play(game, random.Random(asked.seed + number))
        winners[edition.value, str(game.state.winner or "nobody yet")] += 1
        turns.append(game.state.turn.number)
        commands += len(game.commands)
        events += len(game.log)
        spent += seconds
        broken.update(found)

    print(f"games                   {asked.games}")
    for (edition_name, winner), count in sorted(winners.items()):
        print(f"won by {edition_name} {winner:11} {count}")
    print(f"turns a game            {statistics.mean(turns):.1f} ({min(turns)} to {max(turns)})")
    print(f"commands, events        {commands}, {events}")
    print(f"commands a CPU second   {commands / spent:,.0f}")
    print(f"laws broken             {sum(broken.values())}")
    for law, count in broken.most_common():
        print(f"  not {count} times: {law}")


if __name__ == "__main__":
    main()
