"""Redis killed again and again under writers: what was acknowledged must all be there.

    python -m tests.bench.crash [--rounds 1000] [--writers 16] [--fsync always]

A round is: 16 writers on 4 games, some commands acknowledged, kill -9, start, and the writers
settle what is unknown by the same keys. After every ``--batch`` rounds everything is audited.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from redis import Redis

from deploy.redis_server import Fsync, RedisServer
from tests.support.ledger import Findings, Ledger
from tests.support.writers import Writers

COMMANDS = 40
"""Most commands that a round waits for before the kill."""
LONGEST_DELAY = 0.05


def batch(
    rounds: int, writers: int, fsync: Fsync, chooser: random.Random
) -> tuple[Findings, Counter[str], list[BaseException]]:
    """So many kills of one server; what was found afterwards."""
    ledger = Ledger()
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder), appendfsync=fsync)
        with server, Writers(server.url, ledger, writers) as busy:
            for _ in range(rounds):
                busy.wait_for(chooser.randint(1, COMMANDS))
                time.sleep(chooser.random() * LONGEST_DELAY)
                server.kill()
                server.start()
        with server, Redis.from_url(server.url) as client:
            found = ledger.audit(client)
    busy.counts["games closed"] = len(busy.shrunk)
    return found, busy.counts, busy.surprises


def main(arguments: list[str]) -> int:
    """Exit status: 0 when nothing was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.crash", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--fsync", choices=("always", "everysec", "no"), default="always")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    chooser = random.Random(options.seed)
    total, counts, done, start = Findings(), Counter[str](), 0, time.monotonic()
    while done < options.rounds:
        size = min(options.batch, options.rounds - done)
        found, counted, surprises = batch(size, options.writers, options.fsync, chooser)
        total += found
        counts += counted
        done += size
        print(f"{done} kills, {total}, {dict(counts)}", flush=True)
        if surprises:
            print(f"FAILED: {surprises[:3]!r}")
            return 1
    taken = time.monotonic() - start
    print(f"{done} kills, {options.fsync}, {taken:.0f} s: {total.flaws or 'nothing lost'}")
    return int(bool(total.flaws or counts["games closed"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
