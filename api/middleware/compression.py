"""Answers in gzip and zstd, where the client takes one; what streams is sent as it comes.

The tag of a compressed answer is weak, as proxies that compress make it too: its bytes are others,
what it says is the same. Every place that takes a tag back takes it in both forms.
"""

import hashlib
from http import HTTPStatus

from flask import Flask, Response, g
from flask_compress import Compress as Library

from api.http.api_request import ApiRequest
from api.http.responses import COMPACT, JSON, add_vary
from events.lru_cache import LruCache

CODINGS = ("zstd", "gzip")
"""The ones that we can, the best first."""
TYPES = (
    JSON,
    COMPACT,
    "application/yaml",
    "text/html",
    "text/css",
    "text/javascript",
    "text/plain",
    "text/x-python",
    "image/svg+xml",
)
"""What becomes smaller and is sent whole. Not streams of events, nor exports, which are packed on
their own."""
LEAST_BYTES = 500
"""Below that the headers outweigh what is saved."""
_WEAK = "W/"
_CACHE_BYTES = 16 * 1024 * 1024


class _CompressionCache:
    """Compressed bodies, by what was compressed: the past, the tables and the pages are asked for
    again and again."""

    def __init__(self) -> None:
        self._cache: LruCache[bytes] = LruCache(_CACHE_BYTES, weight=len)

    def get(self, key: str) -> bytes | None:
        return self._cache.get(key)

    def set(self, key: str, value: bytes) -> None:
        if self._cache.get(key) is None:
            self._cache.put(key, value)


class Compression:
    """Compresses the answers of an app."""

    def __init__(self, app: Flask) -> None:
        app.config.update(
            COMPRESS_REGISTER=False,
            COMPRESS_STREAMS=False,
            COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
            COMPRESS_ALGORITHM=list(CODINGS),
            COMPRESS_MIMETYPES=list(TYPES),
            COMPRESS_MIN_SIZE=LEAST_BYTES,
            COMPRESS_LEVEL=5,
            COMPRESS_ZSTD_LEVEL=6,
            COMPRESS_CACHE_BACKEND=_CompressionCache,
            COMPRESS_CACHE_KEY=lambda _: g.coded,
        )
        self._library = Library(app)

    def code(self, request: ApiRequest, response: Response) -> None:
        """Compress an answer where its client takes that."""
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            add_vary(request, response, "Accept-Encoding")
            _echo_tag(request, response)
        elif response.mimetype in TYPES and not response.is_streamed:
            add_vary(request, response, "Accept-Encoding")
            if _wanted(request) and len(response.get_data()) >= LEAST_BYTES:
                self._compress(response)

    def _compress(self, response: Response) -> None:
        tag = response.headers.get("ETag")
        g.coded = hashlib.sha256(response.get_data()).hexdigest()
        self._library.after_request(response)
        if tag and "Content-Encoding" in response.headers:
            response.headers["ETag"] = tag if tag.startswith(_WEAK) else _WEAK + tag


def _wanted(request: ApiRequest) -> bool:
    """Whether the client takes one of ours. The library would send a coding that the client has
    excluded when it names no other."""
    if "Accept-Encoding" not in request.headers:
        return False
    named = [quality for coding, quality in request.accept_encodings if coding in CODINGS]
    return bool(request.accept_encodings) and (not named or max(named) > 0)


def _echo_tag(request: ApiRequest, response: Response) -> None:
    """The tag of what the client has, in the form in which it has it."""
    tag = response.headers.get("ETag", "")
    if tag and _WEAK + tag in request.headers.get("If-None-Match", ""):
        response.headers["ETag"] = _WEAK + tag
