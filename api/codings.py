"""Answers in gzip and zstd, where the client takes one; what streams is sent as it comes.

The tag of a compressed answer is weak, as proxies that compress make it too: its bytes are others,
what it says is the same. Every place that takes a tag back takes it in both forms.
"""

import hashlib

from flask import Flask, Response, g, request
from flask_compress import Compress

from api.answers import COMPACT, JSON
from events.cache import Recent

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
_KEPT_BYTES = 16 * 1024 * 1024


class _Kept:
    """Compressed bodies, by what was compressed: the past, the tables and the pages are asked for
    again and again."""

    def __init__(self) -> None:
        self._recent: Recent[bytes] = Recent(_KEPT_BYTES, weight=len)

    def get(self, key: str) -> bytes | None:
        return self._recent.get(key)

    def set(self, key: str, value: bytes) -> None:
        if self._recent.get(key) is None:
            self._recent.put(key, value)


def prepare(app: Flask) -> None:
    """Compress the answers of the app from now on."""
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_STREAMS=False,
        COMPRESS_EVALUATE_CONDITIONAL_REQUEST=False,
        COMPRESS_ALGORITHM=list(CODINGS),
        COMPRESS_MIMETYPES=list(TYPES),
        COMPRESS_MIN_SIZE=LEAST_BYTES,
        COMPRESS_LEVEL=5,
        COMPRESS_ZSTD_LEVEL=3,
        COMPRESS_CACHE_BACKEND=_Kept,
        COMPRESS_CACHE_KEY=lambda _: g.coded,
    )
    compress = Compress(app)

    @app.after_request
    def _code(response: Response) -> Response:
        if response.status_code == 304:
            response.vary.add("Accept-Encoding")
            _echo_tag(response)
        elif response.mimetype in TYPES and not response.is_streamed:
            response.vary.add("Accept-Encoding")
            if _wanted() and len(response.get_data()) >= LEAST_BYTES:
                _compress(compress, response)
        return response


def _compress(compress: Compress, response: Response) -> None:
    tag = response.headers.get("ETag")
    g.coded = hashlib.sha256(response.get_data()).hexdigest()
    compress.after_request(response)
    if tag and "Content-Encoding" in response.headers:
        response.headers["ETag"] = tag if tag.startswith(_WEAK) else _WEAK + tag


def _wanted() -> bool:
    """Whether the client takes one of ours. The library would send a coding that the client has
    excluded when it names no other."""
    named = [quality for coding, quality in request.accept_encodings if coding in CODINGS]
    return bool(request.accept_encodings) and (not named or max(named) > 0)


def _echo_tag(response: Response) -> None:
    """The tag of what the client has, in the form in which it has it."""
    tag = response.headers.get("ETag", "")
    if tag and _WEAK + tag in request.headers.get("If-None-Match", ""):
        response.headers["ETag"] = _WEAK + tag
