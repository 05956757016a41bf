"""How many flags are wrong in many days of play by the clock.

    python -m tests.bench.clocks [--days 1000000] [--seed 1]

The days are simulated with restarts, outages, clocks set back, and changes of the time zone, on a
Redis server of its own. Exit status 1 where a flag fell too early, or not when it should have.
"""

import argparse
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.redis_server import RedisServer
from events.store.servers import connect
from tests.support.clock_days import simulate


def main() -> int:
    """Simulate, and print what came of it."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--days", type=float, default=1_000_000)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    began = time.monotonic()
    with (
        TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync="no") as server,
        closing(connect(server.url)) as client,
    ):
        tally = simulate(client, options.days, options.seed)
    print(
        f"{tally.days:,.0f} days in {tally.games:,} games: {tally.commands:,} commands, "
        f"{tally.flags:,} flags, {tally.restarts:,} restarts, {tally.downs:,} outages, "
        f"{tally.jumps:,} clocks set back; {len(tally.wrong)} wrong "
        f"({time.monotonic() - began:,.0f} s)"
    )
    print(*tally.wrong, sep="\n")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
