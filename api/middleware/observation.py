"""Observability of every request: trace, access log line and metrics.

Paths are recorded as route templates: none of these contains a token, an invitation or a query.
"""

import logging
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from flask import Response

from api.http.api_request import ApiRequest, current
from api.http.problems import MEDIA_TYPE
from api.http.responses import JSON
from api.middleware.trace_context import Trace, trace_of
from api.monitoring import metrics
from api.monitoring.log import LOG_CONTEXT
from api.operations.registry import path_of
from events.telemetry import spans

_log = logging.getLogger(__name__)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Polled every few seconds, so logged at debug level."""
_NEVER_SNIFFED = (JSON, MEDIA_TYPE)
"""Media types for which browsers do no content sniffing."""
_ID_BYTES = 6
_NO_OPERATION = "none"


def begin(request: ApiRequest) -> None:
    """Assign a request its id and its trace. Runs before any step that can refuse the request, so
    that refusals are observed too."""
    request.started = time.perf_counter()
    sent_id = request.headers.get("X-Request-Id", "")
    request.id = sent_id if _REQUEST_ID.fullmatch(sent_id) else secrets.token_urlsafe(_ID_BYTES)
    context = {"request_id": request.id}
    if spans.traced() or "traceparent" in request.headers:
        context["trace_id"] = _trace(request)
    request.enter(_log_context(context))


def finish(request: ApiRequest, response: Response) -> None:
    """Count, trace and log a response. Runs after every step that changes responses."""
    name = request.operation.name if request.operation else _NO_OPERATION
    metrics.ANSWERS.labels(name, response.status_code).inc()
    if response.mimetype not in _NEVER_SNIFFED:
        response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers.add("X-Request-Id", request.id)
    if request.traceparent is not None:
        response.headers["traceparent"] = request.traceparent
    if request.span is not None:
        request.span.set_attribute("http.response.status_code", response.status_code)
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            request.span.fail(str(response.status_code))
    _log_access(request, response)


def note(**fields: object) -> None:
    """Add fields to the access log line of the current request."""
    current().log_fields.update(fields)


@contextmanager
def _log_context(fields: dict[str, str]) -> Iterator[None]:
    """Add fields to every log line written within."""
    token = LOG_CONTEXT.set(fields)
    try:
        yield
    finally:
        LOG_CONTEXT.reset(token)


def _trace(request: ApiRequest) -> str:
    """Join or begin the trace of a request; return its id."""
    trace = trace_of(request.headers.get("traceparent"))
    if spans.traced():
        request.span = request.enter(
            spans.span(_span_name(request), _attributes(request), _parent(request))
        )
        if request.span.ids is not None:
            trace = Trace(*request.span.ids, sampled=True)
    request.traceparent = trace.header
    return trace.id


def _log_access(request: ApiRequest, response: Response) -> None:
    level = logging.DEBUG if request.path in _PROBES else logging.INFO
    if not _log.isEnabledFor(level):
        return
    fields = {
        "method": _method(request),
        "route": _route(request),
        "status": response.status_code,
        "milliseconds": round((time.perf_counter() - request.started) * 1000, 2),
    }
    game = (request.view_args or {}).get("game_id")
    if game is not None:
        fields["game"] = game
    if request.caller is not None:
        fields["player"] = request.caller.player.id
    _log.log(level, "request", extra=fields | request.log_fields)


def _method(request: ApiRequest) -> str:
    return request.method if request.method in _METHODS else "_OTHER"


def _route(request: ApiRequest) -> str | None:
    """Return the path template of the contract; None for unknown paths."""
    return None if request.url_rule is None else path_of(request.url_rule.rule)


def _span_name(request: ApiRequest) -> str:
    return " ".join(filter(None, (_method(request), _route(request))))


def _attributes(request: ApiRequest) -> dict[str, spans.Value]:
    """Return the span attributes by OpenTelemetry's semantic conventions for HTTP servers."""
    attributes: dict[str, spans.Value] = {
        "http.request.method": _method(request),
        "url.scheme": request.scheme,
    }
    if (route := _route(request)) is not None:
        attributes["http.route"] = route
    return attributes


def _parent(request: ApiRequest) -> dict[str, str]:
    """Return the trace context headers that were sent."""
    names = ("traceparent", "tracestate")
    return {name: request.headers[name] for name in names if name in request.headers}
