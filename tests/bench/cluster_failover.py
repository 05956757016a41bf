"""Masters of a cluster die or hang, and slots move, under writers: what becomes of their commands.

    python -m tests.bench.cluster_failover [--rounds 10] [--modes plain wait] [--seed 1]

A round is one of three events, in turn, at a random moment: the master of a game is killed and
comes back as a replica; it hangs until it has been replaced and wakes up; some slots move away and
back. Every unknown outcome is settled by the same command under the same key. In the mode
``plain`` an append is confirmed by its master alone, so a failover may lose some; in ``wait`` each
waits for a replica, and the run fails if one is lost. In both, a gap, a fork or a half fails it.
"""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from events.servers import connect
from tests.fixtures import KEYS
from tests.support.cluster import Cluster
from tests.support.ledger import Findings, Ledger
from tests.support.node import Node
from tests.support.waiting import wait_until
from tests.support.writers import Writers

MODES = {"plain": 0, "wait": 1}
EVENTS = ("killed", "hung", "moved")
COMMANDS = 100
TABLES = 8
LONGEST_BEFORE = 1.0


@dataclass
class Tally:
    """What all rounds of a kind did."""

    found: Findings = field(default_factory=Findings)
    counts: Counter[str] = field(default_factory=Counter)
    surprises: list[BaseException] = field(default_factory=list)

    @property
    def failed(self) -> list[str]:
        """What should never be, whatever the mode."""
        flaws = self.found.flaws
        whole = [f"{flaws[name]} {name}" for name in ("gaps", "broken", "halves") if name in flaws]
        return whole + [repr(error) for error in self.surprises]


def play_round(cluster: Cluster, mode: str, what: str, chance: random.Random) -> Tally:
    """Writers at work while something happens to the master of one of their games."""
    cluster.flush()
    ledger = Ledger()
    replicas = MODES[mode]
    writers = Writers(cluster.url, ledger, 6, TABLES, replicas=replicas, patience=1.0)
    with writers:
        writers.wait_for(COMMANDS)
        time.sleep(chance.random() * LONGEST_BEFORE)
        master = cluster.owner(KEYS.log(f"{chance.randrange(TABLES)}-0"))
        happen(cluster, what, master)
        writers.wait_for(COMMANDS)
    cluster.wait_until_whole()
    with closing(connect(cluster.url)) as client:
        found = ledger.audit(client)
    counts = writers.counts + Counter({"games told": len(writers.shrunk)})
    return Tally(found, counts, writers.surprises)


def happen(cluster: Cluster, what: str, master: Node) -> None:
    """Let it happen, and wait until the cluster is whole again."""
    if what == "killed":
        cluster.kill(master)
        cluster.wait_for_failover(master)
        cluster.restart(master)
    elif what == "hung":
        heir = cluster.replica_of(master)
        master.pause()
        wait_until(lambda: heir in cluster.masters, "a replica has taken over")
        master.resume()
        cluster.wait_until_whole()
    else:
        other = next(one for one in cluster.masters if one is not master)
        moved = cluster.move_slots(master, other, TABLES)
        cluster.move_slots(other, master, len(moved))


def main() -> int:
    """Play all rounds and print what they found; exit status 1 when a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.cluster_failover")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--modes", nargs="+", choices=MODES, default=[*MODES])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    tallies: dict[tuple[str, str], Tally] = {}
    with tempfile.TemporaryDirectory() as folder, Cluster(Path(folder)) as cluster:
        for mode in options.modes:
            for what in EVENTS:
                tally = tallies[mode, what] = Tally()
                for _ in range(options.rounds):
                    one = play_round(cluster, mode, what, chance)
                    tally.found += one.found
                    tally.counts += one.counts
                    tally.surprises += one.surprises
                print(row(mode, what, tally), flush=True)
    broken = [
        f"{mode}, {what}: {', '.join(tally.failed) or tally.found.flaws}"
        for (mode, what), tally in tallies.items()
        if tally.failed or (mode == "wait" and tally.found.flaws)
    ]
    print("\n".join(broken) or "Every promise was kept.")
    return 1 if broken else 0


def row(mode: str, what: str, tally: Tally) -> str:
    """One line of the report."""
    found, counts = tally.found, tally.counts
    return (
        f"{mode:5} {what:6}: {found.commands} commands, {counts['failed']} answers of unknown "
        f"outcome, {counts['refused for now']} refused for now; of {counts['unknown']} unknown "
        f"{counts['kept']} kept, {counts['anew']} done anew, {counts['void']} void; of "
        f"{found.events} events acknowledged {found.lost} lost, {found.forked} replaced; "
        f"{counts['games told']} games told of it"
    )


if __name__ == "__main__":
    sys.exit(main())
