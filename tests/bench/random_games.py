"""Random games over HTTP, and as many commands that are not listed: all of those are refused.

    python -m tests.bench.random_games [--games 20] [--refusals 1000] [--seed 0] [URL]

Plays against the server at URL, or starts one of its own. Exits with 1 at the first command that
is listed and refused, or not listed and accepted, and when a refusal changes anything.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from domain.values import Card
from tests.http.clients import Table, check_chain, history
from tests.http.running import Running

Json = dict[str, Any]
MOST_COMMANDS = 20_000
OTHER_MEMBERS = {"seat", "expected_version"}
TYPES = {
    "play_card": ("card",),
    "order_unit": ("unit",),
    "end_orders": (),
    "move_unit": ("unit", "path"),
    "end_moves": (),
    "attack": ("unit", "target"),
    "remove_wire": ("unit",),
    "retreat": ("unit", "path"),
    "take_ground": (),
    "decline": (),
    "end_turn": (),
    "choose_card": ("card",),
}


@dataclass
class Figures:
    """What was seen."""

    games: int = 0
    commands: int = 0
    events: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def __str__(self) -> str:
        lines = [
            f"{self.games} games, {self.commands} commands, {self.events} events "
            f"in {self.seconds:.1f} s ({self.commands / self.seconds:.0f} commands a second)",
            f"winners: {dict(self.winners)}",
            f"{self.refusals.total()} commands that were not listed, all refused, nothing changed:",
            *(f"  {count:6} {kind}" for kind, count in self.refusals.most_common()),
            f"by {len(self.rules)} rules:",
            *(f"  {count:6} {rule}" for rule, count in self.rules.most_common()),
        ]
        return "\n".join(lines)


class Mutator:
    """Commands that look like those listed but are not among them."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._seen: list[Json] = []

    def look(self, actions: list[Json]) -> None:
        """Remember a few actions, to send them when their time is over."""
        self._seen = (self._seen + self._chance.sample(actions, min(3, len(actions))))[-60:]

    def unlisted(self, actions: list[Json], state: Json) -> Json:
        """A well-formed command that is not listed now."""
        listed = {_key(action) for action in actions}
        while True:
            command = self._candidate(actions, state)
            if _key(command) not in listed and command["type"] != "resign":
                return command

    def _candidate(self, actions: list[Json], state: Json) -> Json:
        match self._chance.randrange(6):
            case 0 if self._seen:
                return dict(self._chance.choice(self._seen))
            case 1:
                kind = self._chance.choice(list(TYPES))
                return {"type": kind} | {name: self._value(name, state) for name in TYPES[kind]}
            case _:
                command = dict(self._chance.choice(actions))
                names = TYPES.get(command["type"], ())
                if names:
                    name = self._chance.choice(names)
                    command[name] = self._other(name, command[name], state)
                return command

    def _other(self, name: str, value: Any, state: Json) -> Any:
        if name != "path" or not value:
            return self._value(name, state)
        path = [list(hex_) for hex_ in value]
        spot = self._chance.randrange(len(path))
        match self._chance.randrange(3):
            case 0:
                path[spot][self._chance.randrange(2)] += self._chance.choice((-1, 1))
                path[spot] = [max(0, number) for number in path[spot]]
            case 1:
                path.append(self._hex())
            case _:
                del path[spot]
        return path or [self._hex()]

    def _value(self, name: str, state: Json) -> Any:
        match name:
            case "card":
                return self._chance.choice(list(Card)).value
            case "path":
                return [self._hex() for _ in range(self._chance.randint(1, 3))]
            case _:
                units = [unit["id"] for unit in state["units"]]
                return self._chance.choice([*units, *units, "nobody"])

    def _hex(self) -> list[int]:
        return [self._chance.randint(0, 9), self._chance.randint(0, 13)]


