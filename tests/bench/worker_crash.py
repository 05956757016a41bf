"""Games of bots and their analyses, while the processes that play and analyze are killed.

    python -m tests.bench.worker_crash [--rounds 100] [--players 4] [--seed 0]

Players have bots play each other, or play one themselves, and request the analysis of each game
when it is over. By turns the process of the bots and the worker of the jobs die. Afterwards every
log is verified by the rules, each command of a bot is what that bot chooses at its version, each
one of a person was sent once, and each analysis is what the engine finds undisturbed. Exit status 1
where anything differs, or an analysis was lost or shown in part.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from api.answers.analysis import judged
from domain import fold
from domain.bots import choose
from domain.commands import Command, TakeSeat
from domain.events import Event
from domain.judgement import judge
from domain.state import GameState
from domain.values.bots import bot_level
from events.games.decision_log import commands
from events.log.stored_event import StoredEvent
from events.transfer.exports import read_export, read_log
from tests.http.clients import Client, Json, eager
from tests.http.running import Running, wait_until

PROGRAMS = ("afteraction: bots", "rq:worker")
PAUSE = 8.0
"""Seconds between two kills at least: the supervisor gives a program up that dies five times within
a minute."""
SLOW = 240.0
"""Seconds that a loaded machine may take for anything."""
Decided = tuple[GameState, Command, GameState, list[Event]]


@dataclass
class Player:
    """Somebody who has games played, and asks for the analysis of each."""

    url: str
    seed: int
    over: threading.Event
    sent: Counter[str] = field(default_factory=Counter)
    analyses: dict[str, Json] = field(default_factory=dict)
    waits: bool = False
    flaws: list[str] = field(default_factory=list)

    def run(self) -> None:
        """Until all is over."""
        chance, client = random.Random(self.seed), Client(self.url, "Ada")
        client.patience = SLOW
        try:
            while not self.over.is_set():
                path = self._play(client, chance)
                self.analyses[path] = self._analysis(client, path)
        except BaseException as error:
            self.flaws.append(f"surprise: {error!r}")
        finally:
            client.close()

    def _play(self, client: Client, chance: random.Random) -> str:
        bots = {"axis": "greedy"} | ({} if self.seed % 4 == 0 else {"allies": "random"})
        params = {"scenario": "pegasus_bridge", "edition": "2025", "bots": bots}
        path = str(client.insist("/v1/games", params).raise_for_status().headers["Location"])
        if "allies" not in bots:
            client.insist(f"{path}/seats", {"side": "allies"}).raise_for_status()
        while client.read(path)["status"] != "finished":
            listed = client.read(f"{path}/actions")
            mine = (listed["awaiting"] or {}).get("seat") == "allies" and "allies" not in bots
            if not mine:
                time.sleep(0.2)
                continue
            expected = {"If-Match": f'"{listed["version"]}"'}
            command = eager(chance, listed["actions"])
            answer = client.insist(f"{path}/commands", command, **expected)
            if answer.status_code != 201:
                self.flaws.append(f"{path}: {answer.text}")
            self.sent[path] += 1
        return path

    def _analysis(self, client: Client, path: str) -> Json:
        place, deadline = f"{path}/analysis", time.monotonic() + SLOW
        client.insist(place, None)
        self.waits = True
        while (found := client.read(place))["status"] != "done":
            if found["decisions"] or found["summary"] is not None:
                self.flaws.append(f"{path}: half an analysis is shown")
            if found["status"] == "failed" or time.monotonic() > deadline:
                self.flaws.append(f"{path}: the analysis is {found['status']}")
                break
            time.sleep(0.1)
        self.waits = False
        return found


def kill(service: Running, number: int, players: Sequence[Player], chance: random.Random) -> bool:
    """Kill the bots or the worker in the middle of something, and wait until they are there again;
    the worker while somebody waits for an analysis, if that comes soon. Whether it did."""
    word, end = PROGRAMS[number % 2], time.monotonic() + PAUSE
    while number % 2 and time.monotonic() < end and not any(one.waits for one in players):
        time.sleep(0.02)
    time.sleep(chance.random() * 0.5)
    gone, caught = service.processes(word), number % 2 and any(one.waits for one in players)
    service.kill(gone)
    wait_until(lambda: set(service.processes(word)) - set(gone), f"{word} is back", SLOW)
    time.sleep(max(0.0, end - time.monotonic()))
    return bool(caught)


def decided(log: Sequence[StoredEvent]) -> Iterator[Decided]:
    """The states before and after each command of a game."""
    state: GameState | None = None
    for stored in commands(log):
        result, before = [one.event for one in stored], state
        state = fold(result, before)
        command = stored[0].command_to(result[0]) if before else None
        if before is not None and state is not None and command is not None:
            yield before, command, state, result


def flaws(path: str, export: bytes, analysis: Json, sent: int) -> list[str]:
    """What is wrong with a game and its analysis."""
    found, persons, expected = [], 0, []
    read_export(export.splitlines())
    _, log, _ = read_log(export.splitlines())
    for before, command, state, each in decided(log):
        if isinstance(command, TakeSeat):
            continue
        level = bot_level(before.seats.get(command.seat))
        persons += level is None
        if level and command != choose(before, command.seat, level, before.created.game):
            found.append(f"{path}: {command} at {before.version} is not what {level} chooses")
        one = judge(before, command, each, state)
        expected += [judged(one)] if one else []
    if persons != sent:
        found.append(f"{path}: {persons} commands of a person, {sent} sent")
    if msgspec.json.decode(msgspec.json.encode(expected)) != analysis["decisions"]:
        found.append(f"{path}: the analysis is another one")
    return found


def main(arguments: list[str]) -> int:
    """Kill, compare and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.worker_crash", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    chance, over, caught = random.Random(options.seed), threading.Event(), 0
    with tempfile.TemporaryDirectory() as folder:
        service = Running(Path(folder) / "data", RATE_LIMITS="off")
        service.start(SLOW)
        players = [Player(service.url, number, over) for number in range(options.players)]
        threads = [threading.Thread(target=one.run) for one in players]
        try:
            for thread in threads:
                thread.start()
            for number in range(options.rounds):
                caught += kill(service, number, players, chance)
            over.set()
            for thread in threads:
                thread.join(2 * SLOW)
            wrong = [flaw for one in players for flaw in one.flaws]
            reader = Client(service.url)
            for one in players:
                for path, analysis in one.analyses.items():
                    export = reader.http.get(f"{path}/export").raise_for_status().content
                    wrong += flaws(path, export, analysis, one.sent[path])
            reader.close()
        finally:
            over.set()
            service.clean_up()
    games = sum(len(one.analyses) for one in players)
    done = sum(len(found["decisions"]) for one in players for found in one.analyses.values())
    sent = sum(one.sent.total() for one in players)
    print(
        f"{options.rounds} kills, {caught} of them with an analysis under way: {games} games and "
        f"analyses of {done} decisions, {sent} commands of persons; wrong: {len(wrong)}"
    )
    print(*wrong[:20], sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
