"""How often one may ask, and what is said to who asks more often."""

import itertools
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.settings.rate_limits import RateLimits
from events.accounts.rates import Rate
from tests.contract.service import STREAM, Service, serve

LONG = 10**9
"""Seconds: a window that does not end while a test runs."""
HOSTS = itertools.count(1)


def limited(redis_url: str, **rates: Any) -> Service:
    """A service behind a proxy; requests from the machine itself are not counted."""
    wanted = {"exempt": (ip_network("127.0.0.0/8"),), **rates}
    return serve(redis_url, rate_limits=RateLimits(**wanted), trusted_proxies=1)


@pytest.fixture
def anonymous() -> str:
    """An address that nobody has used."""
    return f"198.51.100.{next(HOSTS)}"


@pytest.fixture(scope="module")
def tight(redis_url: str) -> Iterator[Service]:
    """Three commands, two refusals, four reads, two streams, two players and three others."""
    service = limited(
        redis_url,
        commands=Rate(3, LONG),
        refusals=Rate(2, LONG),
        reads=Rate(4, LONG),
        streams=Rate(2, LONG),
        sign_up=Rate(2, LONG),
        address=Rate(3, LONG),
    )
    yield service
    service.close()


def from_far(service: Service, method: str, path: str, at: str, **more: Any) -> TestResponse:
    return service.ask(method, path, headers={"X-Forwarded-For": at}, **more)


def refused_by(answer: TestResponse, limit: str) -> bool:
    """Whether a request was one too many of a kind, told in every place that clients look at."""
    if answer.status_code != 429:
        return False
    problem, wait = answer.get_json(), int(answer.headers["Retry-After"])
    assert problem["code"] == "too_many_requests"
    assert 0 < wait <= problem["limit_window_seconds"] == LONG
    assert answer.headers["RateLimit-Policy"] == f'"{limit}";q={problem["limit_quota"]};w={LONG}'
    assert answer.headers["RateLimit"] == f'"{limit}";r=0;t={wait}'
    return str(problem["limit"]) == limit


def test_each_answer_tells_what_is_left(tight: Service) -> None:
    ada = tight.player()
    for left in (3, 2, 1, 0):
        answer = ada.get("/v1/players/me")
        assert answer.headers["RateLimit-Policy"] == f'"reads";q=4;w={LONG}'
        result = answer.headers["RateLimit"].split(";")
        assert result[:2] == ['"reads"', f"r={left}"]
        assert 0 < int(result[2].removeprefix("t=")) <= LONG
    assert refused_by(ada.get("/v1/players/me"), "reads")


def test_what_was_refused_as_too_many_does_not_count(tight: Service) -> None:
    ada = tight.player()
    for _ in range(20):
        ada.get("/v1/players/me")
    rates, rate = tight.inside().rates, Rate(4, LONG)
    rates.give_back("reads", ada.id, rate)
    assert ada.get("/v1/players/me").status_code == 200
    assert refused_by(ada.get("/v1/players/me"), "reads")


def test_reading_streaming_and_the_neighbours_hold_no_move_up(
    tight: Service, anonymous: str
) -> None:
    ada = tight.player()
    game = ada.new_game()
    while ada.get(game.path).status_code == 200:
        pass
    for _ in range(2):
        stream = tight.ask(
            "GET", f"{game.path}/events", token=ada.token, headers=STREAM, buffered=False
        )
        assert stream.status_code == 200
        stream.close()
    again = tight.ask("GET", f"{game.path}/events", token=ada.token, headers=STREAM)
    assert refused_by(again, "streams")
    while from_far(tight, "GET", "/v1/scenarios", anonymous).status_code == 200:
        pass
    seats = f"{game.path}/seats"
    seat = from_far(tight, "POST", seats, anonymous, token=ada.token, json={"side": "axis"})
    assert seat.status_code == 200


