"""Streams go on after every restart, with nothing lost and nothing twice."""

import json
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx

from tests.http.clients import Client, Json, Table, history, messages
from tests.http.running import Running
from tests.support.waiting import PATIENCE, wait_until

SSE, LINES = "text/event-stream", "application/x-ndjson"
ENOUGH = 5
"""Commands after each restart."""


class Follower:
    """A client that reads a stream, and comes back whenever it breaks off."""

    def __init__(self, client: Client, path: str, form: str) -> None:
        self._client = client
        self._path = path
        self._form = form
        self.after: Any = None
        self.found: list[Json] = []
        self.words: list[str] = []
        self.done = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.done.is_set():
            try:
                self._follow()
            except httpx.TransportError:
                time.sleep(0.05)

    def _follow(self) -> None:
        asked = {} if self.after is None else {"after": self.after}
        headers = {"Accept": self._form}
        with self._client.http.stream(
            "GET", self._path, params=asked, headers=headers, timeout=PATIENCE
        ) as stream:
            if stream.status_code != 200:
                time.sleep(0.05)
                return
            for place, each in self._messages(stream):
                self._take(place, each)
                if self.done.is_set():
                    return

    def _messages(self, stream: httpx.Response) -> Iterator[tuple[str | None, Json]]:
        if self._form == SSE:
            for message in messages(stream):
                if message.data is not None:
                    yield message.id, json.loads(message.data)
        else:
            for line in filter(None, stream.iter_lines()):
                yield None, json.loads(line)

    def _take(self, place: str | None, result: Json) -> None:
        if "control" in result:
            assert place is None
            self.words.append(result["control"])
            self.after = result.get("after", self.after)
            if result["control"] == "end":
                self.done.set()
            return
        self.found.append(result)
        if place is not None:
            self.after = place
        elif "version" in result:
            self.after = result["version"]

    def versions(self, path: str) -> set[int]:
        """What it has of a game, by a stream of all games."""
        game = path.rpartition("/")[2]
        return {one["event"]["version"] for one in self.found if one["game"] == game}


class Audience:
    """Two who follow a game and two who follow all games of its player, in both forms."""

    def __init__(self, table: Table, url: str) -> None:
        self.table = table
        ada = table.clients["allies"].http.headers["Authorization"]
        self._clients = [Client(url) for _ in range(4)]
        for client in self._clients:
            client.http.headers["Authorization"] = ada
        paths = [f"{table.path}/events"] * 2 + ["/v1/players/me/events"] * 2
        followers = [
            Follower(*asked) for asked in zip(self._clients, paths, (SSE, LINES) * 2, strict=True)
        ]
        self.of_game, self.of_all = followers[:2], followers[2:]

    def catch_up(self) -> None:
        """Wait until everybody has everything."""
        version = self.table.clients["allies"].read(self.table.path)["version"]
        whole = set(range(1, version + 1))

        def all_have_it() -> bool:
            has_game = all(int(f.after or 0) == version for f in self.of_game)
            return has_game and all(f.versions(self.table.path) >= whole for f in self.of_all)

        try:
            wait_until(all_have_it, "everybody has everything")
        except AssertionError as late:
            have = [f.after for f in self.of_game]
            lack = [sorted(whole - f.versions(self.table.path)) for f in self.of_all]
            raise AssertionError(f"of {version} versions {have}, without {lack}") from late

    def words(self) -> list[list[str]]:
        """The words of control that the followers of the game have heard so far."""
        return [list(follower.words) for follower in self.of_game]

    def check(self, events: list[Json]) -> None:
        """In order and once in the game's own streams, at least once in those of all games."""
        for follower in self.of_game:
            assert follower.done.wait(90)
            assert follower.found == events
        kept = {event["version"]: event for event in events}
        for follower in self.of_all:
            assert follower.versions(self.table.path) == set(kept)
            assert all(one["event"] == kept[one["event"]["version"]] for one in follower.found)

    def leave(self, service: Running) -> None:
        """Nothing but the end of the API ends the streams of all games."""
        for follower in self.of_game + self.of_all:
            follower.done.set()
        pids = service.web()
        os.kill(pids[0], signal.SIGTERM)
        for follower in self.of_game + self.of_all:
            follower.thread.join(90)
            assert not follower.thread.is_alive()
        wait_until(lambda: not {*pids} & {*service.web()}, "the API has ended")
        for client in self._clients:
            client.close()


def test_streams_go_on_after_a_restart_of_the_api_and_of_redis(service: Running) -> None:
    table, chance = Table(service.url), random.Random(12)
    audience = Audience(table, service.url)

    def stop_the_api() -> None:
        os.kill(service.web()[0], signal.SIGTERM)

    def kill_the_api() -> None:
        service.kill(service.web())

    def kill_redis() -> None:
        service.kill(service.redis()[:1])

    for crash, each in ((stop_the_api, True), (kill_the_api, False), (kill_redis, False)):
        audience.catch_up()
        before = audience.words()
        pids = service.web()
        crash()
        for _ in range(ENOUGH):
            assert table.step(chance)
        audience.catch_up()
        news = [now[len(old) :] for now, old in zip(audience.words(), before, strict=True)]
        # Whoever is quick meets the process that stops once more.
        assert not each or all(set(words) == {"reconnect"} for words in news)
        assert each or not any(news)
        assert (service.web() == pids) is (crash is kill_redis)
    table.resign()
    audience.catch_up()
    audience.check(history(table.clients["allies"], table.path))
    audience.leave(service)
    table.close()
