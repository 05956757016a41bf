"""Clients that do not keep to HTTP: bytes over a socket, and what comes back."""

import re
import socket
import struct
from contextlib import suppress

_STATUS = re.compile(rb"HTTP/1\.[01] ([0-9]{3}) ")
_TCP_REPAIR = 19
"""Linux's option with which a socket is taken away and nothing is sent for it."""
SILENCE = 60.0
"""Seconds after which a service that neither answers nor closes has not coped."""


class Raw:
    """A connection on which anything may be sent."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=SILENCE)
        self.refused = False
        """Whether the service has closed the connection while something was being sent."""

    def send(self, data: bytes) -> None:
        """Send bytes; a service that has closed meanwhile is no error."""
        try:
            self._socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            self.refused = True

    def ends_sending(self) -> None:
        """Close one half of the connection."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def read(self, upto: int = 1 << 20) -> bytes:
        """What comes until the service closes, or so many bytes. Raises ``TimeoutError`` when it
        does neither for long."""
        parts, size = [], 0
        with suppress(ConnectionResetError):
            while size < upto and (part := self._socket.recv(65536)):
                parts.append(part)
                size += len(part)
        return b"".join(parts)

    def read_head(self) -> bytes:
        """What comes until the headers of an answer are there, or the service closes."""
        found = b""
        with suppress(ConnectionResetError):
            while b"\r\n\r\n" not in found and (part := self._socket.recv(65536)):
                found += part
        return found

    def drop(self) -> None:
        """Tear the connection without a farewell."""
        hard = struct.pack("ii", 1, 0)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, hard)
        self._socket.close()

    def vanish(self) -> None:
        """Be gone without a sign, as a host whose network ends; only who sends to it is told. A
        system that does not allow that tears the connection."""
        try:
            self._socket.setsockopt(socket.IPPROTO_TCP, _TCP_REPAIR, 1)
        except OSError:
            self.drop()
        self._socket.close()

    def close(self) -> None:
        self._socket.close()


def statuses(reply: bytes) -> list[int]:
    """The status of each answer in what a service has sent."""
    return [int(found) for found in _STATUS.findall(reply)]


def request(method: str, path: bytes, *headers: bytes, body: bytes = b"") -> bytes:
    """A request after which the service is to close."""
    lines = [
        b"%b %b HTTP/1.1" % (method.encode(), path),
        b"Host: localhost",
        b"Connection: close",
        *headers,
    ]
    if body:
        lines += [b"Content-Type: application/json", b"Content-Length: %d" % len(body)]
    return b"\r\n".join([*lines, b"", b""]) + body
