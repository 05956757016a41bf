"""The encodings of a stream: server-sent events and JSON Lines."""

import random
from typing import Any, Protocol

import msgspec

from api.http.responses import NDJSON
from api.schemas.service.problems import ProblemAnswer
from events.log.chain import canonical

END, POSITION, PROBLEM, RECONNECT = "end", "position", "problem", "reconnect"
_RETRY_MS = 1000
_RETRY_SPREAD_MS = 2000
"""The clients of a server that stops reconnect spread over this time."""


class Encoder(Protocol):
    """Encodes the messages of a stream. A control message is a document with a member ``control``;
    it has no id, so that no client resumes from it."""

    media_type: str
    opening: bytes
    """Sent first, so that the client sees at once that the stream is open."""
    heartbeat: bytes
    has_ids: bool
    """Whether each event has an id to resume from."""

    def event(self, id_: str, text: bytes) -> bytes:
        """Encode an event, and the id from which a client that has it resumes."""
        ...

    def control(self, document: dict[str, Any]) -> bytes:
        """Encode a control message."""
        ...


class ServerSentEvents:
    """Server-sent events of the HTML standard; only events have ids."""

    media_type = "text/event-stream"
    opening = b"retry: %d\n\n" % _RETRY_MS
    heartbeat = b": still here\n\n"
    has_ids = True

    def event(self, id_: str, text: bytes) -> bytes:
        """Encode a message with an id."""
        return b"id: %b\ndata: %b\n\n" % (id_.encode("ascii"), text)

    def control(self, document: dict[str, Any]) -> bytes:
        """Encode a message without an id, of the type in ``control``."""
        retry = b"retry: %d\n" % document["retry_ms"] if "retry_ms" in document else b""
        kind = document["control"].encode("ascii")
        return b"%bevent: %b\ndata: %b\n\n" % (retry, kind, canonical(document))


class JsonLines:
    """JSON Lines: one event per line, an empty line as heartbeat."""

    media_type = NDJSON
    opening = heartbeat = b"\n"
    has_ids = False

    def event(self, id_: str, text: bytes) -> bytes:
        """Encode the event alone: it contains its version."""
        return text + b"\n"

    def control(self, document: dict[str, Any]) -> bytes:
        """Encode a line that cannot be an event: those have no ``control``."""
        return canonical(document) + b"\n"


ENCODERS: dict[str, Encoder] = {
    encoder.media_type: encoder for encoder in (ServerSentEvents(), JsonLines())
}


def end(version: int) -> dict[str, Any]:
    """Return the message that the game is over, at its last version."""
    return {"control": END, "version": version}


def position(after: str) -> dict[str, Any]:
    """Return the message with the cursor to resume from after a lost connection."""
    return {"control": POSITION, "after": after}


def reconnect(after: int | str) -> dict[str, Any]:
    """Return the message that the server stops, with the position to resume from."""
    return {
        "control": RECONNECT,
        "after": after,
        "retry_ms": _RETRY_MS + random.randrange(_RETRY_SPREAD_MS),  # nosec B311 # no secret
    }


def problem(document: ProblemAnswer) -> dict[str, Any]:
    """Return the message that the stream ends with a problem."""
    return {"control": PROBLEM, **msgspec.to_builtins(document)}
