"""``python -m tests.clients [TARGET ...]``: clients of openapi-generator for nine languages are
made of the contract without a complaint, compiled where this machine has what it takes, and play a
game; and the example clients have each name of the contract, are typed, and play a game each on a
bad network. With ``--games 1000 100`` these play so many, in Python and in TypeScript, and nothing
else is done.

Exits with 1 at the first complaint. With ``AFTERACTION_NO_SKIP`` set nothing may be left out.
"""

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.clients.conformance import conforms
from tests.clients.generated import PythonClient, TypescriptClient, names, run
from tests.clients.generator import Generator
from tests.clients.targets import COMPILE, PLAY, TARGETS
from tests.http.running import Running


def main(arguments: list[str]) -> int:
    """Exit status: 0 when every client is as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.clients", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--games", nargs=2, type=int, metavar=("PYTHON", "TYPESCRIPT"))
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        if options.games:
            kinds = zip((PythonClient, TypescriptClient), options.games, strict=True)
            return max(
                _example(kind, Path(name), count, options.at_once, options.seed)
                for kind, count in kinds
                if count
            )
        return _generated(Path(name), options.targets)


def _generated(folder: Path, chosen: list[str]) -> int:
    """The clients of openapi-generator, and, unless only some are chosen, the examples; one more at
    the same time than there are processors, those that take longest first."""
    service, generator = Running(folder / "data", LOG_LEVEL="WARNING"), Generator()
    try:
        service.start()
        # The examples wait for a bad network now and then.
        with ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:
            longest, *others = sorted(chosen or TARGETS, key=[*COMPILE, *TARGETS].index)
            done = [pool.submit(_try, longest, generator, folder, service.url)]
            kinds = () if chosen else (PythonClient, TypescriptClient)
            done += [pool.submit(_example, kind, folder) for kind in kinds]
            done += [pool.submit(_try, one, generator, folder, service.url) for one in others]
        return max(one.result() for one in done)
    finally:
        generator.close()
        service.clean_up()


def _try(target: str, generator: Generator, parent: Path, url: str) -> int:
    started, folder = time.monotonic(), parent / target
    done = generator.make(target, folder, TARGETS[target])
    status, compiled = 1 if done else 0, True
    if target in COMPILE:
        compiled = COMPILE[target](folder)
        done.append("compiled" if compiled else "no compiler")
        status = max(status, int(not compiled and "AFTERACTION_NO_SKIP" in os.environ))
    if target in PLAY and compiled:
        game = run(*PLAY[target](folder), url, cwd=folder, PYTHONPATH=str(folder))
        done.append(f"played {game.strip()}")
    print(f"{target:17} {time.monotonic() - started:5.1f} s  {'; '.join(done)}", flush=True)
    return status


def _example(
    kind: type[PythonClient | TypescriptClient],
    folder: Path,
    games: int = 1,
    at_once: int = 1,
    seed: int = 1,
) -> int:
    """An example client, whole and typed, and its games on a bad network."""
    game, client = time.monotonic(), kind(folder / kind.__name__)
    client.folder.mkdir()
    complaints = [f"there is no {name}" for name in sorted(names() - client.make())]
    tally = conforms(*client.command(), seed, games, at_once, follows=True)
    tally.complaints[:0] = complaints
    print(f"{kind.__name__:17} {time.monotonic() - game:5.1f} s  {tally}", flush=True)
    return int(bool(tally.complaints))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
