"""How many flags are wrong in many days of play by the clock.

    python -m tests.bench.clocks [--days 1000000] [--seed 1] [--shortest SECONDS]

The days are simulated with restarts, outages, clocks set back, and changes of the time zone, on a
Redis server of its own. What counts is how often a clock is looked at, not how many days pass: with
clocks of three days at least, as in play by mail, a day takes a fifth of the time. Says how far it
is every minute. Exit status 1 where a flag fell too early, or not when it should have.
"""

import argparse
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.redis_server import RedisServer
from events.store.servers import connect
from tests.support.clock_days import SECONDS, Tally, simulate

_EVERY = 60.0
"""Seconds between two lines on how far it is."""


class _Progress:
    """Says how far a simulation is, now and then."""

    def __init__(self) -> None:
        self.began = self.said = time.monotonic()

    def hear(self, tally: Tally) -> None:
        """Say it where it was not said for a while."""
        if time.monotonic() - self.said >= _EVERY:
            self.said = time.monotonic()
            print(self.line(tally), file=sys.stderr, flush=True)

    def line(self, tally: Tally) -> str:
        """What came of it so far."""
        return (
            f"{tally.days:,.0f} days in {tally.games:,} games: {tally.commands:,} commands, "
            f"{tally.flags:,} flags, {tally.restarts:,} restarts, {tally.downs:,} outages, "
            f"{tally.jumps:,} clocks set back; {len(tally.wrong)} wrong "
            f"({time.monotonic() - self.began:,.0f} s)"
        )


def main() -> int:
    """Simulate, and print what came of it."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--days", type=float, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--shortest", type=int, choices=SECONDS, default=SECONDS[0])
    options = asked.parse_args()
    progress = _Progress()
    with (
        TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync="no") as server,
        closing(connect(server.url)) as client,
    ):
        tally = simulate(client, options.days, options.seed, options.shortest, progress.hear)
    print(progress.line(tally))
    print(*tally.wrong, sep="\n")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
