"""Real processes as their operator sees them: traces, logs, a stop under load, wrong settings."""

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.http.clients import Client, Json, Table, eager, history, messages
from tests.http.running import PROJECT, Running
from tests.support.collector import Collector, Seen, collecting
from tests.support.waiting import PATIENCE, wait_until

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
NONCE = "my-own-nonce"
SERVER = 2
COMMANDS = 80
SENDERS = 8
STREAMS = 10
STREAM = {"Accept": "text/event-stream"}
UNLIT = """
import sys
import api.wsgi, deploy.supervisor, events.telemetry.spans, workers.__main__, workers.projector
print([name for name in sys.modules if name.startswith(LOADED)])
"""
TRACING = ("opentelemetry.sdk.trace", "opentelemetry.exporter", "events.telemetry.exporter")


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as collector:
        yield collector


def lines(running: Running) -> list[Json]:
    """The lines of JSON that a service has written."""
    found: list[Json] = []
    for line in running.output.read_text().splitlines():
        with suppress(json.JSONDecodeError):
            found.append(json.loads(line))
    return found


@dataclass(frozen=True)
class Watched:
    """What became of a service that was played at and stopped."""

    refused: httpx.Response
    game: str
    token: str
    log: list[Json]
    output: bytes


def watched(running: Running, collector: Collector) -> Watched:
    """Play until each program has had something to do. Spans wait in each until it ends, so that
    what it sends then is seen."""
    running.start()
    table = Table(running.url)
    ada = table.clients["allies"]
    wrong = {"type": "end_turn", "seat": "allies", "nonce": NONCE}
    given = {"traceparent": f"00-{TRACE}-{SPAN}-01", "tracestate": "mine=1"}
    refused = ada.http.post(f"{table.path}/commands", json=wrong, headers=given)
    assert table.step(random.Random(1))
    token = ada.http.headers["Authorization"].removeprefix("Bearer ")
    ada.http.get(f"/v1/games?cursor={token}")
    ada.http.get(f"/{token}")
    wait_until(lambda: ada.read("/v1/games")["items"], "the lists are built")
    assert table.step(random.Random(1))
    version = ada.get(table.path)["version"]
    wait_until(lambda: ada.read("/v1/games")["items"][0]["version"] == version, "the lists follow")
    swept = "afteraction_swept_timestamp_seconds "
    wait_until(lambda: swept in ada.http.get("/metrics").text, "the worker has swept")
    table.close()
    assert collector.raw == []
    running.stop()
    game = table.path.rpartition("/")[2]
    return Watched(refused, game, token, lines(running), running.output.read_bytes())


def test_traces_and_logs_tell_of_every_step_and_of_no_secret(
    tmp_path: Path, collector: Collector
) -> None:
    running = Running(
        tmp_path / "data",
        OTEL_EXPORTER_OTLP_ENDPOINT=collector.url,
        OTEL_BSP_SCHEDULE_DELAY="600000",
    )
    try:
        found = watched(running, collector)
    finally:
        running.clean_up()
    path = "/v1/games/{game_id}/commands"
    served = collector.named(f"POST {path}")
    [request] = [span for span in served if span.trace == TRACE]
    assert (request.parent, request.kind, request.failed) == (SPAN, SERVER, False)
    assert request.service == "afteraction-api"
    assert found.refused.headers["traceparent"] == f"00-{TRACE}-{request.id}-01"
    assert request.attributes == {
        "http.request.method": "POST",
        "http.route": path,
        "url.scheme": "http",
        "http.response.status_code": 409,
    }
    [command] = [span for span in collector.named("command") if span.trace == TRACE]
    assert (command.parent, command.failed) == (request.id, False)
    assert command.attributes["afteraction.command"] == "end_turn"
    assert command.attributes["afteraction.outcome"] == "illegal"
    check_step(collector, served, found.game)
    [line] = [line for line in found.log if line.get("trace_id") == TRACE]
    assert (line["route"], line["status"], line["outcome"]) == (path, 409, "illegal")
    assert {span.service for span in collector.named("take in")} == {"afteraction-projector"}
    assert {span.service for span in collector.named("sweep")} == {"afteraction-worker"}
    everything = b"".join(collector.raw) + found.output
    for hidden in (found.token, NONCE):
        assert hidden.encode() not in everything


