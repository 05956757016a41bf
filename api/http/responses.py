"""Building responses: JSON and streams, with their caching headers."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from flask import Request, Response

from api.http.api_request import current

JSON = "application/json"
NDJSON = "application/x-ndjson"
COMPACT = "application/vnd.afteraction.compact+json"
"""A state as its difference from the first one of its game."""
MINIMAL = "application/vnd.afteraction.minimal+json"
"""The result of a command by its version alone."""
JSON_PATCH = "application/json-patch+json"
"""The difference between two states (RFC 6902)."""
VARY = "Authorization,Accept,Accept-Encoding"
"""The ``Vary`` of responses about a game; some depend on more."""
_TAG_DIGITS = 16
SAFE_METHODS = ("GET", "HEAD")
MUTABLE = "private, no-cache"
IMMUTABLE = "private, max-age=31536000, immutable"


def answer(
    value: Any, status: int = 200, headers: Mapping[str, str] | None = None, cache: str = MUTABLE
) -> Response:
    """Return a JSON response that depends on the caller."""
    return encoded_answer(msgspec.json.encode(value), status, headers, cache)


def encoded_answer(
    text: bytes, status: int = 200, headers: Mapping[str, str] | None = None, cache: str = MUTABLE
) -> Response:
    """Return a response like ``answer`` from JSON text."""
    all_headers = {"Cache-Control": cache, **(headers or {})}
    if current().method in SAFE_METHODS:
        all_headers.setdefault("Vary", VARY)
    return Response(text, status, all_headers, JSON)


def add_vary(request: Request, response: Response, name: str) -> None:
    """Add a request header to ``Vary``, unless it is there; only safe methods are cached."""
    if request.method in SAFE_METHODS and name not in response.headers.get("Vary", ""):
        response.vary.add(name)


def is_cached(tag: str) -> bool:
    """Return whether the client has the representation of an entity tag (``If-None-Match``)."""
    return current().if_none_match.contains_weak(tag.strip('"'))


def not_modified(tag: str, cache: str = MUTABLE) -> Response:
    """Return a 304 response."""
    response = Response(status=304)
    response.headers.update({"ETag": tag, "Cache-Control": cache, "Vary": VARY})
    return response


def conditional_answer(tag: str, value: Any, cache: str = MUTABLE) -> Response:
    """Return a JSON response with an entity tag, or 304 if the client has it."""
    if is_cached(tag):
        return not_modified(tag, cache)
    return answer(value, headers={"ETag": tag}, cache=cache)


def hashed_answer(value: Any, headers: Mapping[str, str]) -> Response:
    """Return a JSON response whose entity tag is its hash, or 304 if the client has it."""
    text = msgspec.json.encode(value)
    headers = {**headers, "ETag": f'"{hashlib.sha256(text).hexdigest()[:_TAG_DIGITS]}"'}
    if is_cached(headers["ETag"]):
        return Response(status=304, headers=headers)
    return encoded_answer(text, headers=headers)


def stream_response(stream: Iterator[bytes], media_type: str) -> Response:
    """Return a streaming response, which proxies must neither store nor buffer."""
    response = Response(stream, mimetype=media_type)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Vary"] = VARY
    return response
