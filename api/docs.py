"""The contract to read: as YAML, and as a page that needs no other server; the way to both."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from flask import Flask, Response, current_app, render_template
from flask_smorest import Api

from api import contract
from api.files import SCRIPT, STATIC, about, sent
from api.guides import GUIDES
from api.operation import NO_TOKEN, Operation, Success, endpoint
from api.pages import HTML, PUBLIC, marked, page, pretty, screen
from api.reference import also_json, docs, either
from api.schemas.reference import HomeSchema

Json = dict[str, Any]
_CONTRACT = "afteraction-contract"
_PLACES = {
    "docs": "/docs",
    "contract": "/openapi.yaml",
    "rules": "/rules",
    "problems": "/problems",
    "health": "/healthz",
    "readiness": "/readyz",
    "verifier": "/verifier.py",
}


@dataclass(frozen=True, slots=True)
class _Contract:
    """The contract in its forms, each written out on first use."""

    text: Callable[[], str]
    page: Callable[[], str]


def remember(api: Api) -> None:
    """Make the contract known to the pages."""
    current_app.add_template_filter(pretty)
    current_app.add_template_filter(marked)
    kept = _Contract(cache(lambda: contract.text(api)), cache(lambda: _page(api)))
    current_app.extensions[_CONTRACT] = kept


def written(app: Flask) -> str:
    """The contract of an app as YAML."""
    return _contract(app).text()


def _page(api: Api) -> str:
    spec = contract.document(api)
    return render_template("docs.html", spec=spec, tags=_by_tag(spec), guides=GUIDES)


def _contract(app: Flask) -> _Contract:
    return cast(_Contract, app.extensions[_CONTRACT])


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
        Success(200, {"type": "string"}, content_type=HTML),
        fails=(422,),
        security=NO_TOKEN,
    ),
)
def get_docs() -> Response:
    """Every operation with its parameters, body and answers, and a form that sends it."""
    return page(_contract(current_app).page(), runs_scripts=True)


@endpoint(
    docs,
    "GET",
    "/static/docs.js",
    about("getDocsScript", "The script of that page", SCRIPT, {"type": "string"}),
)
def get_docs_script() -> Response:
    """It sends what the forms describe, to this service alone."""
    return sent(STATIC / "docs.js", SCRIPT, PUBLIC)


@endpoint(
    docs,
    "GET",
    "/",
    Operation(
        "getHome",
        "The lobby",
        Success(200, {"type": "string"}, content_type=HTML),
        fails=(422,),
        security=NO_TOKEN,
    ),
)
@also_json(HomeSchema)
def get_home() -> Response:
    """Battles to choose from, games to go on with, and the way to all else. As JSON, the way to all
    else alone, for who accepts `application/json`."""
    guides = [{"title": title, "url": f"/docs/guides/{name}"} for name, title in GUIDES.items()]
    facts = {
        "name": current_app.config["API_TITLE"],
        "version": current_app.config["API_VERSION"],
        **_PLACES,
        "guides": guides,
    }
    return either(facts, "lobby.html", screen)


def _by_tag(spec: Json) -> dict[str, list[Json]]:
    """The operations by what they have to do with, as the contract names and describes that."""
    found: dict[str, list[Json]] = {tag["name"]: [] for tag in spec["tags"]}
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict):
                shown = {"method": method.upper(), "path": path, **operation}
                around = methods.get("parameters", [])
                found[operation["tags"][0]].append(shown | _in_short(operation, around))
    return found


def _in_short(operation: Json, around: list[Json]) -> Json:
    """What an operation takes, sends, answers with and needs, where the page shows it."""
    answers = [answer for status, answer in operation["responses"].items() if status < "3"]
    ways = [" and ".join(way) for way in operation["security"]]
    needed = " or ".join(way for way in ways if way)
    return {
        "takes": [*around, *operation.get("parameters", [])],
        "sends": operation.get("requestBody", {}).get("content", {}),
        "forms": list(dict.fromkeys(kind for one in answers for kind in one.get("content", {}))),
        "needs": f"token: {needed}{', or none' if '' in ways else ''}" if needed else "no token",
    }
