"""Slow and broken clients: refused cleanly or served, and nobody else notices."""

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import httpx
import pytest
from granian import _granian

from api.settings import Settings
from deploy.web import WEB_ALLOCATOR, set_environment
from tests.http import early
from tests.http.clients import Table
from tests.http.raw import Raw, request, statuses
from tests.http.running import PROJECT, Running, descriptors
from tests.support.waiting import PATIENCE, SELDOM, wait_until

REFUSALS = {400, 401, 404, 405, 406, 408, 411, 413, 414, 415, 422, 431, 501, 505}
MANY = 40
SLACK = 8
"""Descriptors that come and go by themselves: connections that clients keep."""
JSON = b"Content-Type: application/json"
CHUNKED = b"Transfer-Encoding: chunked"
PLAYERS = b"/v1/players"
NOT_UTF8 = b"\xff\xfe\xc3\x28\xed\xa0\x80"
DEEP = 10_000
LARGE = 10 * 1024 * 1024
IMPORT = (b"POST", b"/v1/imports", b"application/x-ndjson", 401)


class Guest:
    """Somebody who plays on as if nothing were the matter."""

    def __init__(self, url: str) -> None:
        self._table = Table(url)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._play)
        self.url = url
        self.steps = 0
        self.surprise: BaseException | None = None
        self._thread.start()

    def _play(self) -> None:
        chance = random.Random(3)
        try:
            while not self._over.wait(SELDOM):
                if self._table.step(chance):
                    self.steps += 1
                else:
                    self._table.close()
                    self._table = Table(self.url)
        except BaseException as error:
            self.surprise = error

    def plays_on(self) -> None:
        """Fail unless a few more commands go through."""
        goal = self.steps + 3
        wait_until(lambda: self.steps >= goal or self.surprise is not None, "somebody plays on")
        if self.surprise is not None:
            raise self.surprise

    def leave(self) -> None:
        self._over.set()
        self._thread.join(PATIENCE)
        self._table.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("broken") / "data", RATE_LIMITS="off")
    try:
        running.start()
        yield running
    finally:
        running.clean_up()


@pytest.fixture(scope="module")
def guest(service: Running) -> Iterator[Guest]:
    guest = Guest(service.url)
    yield guest
    guest.leave()


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_behind(service: Running, guest: Guest) -> Iterator[None]:
    """Fail when threads or descriptors of the server stay after all these clients."""
    httpx.get(f"{service.url}/metrics", verify=False).raise_for_status()
    worker = service.web()[-1]
    before = descriptors(worker)
    yield
    assert service.web()[-1] == worker, "the web server has been started anew"
    wait_until(lambda: streams(service) == 0, "no stream is open")
    wait_until(
        lambda: descriptors(worker) <= before + SLACK,
        f"the descriptors of the server are about {before} again",
    )
    assert b'"level":"error"' not in service.output.read_bytes()
    assert b"Traceback" not in service.output.read_bytes()


def streams(service: Running) -> float:
    """How many streams the server holds."""
    text = httpx.get(f"{service.url}/metrics", verify=False).text
    lines = [line for line in text.splitlines() if line.startswith("afteraction_streams")]
    assert lines, "there is a figure of open streams"
    return sum(float(line.split(" ")[-1]) for line in lines)


