"""The forms of a stream: the same events and the same words of control, written in two ways."""

import random
from typing import Any, Protocol

import msgspec

from api.http.responses import NDJSON
from api.schemas.service.problems import ProblemAnswer
from events.log.chain import canonical

END, POSITION, PROBLEM, RECONNECT = "end", "position", "problem", "reconnect"
_RETRY = 1000
_RETRY_SPREAD = 2000
"""Milliseconds over which the clients of a server that stops come back: not all at once."""


class Form(Protocol):
    """How a stream is written. A word of control is a document with a member ``control``; it never
    has an id, so that no client goes on from it."""

    media_type: str
    opening: bytes
    """What comes first, so that the client sees at once that the stream is open."""
    heartbeat: bytes
    has_ids: bool
    """Whether each item says where to go on after it."""

    def event(self, place: str, text: bytes) -> bytes:
        """An item, and the place from which a client that has it goes on."""
        ...

    def control(self, document: dict[str, Any]) -> bytes:
        """A word of control."""
        ...


class ServerSentEvents:
    """As the HTML standard has it: only items have ids."""

    media_type = "text/event-stream"
    opening = b"retry: %d\n\n" % _RETRY
    heartbeat = b": still here\n\n"
    has_ids = True

    def event(self, place: str, text: bytes) -> bytes:
        """A message with an id."""
        return b"id: %b\ndata: %b\n\n" % (place.encode("ascii"), text)

    def control(self, document: dict[str, Any]) -> bytes:
        """A message without an id, of the type that ``control`` says."""
        retry = b"retry: %d\n" % document["retry_ms"] if "retry_ms" in document else b""
        word = document["control"].encode("ascii")
        return b"%bevent: %b\ndata: %b\n\n" % (retry, word, canonical(document))


class Lines:
    """JSON Lines: an item a line, an empty line as a heartbeat."""

    media_type = NDJSON
    opening = heartbeat = b"\n"
    has_ids = False

    def event(self, place: str, text: bytes) -> bytes:
        """The item alone: it says itself where it stands."""
        return text + b"\n"

    def control(self, document: dict[str, Any]) -> bytes:
        """A line that no item can be: those have no ``control``."""
        return canonical(document) + b"\n"


FORMS: dict[str, Form] = {form.media_type: form for form in (ServerSentEvents(), Lines())}


def end(version: int) -> dict[str, Any]:
    """Nothing more will come: the game is over, and had so many events."""
    return {"control": END, "version": version}


def position(after: str) -> dict[str, Any]:
    """Everything up to ``after`` has come: where to go on after a lost connection."""
    return {"control": POSITION, "after": after}


def reconnect(after: int | str) -> dict[str, Any]:
    """The server stops: come back in a moment and go on from ``after``."""
    return {
        "control": RECONNECT,
        "after": after,
        "retry_ms": _RETRY + random.randrange(_RETRY_SPREAD),  # nosec B311 # no secret
    }


def problem(document: ProblemAnswer) -> dict[str, Any]:
    """What has become of the game, as a problem document; the stream ends."""
    return {"control": PROBLEM, **msgspec.to_builtins(document)}
