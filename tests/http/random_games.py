"""A random game over HTTP, and many commands that are not listed in it."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx

from domain.values import Card
from tests.http.clients import Table, check_chain, history

Json = dict[str, Any]
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
    """What was seen: kinds of refusals, and the rules they name."""

    refusals: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)


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
        position = self._chance.randrange(len(path))
        match self._chance.randrange(3):
            case 0:
                path[position][self._chance.randrange(2)] += self._chance.choice((-1, 1))
                path[position] = [max(0, number) for number in path[position]]
            case 1:
                path.append(self._hex())
            case _:
                del path[position]
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


def play(url: str, chance: random.Random, refusals: int) -> Figures:
    """A game of so many commands, with as many in between that are not listed. Fails when one that
    is listed is refused, one that is not is accepted, or a refusal changes anything."""
    figures = Figures()
    table = Table(url, edition=chance.choice(("2004", "2025")))
    mutator = Mutator(chance)
    while figures.refusals.total() < refusals and (found := table.actions()):
        _, listed = found
        mutator.look(listed["actions"])
        provoke(table, mutator, listed, chance, figures)
        table.step(chance)
    check_chain(history(table.clients["axis"], table.path))
    table.close()
    return figures


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
    assert answer.status_code in expected, f"{kind}: {command} is answered {answer.text}"
    _check_problem(answer)
    for viewer, client in clients.items():
        after = client.http.get(table.path)
        same = (after.content, after.headers["ETag"])
        changed = same != (before[viewer].content, before[viewer].headers["ETag"])
        assert not changed, f"{command} was refused and changed the game"
    figures.refusals[kind] += 1
    if "rule" in answer.json():
        figures.rules[answer.json()["rule"]] += 1


def _check_problem(answer: httpx.Response) -> None:
    problem = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert {"type", "title", "detail", "instance", "code", "request_id"} <= problem.keys()
    assert answer.status_code != httpx.codes.CONFLICT or problem["source"]


def _key(command: Json) -> str:
    meant = {name: value for name, value in command.items() if name not in OTHER_MEMBERS}
    return json.dumps(meant, sort_keys=True)
