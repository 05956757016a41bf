"""CORS: which origins may use the API from a browser, and which headers they may send and read.

Tokens are headers, which no browser adds by itself, so credentials are not allowed: a page can do
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
"""Response headers that scripts may read."""
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
"""Request headers that scripts may set."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
ANY = ("*",)
_PREFLIGHT_CACHE_SECONDS = 7200
"""The longest that browsers honor."""


Allow = Callable[[ApiRequest, Response], None]


def cors(app: Flask, origins: tuple[str, ...]) -> Allow:
    """Return the step that adds the CORS headers for these origins; a no-op without any."""
    if not origins:
        return lambda *_: None
    options = get_cors_options(
        app,
        {
            "origins": list(origins),
            "methods": list(METHODS),
            "allow_headers": list(ALLOWED),
            "expose_headers": list(EXPOSED),
            "max_age": _PREFLIGHT_CACHE_SECONDS,
            "send_wildcard": origins == ANY,
            "always_send": False,
            "vary_header": False,
        },
    )

    def allow(request: ApiRequest, response: Response) -> None:
        if "Origin" in request.headers:
            set_cors_headers(response, options)
        if origins != ANY or "no-cache" not in response.headers.get("Cache-Control", ""):
            # Otherwise the response is revalidated each time, and gets the header then.
            add_vary(request, response, "Origin")

    return allow
