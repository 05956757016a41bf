"""Failover again and again under writers, and how much of what was acknowledged is lost by mode.

    python -m tests.bench.failover [--rounds 50] [--modes plain min-replicas wait]

A round is: a primary and its replica, both behind a network. The link between them goes dark;
writers reach the primary for some time longer, then not; the replica is promoted and clients are
led to it. Every unknown outcome is settled by the same command under the same key. In the mode
``plain`` an append is confirmed by the primary alone; ``min-replicas`` has the primary refuse
writes while no replica has been heard of for a second; in ``wait`` each append waits for a replica.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.ledger import Findings, Ledger
from tests.support.node import Node
from tests.support.pair import Pair
from tests.support.writers import Writers

MODES = ("plain", "min-replicas", "wait")
CHECKED = {"min-replicas-to-write": "1", "min-replicas-max-lag": "1"}
WAIT_MILLISECONDS = 500
COMMANDS = 30
LONGEST_APART = 2.5
"""Seconds between the loss of the link and the failover, at most."""


@dataclass
class Round:
    """What one or more failovers did."""

    found: Findings = field(default_factory=Findings)
    counts: Counter[str] = field(default_factory=Counter)
    frozen: int = 0
    """Games closed because events that somebody knew of were lost."""
    lossy: int = 0
    """Failovers that lost something acknowledged."""
    surprises: list[BaseException] = field(default_factory=list)

    def __iadd__(self, other: "Round") -> "Round":
        self.found += other.found
        self.counts += other.counts
        self.frozen += other.frozen
        self.lossy += other.lossy
        self.surprises += other.surprises
        return self


def fail_over(pair: Pair, mode: str, apart: float, *, writers: int = 8) -> Round:
    """One failover, ``apart`` seconds after the link went dark; the pair is whole again after."""
    ledger = Ledger()
    for node in (pair.primary, pair.replica):
        configure(node, mode)
    store = {"replicas": 1, "wait_milliseconds": WAIT_MILLISECONDS} if mode == "wait" else {}
    with Writers(pair.url, ledger, writers, tables=8, patience=2.0, **store) as busy:
        busy.wait_for(COMMANDS)
        pair.link.go_dark()
        time.sleep(apart)
        pair.front.go_dark()
        pair.promote()
        pair.front.pass_on()
        if mode == "plain":
            busy.wait_for(COMMANDS)
        pair.link.cut()
        pair.link.pass_on()
        pair.rejoin()
        busy.wait_for(COMMANDS)
    found = ledger.audit(pair.primary.client)
    pair.primary.client.flushall()
    lossy = int(found.lost + found.forked > 0)
    return Round(found, busy.counts, len(busy.shrunk), lossy, busy.surprises)


def configure(node: Node, mode: str) -> None:
    """Set a server up for a mode."""
    for name, value in CHECKED.items():
        node.client.config_set(name, value if mode == "min-replicas" else "0")


def main(arguments: list[str]) -> int:
    """Exit status: 0 when the mode that promises to lose nothing has lost nothing."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.failover", description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=MODES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    failed = False
    for mode in options.modes:
        chooser, total, start = random.Random(options.seed), Round(), time.monotonic()
        with tempfile.TemporaryDirectory() as folder, Pair(Path(folder)) as pair:
            for number in range(1, options.rounds + 1):
                total += fail_over(pair, mode, chooser.random() * LONGEST_APART)
                print(f"{mode} {number}: {total}", file=sys.stderr, flush=True)
        print(f"{mode}: {options.rounds} failovers in {time.monotonic() - start:.0f} s: {total}")
        failed |= bool(total.surprises) or (mode == "wait" and bool(total.found.flaws))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
