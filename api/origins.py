"""Pages of other origins: which may use the API from a browser, and what they may send and see.

Tokens are headers, which no browser adds by itself, so no credentials are allowed: a page can do
no more than any program that has the token.
"""

from flask import Flask, Response
from flask_cors import CORS

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


def register(app: Flask, origins: tuple[str, ...]) -> None:
    """Let pages of the origins use the app; of none where there is none."""
    if not origins:
        return
    anyone = origins == ANY
    CORS(
        app,
        origins=list(origins),
        methods=list(METHODS),
        allow_headers=list(ALLOWED),
        expose_headers=list(EXPOSED),
        max_age=_REMEMBERED_SECONDS,
        send_wildcard=anyone,
        always_send=anyone,
        intercept_exceptions=False,
        vary_header=False,
    )
    if not anyone:

        @app.after_request
        def _vary(response: Response) -> Response:
            response.vary.add("Origin")
            return response