def check_step(collector: Collector, served: list[Seen], game: str) -> None:
    """A command that was carried out: the request, the command in it, the append in that."""
    done, _ = [
        span
        for span in collector.named("command")
        if span.attributes["afteraction.outcome"] == "accepted"
    ]
    assert done.parent in {span.id for span in served}
    [append] = [span for span in collector.named("append") if span.parent == done.id]
    assert append.trace == done.trace
    assert append.attributes["afteraction.game"] == game


def test_what_makes_traces_is_not_even_loaded_where_nobody_asks_for_them() -> None:
    done = subprocess.run(
        [sys.executable, "-c", UNLIT.replace("LOADED", repr(TRACING))],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert done.stdout.strip() == "[]"


class Follower:
    """Follows a game in a thread until its stream ends."""

    def __init__(self, url: str, path: str) -> None:
        self._client, self._path = Client(url), path
        self.open, self.ended = threading.Event(), ""
        self.thread = threading.Thread(target=self._follow)
        self.thread.start()

    def _follow(self) -> None:
        try:
            with self._client.http.stream("GET", f"{self._path}/events", headers=STREAM) as stream:
                for _ in messages(stream):
                    self.open.set()
            self.ended = "well"
        except httpx.TransportError as error:
            self.ended = repr(error)
        self._client.close()


class Sender:
    """Plays a game of its own, one command after the other, and keeps what it was told."""

    def __init__(self, url: str, number: int) -> None:
        self.table = Table(url)
        self.chance = random.Random(number)
        self.answers: list[httpx.Response] = []

    def play(self, sent: threading.Semaphore) -> None:
        """Send until nobody answers any more."""
        with suppress(httpx.TransportError):
            while True:
                client = self.table.clients[self._awaited()]
                listed = client.get(f"{self.table.path}/actions")["actions"]
                command = eager(self.chance, listed)
                self.answers.append(client.http.post(f"{self.table.path}/commands", json=command))
                sent.release()

    def _awaited(self) -> str:
        found = self.table.clients["axis"].get(f"{self.table.path}/actions")["awaiting"]
        seat: str = found["seat"]
        return seat


def test_a_stop_under_load_answers_every_command_and_ends_every_stream(service: Running) -> None:
    """What was answered is there after the next start, and nothing else is."""
    senders = [Sender(service.url, number) for number in range(SENDERS)]
    quiet = Table(service.url)
    followers = [Follower(service.url, quiet.path) for _ in range(STREAMS)]
    assert all(follower.open.wait(PATIENCE) for follower in followers)
    pids = service.processes()
    sent = threading.Semaphore(0)
    with ThreadPoolExecutor(SENDERS) as pool:
        playing = [pool.submit(sender.play, sent) for sender in senders]
        for _ in range(COMMANDS):
            assert sent.acquire(timeout=PATIENCE)
        assert service.stop() == 0
        for one in playing:
            one.result(PATIENCE)
    for follower in followers:
        follower.thread.join(PATIENCE)
    assert [follower.ended for follower in followers] == ["well"] * STREAMS
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    quiet.close()
    service.start()
    for sender in senders:
        assert {answer.status_code for answer in sender.answers} == {201}
        kept = history(sender.table.clients["axis"], sender.table.path)
        hashes = [event["hash"] for event in kept]
        body = [event for answer in sender.answers for event in answer.json()["events"]]
        assert [event["hash"] for event in body] == hashes[-len(body) :]
        sender.table.close()


@pytest.mark.parametrize("arguments", ["workers", "workers.projector", "deploy.admin event-types"])
def test_a_wrong_setting_is_reported_in_one_line(arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *arguments.split()],
        cwd=PROJECT,
        env={**os.environ, "REDIS_URL": "redis://:secret@"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert done.stderr.startswith("afteraction: REDIS_URL must be ")
    assert "secret" not in done.stderr
