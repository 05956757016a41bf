"""Bodies that an answer did not need: read to their end, or else the connection is told to close.

The web server closes a connection when an answer is ready before the body of its request has come.
A client that still sends would lose the answer, or its next request.
"""

from threading import Semaphore
from typing import IO

from flask import Response
from werkzeug.exceptions import RequestEntityTooLarge

from api.http.api_request import ApiRequest
from api.http.uploads import ADDRESSES, LARGEST_SENT

MAX_DRAINED = 64 * 1024
"""Bytes of an unread body that are read; past them the connection ends. Where games come in it is
as many as one may have."""
_CHUNK = 16 * 1024


def finish_body(request: ApiRequest, response: Response, slots: Semaphore) -> None:
    """Read a request's body to its end, or have the answer say that the connection closes."""
    if _has_more(request) and not _drained(request, slots):
        response.headers["Connection"] = "close"


def _has_more(request: ApiRequest) -> bool:
    if request.body_was_read:
        return False
    return bool(request.content_length) or "Transfer-Encoding" in request.headers


def _drained(request: ApiRequest, slots: Semaphore) -> bool:
    """Whether the body has come to its end. Who sends slowly holds a thread meanwhile; see
    ``read_body``."""
    if "Expect" in request.headers:
        # The client waits for a word before it sends anything; the answer is that word.
        return False
    if not slots.acquire(blocking=False):
        return False
    try:
        return _read_on(request)
    except (OSError, RequestEntityTooLarge):
        return False
    finally:
        slots.release()


def _read_on(request: ApiRequest) -> bool:
    sent = _sent(request)
    left = LARGEST_SENT if request.path in ADDRESSES else MAX_DRAINED
    while left > 0:
        part = sent.read(min(left, _CHUNK))
        if not part:
            return True
        left -= len(part)
    return not sent.read(1)


def _sent(request: ApiRequest) -> IO[bytes]:
    """What is left of the body. Not every web server ends it where it ends: one that does not would
    wait for more."""
    if "wsgi.input_terminated" in request.environ:
        whole: IO[bytes] = request.environ["wsgi.input"]
        return whole
    return request.stream