def play(url: str, chance: random.Random, refusals: int, figures: Figures) -> None:
    """One game to its end, with about so many commands in between that are not listed."""
    table = Table(url, edition=chance.choice(("2004", "2025")))
    mutator = Mutator(chance)
    begun, tried = time.perf_counter(), 0
    for number in range(MOST_COMMANDS):
        found = table.actions()
        if found is None:
            break
        _, listed = found
        mutator.look(listed["actions"])
        while tried < refusals and tried <= number:
            tried += 1
            provoke(table, mutator, listed, chance, figures)
        table.step(chance)
        figures.commands += 1
    while tried < refusals:
        tried += 1
        provoke(table, mutator, {"actions": [{"type": "end_turn"}]}, chance, figures)
    figures.seconds += time.perf_counter() - begun
    events = history(table.clients["axis"], table.path)
    check_chain(events)
    last = table.clients["axis"].get(table.path)
    figures.games += 1
    figures.events += len(events)
    figures.winners[last["winner"] or "unfinished"] += 1
    table.close()


def provoke(
    table: Table, mutator: Mutator, listed: Json, chance: random.Random, figures: Figures
) -> None:
    """Send one command that has to be refused, and see that nothing has changed."""
    clients = table.clients
    before = {side: client.http.get(table.path) for side, client in clients.items()}
    state = before["allies"].json()
    awaited = state["awaiting"]["seat"] if state["awaiting"] else "allies"
    waiting = "axis" if awaited == "allies" else "allies"
    side, expected, headers = awaited, {409}, {}
    kind = chance.choice(("not listed", "not listed", "other seat", "stale", "not seated at it"))
    command = mutator.unlisted(listed["actions"], state)
    if kind == "other seat":
        side, command = waiting, chance.choice(listed["actions"])
        if command["type"] == "resign":
            command = {"type": "end_turn"}
    elif kind == "stale":
        command, expected = chance.choice(listed["actions"]), {412}
        headers = {"If-Match": f'"{chance.randrange(state["version"])}"'}
    elif kind == "not seated at it":
        command, expected = {**chance.choice(listed["actions"]), "seat": waiting}, {403}
    answer = clients[side].http.post(f"{table.path}/commands", json=command, headers=headers)
    _require(answer.status_code in expected, f"{kind}: {command} is answered {answer.text}")
    _require_problem(answer)
    for viewer, client in clients.items():
        after = client.http.get(table.path)
        same = (after.content, after.headers["ETag"])
        _require(
            same == (before[viewer].content, before[viewer].headers["ETag"]),
            f"{command} was refused and changed the game",
        )
    figures.refusals[kind] += 1
    if "rule" in answer.json():
        figures.rules[answer.json()["rule"]] += 1


def _require_problem(answer: httpx.Response) -> None:
    problem = answer.json()
    _require(
        answer.headers["Content-Type"] == "application/problem+json"
        and problem["status"] == answer.status_code
        and {"type", "title", "detail", "instance", "code", "request_id"} <= problem.keys()
        and (answer.status_code != httpx.codes.CONFLICT or problem["source"]),
        f"not a whole problem document: {answer.text}",
    )


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)


def _key(command: Json) -> str:
    meant = {name: value for name, value in command.items() if name not in OTHER_MEMBERS}
    return json.dumps(meant, sort_keys=True)


def run(url: str, games: int, refusals: int, seed: int) -> Figures:
    """Play games against a server; ``refusals`` is the number in all."""
    figures = Figures()
    chance = random.Random(seed)
    for number in range(games):
        share = refusals * (number + 1) // games - refusals * number // games
        play(url, chance, share, figures)
    return figures


@contextmanager
def server(url: str | None) -> Iterator[str]:
    """The server named, or one of one's own."""
    if url is not None:
        yield url
        return
    with tempfile.TemporaryDirectory() as folder:
        running = Running(Path(folder) / "data", RATE_LIMITS="off")
        running.start()
        try:
            yield running.url
        finally:
            running.clean_up()


def main() -> int:
    """Exit status: 0 when everything was as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.random_games")
    parser.add_argument("url", nargs="?")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--refusals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with server(options.url) as url:
        try:
            print(run(url, options.games, options.refusals, options.seed))
        except AssertionError as error:
            print(f"failed: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
