"""``python -m tests.fuzz [--requests 20000] [--seed 1]``: the whole contract, fuzzed.

Starts the service as its user does, prepares players and games, and has Schemathesis ask for
everything in the contract, made up well and badly, one request after another and in sequences, as a
player and as nobody, with all of its checks, until so many requests have been answered. Exits with
1 at the first part of the run in which a check fails.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.running import Plan, fuzz
from tests.fuzz.stage import prepared
from tests.http.running import Running

EXAMPLES = 60
SLOW_START = 120.0


def main(arguments: list[str]) -> int:
    """Exit status: 0 when no check has failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    requests: Counter[str] = Counter()
    answers: Counter[int] = Counter()
    game, seed = time.monotonic(), options.seed
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", RATE_LIMITS="off", LOG_LEVEL="WARNING")
        try:
            service.start(SLOW_START)
            while requests.total() < options.requests:
                # Fresh games each time: the ones before have been played to their end.
                stage = prepared(service.url)
                for signed_in in (True, False):
                    plan = Plan(EXAMPLES, seed=seed)
                    report = fuzz(stage, Path(folder), plan, signed_in=signed_in)
                    requests += report.requests
                    answers += report.answers
                    who = "a player" if signed_in else "nobody"
                    print(f"seed {seed} as {who}: {report.total} requests", flush=True)
                    if report.status != 0:
                        print(report.said)
                        return 1
                seed += 1
        finally:
            service.clean_up()
    print(
        f"{requests.total()} requests to {len(requests)} operations in "
        f"{time.monotonic() - game:.0f} s, no check failed; answers: "
        f"{dict(sorted(answers.items()))}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
