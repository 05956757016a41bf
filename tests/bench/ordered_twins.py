"""Whether standing orders show what a seat holds: games alike but for the card.

    python -m tests.bench.ordered_twins [--games 1000] [--seed 1]

Printed are the pairs, how many of them differ in anything that others see, and the time of an
answer with the card and without it. Exit status 1 where any differs.
"""

import argparse
import sys

from tests.support.ordered_twins import compare


def main() -> int:
    """Compare, and print what came of it."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    tally = compare(options.games, options.seed)
    each = max(1, tally.twins) * 1000
    print(
        f"{tally.twins:,} pairs in {tally.games:,} games: {tally.different} differ; "
        f"{tally.with_card / each:.0f} µs with the card, {tally.without / each:.0f} µs without"
    )
    return 1 if tally.different else 0


if __name__ == "__main__":
    sys.exit(main())
