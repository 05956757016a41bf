"""Pages of other origins: which may use the API from a browser, and what they may send and see.

Tokens are headers, which no browser adds by itself, so no credentials are allowed: a page can do
no more than any program that has the token.
"""

from collections.abc import Callable

from flask import Flask, Response
from flask_cors.core import get_cors_options, set_cors_headers

from api.http.api_request import ApiRequest
from api.http.responses import add_vary

EXPOSED = (
    "Content-Language",
    "Deprecation",
    "ETag",
    "Idempotency-Replayed",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
    "WWW-Authenticate",
    "X-Request-Id",
    "traceparent",
)
"""Headers of answers that scripts may read."""
ALLOWED = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Cache-Control",
    "Content-Encoding",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Prefer",
    "Study-Key",
    "X-Request-Id",
    "traceparent",
    "tracestate",
)
"""Headers of requests that scripts may set."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ANY = ("*",)
_REMEMBERED_SECONDS = 7200
"""For how long a browser need not ask again; more than this none takes."""


Allow = Callable[[ApiRequest, Response], None]


def allowing(app: Flask, origins: tuple[str, ...]) -> Allow:
    """What lets pages of the origins read an answer; those of none where there is none."""
    if not origins:
        return lambda *_: None
    options = get_cors_options(
        app,
        {
            "origins": list(origins),
            "methods": list(METHODS),
            "allow_headers": list(ALLOWED),
            "expose_headers": list(EXPOSED),
            "max_age": _REMEMBERED_SECONDS,
            "send_wildcard": origins == ANY,
            "always_send": False,
            "vary_header": False,
        },
    )

    def allow(request: ApiRequest, response: Response) -> None:
        if "Origin" in request.headers:
            set_cors_headers(response, options)
        if origins != ANY or "no-cache" not in response.headers.get("Cache-Control", ""):
            # Else it is asked for anew each time, and has what a page needs by then.
            add_vary(request, response, "Origin")

    return allow
