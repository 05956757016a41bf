"""Tampers with exports in every way there is, and counts what is found.

    python -m tests.bench.tamper [--game vassieux_2025] [--each 1] [--every 1]
                                 [--games 37] [--jobs 2]

Every byte of a sealed export becomes another one (``--each 8``: each of its bits in turn;
``--every 9``: each ninth byte); every event is changed, dropped, doubled and swapped; and recorded
games (``--games`` of them) are forged by somebody who can make all hashes fit again. A share of
these ``audit.js`` judges as well, by node. Exit status 1 when anything goes unseen.
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

from events.log.verifier import Report, verify
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from tests.chain.auditors import javascript
from tests.chain.exports import Export, Json, export, text
from tests.chain.tampering import Forgery, crude, skilled
from tests.support.logs import RECORDINGS, recorded_log

SHARE = 100
"""So many forgeries are judged by ``audit.js``, out of those of each fifth game."""
Tried = tuple[int, list[str]]
"""The number of changes, and what those were that went unseen."""


@cache
def game(name: str) -> Export:
    """The complete export of a recorded game."""
    return export(recorded_log(name))


@cache
def sealed(name: str, folder: str) -> tuple[bytes, Json]:
    """The same with a seal, as it stands in its file; and the keys to check it with."""
    signer = Signer(Path(folder))
    return text(export(recorded_log(name), None, signer)).encode(), signer.public_keys()


def judged(lines: Export) -> Report:
    """The verdict of the script."""
    return verify(text(lines).removesuffix("\n").split("\n"))


def flip(name: str, folder: str, each: int, at: int) -> Tried:
    """Another byte at one place: ``each`` of its bits in turn."""
    whole, keys = sealed(name, folder)
    bits = random.Random(at).sample(range(8), each)
    unseen = []
    for bit in bits:
        other = bytearray(whole)
        other[at] ^= 1 << bit
        try:
            lines = other.decode().removesuffix("\n").split("\n")
        except UnicodeDecodeError:
            continue
        if verify(lines, keys).status == 0:
            unseen.append(f"byte {at}, bit {bit}")
    return each, unseen


def touch(name: str, version: int) -> Tried:
    """Every crude change to one event."""
    lines = game(name)
    other = random.Random(version).randint(1, lines[0]["version"])
    return found(name, list(crude(lines, version, other)))


def forge(name: str) -> Tried:
    """Every skilled forgery of a game."""
    return found(name, list(skilled(game(name), random.Random(name))))


def found(name: str, forgeries: list[Forgery]) -> Tried:
    """Those that pass, or are blamed on another event than the changed one."""
    unseen = []
    for forgery in forgeries:
        report = judged(forgery.lines)
        if report.status == 0 or forgery.version not in (None, report.version):
            unseen.append(f"{name}: {forgery.name}")
    return len(forgeries), unseen


def by_module(folder: str, names: list[str]) -> Tried:
    """A share of the skilled forgeries: the module must say what the script says."""
    every = [
        (f"{name}: {one.name}", one.lines)
        for name in names[::5]
        for one in skilled(game(name), random.Random(name))
    ]
    some = random.Random(1).sample(every, min(SHARE, len(every)))
    reports = javascript(Path(folder), [["verify", text(lines)] for _, lines in some])
    unseen = [
        f"{name}, by audit.js"
        for (name, lines), report in zip(some, reports, strict=True)
        if (report["status"], report["version"]) != judged(lines)[:2]
    ]
    return len(some), unseen


def sound_games() -> None:
    """How long a game takes the script."""
    seconds = []
    for name in RECORDINGS:
        lines = text(game(name)).removesuffix("\n").split("\n")
        start = time.process_time()
        assert verify(lines).status == 0, name
        seconds.append(time.process_time() - start)
    middle, most = statistics.median(seconds), max(seconds)
    print(
        f"{len(seconds)} recorded games are sound; a game takes {1000 * middle:.0f} ms of CPU time"
        f" (the longest {1000 * most:.0f} ms)"
    )


def count(kind: str, results: Iterable[Tried]) -> bool:
    """Print a line; returns whether everything was found."""
    start, tried, unseen = time.monotonic(), 0, list[str]()
    for some, missed in results:
        tried += some
        unseen += missed
    seconds = time.monotonic() - start
    print(f"{kind}: {tried} tried, {tried - len(unseen)} found ({seconds:.0f} s)", flush=True)
    for missed in unseen[:20]:
        print(f"  unseen: {missed}")
    return not unseen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="vassieux_2025", choices=RECORDINGS)
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--games", type=int, default=len(RECORDINGS))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    sound_games()
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(options.jobs) as pool:
        keys = f"{folder}/keys"
        make_key(Path(keys))
        places = range(0, len(sealed(options.game, keys)[0]), options.every)
        versions = range(1, game(options.game)[0]["version"] + 1)
        work: list[tuple[str, Callable[..., Tried], Iterable[object]]] = [
            ("bytes", partial(flip, options.game, keys, options.each), places),
            ("crude changes", partial(touch, options.game), versions),
            ("skilled forgeries", forge, RECORDINGS[: options.games]),
        ]
        fine = [count(kind, pool.map(do, items, chunksize=4)) for kind, do, items in work]
        fine.append(
            count(
                "of these by audit.js",
                map(partial(by_module, folder), [RECORDINGS[: options.games]]),
            )
        )
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