def test_no_thread_keeps_what_a_request_took(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    [(name, value)] = WEB_ALLOCATOR.items()
    library = Path(_granian.__file__).read_bytes()
    assert name.encode() in library, "granian's allocator listens to another name"
    imports = "import sys, deploy.supervisor; sys.exit('granian' in sys.modules)"
    subprocess.run([sys.executable, "-c", imports], cwd=PROJECT, check=True)
    monkeypatch.delenv(name, raising=False)
    set_environment(Settings(), tmp_path)
    assert os.environ[name] == value


def chunk(size: bytes, data: bytes) -> bytes:
    return b"%b\r\n%b\r\n" % (size, data)


def post(*headers: bytes, body: bytes = b"") -> bytes:
    return request("POST", PLAYERS, JSON, *headers) + body


BROKEN = {
    "a body of 10 MB": request("POST", PLAYERS, body=b" " * LARGE),
    "10 MB for an import": request("POST", b"/v1/imports", body=b"{}\n" * (LARGE // 3)),
    "10 MB in chunks": post(CHUNKED, body=chunk(b"%x" % LARGE, b" " * LARGE) + b"0\r\n\r\n"),
    "a path that is not UTF-8": request("GET", b"/v1/games/" + NOT_UTF8),
    "a packed path that is not UTF-8": request("GET", b"/v1/games/%ff%fe%c3%28"),
    "a query that is not UTF-8": request("GET", b"/v1/games?status=%ff%fe&%c3%28=1"),
    "a token that is not UTF-8": request("GET", b"/v1/games", b"Authorization: Bearer " + NOT_UTF8),
    "a body that is not UTF-8": request("POST", PLAYERS, body=b'{"name": "%b"}' % NOT_UTF8),
    "half a surrogate": request("POST", PLAYERS, body=b'{"name": "\\ud800"}'),
    "deep arrays": request("POST", PLAYERS, body=b"[" * DEEP + b"]" * DEEP),
    "deep objects": request("POST", PLAYERS, body=b'{"a":' * DEEP + b"1" + b"}" * DEEP),
    "depth without an end": request("POST", PLAYERS, body=b'{"name":' + b"[" * DEEP),
    "10,000 headers": request(
        "GET", b"/v1/me", *(b"X-Header-%d: x" % number for number in range(10_000))
    ),
    "a header of 2 MB": request("GET", b"/v1/me", b"X-Large: " + b"x" * (2 << 20)),
    "a URL of 2 MB": request("GET", b"/v1/games?player=" + b"x" * (2 << 20)),
    "a URL of 60 kB": request("GET", b"/v1/games/" + b"x" * 60_000),
    "not HTTP": b"\x00\x01\x02 this is not HTTP\r\n\r\n",
    "noise": random.Random(1).randbytes(4096) + b"\r\n\r\n",
    "a TLS greeting": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(512),
    "a method that is none": request("F\x01O", b"/"),
    "a version that is none": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "a header without a colon": b"GET /healthz HTTP/1.1\r\nHost localhost\r\n\r\n",
    "a negative length": post(b"Content-Length: -1"),
    "two lengths": post(b"Content-Length: 2", b"Content-Length: 3", body=b"{}"),
    "a length that is no number": post(b"Content-Length: two", body=b"{}"),
    "a length and chunks that tell another": post(
        CHUNKED, b"Content-Length: 4", body=chunk(b"2", b"{}") + b"0\r\n\r\n"
    ),
    "a chunk whose size is no number": post(CHUNKED, body=chunk(b"zz", b"{}")),
    "a chunk of more than it says": post(CHUNKED, body=chunk(b"1", b"{}{}{}{}")),
    "a chunk of untold size": post(CHUNKED, body=chunk(b"f" * 40, b"{}")),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_served_is_refused(service: Running, guest: Guest, name: str) -> None:
    with closing(Raw(service.port)) as client:
        client.send(BROKEN[name])
        found = statuses(client.read())
    assert set(found) <= REFUSALS, found
    assert len(found) <= 1 or name == "a length and chunks that tell another", found
    guest.plays_on()


def test_a_body_that_ends_too_early_is_not_taken_for_whole(service: Running, guest: Guest) -> None:
    """With a length or without. In chunks the web server takes the end of the connection for the
    end of the body, so there only what is no JSON gives itself away; a proxy in front knows."""
    whole = b'{"name": "Ann"}'
    cut = [
        request("POST", PLAYERS, JSON, b"Content-Length: 500") + whole,
        post(CHUNKED, body=chunk(b"%x" % len(whole), whole)[:-8]),
        post(CHUNKED, body=b"ff\r\n" + whole[:-1]),
    ]
    for sent in cut:
        with closing(Raw(service.port)) as client:
            client.send(sent)
            client.ends_sending()
            found = statuses(client.read())
        assert set(found) <= REFUSALS, (sent, found)
    guest.plays_on()


def test_requests_sent_at_once_are_answered_in_order(service: Running, guest: Guest) -> None:
    asked = [b"/healthz", b"/v1/none", b"/v1/games?limit=1", b"/v1/players/me"] * 10
    with closing(Raw(service.port)) as client:
        for path in asked[:-1]:
            client.send(b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n" % path)
        client.send(request("GET", asked[-1]))
        found = statuses(client.read())
    assert found == [200, 404, 200, 401] * 10
    guest.plays_on()


@pytest.mark.parametrize(
    ("size", "coding", "refusals", "outcome"),
    [
        (200, "length", early.REFUSALS, early.KEPT),
        (200, "chunks", early.REFUSALS, early.KEPT),
        (60_000, "length", early.REFUSALS, early.KEPT),
        (1_000_000, "length", [IMPORT], early.KEPT),
        (70_000, "length", early.REFUSALS, early.TOLD),
    ],
    ids=["small", "chunks", "large", "an import", "too large"],
)
def test_no_connection_ends_without_a_word_when_a_body_comes_after_its_refusal(
    service: Running, size: int, coding: str, refusals: list[early.Refusal], outcome: str
) -> None:
    requests = 8 * len(refusals)
    found = early.refused(service.port, requests, random.Random(size), size, coding, refusals)
    assert found == {outcome: requests}


def test_who_waits_for_leave_to_send_a_body_is_refused_at_once(service: Running) -> None:
    with closing(Raw(service.port)) as client:
        client.send(b"POST /v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n")
        client.send(b"Expect: 100-continue\r\n\r\n")
        answer = client.read()
    assert statuses(answer) == [401]
    assert b"\r\nconnection: close\r\n" in answer


def test_answers_that_nobody_reads_to_the_end_hold_up_nobody(
    service: Running, guest: Guest
) -> None:
    path = guest_game(service)
    events = f"{path}/events".encode()
    asked = [
        request("GET", b"/openapi.yaml"),
        request("GET", events),
        request("GET", events, b"Accept: text/event-stream"),
        request("GET", events, b"Accept: application/x-ndjson"),
    ]
    for sent in asked * (MANY // len(asked)):
        client = Raw(service.port)
        client.send(sent)
        assert statuses(client.read_head()) == [200]
        client.drop()
    guest.plays_on()


def guest_game(service: Running) -> str:
    """The address of a game that goes on without a move."""
    table = Table(service.url)
    table.close()
    return str(table.path)


def test_half_closed_streams_hold_up_nobody(service: Running, guest: Guest) -> None:
    events = f"{guest_game(service)}/events".encode()
    with ExitStack() as open_now:
        for number in range(MANY):
            client = open_now.enter_context(closing(Raw(service.port)))
            form = b"text/event-stream" if number % 2 else b"application/x-ndjson"
            client.send(request("GET", events, b"Accept: " + form))
            assert statuses(client.read_head()) == [200]
            client.ends_sending()
        guest.plays_on()


def test_who_sends_slowly_is_cut_off_or_waited_for_alone(service: Running, guest: Guest) -> None:
    """Headers have ten seconds. A body may take its time, on threads that are kept for that; in
    front of the service a proxy bounds it."""
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    body = request("POST", PLAYERS, JSON, b"Content-Length: 60000") + b"{"
    with ExitStack() as open_now:
        heads = [open_now.enter_context(closing(Raw(service.port))) for _ in range(MANY)]
        bodies = [open_now.enter_context(closing(Raw(service.port))) for _ in range(MANY)]
        for client in heads:
            client.send(head)
        for client in bodies:
            client.send(body)
        cut_off = threading.Event()

        def drip() -> None:
            while not cut_off.wait(0.2):
                for client in heads + bodies:
                    client.send(b" ")

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            for _ in range(3):
                guest.plays_on()
            wait_until(lambda: all(client.refused for client in heads), "slow headers are cut off")
            guest.plays_on()
        finally:
            cut_off.set()
            dripping.join()
        for client in heads:
            assert set(statuses(client.read())) <= REFUSALS
    guest.plays_on()
