"""Imports that a hostile author has changed: each is refused, or is a game that can be read whole.

    python -m tests.bench.mutated_imports [--tries 10000] [--seed 1] [--every 1] [--jobs 2]

Sound games of every sort, branches among them, are changed in one or two ways, with all hashes made
to fit again, and posted to the service in this process, on a Redis server. Of what is taken all is
read: the states and the board at each version, timeline, luck, record ... Exit status 1 when an
import or a read fails, takes more than a minute, or leaves something behind that was refused.
"""

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from deploy.redis_server import RedisServer
from tests.support.importing import Importer, exports
from tests.support.mutations import mutated

PATIENCE = 60
"""Seconds after which an import, with all that is read of it, counts as one that hangs."""
Found = tuple[Counter[str], list[str], tuple[float, str]]


def many(tries: int, every: int, seed: int) -> Found:
    """So many imports; the verdicts, the faults and the slowest answer."""
    chance, stories = random.Random(seed), list(exports().items())
    verdicts, faults, slowest = Counter[str](), list[str](), (0.0, "")
    with tempfile.TemporaryDirectory() as folder, RedisServer(Path(folder)) as server:
        importer = Importer(server.url)
        for number in range(tries):
            name, story = stories[number % len(stories)]
            how, data = mutated(story, chance)
            signal.alarm(PATIENCE)
            try:
                tried = importer.bring(data, every)
            except Exception as error:  # whatever it is, it is counted
                faults.append(f"{name}, {how} ({seed}/{number}): {error!r}")
                importer = Importer(server.url)
                continue
            finally:
                signal.alarm(0)
            verdicts[tried.verdict] += 1
            faults += [f"{name}, {how} ({seed}/{number}): {fault}" for fault in tried.faults]
            slowest = max(slowest, tried.slowest)
    return verdicts, faults, slowest


def _hangs(_number: int, _frame: object) -> None:
    raise TimeoutError(f"no answer within {PATIENCE} seconds")


def _start() -> None:
    signal.signal(signal.SIGALRM, _hangs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    start = time.monotonic()
    share = -(-options.tries // options.jobs)
    seeds = range(options.seed, options.seed + options.jobs)
    with ProcessPoolExecutor(options.jobs, initializer=_start) as pool:
        found = list(pool.map(partial(many, share, options.every), seeds))
    verdicts = sum((one for one, _, _ in found), Counter[str]())
    faults = [fault for _, some, _ in found for fault in some]
    seconds, path = max(slowest for _, _, slowest in found)
    print(f"{share * options.jobs} imports in {time.monotonic() - start:.0f} s")
    for verdict, count in verdicts.most_common():
        print(f"  {verdict}: {count}")
    print(f"slowest answer: {1000 * seconds:.0f} ms, {path}")
    print(f"{len(faults)} faults")
    for fault in faults[:50]:
        print(f"  {fault[:500]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