def test_refusals_eat_up_no_commands_and_have_a_limit_of_their_own(tight: Service) -> None:
    ada = tight.player()
    game = ada.new_game()
    wrong = {"side": "middle"}
    for _ in range(2):
        assert ada.post(f"{game.path}/seats", wrong).status_code == 422
    assert refused_by(ada.post(f"{game.path}/seats", wrong), "refusals")
    tight.inside().rates.give_back("refusals", ada.id, Rate(2, LONG))
    for side in ("allies", "axis"):
        assert ada.post(f"{game.path}/seats", {"side": side}).status_code == 200
    assert refused_by(ada.post(f"{game.path}/seats", {"side": "axis"}), "commands")


def test_players_have_quotas_of_their_own(tight: Service) -> None:
    ada, ben = tight.player(), tight.player("Ben")
    for _ in range(4):
        assert ada.get("/v1/players/me").status_code == 200
    assert refused_by(ada.get("/v1/players/me"), "reads")
    assert ben.get("/v1/players/me").status_code == 200


def test_players_are_made_only_so_often_from_an_address(tight: Service, anonymous: str) -> None:
    body = {"json": {"name": "Ada"}}
    made = [from_far(tight, "POST", "/v1/players", anonymous, **body) for _ in range(2)]
    assert {answer.status_code for answer in made} == {201}
    assert refused_by(from_far(tight, "POST", "/v1/players", anonymous, **body), "sign_up")
    other = from_far(tight, "POST", "/v1/players", f"{anonymous}9", **body)
    assert other.status_code == 201


def test_tokens_that_nobody_has_count_for_the_address(tight: Service, anonymous: str) -> None:
    guesses = [
        from_far(tight, "GET", "/v1/players/me", anonymous, token=f"aft_guess{number}")
        for number in range(4)
    ]
    assert [answer.status_code for answer in guesses] == [401, 401, 401, 429]
    assert refused_by(guesses[-1], "address")
    assert refused_by(from_far(tight, "GET", "/nowhere", anonymous), "address")


def test_an_address_is_what_the_trusted_proxy_says_and_no_client(
    tight: Service, anonymous: str
) -> None:
    for number in range(3):
        spoofed = f"203.0.113.{number}, {anonymous}"
        assert from_far(tight, "GET", "/v1/scenarios", at=spoofed).status_code == 200
    assert refused_by(
        from_far(tight, "GET", "/v1/scenarios", at=f"203.0.113.9, {anonymous}"), "address"
    )
    assert from_far(tight, "GET", "/v1/scenarios", at=f"{anonymous}9").status_code == 200


def test_a_network_of_ipv6_counts_as_one_address(tight: Service) -> None:
    for host in ("::1", "::2", "1:2:3:4"):
        at = f"2001:db8:0:7:{host}" if host == "1:2:3:4" else f"2001:db8:0:7{host}"
        assert from_far(tight, "GET", "/v1/scenarios", at=at).status_code == 200
    assert refused_by(from_far(tight, "GET", "/v1/scenarios", at="2001:db8:0:7::9"), "address")
    assert from_far(tight, "GET", "/v1/scenarios", at="2001:db8:0:8::1").status_code == 200


@pytest.mark.parametrize("at", ["127.0.0.1", "127.8.9.1", "::ffff:127.0.0.1"])
def test_exempt_addresses_are_not_counted(tight: Service, at: str) -> None:
    for _ in range(5):
        answer = from_far(tight, "GET", "/v1/scenarios", at=at)
        assert answer.status_code == 200
        assert "RateLimit" not in answer.headers


def test_what_operators_and_browsers_ask_is_not_counted(tight: Service, anonymous: str) -> None:
    for _ in range(5):
        assert from_far(tight, "GET", "/healthz", anonymous).status_code == 200
        assert from_far(tight, "OPTIONS", "/v1/games", anonymous).status_code == 204


def test_nobody_is_counted_when_the_limits_are_off(redis_url: str, anonymous: str) -> None:
    service = limited(redis_url, commands=None, reads=None, sign_up=None, address=None)
    try:
        for _ in range(3):
            answer = from_far(service, "GET", "/v1/scenarios", anonymous)
            assert (answer.status_code, "RateLimit" in answer.headers) == (200, False)
        assert "RateLimit" not in service.player().get("/v1/players/me").headers
    finally:
        service.close()
