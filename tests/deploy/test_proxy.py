"""The service behind a real nginx with the settings that come along."""

import gzip
import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.http.problem_kinds import KINDS
from api.http.uploads import MAX_UPLOAD, PATHS
from api.resources.review.history import HEARTBEAT_SECONDS
from tests.deploy.proxied import CONF, PROGRAM, Proxy
from tests.http.clients import Json, Message, messages, parsed
from tests.http.running import Running, descriptors, free_port
from tests.support.waiting import PATIENCE, wait_until

if PROGRAM is None:
    pytest.skip("there is no nginx; install Debian's package nginx", allow_module_level=True)

STREAM = {"Accept": "text/event-stream"}
MANY = 40
MEMBERS = {"type", "title", "status", "detail", "instance", "code", "request_id"}
OPERATORS = ["/healthz", "/readyz", "/metrics", "/metrics/", "//metrics", "/%6detrics"]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(tmp_path_factory.mktemp("service") / "data")
    try:
        running.start(120)
        yield running
    finally:
        running.clean_up()


@pytest.fixture(scope="module")
def proxy(service: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    proxy = Proxy(tmp_path_factory.mktemp("nginx"), service.port)
    try:
        proxy.start()
        yield proxy
    finally:
        proxy.stop()


@pytest.fixture(scope="module")
def compressing(service: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    proxy = Proxy(tmp_path_factory.mktemp("compressing"), service.port, compresses=True)
    try:
        proxy.start()
        yield proxy
    finally:
        proxy.stop()


class Player:
    """A player who sits on both sides of a new game, and talks to the proxy alone."""

    def __init__(self, proxy: Proxy) -> None:
        self.http = proxy.client()
        made = self.http.post("/v1/players", json={"name": "Ada"}).raise_for_status().json()
        self.http.headers["Authorization"] = f"Bearer {made['token']}"
        params = {"scenario": "pegasus_bridge", "edition": "2025"}
        answer = self.http.post("/v1/games", json=params).raise_for_status()
        self.game = answer.headers["Location"]
        for side in ("allies", "axis"):
            self.http.post(f"{self.game}/seats", json={"side": side}).raise_for_status()

    def first_action(self) -> Any:
        actions = self.http.get(f"{self.game}/actions").raise_for_status().json()["actions"]
        return next(action for action in actions if action["type"] != "resign")

    def submit(self, command: Json, **headers: str) -> httpx.Response:
        return self.http.post(f"{self.game}/commands", json=command, headers=headers)


@pytest.fixture
def player(proxy: Proxy) -> Iterator[Player]:
    player = Player(proxy)
    yield player
    player.http.close()


@pytest.mark.parametrize("compresses", [False, True], ids=["by the service", "by nginx"])
def test_a_compressed_answer_has_a_weak_tag_that_commands_and_caches_may_name(
    proxy: Proxy, compressing: Proxy, *, compresses: bool
) -> None:
    player = Player(compressing if compresses else proxy)
    with player.http.stream("GET", player.game, headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        state = json.loads(gzip.decompress(b"".join(answer.iter_raw())))
    tag = answer.headers["ETag"]
    assert tag.startswith(f'W/"{state["version"]}.')
    varies = ", ".join(answer.headers.get_list("Vary"))
    assert "Accept-Encoding" in varies
    assert "Authorization" in varies
    known = player.http.get(player.game, headers={"If-None-Match": tag})
    assert (known.status_code, known.content) == (304, b"")
    done = player.submit(player.first_action(), **{"If-Match": tag})
    assert done.status_code == 201
    again = player.submit(player.first_action(), **{"If-Match": tag})
    assert (again.status_code, again.json()["code"]) == (412, "version_mismatch")
    assert player.http.get(player.game, headers={"If-None-Match": tag}).status_code == 200
    player.http.close()


def test_each_event_of_a_stream_arrives_before_the_next_is_made(player: Player) -> None:
    path = f"{player.game}/events"
    asked = {**STREAM, "Accept-Encoding": "gzip", "Last-Event-ID": str(version(player))}
    with player.http.stream("GET", path, headers=asked) as stream:
        assert stream.headers["Content-Type"].startswith("text/event-stream")
        assert "Content-Encoding" not in stream.headers
        found = messages(stream)
        delays = []
        for _ in range(5):
            done = player.submit(player.first_action()).raise_for_status().json()
            made = time.monotonic()
            expected = [event["version"] for event in done["events"]]
            assert [parsed(next_event(found))["version"] for _ in expected] == expected
            delays.append(time.monotonic() - made)
        # Held back by a buffer, they would come with the first heartbeat at the earliest.
        assert min(delays) < HEARTBEAT_SECONDS / 2
        beat = next(found)
        assert (beat.id, beat.data) == (None, None)
        assert beat.comment is not None


def test_each_line_of_a_stream_of_lines_arrives_before_the_next_is_made(player: Player) -> None:
    asked = {"Accept": "application/x-ndjson", "Accept-Encoding": "gzip"}
    path = f"{player.game}/events?after={version(player)}"
    with player.http.stream("GET", path, headers=asked) as stream:
        assert stream.headers["Content-Type"].startswith("application/x-ndjson")
        assert "Content-Encoding" not in stream.headers
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        for _ in range(3):
            done = player.submit(player.first_action()).raise_for_status().json()
            items: list[int] = []
            while len(items) < len(done["events"]):
                items += [line["version"] for line in (next(lines),) if "hash" in line]
            assert items == [event["version"] for event in done["events"]]


def version(player: Player) -> int:
    found: int = player.http.get(player.game).json()["version"]
    return found


def next_event(found: Iterator[Message]) -> Message:
    """The next message that is an event, passing over heartbeats of a slow machine."""
    return next(message for message in found if message.id is not None)


def test_slow_bodies_wait_in_nginx_and_take_nothing_of_the_service(
    player: Player, proxy: Proxy, service: Running
) -> None:
    body = json.dumps({**player.first_action(), "validate_only": True}).encode()
    head = (
        f"POST {player.game}/commands HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        f"Authorization: {player.http.headers['Authorization']}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    worker = service.web()[-1]
    before = descriptors(worker)
    with ExitStack() as open_now:
        slow = [open_now.enter_context(closing(proxy.raw())) for _ in range(MANY)]
        for client in slow:
            client.sendall(head + body[:1])
        assert player.submit(player.first_action()).status_code == 201
        assert descriptors(worker) < before + MANY // 2
        for client in slow:
            client.sendall(body[1:])
        for client in slow:
            # What it tries has been done meanwhile.
            assert client.recv(64).startswith(b"HTTP/1.1 409 ")


def test_a_problem_passes_unchanged(player: Player, service: Running) -> None:
    wrong = {"type": "end_turn", "at_once": True}
    for command in ({"type": "end_turn"}, wrong):
        answers = []
        for base in ("", service.url):
            answers.append(
                player.http.post(
                    f"{base}{player.game}/commands",
                    json=command,
                    headers={"X-Request-Id": "the-same"},
                )
            )
        behind, direct = answers
        assert behind.status_code == direct.status_code >= 400
        assert behind.headers["Content-Type"] == "application/problem+json"
        assert behind.content == direct.content
        assert behind.json()["request_id"] == "the-same"


def test_a_request_has_one_id_in_the_log_of_nginx_and_in_the_answer(
    proxy: Proxy, player: Player
) -> None:
    strange = player.http.get("/v1/scenarios", headers={"X-Request-Id": "not one of ours"})
    given = strange.headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f]{32}", given)
    own = player.http.get("/v1/scenarios?limit=zero", headers={"X-Request-Id": "mine-1"})
    assert own.headers["X-Request-Id"] == "mine-1"
    # A line is written after the answer.
    wait_until(lambda: '"mine-1"' in proxy.log(), "the log has both lines")
    lines = [json.loads(line) for line in proxy.log().splitlines() if line.startswith("{")]
    written = {line["request_id"]: line for line in lines}
    assert written[given]["status"] == 200
    assert written["mine-1"]["path"] == "/v1/scenarios"
    assert player.http.headers["Authorization"].split()[1] not in proxy.log()


@pytest.mark.parametrize("path", OPERATORS)
def test_what_is_for_operators_is_not_shown_outside(
    proxy: Proxy, service: Running, path: str
) -> None:
    assert httpx.get(f"{service.url}/metrics", timeout=PATIENCE, verify=False).status_code == 200
    with proxy.client() as client:
        answer = client.get(f"{proxy.url}{path}")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_what_nginx_refuses_is_reported_in_the_words_of_the_service(
    proxy: Proxy, service: Running
) -> None:
    with proxy.client() as client:
        large = client.post("/v1/players", json={"name": "x" * 70_000})
        imports = [client.post(path, content=b"x" * 3_900_000) for path in PATHS]
        beyond = [client.post(path, content=b"x" * (MAX_UPLOAD + 1)) for path in PATHS]
        headers = client.get("/v1/scenarios", headers={"X-Long": "x" * 9_000})
    assert (large.status_code, headers.status_code) == (413, 400)
    # The service itself has answered: nobody is signed in.
    assert [answer.status_code for answer in imports] == [401] * len(PATHS)
    assert [answer.status_code for answer in beyond] == [413] * len(PATHS)
    written = [json.loads(body) for body in re.findall(r"return \d+ '(\{.*\})'", CONF.read_text())]
    assert {large.json()["code"], headers.json()["code"]} < {body["code"] for body in written}
    for body in written:
        assert body["status"] == int(KINDS[body["code"]].status)
        assert body["type"] == f"/problems/{body['code']}"
        assert body.keys() >= MEMBERS


def test_an_address_makes_only_so_much_at_once_and_reads_as_it_likes(proxy: Proxy) -> None:
    """Branches and imports are counted with players and games, whatever becomes of them."""
    made = ("players", "games/none/branches", "games/none/rematch", "imports/studies")
    with proxy.client() as client:
        answers = [client.post(f"/v1/{made[number % len(made)]}") for number in range(90)]
        late = [answer for answer in answers if answer.status_code == 429]
        assert {answer.url.path for answer in late} == {f"/v1/{path}" for path in made}
        refused = late[0]
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
        assert refused.json()["code"] == "too_many_requests"
        reads = {client.get("/v1/scenarios/pegasus_bridge").status_code for _ in range(90)}
    assert reads == {200}


def test_a_service_that_is_away_is_reported_like_a_store_that_is(tmp_path: Path) -> None:
    proxy = Proxy(tmp_path / "nginx", free_port())
    try:
        proxy.start()
        with proxy.client() as client:
            answer = client.post("/v1/players", json={"name": "Ada"})
    finally:
        proxy.stop()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json()["code"] == "store_unavailable"


def test_without_tls_nothing_is_served(proxy: Proxy) -> None:
    answer = httpx.get(
        f"http://127.0.0.1:{proxy.plain_port}/v1/scenarios", timeout=PATIENCE, verify=False
    )
    assert answer.status_code == 301
    assert answer.headers["Location"] == "https://afteraction.example/v1/scenarios"
