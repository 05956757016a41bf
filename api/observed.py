"""Each request as operators see it: its trace, its one line of log, its count.

None of these holds a token, an invitation, a query or an address as it was sent: the route stands
for it.
"""

import logging
import re
import secrets
import time
from contextlib import ExitStack
from http import HTTPStatus

from flask import Flask, Response, g, request

from api import metrics
from api.log import WITHIN
from api.operations import Operations
from api.trace_context import Trace, trace_of
from events import traces

_log = logging.getLogger(__name__)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_CONVERTER = re.compile(r"<(?:[^:<>]+:)?(\w+)>")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_WATCHING = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked every few seconds by machines: not worth a line each."""
_NONE = "none"


def register(app: Flask) -> None:
    """Name each request of the app, and trace it to its end. Comes before all that may refuse one,
    so that it is seen too."""

    @app.before_request
    def _begin() -> None:
        g.started = time.perf_counter()
        g.noted = {}
        g.trace = trace_of(request.headers.get("traceparent"))
        g.spans = ExitStack()
        g.span = g.spans.enter_context(traces.span(_name(), _attributes(), _parent()))
        if g.span.ids is not None:
            trace, span = g.span.ids
            g.trace = Trace(trace, span, sampled=True)
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        token = WITHIN.set({"request_id": g.request_id, "trace_id": g.trace.id})
        g.spans.callback(WITHIN.reset, token)

    @app.teardown_request
    def _end(_: BaseException | None) -> None:
        if "spans" in g:
            g.spans.close()


def finish(app: Flask, operations: Operations) -> None:
    """Tell of each answer of the app. Comes before all that changes answers, so as to see what they
    have become."""

    @app.after_request
    def _finish(response: Response) -> Response:
        operation = operations.asked_for()
        name = operation.name if operation else _NONE
        metrics.ANSWERS.labels(operation=name, status=response.status_code).inc()
        response.headers["X-Content-Type-Options"] = "nosniff"
        if "request_id" not in g:
            return response
        response.headers["X-Request-Id"] = g.request_id
        response.headers["traceparent"] = g.trace.header
        g.span.tell("http.response.status_code", response.status_code)
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            g.span.fail(str(response.status_code))
        _write(response)
        return response


def note(**fields: object) -> None:
    """Add fields to the line of this request's log."""
    g.noted.update(fields)


def route() -> str | None:
    """The address as the contract writes it; None where there is nothing."""
    rule = request.url_rule
    return None if rule is None else _CONVERTER.sub(r"{\1}", rule.rule)


def _write(response: Response) -> None:
    level = logging.DEBUG if request.path in _WATCHING else logging.INFO
    if not _log.isEnabledFor(level):
        return
    about = {
        "method": _method(),
        "route": route(),
        "status": response.status_code,
        "milliseconds": round((time.perf_counter() - g.started) * 1000, 2),
    }
    game = (request.view_args or {}).get("game_id")
    if game is not None:
        about["game"] = game
    if (asker := g.get("asker")) is not None:
        about["player"] = asker.player.id
    _log.log(level, "request", extra=about | g.noted)


def _method() -> str:
    return request.method if request.method in _METHODS else "_OTHER"


def _name() -> str:
    return " ".join(filter(None, (_method(), route())))


def _attributes() -> dict[str, traces.Value]:
    """By OpenTelemetry's conventions for servers."""
    about: dict[str, traces.Value] = {
        "http.request.method": _method(),
        "url.scheme": request.scheme,
    }
    if (there := route()) is not None:
        about["http.route"] = there
    return about


def _parent() -> dict[str, str]:
    """The headers of the trace context, as far as they are given."""
    names = ("traceparent", "tracestate")
    return {name: request.headers[name] for name in names if name in request.headers}
