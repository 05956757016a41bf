"""Requests that are refused before their body is read, on connections that are kept."""

import random
import re
import socket
import time
from collections import Counter
from collections.abc import Sequence

MAX_GAP = 0.02
"""Seconds between the head of a request and its body, at most."""
SILENT, TOLD, KEPT = "closed without a word", "closed as told", "kept"
_LENGTH = re.compile(rb"\r\ncontent-length: ([0-9]+)\r\n", re.IGNORECASE)
_CLOSE = re.compile(rb"\r\nconnection: close\r\n", re.IGNORECASE)
_WITHIN = 60.0
Refusal = tuple[bytes, bytes, bytes, int]
"""What is asked, what the body is said to be, and the status of the answer."""
REFUSALS: tuple[Refusal, ...] = (
    (b"POST", b"/v1/games", b"application/json", 401),
    (b"POST", b"/v1/nothing", b"application/json", 404),
    (b"POST", b"/v1/catalog", b"application/json", 405),
    (b"POST", b"/v1/players", b"text/plain", 415),
    (b"GET", b"/v1/games?color=red", b"application/json", 422),
)


def refused(
    port: int,
    requests: int,
    chance: random.Random,
    size: int = 200,
    coding: str = "length",
    refusals: Sequence[Refusal] = REFUSALS,
) -> Counter[str]:
    """What became of the connection after each refusal of a request whose body of ``size`` bytes
    follows its head a moment later, of a ``coding``: with its length, or in chunks."""
    found: Counter[str] = Counter()
    client = _connect(port)
    for number in range(requests):
        method, path, kind, status = refusals[number % len(refusals)]
        lines = (b"%b %b HTTP/1.1" % (method, path), b"Host: localhost", b"Content-Type: " + kind)
        framing, body = _framed(size, coding)
        client.sendall(b"\r\n".join((*lines, framing, b"", b"")))
        time.sleep(chance.uniform(0, MAX_GAP))
        result = _answer(client, body, status)
        kept = result == KEPT and _is_open(client)
        found[KEPT if kept else TOLD if result == TOLD else SILENT] += 1
        if not kept:
            client.close()
            client = _connect(port)
    client.close()
    return found


def _connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=_WITHIN)


def _framed(size: int, coding: str) -> tuple[bytes, bytes]:
    body = b" " * size
    if coding == "length":
        return b"Content-Length: %d" % size, body
    return b"Transfer-Encoding: chunked", b"%x\r\n%b\r\n0\r\n\r\n" % (size, body)


def _answer(client: socket.socket, body: bytes, status: int) -> str:
    """Send the body and read the answer: whether it says that the connection ends."""
    try:
        client.sendall(body)
        head = _read(client, status)
    except ConnectionError:
        return SILENT
    return TOLD if _CLOSE.search(head) else KEPT


def _is_open(client: socket.socket) -> bool:
    """Whether a further request is answered on a connection."""
    try:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _read(client, 200)
    except ConnectionError:
        return False
    return True


def _read(client: socket.socket, status: int) -> bytes:
    """The head of an answer that came whole. Raises ``ConnectionError`` when it did not."""
    found = _received(client)
    while b"\r\n\r\n" not in found:
        found += _received(client)
    head, _, content = found.partition(b"\r\n\r\n")
    head += b"\r\n"
    length = _LENGTH.search(head)
    assert head.startswith(b"HTTP/1.1 %d " % status), head
    assert length is not None, head
    while len(content) < int(length[1]):
        content += _received(client)
    return head


def _received(client: socket.socket) -> bytes:
    part = client.recv(65536)
    if not part:
        raise ConnectionResetError
    return part
