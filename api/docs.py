"""The contract to read: as YAML, and as a page that needs no other server."""

from functools import cache
from typing import Any, cast

from flask import Flask, Response, current_app, render_template
from flask_smorest import Api

from api import contract
from api.guides import GUIDES
from api.operation import NO_TOKEN, Operation, Success, endpoint
from api.pages import PUBLIC, marked, page, pretty
from api.reference import docs

_CONTRACT = "afteraction-contract"


def remember(api: Api) -> None:
    """Make the contract known to the pages; it is written out on first use."""
    current_app.add_template_filter(pretty)
    current_app.add_template_filter(marked)
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
    response.headers["Cache-Control"] = PUBLIC
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
    return page(render_template("docs.html", spec=spec, tags=_by_tag(spec), guides=GUIDES))


def _by_tag(spec: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The operations by what they have to do with, as the contract names and describes that."""
    found: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in spec["tags"]}
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict):
                shown = {"method": method.upper(), "path": path, **operation}
                found[operation["tags"][0]].append(shown)
    return found
