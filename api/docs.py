"""The contract to read: as YAML, as a page that needs no other server, and a page a problem."""

from functools import cache
from typing import Any, cast

from flask import Flask, Response, current_app, render_template
from flask_smorest import Api, Blueprint

from api import contract
from api.operation import NO_TOKEN, Operation, Success, endpoint
from api.problems import KINDS, ProblemError

docs = Blueprint("docs", __name__, description="The contract and its explanation.")
_PUBLIC = "public, max-age=300"
_CONTRACT = "afteraction-contract"


def remember(api: Api) -> None:
    """Make the contract known to the pages; it is written out on first use."""
    current_app.extensions[_CONTRACT] = (cache(lambda: contract.text(api)), api)


def written(app: Flask) -> str:
    """The contract of an app as YAML."""
    text, _ = app.extensions[_CONTRACT]
    return cast(str, text())


@endpoint(
    docs,
    "GET",
    "/openapi.yaml",
    Operation(
        "getContract",
        "This contract",
        Success(200, {"type": "string"}, content_type="application/yaml"),
        fails=(422,),
        security=NO_TOKEN,
    ),
)
def get_contract() -> Response:
    """As it is in force here."""
    response = Response(written(current_app), mimetype="application/yaml")
    response.headers["Cache-Control"] = _PUBLIC
    return response


@endpoint(
    docs,
    "GET",
    "/docs",
    Operation(
        "getDocs",
        "The contract as a page",
        Success(200, {"type": "string"}, content_type="text/html"),
        fails=(422,),
        security=NO_TOKEN,
    ),
)
def get_docs() -> Response:
    """Every operation with its parameters, body and answers."""
    _, api = current_app.extensions[_CONTRACT]
    spec = contract.document(api)
    page = render_template("docs.html", spec=spec, operations=_operations(spec))
    return _page(page)


@endpoint(
    docs,
    "GET",
    "/problems/<string:code>",
    Operation(
        "getProblem",
        "What a kind of problem means",
        Success(200, {"type": "string"}, content_type="text/html"),
        fails=(404, 422),
        security=NO_TOKEN,
    ),
)
def get_problem(code: str) -> Response:
    """The page that a problem document's `type` points to."""
    kind = KINDS.get(code)
    if kind is None:
        raise ProblemError("not_found", "No kind of problem has this code.")
    return _page(render_template("problem.html", code=code, kind=kind))


def _page(html: str) -> Response:
    response = Response(html, mimetype="text/html")
    response.headers["Cache-Control"] = _PUBLIC
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


def _operations(spec: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"method": method.upper(), "path": path, **operation}
        for path, methods in spec["paths"].items()
        for method, operation in methods.items()
        if isinstance(operation, dict)
    ]
