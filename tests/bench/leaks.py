"""Whether anything that is hidden of a running game can be had from the service by anyone else.

    python -m tests.bench.leaks [--games 1000] [--seed 0] [--jobs 2]

Plays random games of all battles by both editions on a real Redis server, stops at random versions,
asks for a quarter of what the contract offers, another one each time, in every form, as each
player, as a stranger and as nobody, and searches all bytes of the answers, with their headers, for
the seed and salts, and every card that this viewer cannot know of. The log of the process and its
metrics are searched as well. Exits with 1 when anything is found.
"""

import argparse
import io
import json
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from api.monitoring.log import JsonLines
from deploy.redis_server import RedisServer
from domain import legal_commands
from domain.commands import Resign, TakeSeat
from domain.scenarios import load
from domain.steps.table.lifecycle import GameOptions
from domain.values import EditionName, Seat, Undo, Variant, Visibility
from events.games.service import GameService
from events.log.stored_event import StoredEvent
from tests.contract.service import Service, serve
from tests.support.battles import BOOKLET
from tests.support.seating import SEATS
from tests.support.secrets import (
    Look,
    Question,
    Viewer,
    leaks,
    not_yet_shown,
    questions,
    secrets_of,
    shown_upto,
)

DELAYS = (0, 0, 0, 1, 3)
LOOKS = 2
"""Moments at which a game is looked at."""
TRIED_CARDS = 1
MAX_COMMANDS = 90
SHARE = 4
"""One question out of so many is asked each time, of each game twice."""
REPORT_EVERY = 50
BRANCHES = ("/branches", "kind=sandboxes")
"""Where numbers of versions are those of branches, in what was asked."""
LOBBY = "/v1/lobby?", "/v1/lobby as"
MAX_TOLD = 20
LENGTH = 200
_DIGITS = re.compile(rb"[0-9a-f]{32,}")


@dataclass
class Figures:
    """What was searched, and what was found."""

    games: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    bytes: int = 0
    secrets: int = 0
    found: list[str] = field(default_factory=list)
    digits: dict[bytes, str] = field(default_factory=dict)
    """Every seed and salt, with what it is: for what is no answer about a game."""

    def search(self, what: str, secrets: dict[str, bytes], text: bytes) -> None:
        """Look for secrets in an answer."""
        self.answers[int(text[:3])] += 1
        self.bytes += len(text)
        self.secrets += len(secrets)
        self.found += (f"{what}: {name}: {text[:LENGTH]!r}" for name in leaks(secrets, text))

    def add(self, other: "Figures") -> None:
        """Count what was searched elsewhere as well."""
        self.games += other.games
        self.answers += other.answers
        self.bytes += other.bytes
        self.secrets += other.secrets
        self.found += other.found

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.answers.total()} answers {dict(self.answers)}, "
            f"{self.bytes} bytes, {self.secrets} searches, {len(self.found)} found"
        )


class Table:
    """A random game in this process, and who looks at it."""

    def __init__(self, service: Service, chance: random.Random) -> None:
        self._games: GameService = service.inside().game_service
        self._chance = chance
        players = {seat: service.player(seat.title()) for seat in SEATS}
        stranger = service.player("Cy")
        self.viewers = [
            *(Viewer(seat, frozenset({seat}), one.token) for seat, one in players.items()),
            Viewer("stranger", token=stranger.token),
            Viewer("nobody"),
        ]
        scenario = chance.choice(BOOKLET)
        params = GameOptions(
            game=f"gm_{chance.randbytes(8).hex()}",
            scenario=scenario,
            setup=load(scenario),
            # All cards of the other variant have twins, so nearly none of them is a mark.
            variant=Variant.STANDARD if chance.random() < 0.9 else Variant.YOUNG_GENERALS,
            undo=Undo.NONE,
            visibility=Visibility.PUBLIC,
            created_by=players[Seat.ALLIES].id,
            move_time_limit=1_000_000,
            seed=chance.randbytes(32).hex(),
            spectator_delay=chance.choice(DELAYS),
        )
        self.delay = params.spectator_delay
        self.id = params.game
        self._games.create(chance.choice(list(EditionName)), params)
        for seat, one in players.items():
            self._games.submit(self.id, TakeSeat(seat, one.id))
        self.players = tuple(one.id for one in players.values())

    def play(self, commands: int) -> bool:
        """So many random commands; False when the game is over before."""
        for _ in range(commands):
            loaded = self._games.repository.cached(self.id)
            if loaded.state.awaited is None:
                return False
            allowed = legal_commands(loaded.state, loaded.state.awaited)
            plays = [command for command in allowed if not isinstance(command, Resign)]
            self._games.submit(self.id, self._chance.choice(plays), loaded.version)
        return self._games.repository.cached(self.id).state.awaited is not None

    def log(self) -> list[StoredEvent]:
        return self._games.repository.events(self.id, 0)


