"""A network that does to a client what networks do, before a real service; and what the client has
to stand: no decision is made twice by mistake, and nobody asks again sooner than was said.

Each fault is met many times in a game. They are given in turn, to every few requests.
"""

import http.client
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from random import Random
from typing import Any

EVERY = 5
"""One request in so many meets a fault."""
RETRY_AFTER = 1
_EARLY = 0.1
"""Seconds before the end of ``Retry-After`` that are none: clocks tick apart."""
_HOP = frozenset({"connection", "transfer-encoding", "content-length", "keep-alive"})
_HTML = b"<html><body>Bad gateway</body></html>"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service said."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class LostError(Exception):
    """The client hears nothing more on this connection."""


class Hostile:
    """Faults, what clients did about them, and a proxy before ``target`` that has both."""

    def __init__(self, target: str, seed: int, restart: Callable[[], object]) -> None:
        self.target = target
        self.met: Counter[str] = Counter()
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
        who, key = request.headers.get("Authorization", ""), request.key
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
            if name == "restart" and self.met[name] == 1:
                self._restart()
            return name


class _Handler(BaseHTTPRequestHandler):
    """One connection of a client."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    hostile: Hostile

    @property
    def line(self) -> str:
        return f"{self.command} {self.path}"

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
        except (LostError, OSError, http.client.HTTPException):
            self.close_connection = True

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def forward(self) -> Answer:
        """Have the service answer. Raises where it is not there."""
        connection = http.client.HTTPConnection(self.hostile.target.removeprefix("http://"))
        headers = {k: v for k, v in self.headers.items() if k.lower() not in (*_HOP, "host")}
        try:
            connection.request(self.command, self.path, self.body or None, headers)
            found = connection.getresponse()
            return Answer(found.status, found.getheaders(), found.read())
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

    def problem(self, status: int, code: str) -> Answer:
        """A failure as the service tells it."""
        members = (
            f'"type":"/problems/{code}","title":"{code}","status":{status},"code":"{code}",'
            f'"detail":"-","advice":"-","instance":"{self.path}","request_id":"hostile"'
        )
        headers = [("Content-Type", "application/problem+json")]
        if status in (429, 503):
            headers.append(("Retry-After", str(RETRY_AFTER)))
            self.hostile.hold(self.headers.get("Authorization", ""))
        return Answer(status, headers, f"{{{members}}}".encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the kit has its own report."""


def _reset_before(request: _Handler) -> None:
    request.reset()


def _close_before(_: _Handler) -> None:
    raise LostError


def _reset_after(request: _Handler) -> None:
    request.forward()
    request.reset()


def _close_after(request: _Handler) -> None:
    request.forward()
    raise LostError


def _half_head(request: _Handler) -> None:
    request.forward()
    request.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Ty")
    raise LostError


def _half_body(request: _Handler) -> None:
    answer = request.forward()
    request.reply(answer, cut=len(answer.body) // 2)


def _too_many(request: _Handler) -> None:
    request.reply(request.problem(429, "rate_limited"))


def _unavailable(request: _Handler) -> None:
    request.reply(request.problem(503, "store_unavailable"))


def _unavailable_after(request: _Handler) -> None:
    request.forward()
    request.reply(request.problem(503, "store_unavailable"))


def _bad_gateway(request: _Handler) -> None:
    request.reply(Answer(502, [("Content-Type", "text/html")], _HTML))


def _gateway_timeout(request: _Handler) -> None:
    request.forward()
    request.reply(Answer(504, [("Content-Type", "text/html")], _HTML))


def _twice_first(request: _Handler) -> None:
    first = request.forward()
    request.forward()
    request.reply(first)


def _twice_last(request: _Handler) -> None:
    request.forward()
    request.reply(request.forward())


def _stale(request: _Handler) -> None:
    request.reply(request.problem(412, "version_mismatch"))


def _slow(request: _Handler) -> None:
    time.sleep(0.3)
    request.reply(request.forward())


def _pieces(request: _Handler) -> None:
    request.reply(request.forward(), pieces=40)


def _last_on_connection(request: _Handler) -> None:
    request.reply(request.forward())
    request.close_connection = True


def _new_member(request: _Handler) -> None:
    answer = request.forward()
    body, kind = answer.body, dict(answer.headers).get("Content-Type", "")
    if kind == "application/json" and body.startswith(b"{") and len(body) > 2:
        body = b'{"some_day":{"more":1},' + body[1:]
    request.reply(Answer(answer.status, answer.headers, body))


FAULTS: dict[str, Callable[[_Handler], None]] = {
    "reset before": _reset_before,
    "closed before": _close_before,
    "reset after": _reset_after,
    "closed after": _close_after,
    "half a head": _half_head,
    "half a body": _half_body,
    "too_many": _too_many,
    "unavailable": _unavailable,
    "unavailable after": _unavailable_after,
    "bad gateway": _bad_gateway,
    "gateway timeout": _gateway_timeout,
    "twice, first answer": _twice_first,
    "twice, last answer": _twice_last,
    "stale": _stale,
    "slow": _slow,
    "in pieces": _pieces,
    "last on its connection": _last_on_connection,
    "a new member": _new_member,
    "restart": _close_before,
}
"""Each fault by its name: what happens to a request."""
UNKNOWN = frozenset(
    {
        *("reset before", "closed before", "reset after", "closed after", "half a head"),
        *("half a body", "unavailable after", "bad gateway", "gateway timeout", "restart"),
    }
)
"""Faults after which a client cannot know whether its request took effect."""

FAILURES = UNKNOWN | {"too_many", "unavailable", "stale"}
"""Faults after which a client has not heard what it asked for."""


def _handler(hostile: Hostile) -> type[_Handler]:
    return type("Handler", (_Handler,), {"hostile": hostile})
