"""Compresses responses with zstd or gzip when the client accepts it; streams are never compressed.

The ``ETag`` of a compressed response is weak, as with proxies that compress: other bytes, the same
content. Tags are accepted back in both forms.
"""

import hashlib
from http import HTTPStatus

from flask import Flask, Response, g
from flask_compress import Compress as Library

from api.http.api_request import ApiRequest
from api.http.responses import COMPACT, JSON, add_vary
from events.lru_cache import LruCache

CODINGS = ("zstd", "gzip")
"""The supported ones, best first."""
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
"""Media types worth compressing. Not event streams, nor exports, which are gzip files already."""
MIN_BYTES = 500
"""Below this the headers outweigh the savings."""
_WEAK = "W/"
_CACHE_BYTES = 16 * 1024 * 1024


class _Cache:
    """Compressed bodies by the hash of the uncompressed one; past states, tables and pages repeat.

    The cache interface of Flask-Compress.
    """

    def __init__(self) -> None:
        self._bodies: LruCache[bytes] = LruCache(_CACHE_BYTES, weight=len)

    def get(self, key: str) -> bytes | None:
        return self._bodies.get(key)

    def set(self, key: str, value: bytes) -> None:
        if self._bodies.get(key) is None:
            self._bodies.put(key, value)


class Compression:
    """Compresses the responses of an app."""

    def __init__(self, app: Flask) -> None:
        app.config.update(
            COMPRESS_REGISTER=False,
            COMPRESS_STREAMS=False,
            COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
            COMPRESS_ALGORITHM=list(CODINGS),
            COMPRESS_MIMETYPES=list(TYPES),
            COMPRESS_MIN_SIZE=MIN_BYTES,
            COMPRESS_LEVEL=5,
            COMPRESS_ZSTD_LEVEL=6,
            COMPRESS_CACHE_BACKEND=_Cache,
            COMPRESS_CACHE_KEY=lambda _: g.uncompressed_hash,
        )
        self._library = Library(app)

    def compress(self, request: ApiRequest, response: Response) -> None:
        """Compress a response if the client accepts it."""
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            add_vary(request, response, "Accept-Encoding")
            _echo_tag(request, response)
        elif response.mimetype in TYPES and not response.is_streamed:
            add_vary(request, response, "Accept-Encoding")
            if _is_accepted(request) and len(response.get_data()) >= MIN_BYTES:
                self._compress(response)

    def _compress(self, response: Response) -> None:
        tag = response.headers.get("ETag")
        g.uncompressed_hash = hashlib.sha256(response.get_data()).hexdigest()
        self._library.after_request(response)
        if tag and "Content-Encoding" in response.headers:
            response.headers["ETag"] = tag if tag.startswith(_WEAK) else _WEAK + tag


def _is_accepted(request: ApiRequest) -> bool:
    """Return whether the client accepts one of ``CODINGS``. The library alone would send a coding
    that the client excludes when it names no other."""
    if "Accept-Encoding" not in request.headers:
        return False
    qualities = [quality for coding, quality in request.accept_encodings if coding in CODINGS]
    return bool(request.accept_encodings) and (not qualities or max(qualities) > 0)


def _echo_tag(request: ApiRequest, response: Response) -> None:
    """Send the tag of a 304 in the form that the client sent: weak if its copy is compressed."""
    tag = response.headers.get("ETag", "")
    if tag and _WEAK + tag in request.headers.get("If-None-Match", ""):
        response.headers["ETag"] = _WEAK + tag
