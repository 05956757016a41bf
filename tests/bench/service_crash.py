"""The whole service under clients, its processes killed again and again.

    python -m tests.bench.service_crash [--rounds 100] [--clients 8]

Clients play over HTTP, each command under a key that is sent again until its outcome is known. By
turns three times a process of the API dies, then everything with the supervisor, as if the machine
had lost its power but for its disk.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.http.clients import Client, Table, check_chain, history
from tests.http.running import Running, wait_until

LONGEST_DELAY = 0.3
PAUSE = 0.05
WORKERS = 2
SLOW = 120.0
"""Seconds that a start may take on a loaded machine."""


@dataclass
class Guest:
    """One client that plays game after game, both sides of each."""

    url: str
    seed: int
    over: threading.Event
    tables: list[Table] = field(default_factory=list)
    steps: int = 0
    surprise: BaseException | None = None

    def play(self) -> None:
        """Until all is over."""
        chance = random.Random(self.seed)
        try:
            while not self.over.is_set():
                if not self.tables or not self._goes_on(chance):
                    self._sit_down()
        except BaseException as error:
            self.surprise = error

    def _goes_on(self, chance: random.Random) -> bool:
        going = self.tables[-1].step(chance)
        self.steps += going
        return going

    def _sit_down(self) -> None:
        with suppress(httpx.HTTPError):
            table = Table(self.url)
            for client in table.clients.values():
                client.patience = SLOW
            self.tables.append(table)
            return
        time.sleep(PAUSE)


def wait_for_one_more(guests: list[Guest]) -> None:
    """Wait until a command has been acknowledged from now on, or something goes wrong."""
    before = sum(guest.steps for guest in guests)
    wait_until(
        lambda: any(g.surprise for g in guests) or sum(g.steps for g in guests) > before,
        "somebody plays",
        SLOW,
    )


def crash(service: Running, number: int, chance: random.Random) -> None:
    """Kill something, and wait until the service is back."""
    if number % 4 == 3:
        service.kill_everything()
        service.start(SLOW)
    else:
        # One that has just been killed is started again; one process always stays to serve.
        wait_until(lambda: len(service.web()) > WORKERS, "all processes of the API are there", SLOW)
        service.kill([chance.choice(service.web()[1:])])
    wait_until(service.is_healthy, "the service is back", SLOW)


def missing(url: str, guests: list[Guest]) -> tuple[int, int, int]:
    """Acknowledged events, how many of them are gone, and how many are others now; checks that
    every chain is whole."""
    seen = gone = other = 0
    reader = Client(url)
    for table in (table for guest in guests for table in guest.tables):
        events = history(reader, table.path)
        check_chain(events)
        for version, event in table.acknowledged.items():
            seen += 1
            if version > len(events):
                gone += 1
            else:
                other += events[version - 1]["hash"] != event["hash"]
    reader.close()
    return seen, gone, other


def main(arguments: list[str]) -> int:
    """Exit status: 0 when nothing that was acknowledged is missing."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.service_crash", description=__doc__
    )
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--clients", type=int, default=8)
    options = parser.parse_args(arguments)
    chance, over, start = random.Random(1), threading.Event(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", WEB_WORKERS=str(WORKERS), RATE_LIMITS="off")
        service.start(SLOW)
        guests = [Guest(service.url, number, over) for number in range(options.clients)]
        threads = [threading.Thread(target=guest.play) for guest in guests]
        try:
            for thread in threads:
                thread.start()
            for number in range(options.rounds):
                wait_for_one_more(guests)
                time.sleep(chance.random() * LONGEST_DELAY)
                crash(service, number, chance)
            over.set()
            for thread in threads:
                thread.join(2 * SLOW)
            seen, gone, other = missing(service.url, guests)
        finally:
            over.set()
            service.clean_up()
    surprises = [guest.surprise for guest in guests if guest.surprise]
    print(
        f"{options.rounds} crashes in {time.monotonic() - start:.0f} s: "
        f"{sum(guest.steps for guest in guests)} commands, {seen} events acknowledged, "
        f"{gone} lost, {other} replaced, surprises: {surprises}"
    )
    return int(bool(gone or other or surprises))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
