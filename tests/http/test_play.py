"""Whole games over HTTP, by clients that know nothing but what the service lists."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.http.clients import (
    Client,
    Json,
    Message,
    Table,
    check_chain,
    eager,
    history,
    messages,
    parsed,
)
from tests.http.running import Running
from tests.support.waiting import PATIENCE

CLIENTS = 50
ALL_UP_TO = 60
EACH = 17
STREAM = {"Accept": "text/event-stream"}


def test_a_random_game_from_the_first_card_to_the_last_medal(shared: Running) -> None:
    table = Table(shared.url, edition="2004")
    chance = random.Random(4)
    while table.step(chance):
        pass
    ada = table.clients["allies"]
    last = ada.get(table.path)
    assert last["status"] == "finished"
    assert last["medals"][last["winner"]] >= last["medals_to_win"][last["winner"]]
    events = history(ada, table.path)
    assert len(events) == last["version"]
    check_chain(events)
    for version, event in table.acknowledged.items():
        assert events[version - 1]["hash"] == event["hash"]
    check_states(ada, table.path, events, last)
    table.close()


def check_states(client: Client, path: str, events: list[Json], last: Json) -> None:
    """Step through the versions: each state is at its version and follows from its events.

    Later ones are sampled, as each is folded from the first event.
    """
    medals = {"allies": 0, "axis": 0}
    for event in events:
        data = event["data"]
        match event["type"]:
            case "unit_eliminated":
                medals[data["to"]] += data["medals"]
            case "objective_taken":
                medals[data["side"]] += data["medals"]
            case "objective_lost":
                medals[data["side"]] -= data["medals"]
            case _:
                pass
        if ALL_UP_TO < event["version"] < last["version"] and event["version"] % EACH:
            continue
        state = client.get(f"{path}/states/{event['version']}")
        assert state["version"] == event["version"]
        assert state["medals"] == medals
        match event["type"]:
            case "turn_started":
                assert (state["turn"], state["awaiting"]["seat"]) == (data["turn"], data["seat"])
            case "unit_moved" | "unit_retreated":
                moved = next(u for u in state["units"] if u["id"] == data["unit"])
                assert moved["hex"] == data["path"][-1]
            case "unit_eliminated":
                assert data["unit"] not in [u["id"] for u in state["units"]]
            case "card_played":
                assert state["card_in_play"] == data["card"]
            case _:
                pass
    assert state == last


class Follower:
    """A player who looks at nothing but the stream, and acts when it is awaited."""

    def __init__(self, client: Client, path: str, chance: random.Random, patience: int) -> None:
        self.client = client
        self.path = path
        self.chance = chance
        self.patience = patience
        self.events: list[Json] = []
        self.connections = 0

    def play(self) -> None:
        """Follow and act until the game is over, dropping the connection now and then."""
        while not self._follow():
            self.connections += 1

    def _follow(self) -> bool:
        headers = dict(STREAM)
        if self.events:
            headers["Last-Event-ID"] = str(self.events[-1]["version"])
        with self.client.http.stream("GET", f"{self.path}/events", headers=headers) as stream:
            assert stream.headers["Content-Type"].startswith("text/event-stream")
            assert stream.headers["Cache-Control"] == "no-store"
            for number, message in enumerate(messages(stream)):
                if message.event == "end":
                    assert message.id is None
                    return True
                if message.data is None:
                    assert message.id is None
                    continue
                self._take(message)
                if number > self.patience:
                    return False
        raise AssertionError("the stream ended without an end event")

    def _take(self, message: Message) -> None:
        event = parsed(message)
        assert message.id == str(event["version"])
        assert event["version"] == len(self.events) + 1
        self.events.append(event)
        listed = self.client.get(f"{self.path}/actions")
        if listed["version"] == event["version"] and len(listed["actions"]) > 1:
            command = eager(self.chance, listed["actions"])
            if event["version"] > 400:
                command = {"type": "resign"}
            self.client.http.post(f"{self.path}/commands", json=command).raise_for_status()


def test_a_game_played_along_the_stream(shared: Running) -> None:
    table = Table(shared.url)
    followers = [
        Follower(client, table.path, random.Random(side), 25)
        for side, client in table.clients.items()
    ]
    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(follower.play) for follower in followers]:
            done.result(60)
    for follower in followers:
        assert follower.connections > 3
        assert follower.events == history(follower.client, table.path)
        check_chain(follower.events)
    table.close()


def test_an_abandoned_game_is_ended_and_its_stream_says_so(shared: Running) -> None:
    """Also: an idle stream is kept alive by comments."""
    table = Table(shared.url, move_time_limit=1)
    idle = Table(shared.url)
    table.clients["axis"].http.timeout = httpx.Timeout(PATIENCE)
    beats: list[Message] = []

    def wait_for_a_beat() -> None:
        path = f"{idle.path}/events"
        client = idle.clients["axis"].http
        with client.stream("GET", path, headers=STREAM, timeout=PATIENCE) as stream:
            for message in messages(stream):
                if message.comment is not None:
                    beats.append(message)
                    return

    waiting = threading.Thread(target=wait_for_a_beat)
    waiting.start()
    path = f"{table.path}/events"
    with table.clients["axis"].http.stream("GET", path, headers=STREAM) as stream:
        found = list(messages(stream))
    assert found[-1].event == "end"
    events = [parsed(message) for message in found if message.id is not None]
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    state = table.clients["axis"].get(table.path)
    assert (state["status"], state["ending"]) == ("finished", "time_limit")
    waiting.join(90)
    assert [(beat.id, beat.event, beat.data) for beat in beats] == [(None, None, None)]
    table.close()
    idle.close()


@pytest.mark.parametrize("named", [True, False], ids=["with If-Match", "without"])
def test_of_fifty_equal_commands_at_once_one_is_carried_out(shared: Running, named: bool) -> None:
    table = Table(shared.url)
    found = table.actions()
    assert found is not None
    client, listed = found
    command = eager(random.Random(8), listed["actions"])
    headers = {"If-Match": f'"{listed["version"]}"'} if named else {}
    answers = all_at_once(client, f"{table.path}/commands", command, headers)
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [201] + [412 if named else 409] * (CLIENTS - 1)
    winner = next(answer for answer in answers if answer.status_code == 201).json()
    assert client.get(table.path)["version"] == winner["version"]
    for client in table.clients.values():
        check_chain(history(client, table.path))
    table.close()


def all_at_once(
    client: Client, path: str, command: Json, headers: dict[str, str]
) -> list[httpx.Response]:
    """The answers to one command sent on as many connections."""
    ready = threading.Barrier(CLIENTS)

    def send() -> Any:
        own = httpx.Client(
            base_url=client.http.base_url,
            headers={**client.http.headers, **headers},
            timeout=PATIENCE,
            verify=False,
        )
        with own:
            own.get("/healthz")
            ready.wait(PATIENCE)
            return own.post(path, json=command)

    with ThreadPoolExecutor(CLIENTS) as pool:
        return [sent.result(PATIENCE) for sent in [pool.submit(send) for _ in range(CLIENTS)]]
