"""What every request is asked before its endpoint is: the method, the query, and what the client
accepts."""

from http import HTTPStatus
from urllib.parse import unquote_to_bytes

from flask import Flask, Response

from api.http.api_request import ApiRequest
from api.http.problems import ProblemError
from api.http.requests import meant
from api.operations.known import OperationMeta

MAX_ADDRESS = 8 * 1024
MAX_HEADERS = 100
LARGEST_HEADERS = 32 * 1024
"""Bytes of all names and values together."""
_PREFLIGHT = "Access-Control-Request-Method"


def admit(app: Flask, request: ApiRequest) -> Response | None:
    """Refuse a request that is not as it has to be; the answer of one for an address's methods."""
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
    """Refuse addresses and headers beyond what any client needs, long before the server would."""
    if len(request.path) + len(request.query_string) >= MAX_ADDRESS:
        raise ProblemError("address_too_long", "The URL has more than 8 KiB.")
    sent = (item for item in request.environ.items() if item[0].startswith("HTTP_"))
    sizes = [len(name) - len("HTTP_") + len(value) for name, value in sent]
    if len(sizes) > MAX_HEADERS or sum(sizes) > LARGEST_HEADERS:
        raise ProblemError(
            "headers_too_large",
            "The request has more than 100 headers, or more than 32 KiB of headers.",
        )


def _options(app: Flask, request: ApiRequest) -> Response:
    """Which methods an address takes. A preflight is answered well even where there is nothing:
    the browser would not let its page see the request's own 404."""
    found = app.create_url_adapter(request)
    methods = sorted(found.allowed_methods()) if found else []
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
    """Refuse a query that is not UTF-8; read on, it would be another one."""
    try:
        unquote_to_bytes(query).decode("utf-8")
    except UnicodeDecodeError:
        reasons = {"": ["The query is not valid UTF-8."]}
        raise ProblemError(
            "invalid_request", "The query is not valid UTF-8.", {"errors": reasons}
        ) from None


def _refuse_unknown(request: ApiRequest) -> None:
    """Refuse parameters that the contract does not name, instead of ignoring them."""
    operation = request.operation
    unknown = request.args.keys() - (operation.queries if operation else set())
    if unknown:
        known = operation.queries if operation else set[str]()
        reasons = {
            f"/{name}": ["Unknown parameter.", *meant(name, known)] for name in sorted(unknown)
        }
        detail = "The operation has no such query parameter."
        raise ProblemError("invalid_request", detail, {"errors": reasons})
