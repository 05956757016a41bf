"""Uploads of games, studies and scenarios: larger than other bodies, perhaps gzip, but bounded."""

import io
import zlib
from collections.abc import Iterator

from flask import request

from api.http.problems import ProblemError
from api.http.requests import read_body

NDJSON = "application/x-ndjson"
GZIP = "application/gzip"
RECORD = "text/vnd.afteraction.record"
FILE = {"type": "string", "format": "binary"}
"""Their schema in the contract: bytes, which generated clients pass through unchanged."""
PATHS = ("/v1/imports", "/v1/imports/studies", "/v1/scenarios")
"""The paths that accept them; a proxy in front has to allow their size."""
MAX_UPLOAD = 4 * 1024 * 1024
MAX_DECOMPRESSED = 32 * 1024 * 1024
_MAGIC = b"\x1f\x8b"
_GZIP_WINDOW = 31
_ENCODINGS = ("identity", "gzip")


def read_upload(*others: str) -> bytes:
    """Return the request's body, an export or one of the media types ``others``; it may be gzip.
    Raises a problem."""
    kinds = (NDJSON, GZIP, *others)
    if request.mimetype not in kinds:
        detail = f"Send Content-Type: {' or '.join(kinds)}."
        raise ProblemError("unsupported_media_type", detail)
    if request.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "us-ascii"):
        raise ProblemError("unsupported_media_type", "Send the body in UTF-8.")
    if request.headers.get("Content-Encoding", "identity").lower() not in _ENCODINGS:
        raise ProblemError("unsupported_media_type", "Send the body uncompressed, or as gzip.")
    request.max_content_length = MAX_UPLOAD
    body = read_body()
    if request.content_length is None and len(body) >= MAX_UPLOAD:
        # Flask silently truncates a body without a Content-Length at the maximum.
        raise ProblemError("body_too_large", "The body has more than 4 MiB.")
    return body


def lines_of(body: bytes) -> Iterator[bytes]:
    """Iterate over the lines of an export that may be gzip; a small file may contain very many.
    Raises a problem."""
    return iter(io.BytesIO(_plain(body)))


def text_of(body: bytes) -> str:
    """Decode a text that may be gzip. Raises a problem."""
    try:
        return _plain(body).decode()
    except UnicodeDecodeError:
        raise ProblemError("malformed_request", "The body is not UTF-8 text.") from None


def _plain(body: bytes) -> bytes:
    return decompress(body) if body.startswith(_MAGIC) else body


def decompress(data: bytes) -> bytes:
    """Decompress gzip data in bounded memory. Raises a problem."""
    decompressor = zlib.decompressobj(_GZIP_WINDOW)
    try:
        content = decompressor.decompress(data, MAX_DECOMPRESSED)
    except zlib.error:
        raise ProblemError("malformed_request", "The body is not valid gzip.") from None
    if decompressor.unconsumed_tail or (not decompressor.eof and len(content) == MAX_DECOMPRESSED):
        raise ProblemError("body_too_large", "The decompressed body has more than 32 MiB.")
    if not decompressor.eof or decompressor.unused_data:
        raise ProblemError("malformed_request", "The body is not exactly one complete gzip file.")
    return content
