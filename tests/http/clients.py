"""Clients that know nothing but HTTP and what ``GET actions`` lists."""

import json
import random
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from events.log import chain
from tests.support.waiting import PATIENCE

Json = dict[str, Any]
UNCERTAIN = (502, 503, 504)


class Client:
    """A player with a token; or someone without."""

    def __init__(self, url: str, name: str | None = None) -> None:
        # Loading the certificates that plain HTTP needs none of takes longer than most requests.
        self.http = httpx.Client(base_url=url, timeout=PATIENCE / 2, verify=False)
        self.patience = PATIENCE
        self.id = ""
        if name is not None:
            made = self.http.post("/v1/players", json={"name": name}).raise_for_status().json()
            self.id = made["id"]
            self.http.headers["Authorization"] = f"Bearer {made['token']}"

    def get(self, path: str, **options: Any) -> Json:
        found: Json = self.http.get(path, **options).raise_for_status().json()
        return found

    def insist(self, path: str, body: object, **headers: str) -> httpx.Response:
        """Send a request under a key, again and again until its outcome is known."""
        headers["Idempotency-Key"] = uuid.uuid4().hex
        deadline = time.monotonic() + self.patience
        while True:
            try:
                answer = self.http.post(path, json=body, headers=headers)
                if answer.status_code not in UNCERTAIN:
                    return answer
            except httpx.TransportError:
                pass
            assert time.monotonic() < deadline, f"no outcome of {body}"
            time.sleep(0.05)

    def read(self, path: str) -> Json:
        """As ``get``, but a service that is away for a moment is waited for."""
        deadline = time.monotonic() + self.patience
        while True:
            try:
                answer = self.http.get(path)
                if answer.status_code not in UNCERTAIN:
                    found: Json = answer.raise_for_status().json()
                    return found
            except httpx.TransportError:
                pass
            assert time.monotonic() < deadline, f"no answer of {path}"
            time.sleep(0.05)

    def close(self) -> None:
        self.http.close()


def eager(chance: random.Random, actions: list[Json]) -> Json:
    """A random action, but an attack where there is one, so that games come to their end."""
    plays = [action for action in actions if action["type"] != "resign"]
    attacks = [action for action in plays if action["type"] in ("attack", "take_ground")]
    return chance.choice(attacks or plays)


class Table:
    """A game between two new players, and every event that was acknowledged to them."""

    def __init__(self, url: str, **params: Any) -> None:
        self.clients = {side: Client(url, side.title()) for side in ("allies", "axis")}
        params = {"scenario": "pegasus_bridge", "edition": "2025"} | params
        ada = self.clients["allies"]
        made = ada.http.post("/v1/games", json=params).raise_for_status()
        self.path = made.headers["Location"]
        for side, client in self.clients.items():
            client.http.post(f"{self.path}/seats", json={"side": side}).raise_for_status()
        self.acknowledged: dict[int, Json] = {}
        self._last = "allies"
        """Who was awaited last, and probably is again: asked first."""

    def actions(self) -> tuple[Client, Json] | None:
        """Who is awaited and what that one may do; None after the end."""
        asked = self._last
        listed = self.clients[asked].read(f"{self.path}/actions")
        if listed["awaiting"] is None:
            return None
        self._last = listed["awaiting"]["seat"]
        client = self.clients[self._last]
        return client, listed if self._last == asked else client.read(f"{self.path}/actions")

    def step(self, chance: random.Random) -> bool:
        """Submit an action listed; False after the end."""
        found = self.actions()
        if found is None:
            return False
        client, listed = found
        command = eager(chance, listed["actions"])
        answer = client.insist(
            f"{self.path}/commands", command, **{"If-Match": f'"{listed["version"]}"'}
        )
        assert answer.status_code == 201, (command, answer.text)
        for event in answer.json()["events"]:
            self.acknowledged[event["version"]] = event
        return True

    def resign(self) -> None:
        self.clients["axis"].insist(f"{self.path}/commands", {"type": "resign"})

    def close(self) -> None:
        for client in self.clients.values():
            client.close()


def history(client: Client, path: str) -> list[Json]:
    """All events of a game, page by page; checks that none is missing."""
    events: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = client.get(f"{path}/events", params={"after": after, "limit": 300})
        events += page["items"]
        after = page["next"]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    return events


def check_chain(events: list[Json]) -> None:
    """Recompute every hash, and every commitment that may be opened, from what a client sees."""
    head = chain.GENESIS
    for event in events:
        data, hidden = dict(event["data"]), event["hidden"]
        if hidden is not None and "salt" in hidden:
            part = {name: data.pop(name) for name in hidden["fields"]}
            assert chain.commitment(hidden["salt"], part) == hidden["commitment"]
        if hidden is not None:
            hidden = {name: hidden[name] for name in ("audience", "commitment")}
        public = {name: value for name, value in event.items() if name != "hash"}
        head = chain.link(head, {**public, "data": data, "hidden": hidden})
        assert head == event["hash"], event["version"]


@dataclass(frozen=True)
class Message:
    """One message of a stream: a comment alone has neither event nor data."""

    id: str | None = None
    event: str | None = None
    data: str | None = None
    comment: str | None = None


def messages(stream: httpx.Response) -> Iterator[Message]:
    """Read a stream as its specification says."""
    found: dict[str, str] = {}
    for line in stream.iter_lines():
        if line == "":
            if found:
                yield Message(**{k: v for k, v in found.items() if k != "retry"})
            found = {}
            continue
        name, _, value = line.partition(":")
        found[name or "comment"] = value.removeprefix(" ")


def parsed(message: Message) -> Json:
    """The data of a message."""
    assert message.data is not None
    found: Json = json.loads(message.data)
    return found
