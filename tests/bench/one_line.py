"""A hundred clients on one game: what is accepted is one line, and a repeated key tells it again.

python -m tests.bench.one_line [--clients 100] [--tries 10000]
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from redis import Redis

from deploy.redis_server import Fsync, RedisServer
from tests.support.ledger import Findings, Ledger
from tests.support.writers import Writers


def contend(folder: Path, clients: int, tries: int, fsync: Fsync) -> tuple[Findings, Counter[str]]:
    """What so many clients did to one game at a time, and what an audit found of it."""
    ledger = Ledger()
    with RedisServer(folder, appendfsync=fsync) as server:
        with Writers(server.url, ledger, clients, tables=1, repeats=0.5) as writers:
            while not writers.surprises and writers.tries < tries:
                time.sleep(0.01)
        assert not writers.surprises, writers.surprises[:3]
        with Redis.from_url(server.url) as client:
            return ledger.audit(client), writers.counts


def main(arguments: list[str]) -> int:
    """Exit status: 0 when all is one line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.one_line", description=__doc__)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--tries", type=int, default=10_000)
    parser.add_argument("--fsync", choices=("always", "everysec", "no"), default="always")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found, counts = contend(Path(folder), options.clients, options.tries, options.fsync)
    print(f"{options.clients} clients in {time.monotonic() - start:.0f} s: {found}, {dict(counts)}")
    return int(bool(found.flaws))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
