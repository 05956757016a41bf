"""Writing answers: JSON straight from the values, with the headers that caches go by."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from flask import Request, Response

from api.http.api_request import current

JSON = "application/json"
NDJSON = "application/x-ndjson"
COMPACT = "application/vnd.afteraction.compact+json"
"""A state by what differs from the first one of its game."""
MINIMAL = "application/vnd.afteraction.minimal+json"
"""What was done, by its version alone."""
JSON_PATCH = "application/json-patch+json"
"""What differs between two states (RFC 6902)."""
VARY = "Authorization,Accept,Accept-Encoding"
"""What an answer about a game depends on; some depend on more."""
_TAG_DIGITS = 16
READING = ("GET", "HEAD")
MUTABLE = "private, no-cache"
IMMUTABLE = "private, max-age=31536000, immutable"


def answer(
    value: Any, status: int = 200, headers: Mapping[str, str] | None = None, cache: str = MUTABLE
) -> Response:
    """A JSON answer that depends on who asks."""
    return written_answer(msgspec.json.encode(value), status, headers, cache)


def written_answer(
    text: bytes, status: int = 200, headers: Mapping[str, str] | None = None, cache: str = MUTABLE
) -> Response:
    """The same of a JSON text."""
    said = {"Cache-Control": cache, **(headers or {})}
    if current().method in READING:
        said.setdefault("Vary", VARY)
    return Response(text, status, said, JSON)


def add_vary(request: Request, response: Response, name: str) -> None:
    """Say that an answer depends on a header of its request; most often that is said by now. Only
    an answer to a reading is ever taken from a cache."""
    if request.method in READING and name not in response.headers.get("Vary", ""):
        response.vary.add(name)


def has_already(tag: str) -> bool:
    """Whether the client has said that it has what an entity tag stands for."""
    return current().if_none_match.contains_weak(tag.strip('"'))


def unchanged(tag: str, cache: str = MUTABLE) -> Response:
    """The answer 304 to a client that has it already."""
    known = Response(status=304)
    known.headers.update({"ETag": tag, "Cache-Control": cache, "Vary": VARY})
    return known


def unless_known(tag: str, value: Any, cache: str = MUTABLE) -> Response:
    """A JSON answer under an entity tag, or 304 when the client has it already."""
    if has_already(tag):
        return unchanged(tag, cache)
    return answer(value, headers={"ETag": tag}, cache=cache)


def tagged(value: Any, headers: Mapping[str, str]) -> Response:
    """A JSON answer that is everybody's under an entity tag made from it, or 304."""
    text = msgspec.json.encode(value)
    said = {**headers, "ETag": f'"{hashlib.sha256(text).hexdigest()[:_TAG_DIGITS]}"'}
    if has_already(said["ETag"]):
        return Response(status=304, headers=said)
    return written_answer(text, headers=said)


def streamed(stream: Iterator[bytes], kind: str) -> Response:
    """An answer that goes on; nobody between may keep or hold back any of it."""
    response = Response(stream, mimetype=kind)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Vary"] = VARY
    return response
