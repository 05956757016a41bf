"""The hostile network does each thing it is known for, and notices what no client may do."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from tests.clients.faults import FAULTS
from tests.clients.hostile import EVERY, Hostile

CLIENT = httpx.Client(timeout=1.0, verify=False)
ROUNDS = 2 * EVERY * len(FAULTS)
"""More than each fault takes: a request on a connection that was closed is met by none."""


class Echo(BaseHTTPRequestHandler):
    """A service that says the same to everybody."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def _serve(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "7")
        self.end_headers()
        self.wfile.write(b'{"a":1}')

    do_GET = do_POST = _serve

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    network = Hostile(f"http://127.0.0.1:{server.server_port}", 1, lambda: None)
    yield network
    network.close()
    server.shutdown()
    server.server_close()
    thread.join()


def decide(hostile: Hostile, key: str, token: str = "ada") -> int | None:
    """The status that a command is answered with, if it is."""
    headers = {"Idempotency-Key": key, "Authorization": token}
    with suppress(httpx.TransportError):
        return CLIENT.post(f"{hostile.url}/v1/games/g/commands", headers=headers).status_code
    return None


def test_each_fault_is_met_in_its_turn(hostile: Hostile) -> None:
    statuses = {decide(hostile, str(n), f"{n}") for n in range(ROUNDS)}
    assert set(hostile.met) == set(FAULTS)
    assert statuses == {None, 200, 412, 429, 502, 503, 504}
    assert hostile.violations == []


def test_what_no_client_may_do_is_noticed(hostile: Hostile) -> None:
    """The one decides anew after each loss, the other repeats what it sent, but at once."""
    for n in range(ROUNDS):
        decide(hostile, str(n), "hasty")
    said = set(map(without_numbers, hostile.violations))
    assert said == {"decides anew", "came before"}
    hostile.violations.clear()
    for n in range(ROUNDS):
        while decide(hostile, str(n), f"faithful {n}") not in (200, 412):
            pass
    assert set(map(without_numbers, hostile.violations)) == {"came before"}


def without_numbers(violation: str) -> str:
    return " ".join(violation.replace(",", "").split()[2:4])
