"""What the headers of answers weigh, and that none is there for nobody."""

from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from api.settings.rate_limits import RateLimits
from tests.contract.service import Game, Service, running_game, serve

MAX_BYTES = 350
OF_THE_WEB_SERVER = (
    "HTTP/1.1 201 Created",
    "server: granian",
    "date: Sun, 22 Nov 2026 23:31:58 GMT",
    "",
)
ORIGIN = "https://play.example.org"


@pytest.fixture(scope="module")
def limited(redis_url: str) -> Iterator[Service]:
    """A service as it is set up by default."""
    service = serve(redis_url, rate_limits=RateLimits())
    yield service
    service.close()


def size(answer: TestResponse) -> int:
    """Bytes of an answer before its body, as they go over the wire."""
    lines = [f"{name}: {value}" for name, value in answer.headers.items()]
    return sum(len(f"{line}\r\n".encode()) for line in (*OF_THE_WEB_SERVER, *lines))


def test_headers_of_what_is_asked_most_are_few(limited: Service) -> None:
    game = running_game(limited)
    player = game.awaited()
    assert player is not None
    command = game.actions(player)["actions"][0]
    answers = {
        "state": player.get(game.path),
        "actions": player.get(f"{game.path}/actions"),
        "command": player.post(game.commands, command, headers={"Idempotency-Key": "k"}),
    }
    found = {name: size(answer) for name, answer in answers.items()}
    assert all("RateLimit" in answer.headers for answer in answers.values())
    assert {name: bytes_ for name, bytes_ in found.items() if bytes_ > MAX_BYTES} == {}


def test_only_requests_of_another_origin_get_headers_about_origins(game: Game) -> None:
    ada = game.seats["allies"]
    for path in (game.path, f"{game.path}/states/3", "/v1/catalog"):
        own, other = ada.get(path), ada.get(path, headers={"Origin": ORIGIN})
        assert not [name for name, _ in own.headers if name.startswith("Access-Control")]
        assert other.headers["Access-Control-Allow-Origin"] == "*"
        # What a browser keeps and shows again unasked must be kept for each kind of page.
        assert "Origin" in own.vary or "no-cache" in own.headers["Cache-Control"], path


def test_a_trace_is_given_back_to_who_has_one(service: Service) -> None:
    anonymous = service.anonymous()
    assert "traceparent" not in anonymous.get("/healthz").headers
    assert "traceparent" in anonymous.get("/healthz", headers={"traceparent": "odd"}).headers


def test_what_a_browser_could_take_for_something_else_is_not_to_be_sniffed(
    service: Service,
) -> None:
    anonymous = service.anonymous()
    for path, sniffed in (("/docs", False), ("/openapi.yaml", False), ("/v1/catalog", True)):
        assert ("X-Content-Type-Options" not in anonymous.get(path).headers) is sniffed, path
