"""The contract to read: as the files that ship, and as a page that needs no other server."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec
from flask import Flask, Response, current_app, render_template
from flask_smorest import Api

from api.http.problems import ProblemError
from api.locales import examples
from api.openapi import contract
from api.openapi.examples import with_examples
from api.operations.operation import TOKEN
from api.pages.files import SCRIPT, STATIC, about, handed_out, sent
from api.pages.guides import GUIDES
from api.pages.reference import also_json, docs, either
from api.pages.rendering import PUBLIC, about_page, marked, page, pretty, screen
from api.schemas.service.reference import GuideLinkAnswer, HomeAnswer

Json = dict[str, Any]
FILE = Path(__file__).parents[2] / "openapi.yaml"
JSON_FILE = FILE.with_suffix(".json")
"""Both are written beforehand by ``make openapi``: more than a second of work."""
_YAML, _JSON = "application/yaml", "application/json"
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
    """The contract as the code has it, for ``make openapi``, and as the page, which is written out
    on first use."""

    document: Callable[[], Json]
    page: Callable[[], str]


def remember(api: Api) -> None:
    """Make the contract known to the pages."""
    current_app.add_template_filter(pretty)
    current_app.add_template_filter(marked)
    contract_of_app = _Contract(lambda: contract.document(api), cache(lambda: _page(api)))
    current_app.extensions[_CONTRACT] = contract_of_app


def written(app: Flask) -> dict[Path, str]:
    """What the files of the contract are to hold, derived from the code of an app."""
    spec = _contract(app).document()
    as_json = msgspec.json.encode(spec, order="sorted").decode()
    return {FILE: contract.as_yaml(spec), JSON_FILE: f"{as_json}\n"}


def _page(api: Api) -> str:
    spec = with_examples(contract.document(api))
    return render_template("docs.html", spec=spec, tags=_by_tag(spec), guides=GUIDES)


def _contract(app: Flask) -> _Contract:
    return cast(_Contract, app.extensions[_CONTRACT])


@about(docs, "/openapi.yaml", "Get this API description", _YAML, {"type": "string"})
def get_contract() -> Response:
    """As it is in force here."""
    return sent(FILE, _YAML, PUBLIC)


@about(docs, "/openapi.json", "The same as JSON", _JSON, {"type": "object"})
def get_contract_as_json() -> Response:
    """Equal to `/openapi.yaml`."""
    return sent(JSON_FILE, _JSON, PUBLIC)


@about(
    docs,
    "/docs/examples/<string:operation>.json",
    "Recorded examples of an operation",
    _JSON,
    {"type": "object"},
    404,
)
def get_examples(operation: str) -> Response:
    """By `request` or the status of an answer, then by media type: a body as it was sent, long
    lists and texts cut short."""
    if operation not in examples():
        raise ProblemError("not_found", "No operation of the contract has this name.")
    return handed_out(msgspec.json.encode(examples()[operation]), _JSON, PUBLIC)


@about_page(docs, "/docs", "Get this API description as a page")
def get_docs() -> Response:
    """Every operation with its parameters, body and answers, and a form that sends it."""
    return page(_contract(current_app).page(), runs_scripts=True)


@about(docs, "/static/docs.js", "Get the script of that page", SCRIPT, {"type": "string"})
def get_docs_script() -> Response:
    """It sends what the forms describe, to this service alone."""
    return sent(STATIC / "docs.js", SCRIPT, PUBLIC)


@about_page(docs, "/", "Get the lobby page")
@also_json(HomeAnswer)
def get_home() -> Response:
    """Battles to choose from, games to go on with, and the way to all else. As JSON, the way to all
    else alone, for who accepts `application/json`."""
    facts = HomeAnswer(
        name=current_app.config["API_TITLE"],
        version=current_app.config["API_VERSION"],
        **_PLACES,
        guides=[GuideLinkAnswer(title, f"/docs/guides/{name}") for name, title in GUIDES.items()],
    )
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
    ways = [" and ".join(way) for way in operation.get("security", TOKEN)]
    needed = " or ".join(way for way in ways if way)
    return {
        "takes": [*around, *operation.get("parameters", [])],
        "sends": operation.get("requestBody", {}).get("content", {}),
        "forms": list(dict.fromkeys(kind for one in answers for kind in one.get("content", {}))),
        "needs": f"token: {needed}{', or none' if '' in ways else ''}" if needed else "no token",
    }