def look(
    service: Service,
    table: Table,
    asked: list[Question],
    chance: random.Random,
    figures: Figures,
) -> None:
    """Search everything that every viewer gets of a game now."""
    log = table.log()
    http = service.app.test_client()
    for viewer in table.viewers:
        seen = shown_upto(log, viewer, table.delay)
        at = Look(http, table.id, len(log), seen, table.players, chance)
        later = not_yet_shown(log, seen)
        secrets = secrets_of(log, viewer)
        by_version = {len(log): secrets}
        for what, version, answer in at.reads(viewer, asked):
            if version not in by_version:
                by_version[version] = secrets_of(log[:version], viewer)
            then = by_version[version]
            text = without_others(answer, table.id) if what.startswith(LOBBY) else answer
            if table.id.encode() in text:
                # Elsewhere the numbers of versions are those of other games, as among branches.
                values = {n: one for n, one in later.items() if n.startswith("hash ")}
                then = then | (values if any(word in what for word in BRANCHES) else later)
            figures.search(f"{viewer.name}: {what}", then, text)
        marks = {name: one for name, one in secrets.items() if not name.startswith("card ")}
        for what, upto, text in at.branched(viewer):
            then = marks if upto is None else secrets_of(log[:upto], viewer)
            figures.search(f"{viewer.name}: {what}", then, text)
        cards = sorted(name.removeprefix("card ") for name in secrets if name.startswith("card "))
        for what, card, text in at.tries(
            viewer, chance.sample(cards, min(TRIED_CARDS, len(cards)))
        ):
            others = {name: one for name, one in secrets.items() if name != f"card {card}"}
            figures.search(f"{viewer.name}: {what} {card}", others, text)
    figures.digits |= {
        secret: f"{name} in {table.id}"
        for name, secret in secrets_of(log, Viewer("all")).items()
        if not name.startswith("card ")
    }


def without_others(answer: bytes, game: str) -> bytes:
    """A list of games without the others, whose numbers of versions are their own."""
    head, end, body = answer.partition(b"\r\n\r\n\n")
    listed = json.loads(body)
    listed["games"] = [one for one in listed["games"] if one["id"] == game]
    return head + end + json.dumps(listed, separators=(",", ":")).encode()


def search(
    service: Service, games: int, seed: int, *, share: int = 1, says: bool = False
) -> Figures:
    """Play so many games and look at each, with one out of ``share`` questions at a time."""
    chance, figures = random.Random(seed), Figures()
    asked = questions(service.contract.paths)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        for number in range(games):
            table = Table(service, chance)
            for _ in range(LOOKS):
                if not table.play(chance.randrange(MAX_COMMANDS // LOOKS)):
                    break
                some = chance.sample(asked, len(asked) // share)
                look(service, table, some, chance, figures)
            figures.games += 1
            if says and number % REPORT_EVERY == REPORT_EVERY - 1:
                print(figures, *figures.found[:MAX_TOLD], sep="\n", flush=True)
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
    metrics = service.app.test_client().get("/metrics").get_data()
    for what, text in (("log", written.getvalue().encode()), ("metrics", metrics)):
        figures.bytes += len(text)
        words = set(_DIGITS.findall(text))
        figures.found += [f"{what}: {figures.digits[one]}" for one in words & figures.digits.keys()]
    return figures


def part(games: int, seed: int) -> Figures:
    """A part of the games, on a service and a Redis server of its own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        RedisServer(Path(folder), appendfsync="no") as server,
    ):
        service = serve(server.url)
        try:
            return search(service, games, seed, share=SHARE, says=True)
        finally:
            service.close()


def main(arguments: list[str]) -> int:
    """Exit status: 0 when nothing was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.leaks", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    game = time.monotonic()
    shares = [len(range(job, options.games, options.jobs)) for job in range(options.jobs)]
    seeds = range(options.jobs * options.seed, options.jobs * (options.seed + 1))
    figures = Figures()
    with ProcessPoolExecutor(options.jobs) as jobs:
        for found in jobs.map(part, shares, seeds):
            figures.add(found)
    print(f"{figures} in {time.monotonic() - game:.0f} s")
    print(*figures.found[:MAX_TOLD], sep="\n")
    return int(bool(figures.found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
