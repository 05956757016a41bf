"""What a network does to a request: each fault is a row of a table, and says how the request fares.

Those of ``UNKNOWN`` leave a client without knowing whether its request took effect, those of
``FAILURES`` without what it asked for.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import formatdate
from http.client import HTTPException
from threading import Timer
from types import MappingProxyType
from typing import Protocol

RETRY_AFTER = 1
NO_HEADERS: Mapping[str, str] = MappingProxyType({})
_HTML = b"<html><body>Bad gateway</body></html>"
_PORTAL = b"<html><body>Welcome to the hotel. Please sign in.</body></html>"
_SKEW = 3 * 3600
"""Seconds by which a clock is wrong."""
_LATE = 0.4
"""Seconds by which a request comes late that its client has given up."""
SILENCE = 12.0
"""Seconds after which whoever still waits for a word waits too long."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the service said, or somebody else in its place."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class LostError(Exception):
    """The client hears nothing more on this connection."""


class Request(Protocol):
    """A request on its way, and what can be done with it."""

    def forward(self) -> Answer:
        """Have the service answer. Raises where it is not there."""

    def reply(self, answer: Answer, cut: int | None = None, pieces: int = 0) -> None:
        """Pass an answer on: whole, up to a byte, or in so many pieces a moment apart."""

    def say(self, raw: bytes) -> None:
        """Send the client these bytes."""

    def reset(self) -> None:
        """Break the connection off, so that its other end is told so."""

    def problem(self, status: int, code: str, headers: Mapping[str, str] = NO_HEADERS) -> Answer:
        """A failure as the service tells it."""

    def wait_for_the_end(self, seconds: float) -> None:
        """Say nothing until the client hangs up; it is noted when that takes longer."""

    def close_afterwards(self) -> None:
        """Take no other request on this connection."""


def _reset_before(request: Request) -> None:
    request.reset()


def _close_before(_: Request) -> None:
    raise LostError


def _reset_after(request: Request) -> None:
    request.forward()
    request.reset()


def _close_after(request: Request) -> None:
    request.forward()
    raise LostError


def _late(request: Request) -> None:
    late = Timer(_LATE, _forward_quietly, [request])
    late.daemon = True
    late.start()
    raise LostError


def _forward_quietly(request: Request) -> None:
    # Nobody is there to hear that the service is not.
    with suppress(OSError, HTTPException):
        request.forward()


def _half_head(request: Request) -> None:
    request.forward()
    request.say(b"HTTP/1.1 200 OK\r\nContent-Ty")
    raise LostError


def _half_body(request: Request) -> None:
    answer = request.forward()
    request.reply(answer, cut=len(answer.body) // 2)


def _half_stream(request: Request) -> None:
    answer = request.forward()
    half = answer.body[: len(answer.body) // 2 + 1]
    if not half:
        raise LostError
    kind = dict(answer.headers).get("Content-Type", "application/json")
    head = f"HTTP/1.1 {answer.status} OK\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n"
    request.say(f"{head}\r\n{len(half):x}\r\n".encode() + half + b"\r\n")
    raise LostError


def _silence(request: Request) -> None:
    request.forward()
    request.wait_for_the_end(SILENCE)
    raise LostError


def _too_many(request: Request) -> None:
    request.reply(request.problem(429, "rate_limited", _after()))


def _clock_ahead(request: Request) -> None:
    request.reply(request.problem(429, "rate_limited", _until(_SKEW)))


def _clock_behind(request: Request) -> None:
    request.reply(request.problem(503, "store_unavailable", _until(-_SKEW)))


def _unavailable(request: Request) -> None:
    request.reply(request.problem(503, "store_unavailable", _after()))


def _unavailable_after(request: Request) -> None:
    request.forward()
    _unavailable(request)


def _after() -> dict[str, str]:
    return {"Retry-After": str(RETRY_AFTER)}


def _until(skew: float) -> dict[str, str]:
    """When to ask again by a clock that is wrong, and what time it is by it."""
    now = int(time.time() + skew)
    until = formatdate(now + RETRY_AFTER, usegmt=True)
    return {"Date": formatdate(now, usegmt=True), "Retry-After": until}


def _bad_gateway(request: Request) -> None:
    request.reply(Answer(502, [("Content-Type", "text/html")], _HTML))


def _gateway_timeout(request: Request) -> None:
    request.forward()
    request.reply(Answer(504, [("Content-Type", "text/html")], _HTML))


def _portal(request: Request) -> None:
    request.reply(Answer(200, [("Content-Type", "text/html; charset=utf-8")], _PORTAL))


def _twice_first(request: Request) -> None:
    first = request.forward()
    request.forward()
    request.reply(first)


def _twice_last(request: Request) -> None:
    request.forward()
    request.reply(request.forward())


def _stale(request: Request) -> None:
    request.reply(request.problem(412, "version_mismatch"))


def _slow(request: Request) -> None:
    time.sleep(0.3)
    request.reply(request.forward())


def _pieces(request: Request) -> None:
    request.reply(request.forward(), pieces=40)


def _last_on_connection(request: Request) -> None:
    request.reply(request.forward())
    request.close_afterwards()


def _new_member(request: Request) -> None:
    answer = request.forward()
    body, kind = answer.body, dict(answer.headers).get("Content-Type", "")
    if kind == "application/json" and body.startswith(b"{") and len(body) > 2:
        body = b'{"some_day":{"more":1},' + body[1:]
    request.reply(Answer(answer.status, answer.headers, body))


_OUTCOME_UNKNOWN: dict[str, Callable[[Request], None]] = {
    "reset before": _reset_before,
    "closed before": _close_before,
    "reset after": _reset_after,
    "closed after": _close_after,
    "late": _late,
    "half a head": _half_head,
    "half a body": _half_body,
    "half a stream": _half_stream,
    "silence": _silence,
    "unavailable after": _unavailable_after,
    "bad gateway": _bad_gateway,
    "gateway timeout": _gateway_timeout,
    "captive portal": _portal,
    "restart": _close_before,
}
_NOT_DONE: dict[str, Callable[[Request], None]] = {
    "too many": _too_many,
    "unavailable": _unavailable,
    "clock ahead": _clock_ahead,
    "clock behind": _clock_behind,
    "stale": _stale,
}
_DONE: dict[str, Callable[[Request], None]] = {
    "twice, first answer": _twice_first,
    "twice, last answer": _twice_last,
    "slow": _slow,
    "in pieces": _pieces,
    "last on its connection": _last_on_connection,
    "a new member": _new_member,
}
UNKNOWN = frozenset(_OUTCOME_UNKNOWN)
FAILURES = UNKNOWN | frozenset(_NOT_DONE)
FAULTS = MappingProxyType({**_OUTCOME_UNKNOWN, **_NOT_DONE, **_DONE})
"""Each fault by its name."""
ONCE = frozenset({"restart", "silence"})
"""What takes seconds, and is done but once to a client; later it is a connection that closes."""
