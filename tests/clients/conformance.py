"""``python -m tests.clients.conformance [--seed 1] [--games 1] [--at-once 1] COMMAND ...``: whether
a client, in whatever language, plays whole games right on a bad network.

Starts a service, and for each game a hostile network before it and the command, with the network's
address as the last argument. The command plays a game to its end and prints the game's id, its
version and the side that won. Exits with 1 when it fails, when it says anything else than the
service, when a command of the game is not one that its players have made, once, or when it did what
no client may (``tests/clients/hostile.py``).
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from os import environ
from pathlib import Path
from threading import Event
from typing import Any

import httpx

from tests.clients.faults import FAULTS
from tests.clients.hostile import Hostile
from tests.http.running import Running

WITHIN = 600.0
"""Seconds for a game; as much again for each further one at the same time."""
RESTART_EVERY = 20.0
"""Seconds between two restarts at least: were there more, nobody would play."""
_SHOWN = 20
_SEATED = {"type": "take_seat"}


@dataclass
class Tally:
    """What so many games have come to."""

    games: int = 0
    commands: int = 0
    restarts: int = 0
    met: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        if self.complaints:
            return "\n".join(self.complaints[:_SHOWN])
        met = f"{len(self.met)} kinds of faults met {self.met.total()} times"
        played = f"{self.games} games of {self.commands} commands, none doubled"
        return f"{played}; {met}, {self.restarts} restarts"


@dataclass(frozen=True, slots=True)
class Played:
    """A game, as its client has told it and as its network has seen it."""

    done: subprocess.CompletedProcess[str]
    network: Hostile


def conforms(
    command: Sequence[str | Path],
    variables: Mapping[str, str],
    seed: int = 1,
    games: int = 1,
    at_once: int = 1,
    follows: bool = False,
) -> Tally:
    """What so many games of a client come to; each has a seed of its own. A client that ``follows``
    takes a game's id after the address, reads that game to its end, and says the same of it."""
    tally, restart = Tally(games), Event()
    within = WITHIN * at_once

    def play(number: int) -> Played:
        network = Hostile(service.url, seed + number, restart.set)
        try:
            asked = [*command, network.url]
            return Played(_run(asked, {**environ, **variables}, within), network)
        finally:
            network.close()

    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(at_once) as pool:
        service = Running(Path(name) / "data", LOG_LEVEL="WARNING", RATE_LIMITS="off")
        try:
            service.start()
            under_way = {pool.submit(play, number) for number in range(games)}
            game = -RESTART_EVERY
            while wait(under_way, 0.1).not_done:
                # By this thread: the service ends with the one that starts it.
                if restart.is_set() and time.monotonic() - game >= RESTART_EVERY:
                    restart.clear()
                    service.stop()
                    service.start()
                    game, tally.restarts = time.monotonic(), tally.restarts + 1
            for one in under_way:
                _judge(one.result(), service.url, tally)
                if follows and not tally.complaints:
                    text = one.result().done.stdout.split()
                    read = _run([*command, service.url, text[0]], {**environ, **variables}, within)
                    if read.stdout.split()[:3] != text[:3]:
                        tally.complaints += [f"{text[:3]} was read as", read.stdout, read.stderr]
        finally:
            service.clean_up()
    return tally


def _run(
    command: Sequence[str | Path], variables: Mapping[str, str], within: float
) -> subprocess.CompletedProcess[str]:
    """The client, with what it says; its status is 124 when it takes too long."""
    try:
        return subprocess.run(
            command,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=within,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"not over within {within:.0f} s")


def _judge(played: Played, url: str, tally: Tally) -> None:
    """Add a game to the tally, with what there is to say against its client."""
    done, network = played.done, played.network
    tally.met += network.met
    tally.complaints += network.violations
    if done.returncode or not done.stdout.strip():
        silent = f"a client of {played.network.url} ended with {done.returncode} and said:"
        tally.complaints += [silent, done.stdout, done.stderr]
        return
    game, *result = done.stdout.split()
    found = httpx.get(f"{url}/v1/games/{game}").raise_for_status().json()
    ended = [str(found["version"]), str(found["winner"])]
    if result[:2] != ended:
        tally.complaints.append(f"{game} ended with {ended}, not {result[:2]}")
    made = (event.get("command", _SEATED)["type"] for event in _events(url, game))
    commands = sum(kind != "take_seat" for kind in made)
    tally.commands += commands
    if commands != len(network.decided):
        tally.complaints.append(f"{game} has {commands} commands, not {len(network.decided)}")
    missing = sorted(FAULTS.keys() - network.met.keys())
    if missing:
        tally.complaints.append(f"{game} never met: {', '.join(missing)}")


def _events(url: str, game: str) -> Iterator[dict[str, Any]]:
    """All events of a game that is over."""
    after: int | None = 0
    while after is not None:
        asked = {"after": after, "limit": 200}
        page = httpx.get(f"{url}/v1/games/{game}/events", params=asked).raise_for_status().json()
        yield from page["items"]
        after = page["next"] and page["items"][-1]["version"]


def main(arguments: list[str]) -> int:
    """Exit status: 0 when the client is as it should be."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.clients.conformance", description=__doc__
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    tally = conforms(options.command, {}, options.seed, options.games, options.at_once)
    print(tally)
    return 1 if tally.complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
