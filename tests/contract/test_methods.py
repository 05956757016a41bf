"""What every address answers besides its own methods, and to pages of other origins."""

import re
from collections.abc import Iterator

import pytest

from api.middleware.origins import ALLOWED, EXPOSED
from tests.contract.contract import read
from tests.contract.service import STREAM, Game, Service, serve
from tests.support.each import each

ORIGIN = "https://play.example.org"
PREFLIGHT = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
CONTRACT = read()
PATHS = {
    path: {name.upper() for name, op in methods.items() if "operationId" in op}
    for path, methods in CONTRACT.spec["paths"].items()
}
PART = re.compile(r"\{\w+\}")


@pytest.fixture(scope="module")
def choosy(redis_url: str) -> Iterator[Service]:
    """A service that knows two origins."""
    service = serve(redis_url, cors_origins=(ORIGIN, "http://localhost:5173"))
    yield service
    service.close()


@each("path", PATHS)
def test_every_address_says_which_methods_it_takes(service: Service, path: str) -> None:
    """Those of each path of the contract that it can be read as."""
    path = PART.sub("1", path)
    read_as = [
        methods for one, methods in PATHS.items() if re.fullmatch(PART.sub("[^/]+", one), path)
    ]
    taken = set().union({"OPTIONS"}, *read_as)
    taken |= {"HEAD"} if "GET" in taken else set()
    answer = service.ask("OPTIONS", path)
    assert (answer.status_code, answer.get_data()) == (204, b"")
    assert set(answer.headers["Allow"].split(", ")) == taken
    for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} - taken:
        refused = service.app.test_client().open(path, method=method)
        assert refused.status_code == 405, method
        assert set(refused.headers["Allow"].split(", ")) == taken


def test_an_address_where_nothing_is_has_no_methods(service: Service) -> None:
    assert service.ask("OPTIONS", "/v1/nothing").status_code == 404


def test_a_head_has_the_headers_of_the_get(game: Game) -> None:
    ada = game.seats["allies"]
    for path in ("", "/actions", "/states/3", "/events", "/export", "/record"):
        got = ada.get(game.path + path)
        head = ada.service.ask("HEAD", game.path + path, token=ada.token)
        assert (head.status_code, head.get_data()) == (200, b"")
        for name in ("Content-Type", "Content-Length", "ETag", "Vary", "Cache-Control"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)


def test_a_head_of_a_stream_opens_none(game: Game) -> None:
    service = game.seats["allies"].service
    before = service.inside().live.readers
    head = service.ask("HEAD", f"{game.path}/events", headers=STREAM)
    assert (head.status_code, head.mimetype) == (200, "text/event-stream")
    assert service.inside().live.readers == before


@each(
    "accepted, status",
    [
        ("", 200),
        ("*/*", 200),
        ("application/*", 200),
        ("text/html, application/json;q=0.1", 200),
        ("text/html", 406),
        ("application/json;q=0", 406),
        ("nonsense", 406),
    ],
)
def test_the_available_media_types_are_listed_when_none_is_acceptable(
    service: Service, accepted: str, status: int
) -> None:
    answer = service.ask("GET", "/v1/catalog", headers={"Accept": accepted})
    assert answer.status_code == status
    if status == 406:
        assert answer.get_json()["offers"] == ["application/json"]


@each("path", ["/v1/games", "/v1/games?limit=5", "/v1/nothing"])
def test_a_preflight_is_answered_for_every_address(service: Service, path: str) -> None:
    wanted = "authorization, if-match, x-other"
    asked = {**PREFLIGHT, "Access-Control-Request-Headers": wanted}
    answer = service.ask("OPTIONS", path, headers=asked)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.headers["Access-Control-Allow-Headers"] == "authorization, if-match"
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert int(answer.headers["Access-Control-Max-Age"]) >= 600
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_every_header_of_the_contract_may_be_sent_and_read(service: Service) -> None:
    sent, seen = set(), set()
    for methods in CONTRACT.paths.values():
        for operation in methods.values():
            if isinstance(operation, dict):
                sent |= {p["name"] for p in operation.get("parameters", ()) if p["in"] == "header"}
                seen |= {
                    name
                    for one in operation["responses"].values()
                    for name in one.get("headers", ())
                }
    assert sent <= set(ALLOWED)
    assert seen <= set(EXPOSED)
    refused = service.ask("GET", "/v1/players/me", headers={"Origin": ORIGIN})
    assert refused.status_code == 401
    assert set(refused.headers["Access-Control-Expose-Headers"].split(", ")) == set(EXPOSED)


@each(
    "origin, allowed",
    [
        (ORIGIN, ORIGIN),
        ("http://localhost:5173", "http://localhost:5173"),
        ("https://evil.example", None),
        (None, None),
    ],
)
def test_only_the_origins_that_are_named_may_read(
    choosy: Service, origin: str | None, allowed: str | None
) -> None:
    for path in ("/v1/catalog", "/v1/players/me"):
        answer = choosy.ask("GET", path, headers={"Origin": origin} if origin else {})
        assert answer.headers.get("Access-Control-Allow-Origin") == allowed
        assert "Origin" in answer.vary
