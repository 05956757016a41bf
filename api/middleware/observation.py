"""Each request as operators see it: its trace, its one line of log, its count.

None of these holds a token, an invitation, a query or an address as it was sent: the route stands
for it.
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
from api.monitoring.log import WITHIN
from api.operations.known import path_of
from events.telemetry import spans

_log = logging.getLogger(__name__)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_WATCHING = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked every few seconds by machines: not worth a line each."""
_NEVER_SNIFFED = (JSON, MEDIA_TYPE)
"""No browser takes these for anything else."""
_ID_BYTES = 6
_NONE = "none"


def begin(request: ApiRequest) -> None:
    """Name a request, and trace it to its end. Comes before all that may refuse one, so that it is
    seen too."""
    request.started = time.perf_counter()
    given = request.headers.get("X-Request-Id", "")
    request.id = given if _REQUEST_ID.fullmatch(given) else secrets.token_urlsafe(_ID_BYTES)
    within = {"request_id": request.id}
    if spans.traced() or "traceparent" in request.headers:
        within["trace_id"] = _trace(request)
    request.enter(_logged(within))


def finish(request: ApiRequest, response: Response) -> None:
    """Tell of an answer. Comes after all that changes answers, so as to see what they have
    become."""
    name = request.operation.name if request.operation else _NONE
    metrics.ANSWERS.labels(name, response.status_code).inc()
    if response.mimetype not in _NEVER_SNIFFED:
        response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers.add("X-Request-Id", request.id)
    if request.traceparent is not None:
        response.headers["traceparent"] = request.traceparent
    if request.span is not None:
        request.span.tell("http.response.status_code", response.status_code)
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            request.span.fail(str(response.status_code))
    _write(request, response)


def note(**fields: object) -> None:
    """Add fields to the line of this request's log."""
    current().log_fields.update(fields)


@contextmanager
def _logged(within: dict[str, str]) -> Iterator[None]:
    """Every line of log tells of what it belongs to."""
    token = WITHIN.set(within)
    try:
        yield
    finally:
        WITHIN.reset(token)


def _trace(request: ApiRequest) -> str:
    """The id of the trace that a request belongs to, or begins."""
    trace = trace_of(request.headers.get("traceparent"))
    if spans.traced():
        request.span = request.enter(spans.span(_name(request), _about(request), _parent(request)))
        if request.span.ids is not None:
            trace = Trace(*request.span.ids, sampled=True)
    request.traceparent = trace.header
    return trace.id


def _write(request: ApiRequest, response: Response) -> None:
    level = logging.DEBUG if request.path in _WATCHING else logging.INFO
    if not _log.isEnabledFor(level):
        return
    about = {
        "method": _method(request),
        "route": _route(request),
        "status": response.status_code,
        "milliseconds": round((time.perf_counter() - request.started) * 1000, 2),
    }
    game = (request.view_args or {}).get("game_id")
    if game is not None:
        about["game"] = game
    if request.caller is not None:
        about["player"] = request.caller.player.id
    _log.log(level, "request", extra=about | request.log_fields)


def _method(request: ApiRequest) -> str:
    return request.method if request.method in _METHODS else "_OTHER"


def _route(request: ApiRequest) -> str | None:
    """The address as the contract writes it; None where there is nothing."""
    return None if request.url_rule is None else path_of(request.url_rule.rule)


def _name(request: ApiRequest) -> str:
    return " ".join(filter(None, (_method(request), _route(request))))


def _about(request: ApiRequest) -> dict[str, spans.Value]:
    """By OpenTelemetry's conventions for servers."""
    about: dict[str, spans.Value] = {
        "http.request.method": _method(request),
        "url.scheme": request.scheme,
    }
    if (there := _route(request)) is not None:
        about["http.route"] = there
    return about


def _parent(request: ApiRequest) -> dict[str, str]:
    """The headers of the trace context, as far as they are given."""
    names = ("traceparent", "tracestate")
    return {name: request.headers[name] for name in names if name in request.headers}
