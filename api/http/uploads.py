"""Games sent by clients: larger than other bodies, perhaps packed, and bounded all the same."""

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
"""Each of them in the contract: bytes, which generated clients hand through as they are."""
ADDRESSES = ("/v1/imports", "/v1/imports/studies", "/v1/scenarios")
"""Where they are sent; a proxy in front has to let them through."""
LARGEST_SENT = 4 * 1024 * 1024
LARGEST_UNPACKED = 32 * 1024 * 1024
_MAGIC = b"\x1f\x8b"
_GZIP_WINDOW = 31
_ENCODINGS = ("identity", "gzip")


def export_sent(*others: str) -> bytes:
    """The request's body, which is an export, or of one of ``others`` as its type, and may be gzip.
    Raises a problem."""
    kinds = (NDJSON, GZIP, *others)
    if request.mimetype not in kinds:
        said = f"Send Content-Type: {' or '.join(kinds)}."
        raise ProblemError("unsupported_media_type", said)
    if request.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "us-ascii"):
        raise ProblemError("unsupported_media_type", "Send the body in UTF-8.")
    if request.headers.get("Content-Encoding", "identity").lower() not in _ENCODINGS:
        raise ProblemError("unsupported_media_type", "Send the body uncompressed, or as gzip.")
    request.max_content_length = LARGEST_SENT
    body = read_body()
    if request.content_length is None and len(body) >= LARGEST_SENT:
        # A body of unannounced length is cut off there without a word.
        raise ProblemError("body_too_large", "The body has more than 4 MiB.")
    return body


def lines_of(body: bytes) -> Iterator[bytes]:
    """The lines of an export that may be gzip, cut off one by one: small files may hold very many.
    Raises a problem."""
    return iter(io.BytesIO(_plain(body)))


def text_of(body: bytes) -> str:
    """A text that may be gzip. Raises a problem."""
    try:
        return _plain(body).decode()
    except UnicodeDecodeError:
        raise ProblemError("malformed_request", "The body is not UTF-8 text.") from None


def _plain(body: bytes) -> bytes:
    return unpacked(body) if body.startswith(_MAGIC) else body


def unpacked(packed: bytes) -> bytes:
    """What gzip data holds; no more memory is used than for the largest that is taken."""
    unpacking = zlib.decompressobj(_GZIP_WINDOW)
    try:
        content = unpacking.decompress(packed, LARGEST_UNPACKED)
    except zlib.error:
        raise ProblemError("malformed_request", "The body is not valid gzip.") from None
    if unpacking.unconsumed_tail or (not unpacking.eof and len(content) == LARGEST_UNPACKED):
        raise ProblemError("body_too_large", "The decompressed body has more than 32 MiB.")
    if not unpacking.eof or unpacking.unused_data:
        raise ProblemError("malformed_request", "The body is not exactly one complete gzip file.")
    return content
