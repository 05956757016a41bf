"""Random games of every battle by each edition, verified by whoever can verify them.

    python -m tests.bench.audits [GAMES] [--jobs 2] [--javascript 4]

Half of the commands carry a nonce. Each game is exported whole and must be sound to ``verifier.py``
and hold before the rules, as an import is asked to; every fourth one (``--javascript``; 0 for none)
is judged by ``audit.js`` as well, by node. Exit status 1 when one is refused, which is named.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path

from domain.scenarios import slugs
from domain.values import EditionName
from events.transfer.exports import read_export
from events.transfer.verifying import RefusedLogError
from events.verifier import verify
from tests.chain.auditors import javascript
from tests.chain.exports import export, played, text

Job = tuple[str, EditionName, int]


def audit(every: int, job: Job) -> tuple[int, list[str]]:
    """Play a game; returns its number of events and who refuses it, with the reason."""
    battle, edition, number = job
    lines = text(export(played(battle, edition, number)))
    refusals = []
    report = verify(lines.removesuffix("\n").split("\n"))
    if report.status != 0:
        refusals.append(f"verifier.py: version {report.version}, {report.reason}")
    try:
        read_export(lines.encode().splitlines())
    except RefusedLogError as error:
        refusals.append(f"the rules: version {error.version}, {error.reason}")
    if every and number % every == 0:
        with tempfile.TemporaryDirectory() as folder:
            (said,) = javascript(Path(folder), [["verify", lines]])
        if said["status"] != 0:
            refusals.append(f"audit.js: version {said['version']}, {said['reason']}")
    return lines.count("\n") - 1, [f"{battle} {edition} {number}: {one}" for one in refusals]


def jobs(games: int) -> Iterator[Job]:
    """Every battle by each edition, so many times."""
    for number, battle, edition in product(range(games), slugs(), EditionName):
        yield battle, edition, number


def main() -> int:
    """Exit status: 0 when every game is sound to everyone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=10)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--javascript", type=int, default=4)
    options = parser.parse_args()
    events = games = refused = 0
    start = time.perf_counter()
    with ProcessPoolExecutor(options.jobs) as pool:
        for length, refusals in pool.map(
            partial(audit, options.javascript), jobs(options.games), chunksize=2
        ):
            events, games, refused = events + length, games + 1, refused + bool(refusals)
            for refusal in refusals:
                print(refusal, flush=True)
    taken = time.perf_counter() - start
    print(f"{games} games, {events:,} events, {refused} refused, {taken:.0f} s")
    return int(refused > 0)


if __name__ == "__main__":
    sys.exit(main())
