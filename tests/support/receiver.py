"""A receiver of webhooks that behaves as its paths say, and remembers what came."""

import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks.webhooks import Webhook

_WAITS = {"slow": 30.0, "lazy": 1.5}
"""Seconds until these paths accept."""


@dataclass
class Received:
    """A request: where to, when (seconds since 1970), its headers, and its body."""

    path: str
    at: float
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """The ``webhook-id``."""
        return self.headers["webhook-id"]

    @property
    def json(self) -> Any:
        """The body."""
        return json.loads(self.body)

    def verified_by(self, secret: str) -> bool:
        """Whether it is signed by a secret, as the receivers' library finds."""
        return Webhook(secret).verify(self.body, self.headers) == self.json


@dataclass
class Receiver:
    """``/500`` and other numbers answer that; ``/slow`` and ``/lazy`` take their time, ``/drip``
    sends a byte now and then, ``/close`` hangs up, ``/junk`` speaks no HTTP, ``/flood`` has an
    endless head, ``/redirect`` names another path; all others accept."""

    port: int = 0
    received: list[Received] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)
    """What paths answer from now on, instead."""
    over: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str = "/ok") -> str:
        """The address of a path."""
        return f"http://127.0.0.1:{self.port}{path}"

    def ids(self, path: str = "/ok") -> list[str]:
        """What has come to a path, in order."""
        return [one.id for one in self.received if one.path == path]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    receiver: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.receiver.received.append(Received(self.path, time.time(), headers, body))
        self.close_connection = True
        with suppress(OSError):
            self._answer()

    def _answer(self) -> None:
        word = self.path.strip("/").partition("?")[0]
        status = self.receiver.answers.get(self.path)
        if status is not None or word.isdigit():
            self._send(status or int(word))
        elif word in _WAITS:
            self.receiver.over.wait(_WAITS[word])
            self._send(200)
        elif hasattr(self, f"_{word}"):
            getattr(self, f"_{word}")()
        else:
            self._send(200)

    def _redirect(self) -> None:
        self._send(302, Location=self.receiver.url("/secret"))

    def _later(self) -> None:
        self._send(503, **{"Retry-After": "120"})

    def _drip(self) -> None:
        for sign in b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100:
            self.wfile.write(bytes([sign]))
            if self.receiver.over.wait(0.2):
                return

    def _junk(self) -> None:
        self.wfile.write(b"220 mail.example.org ESMTP\r\n\r\n")

    def _flood(self) -> None:
        while not self.receiver.over.is_set():
            self.wfile.write(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000)

    def _close(self) -> None:
        self.connection.shutdown(socket.SHUT_RDWR)

    def _send(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever hangs up is no failure here."""


@contextmanager
def receiving(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """A receiver at work; behind TLS where that is given."""
    receiver = Receiver()
    handler = type("Handler", (_Handler,), {"receiver": receiver})
    with _Server(("127.0.0.1", 0), handler) as server:
        if tls is not None:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        receiver.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="receiver")
        thread.start()
        try:
            yield receiver
        finally:
            receiver.over.set()
            server.shutdown()
            thread.join()
