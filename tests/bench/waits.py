"""How many waits of games by mail are gone with standing orders, and with turns told besides.

    python -m tests.bench.waits [--games 60] [--seed 1]

The same random games with nothing told in advance, with standing orders of both sides on every
subject, and with a random turn told by each side as soon as the other's turn begins.
"""

import argparse
import sys
from collections import Counter

from tests.support.correspondence import Mode, played


def main() -> int:
    """Play, and print what was waited for."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=60)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    for mode in Mode:
        tally = Counter[str]()
        for number in range(options.seed, options.seed + options.games):
            tally += played(number, mode)
        waits = sum(tally[kind] for kind in ("turn", "off_turn", "resumed"))
        print(
            f"{mode.name.lower()}: {waits:,} waits; "
            + ", ".join(f"{kind} {count:,}" for kind, count in sorted(tally.items()))
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
