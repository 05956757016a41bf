"""Drains unread request bodies, or else announces that the connection closes.

The web server closes a connection when the response is ready before the whole body has arrived. A
client that is still sending would lose the response, or its next request.
"""

from threading import Semaphore
from typing import IO

from flask import Response
from werkzeug.exceptions import RequestEntityTooLarge

from api.http.api_request import ApiRequest
from api.http.uploads import MAX_UPLOAD, PATHS

MAX_DRAINED = 64 * 1024
"""Bytes read from an unread body before the connection is closed; imports may send more."""
_CHUNK = 16 * 1024


def finish_body(request: ApiRequest, response: Response, slots: Semaphore) -> None:
    """Read the body of a request to its end, or send ``Connection: close``."""
    if _has_unread_body(request) and not _drain(request, slots):
        response.headers["Connection"] = "close"


def _has_unread_body(request: ApiRequest) -> bool:
    if request.body_was_read:
        return False
    return bool(request.content_length) or "Transfer-Encoding" in request.headers


def _drain(request: ApiRequest, slots: Semaphore) -> bool:
    """Read the body; return whether its end was reached. A slow client holds a thread meanwhile,
    as in ``read_body``."""
    if "Expect" in request.headers:
        # The client waits for a response before it sends the body; this one is final.
        return False
    if not slots.acquire(blocking=False):
        return False
    try:
        return _read_to_end(request)
    except (OSError, RequestEntityTooLarge):
        return False
    finally:
        slots.release()


def _read_to_end(request: ApiRequest) -> bool:
    stream = _input_of(request)
    left = MAX_UPLOAD if request.path in PATHS else MAX_DRAINED
    while left > 0:
        chunk = stream.read(min(left, _CHUNK))
        if not chunk:
            return True
        left -= len(chunk)
    return not stream.read(1)


def _input_of(request: ApiRequest) -> IO[bytes]:
    """Return the stream of the remaining body. A server that does not terminate its input would
    block at the end, so there Flask's bounded stream is used."""
    if "wsgi.input_terminated" in request.environ:
        stream: IO[bytes] = request.environ["wsgi.input"]
        return stream
    return request.stream
