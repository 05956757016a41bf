"""What every request is asked before its endpoint is: the method, the query, and what the client
accepts."""

from http import HTTPStatus
from urllib.parse import unquote_to_bytes

from flask import Flask, Response, request

from api.operations import Known, Operations
from api.problems import ProblemError

LONGEST_ADDRESS = 8 * 1024
MOST_HEADERS = 100
LARGEST_HEADERS = 32 * 1024
"""Bytes of all names and values together."""
_PREFLIGHT = "Access-Control-Request-Method"


def register(app: Flask, operations: Operations) -> None:
    """Ask all requests of the app from now on."""

    @app.before_request
    def _admit() -> Response | None:
        _require_bounds()
        if request.method == "OPTIONS":
            return _options(app)
        if (operation := operations.asked_for()) is not None:
            _require_acceptable(operation)
        if request.query_string and request.url_rule is not None:
            _require_readable(request.query_string)
            _refuse_unknown(operation)
        return None


def _require_bounds() -> None:
    """Refuse addresses and headers beyond what any client needs, long before the server would."""
    if len(request.full_path) > LONGEST_ADDRESS:
        raise ProblemError("address_too_long", "The address has more than 8 KiB.")
    sizes = [len(name) + len(value) for name, value in request.headers]
    if len(sizes) > MOST_HEADERS or sum(sizes) > LARGEST_HEADERS:
        raise ProblemError("headers_too_large", "The headers are more than 100, or than 32 KiB.")


def _options(app: Flask) -> Response:
    """Which methods an address takes. A preflight is answered well even where there is nothing:
    the browser would not let its page see the request's own 404."""
    found = app.create_url_adapter(request)
    methods = sorted(found.allowed_methods()) if found else []
    if not methods and _PREFLIGHT not in request.headers:
        raise ProblemError("not_found", "There is nothing here.")
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    if methods:
        response.headers["Allow"] = ", ".join(methods)
    return response


def _require_acceptable(operation: Known) -> None:
    accepted = request.accept_mimetypes
    if accepted and operation.offers and accepted.best_match(operation.offers) is None:
        detail = f"Accept {' or '.join(operation.offers)}."
        raise ProblemError("not_acceptable", detail, {"offers": list(operation.offers)})


def _require_readable(query: bytes) -> None:
    """Refuse a query that is not UTF-8; read on, it would be another one."""
    try:
        unquote_to_bytes(query).decode("utf-8")
    except UnicodeDecodeError:
        reasons = {"": ["The query is not UTF-8."]}
        raise ProblemError(
            "invalid_request", "The query is not UTF-8.", {"errors": reasons}
        ) from None


def _refuse_unknown(operation: Known | None) -> None:
    """Refuse parameters that the contract does not name, instead of ignoring them."""
    unknown = request.args.keys() - (operation.queries if operation else set())
    if unknown:
        reasons = {f"/{name}": ["Unknown parameter."] for name in sorted(unknown)}
        detail = "The contract names no such query parameter."
        raise ProblemError("invalid_request", detail, {"errors": reasons})
