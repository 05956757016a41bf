"""Validates every request before its view: size, method, query parameters and ``Accept``."""

from http import HTTPStatus
from urllib.parse import unquote_to_bytes

from flask import Flask, Response

from api.http.api_request import ApiRequest
from api.http.problems import ProblemError
from api.http.requests import suggestions
from api.operations.registry import OperationMeta

MAX_ADDRESS = 8 * 1024
MAX_HEADERS = 100
MAX_HEADER_BYTES = 32 * 1024
"""Of all names and values together."""
_PREFLIGHT = "Access-Control-Request-Method"


def admit(app: Flask, request: ApiRequest) -> Response | None:
    """Reject an invalid request. Returns the response to ``OPTIONS``, else None."""
    _require_bounds(request)
    if request.method == "OPTIONS":
        return _options(app, request)
    if request.operation is not None:
        _require_acceptable(request, request.operation)
    if request.query_string and request.url_rule is not None:
        _require_readable(request.query_string)
        _refuse_unknown(request)
    return None


def _require_bounds(request: ApiRequest) -> None:
    """Reject URLs and headers larger than any client needs, long before the web server does."""
    if len(request.path) + len(request.query_string) >= MAX_ADDRESS:
        raise ProblemError("address_too_long", "The URL has more than 8 KiB.")
    names = [name for name in request.environ if name[:5] == "HTTP_"]
    size = len("".join([*names, *map(request.environ.__getitem__, names)])) - 5 * len(names)
    if len(names) > MAX_HEADERS or size > MAX_HEADER_BYTES:
        raise ProblemError(
            "headers_too_large",
            "The request has more than 100 headers, or more than 32 KiB of headers.",
        )


def _options(app: Flask, request: ApiRequest) -> Response:
    """List the methods of a path. A preflight succeeds even for unknown paths: the browser would
    hide the 404 of the request itself from its page."""
    adapter = app.create_url_adapter(request)
    methods = sorted(adapter.allowed_methods()) if adapter else []
    if not methods and _PREFLIGHT not in request.headers:
        raise ProblemError("not_found", "Not found.")
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    if methods:
        response.headers["Allow"] = ", ".join(methods)
    return response


def _require_acceptable(request: ApiRequest, operation: OperationMeta) -> None:
    accepted = request.accept_mimetypes
    if accepted and operation.offers and accepted.best_match(operation.offers) is None:
        detail = f"Accept {' or '.join(operation.offers)}."
        raise ProblemError("not_acceptable", detail, {"offers": list(operation.offers)})


def _require_readable(query: bytes) -> None:
    """Reject a query that is not UTF-8, which Werkzeug would decode to another one."""
    try:
        unquote_to_bytes(query).decode("utf-8")
    except UnicodeDecodeError:
        reasons = {"": ["The query is not valid UTF-8."]}
        raise ProblemError(
            "invalid_request", "The query is not valid UTF-8.", {"errors": reasons}
        ) from None


def _refuse_unknown(request: ApiRequest) -> None:
    """Reject query parameters that the contract does not define, instead of ignoring them."""
    known = request.operation.queries if request.operation else frozenset[str]()
    unknown = request.args.keys() - known
    if unknown:
        reasons = {
            f"/{name}": ["Unknown parameter.", *suggestions(name, known)]
            for name in sorted(unknown)
        }
        detail = "The operation has no such query parameter."
        raise ProblemError("invalid_request", detail, {"errors": reasons})
