"""``python -m tests.clients.conformance [--seed 1] COMMAND ...``: whether a client, in whatever
language, plays a whole game right on a bad network.

Starts a service with a hostile network before it, and the command, with its address as the last
argument. The command plays a game to its end and prints the game's id, its version and the side
that won. Exits with 1 when it fails, when it says anything else than the service, or when it did
what no client may (``tests/clients/hostile.py``).
"""

import argparse
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from os import environ
from pathlib import Path

import httpx

from tests.clients.hostile import FAULTS, Hostile
from tests.http.running import Running

WITHIN = 240.0


def conforms(command: Sequence[str | Path], variables: Mapping[str, str], seed: int = 1) -> str:
    """What there is to say against a client; nothing where it is as it should be."""
    with tempfile.TemporaryDirectory() as name:
        service = Running(Path(name) / "data", LOG_LEVEL="WARNING")
        try:
            service.start()
            restart = threading.Event()
            hostile = Hostile(service.url, seed, restart.set)
            asked = ([*command, hostile.url], {**environ, **variables})
            client = threading.Thread(target=lambda: done.append(_run(*asked)))
            done: list[subprocess.CompletedProcess[str]] = []
            client.start()
            while client.is_alive():
                # By this thread: the service ends with the one that starts it.
                if restart.wait(0.1):
                    restart.clear()
                    service.stop()
                    service.start()
            hostile.close()
            return "\n".join(_complaints(done[0], hostile, service.url))
        finally:
            service.clean_up()


def _run(
    command: Sequence[str | Path], variables: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """The client, with what it says; its status is 124 when it takes too long."""
    try:
        return subprocess.run(
            command,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=WITHIN,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"not over within {WITHIN:.0f} s")


def _complaints(done: subprocess.CompletedProcess[str], hostile: Hostile, url: str) -> list[str]:
    if done.returncode:
        return [done.stdout, done.stderr]
    game, version, winner, *_ = done.stdout.split()
    found = httpx.get(f"{url}/v1/games/{game}").raise_for_status().json()
    told = [str(found["version"]), str(found["winner"])]
    missing = sorted(FAULTS.keys() - hostile.met.keys())
    return [
        *hostile.violations,
        *([f"the game ended with {told}, not {[version, winner]}"] * (told != [version, winner])),
        *([f"never met: {', '.join(missing)}"] * bool(missing)),
    ]


def main(arguments: list[str]) -> int:
    """Exit status: 0 when the client is as it should be."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.clients.conformance", description=__doc__
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    said = conforms(options.command, {}, options.seed)
    print(said or f"passed: {len(FAULTS)} kinds of faults")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
