"""A network that does to a client what networks do, before a real service; and what the client has
to stand: no decision is made twice by mistake, and nobody asks again sooner than was said.

Each fault is met many times in a game. They are given in turn, to every few requests.
"""

import http.client
import select
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from random import Random
from typing import Any

from tests.clients.faults import (
    FAILURES,
    FAULTS,
    NO_HEADERS,
    ONCE,
    RETRY_AFTER,
    UNKNOWN,
    Answer,
    LostError,
)

EVERY = 5
"""One request in so many meets a fault."""
_EARLY = 0.1
"""Seconds before the end of ``Retry-After`` that are none: clocks tick apart."""
_HOP = frozenset({"connection", "transfer-encoding", "content-length", "keep-alive"})


class Hostile:
    """Faults, what clients did about them, and a proxy before ``target`` that has both."""

    def __init__(self, target: str, seed: int, restart: Callable[[], object]) -> None:
        self.target = target
        self.met: Counter[str] = Counter()
        self.decided: dict[tuple[str, str], bytes] = {}
        """The body of each decision that took effect, by its player's token and its key."""
        self.violations: list[str] = []
        self._restart = restart
        self._lock = threading.Lock()
        self._requests = 0
        faults = sorted(FAULTS)
        Random(seed).shuffle(faults)
        self._turns = cycle(faults)
        self._next = next(self._turns)
        self._unknown: dict[str, str] = {}
        """The keys of commands whose outcome their players could not learn, by token."""
        self._wait_until: dict[str, float] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def hold(self, who: str) -> None:
        """Note that a client was just told when to ask again."""
        with self._lock:
            self._wait_until[who] = time.monotonic() + RETRY_AFTER

    def fault(self, request: "_Handler") -> str | None:
        """What happens to a request, if anything; what its client did wrong is noted."""
        who, key = request.who, request.key
        with self._lock:
            if time.monotonic() < self._wait_until.pop(who, 0.0) - _EARLY:
                self.violations.append(f"{request.line} came before Retry-After was over")
            pending = self._unknown.get(who)
            if pending is not None and request.decides and key != pending:
                self.violations.append(
                    f"{request.line} decides anew, not knowing what {pending} did"
                )
            self._requests += 1
            # Only a decision can be stale; that fault waits for one.
            met = self._requests >= EVERY and (self._next != "stale" or request.decides)
            name = self._next if met else None
            if name not in FAILURES:
                self._unknown.pop(who, None)
            if name is None:
                return None
            self.met[name] += 1
            self._requests, self._next = 0, next(self._turns)
            if request.decides and name in UNKNOWN:
                self._unknown[who] = key or "it"
            if name in ONCE and self.met[name] > 1:
                return "closed before"
            if name == "restart":
                self._restart()
            return name

    def lose(self, request: "_Handler") -> None:
        """Note that a client cannot know what became of its request."""
        if request.decides:
            with self._lock:
                self._unknown[request.who] = request.key or "it"

    def note(self, request: "_Handler", answer: Answer) -> None:
        """Note what the service has said to a decision."""
        if request.decides and answer.status == HTTPStatus.CREATED:
            with self._lock:
                known = self.decided.setdefault((request.who, request.key or ""), request.body)
                if known != request.body:
                    self.violations.append(f"{request.line} took effect twice under one key")


class _Handler(BaseHTTPRequestHandler):
    """One connection of a client."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    hostile: Hostile

    @property
    def line(self) -> str:
        return f"{self.command} {self.path}"

    @property
    def who(self) -> str:
        return self.headers.get("Authorization", "")

    @property
    def key(self) -> str | None:
        return self.headers.get("Idempotency-Key")

    @property
    def decides(self) -> bool:
        return self.command == "POST" and self.path.endswith("/commands")

    def _serve(self) -> None:
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        name = self.hostile.fault(self)
        try:
            if name is None:
                self.reply(self.forward())
            else:
                FAULTS[name](self)
        except LostError:
            self.close_connection = True
        except (OSError, http.client.HTTPException):
            self.close_connection = True
            self.hostile.lose(self)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def forward(self) -> Answer:
        """Have the service answer. Raises where it is not there."""
        connection = http.client.HTTPConnection(self.hostile.target.removeprefix("http://"))
        headers = {k: v for k, v in self.headers.items() if k.lower() not in (*_HOP, "host")}
        try:
            connection.request(self.command, self.path, self.body or None, headers)
            found = connection.getresponse()
            answer = Answer(found.status, found.getheaders(), found.read())
            self.hostile.note(self, answer)
            return answer
        finally:
            connection.close()

    def reply(self, answer: Answer, cut: int | None = None, pieces: int = 0) -> None:
        """Pass an answer on: whole, up to a byte, or in so many pieces a moment apart."""
        self.send_response_only(answer.status)
        for name, value in answer.headers:
            if name.lower() not in _HOP:
                self.send_header(name, value)
        if answer.status not in (204, 304):
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        step = max(1, len(answer.body) // pieces) if pieces else max(1, len(answer.body))
        for start in range(0, len(answer.body) if cut is None else cut, step):
            self.wfile.write(answer.body[start : start + step][:cut])
            self.wfile.flush()
            time.sleep(0.002 if pieces else 0)
        if cut is not None:
            raise LostError

    def reset(self) -> None:
        """Break the connection off, so that its other end is told so."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        raise LostError

    def say(self, raw: bytes) -> None:
        """Send these bytes."""
        self.wfile.write(raw)

    def wait_for_the_end(self, seconds: float) -> None:
        """Say nothing until the client hangs up, which it does before so many seconds are over."""
        if not select.select([self.connection], [], [], seconds)[0]:
            self.hostile.violations.append(f"{self.line} was waited for longer than {seconds} s")

    def has_hung_up(self) -> bool:
        """Whether the client waits for no answer any more, as this network was too slow."""
        if not select.select([self.connection], [], [], 0)[0]:
            return False
        with suppress(ConnectionResetError):
            return self.connection.recv(1, socket.MSG_PEEK) == b""
        return True

    def close_afterwards(self) -> None:
        """Take no other request on this connection."""
        self.close_connection = True

    def problem(self, status: int, code: str, headers: Mapping[str, str] = NO_HEADERS) -> Answer:
        """A failure as the service tells it."""
        members = (
            f'"type":"/problems/{code}","title":"{code}","status":{status},"code":"{code}",'
            f'"detail":"-","advice":"-","instance":"{self.path}","request_id":"hostile"'
        )
        if "Retry-After" in headers and not self.has_hung_up():
            self.hostile.hold(self.who)
        items = [("Content-Type", "application/problem+json"), *headers.items()]
        return Answer(status, items, f"{{{members}}}".encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the kit has its own report."""


def _handler(hostile: Hostile) -> type[_Handler]:
    return type("Handler", (_Handler,), {"hostile": hostile})
