"""What a request may look like, and what is said when it does not."""

import random

from tests.contract.service import STREAM, Game, Service, check_problem
from tests.contract.test_request_bodies import JSON, problem
from tests.support.each import each


@each(
    "query",
    [
        "limit=0",
        "limit=3001",
        "limit=many",
        "after=-1",
        "after=x",
        "after=" + "9" * 30,
        "after=" + "9" * 5000,
        "after=1&after=2",
        "limit=5&limit=5",
        "AFTER=1",
        "=1",
        "%00=1",
    ],
)
def test_a_query_parameter_is_known_and_given_once(game: Game, query: str) -> None:
    answer = game.seats["allies"].get(f"{game.path}/events?{query}")
    assert answer.status_code == 422
    assert problem(answer)["errors"]


@each(
    "query",
    [
        "since=yesterday",
        "since=2026-01-01T00:00:00",
        "until=2026-13-01T00:00:00Z",
        "status=lost",
        "cursor=%ff",
        "cursor=!",
        "cursor=e30",
        "limit=201",
        "viewer=x",
    ],
)
def test_a_filter_of_the_list_of_games_makes_sense(service: Service, query: str) -> None:
    assert service.anonymous().get(f"/v1/games?{query}").status_code == 422


@each("query", ["player=%ff", "player=%c3%28", "%ed%a0%80=1", "scenario=%f5%80%80%80"])
def test_a_query_is_utf_8(service: Service, query: str) -> None:
    answer = service.anonymous().get(f"/v1/games?{query}")
    assert (answer.status_code, problem(answer)["errors"]) == (
        422,
        {"": ["The query is not valid UTF-8."]},
    )


@each("path", ["/v1/games/%ff", "/v1/players/%c3%28", "/%ed%a0%80", "/v1/%00"])
def test_a_path_that_is_not_utf_8_is_that_of_nothing(service: Service, path: str) -> None:
    answer = service.app.test_client().get(path)
    assert (answer.status_code, problem(answer)["code"]) == (404, "not_found")


@each(
    "name, status",
    [
        ("Idempotency-Key", 400),
        ("If-Match", 400),
        ("Authorization", 401),
        ("Content-Type", 415),
        ("Content-Encoding", 415),
        ("X-Request-Id", 409),
        ("Accept-Language", 409),
        ("Prefer", 409),
        ("If-None-Match", 409),
        ("X-Forwarded-For", 409),
        ("Origin", 409),
        ("Accept-Encoding", 409),
    ],
)
def test_a_header_of_any_bytes_is_answered_with_a_problem(
    game: Game, name: str, status: int
) -> None:
    ada = game.seats["allies"]
    usual = {"Authorization": f"Bearer {ada.token}", "Content-Type": JSON}
    headers = {**usual, name: "\xff\xc3(\x7f"}
    answer = ada.service.app.test_client().post(
        game.commands, data=b'{"type": "end_turn"}', headers=headers
    )
    assert answer.status_code == status, answer.get_data()
    check_problem(answer, game.commands)


@each(
    "path, headers, status",
    [
        ("/v1/games?player=" + "a" * 8000, {}, 422),
        ("/v1/games?player=" + "a" * 8192, {}, 414),
        ("/" + "a" * 8192, {}, 414),
        ("/v1/games", {f"X-{number}": "a" for number in range(90)}, 200),
        ("/v1/games", {f"X-{number}": "a" for number in range(101)}, 431),
        ("/v1/games", {"X-Long": "a" * 30_000}, 200),
        ("/v1/games", {"X-Long": "a" * 33_000}, 431),
    ],
)
def test_addresses_and_headers_have_bounds(
    service: Service, path: str, headers: dict[str, str], status: int
) -> None:
    answer = service.app.test_client().get(path, headers=headers)
    assert answer.status_code == status
    if status != 200:
        check_problem(answer, path)


@each("number", ["-1", "x", "1.0", "9" * 30, "9" * 5000])
def test_a_state_that_never_was_is_not_found(game: Game, number: str) -> None:
    assert game.seats["allies"].get(f"{game.path}/states/{number}").status_code == 404


@each("last", ["x", "-1", "1.5", "٣", "9" * 30, "9" * 5000])
def test_a_last_event_id_is_a_version(game: Game, last: str) -> None:
    for form in (STREAM, {}):
        headers = {**form, "Last-Event-ID": last}
        answer = game.seats["allies"].get(f"{game.path}/events", headers=_latin(headers))
        assert answer.status_code == 400


def _latin(headers: dict[str, str]) -> dict[str, str]:
    """As a server hands over bytes that are not ASCII."""
    return {name: value.encode().decode("latin-1") for name, value in headers.items()}


@each("header", ["Bearer", "Bearer ", "Basic YTpi", "aft_x", "Bearer aft_made_up", "Bearer é"])
def test_a_token_that_is_not_known_is_refused_even_where_none_is_needed(
    service: Service, header: str
) -> None:
    answer = service.ask("GET", "/v1/games", headers={"Authorization": header})
    assert answer.status_code == 401


@each("scheme", ["bearer", "BEARER"])
def test_the_scheme_of_a_token_is_in_any_case(service: Service, scheme: str) -> None:
    ada = service.player()
    headers = {"Authorization": f"{scheme} {ada.token}"}
    assert service.ask("GET", "/v1/players/me", headers=headers).status_code == 200


def test_who_asks_is_checked_before_what_is_asked(game: Game) -> None:
    anonymous = game.seats["allies"].service.anonymous()
    for path in ("/v1/games", game.commands, f"{game.path}/seats"):
        assert anonymous.post(path, data=b"{", content_type="text/plain").status_code == 401


@each(
    "method, path",
    [("PATCH", "/v1/games"), ("PUT", "/v1/players/me"), ("DELETE", "/v1/players")],
)
def test_another_method_is_answered_with_those_allowed(
    service: Service, method: str, path: str
) -> None:
    answer = service.ask(method, path)
    assert answer.status_code == 405
    assert answer.headers["Allow"]


@each("path", ["/v2/games", "/v1/games/", "/v1", "/v1/games/a/b/c", "/%00"])
def test_an_unknown_address_is_answered_with_a_problem(service: Service, path: str) -> None:
    assert service.anonymous().get(path).status_code == 404


def test_a_request_id_comes_back(service: Service) -> None:
    answer = service.ask("GET", "/v1/none", headers={"X-Request-Id": "mine-1"})
    assert problem(answer)["request_id"] == "mine-1"
    odd = service.ask("GET", "/v1/none", headers={"X-Request-Id": "two words"})
    assert problem(odd)["request_id"] != "two words"


def test_head_answers_as_get_does_without_the_body(game: Game) -> None:
    ada = game.seats["allies"]
    for path in (game.path, f"{game.path}/actions", "/v1/games", "/v1/catalog"):
        got = ada.get(path)
        head = ada.service.ask("HEAD", path, token=ada.token)
        assert head.status_code == 200
        assert head.get_data() == b""
        assert head.headers.get("ETag") == got.headers.get("ETag")


def test_a_refusal_by_the_rules_names_the_rule_and_its_source(game: Game) -> None:
    player = game.awaited()
    assert player is not None
    other = next(one for one in game.seats.values() if one is not player)
    refused = problem(other.post(game.commands, {"type": "end_turn"}))
    assert refused["code"] == "illegal_command"
    assert refused["rule"] == "turn.not_yours"
    assert refused["source"]
    assert refused["facts"]
    assert refused["advice"]


def test_one_player_at_both_seats_names_the_seat_or_means_the_awaited_one(
    service: Service,
) -> None:
    ada = service.player()
    game = ada.new_game()
    game.sit(ada, "allies")
    game.sit(ada, "axis")
    chance = random.Random(1)
    for _ in range(40):
        listed = game.actions(ada)
        assert {action["seat"] for action in listed["actions"]} == {"allies", "axis"}
        plays = [a for a in listed["actions"] if a["type"] != "resign"]
        assert {action["seat"] for action in plays} == {listed["awaiting"]["seat"]}
        command = chance.choice(plays)
        if chance.random() < 0.5:
            del command["seat"]
        assert ada.post(game.commands, command).status_code == 201


def test_a_seat_of_another_player_is_forbidden(game: Game) -> None:
    command = {"type": "resign", "seat": "axis"}
    assert game.seats["allies"].post(game.commands, command).status_code == 403


def test_names_come_in_the_language_that_the_client_likes_best(service: Service) -> None:
    anonymous = service.anonymous()
    for header, language, forest, title in (
        ("de-AT,de;q=0.9,en;q=0.5", "de", "Wälder", "Pegasusbrücke"),
        ("fr", "fr", "Forêts", "Pegasus Bridge"),
        ("de-AT, fr", "de", "Wälder", "Pegasusbrücke"),
        ("*, fr;q=0", "en", "Forests", "Pegasus Bridge"),
        ("nl", "en", "Forests", "Pegasus Bridge"),
    ):
        headers = {"Accept-Language": header}
        tables = anonymous.get("/v1/catalog", headers=headers)
        names = {row["id"]: row["name"] for row in tables.get_json()["terrain"]}
        battles = anonymous.get("/v1/scenarios", headers=headers).get_json()["items"]
        assert (tables.headers["Content-Language"], names["forest"]) == (language, forest)
        assert "Accept-Language" in tables.headers["Vary"]
        assert title in {battle["title"] for battle in battles}


def test_the_catalogue_adds_up_and_tells_editions_apart(service: Service) -> None:
    tables = service.anonymous().get("/v1/catalog").get_json()
    assert sum(card["copies"] for card in tables["cards"]) == 60
    assert all(row["text"][edition] for row in tables["cards"] for edition in ("2004", "2025"))
    lake = next(row for row in tables["terrain"] if row["id"] == "lake")["by_edition"]
    seen = [lake[edition]["line_of_sight"] for edition in ("2004", "2025")]
    assert seen == ["clear", "blocks_in_pairs"]


def test_addresses_are_taken_as_they_are_written(game: Game) -> None:
    ada = game.seats["allies"]
    for path in (
        "/v1//games",
        f"{game.path}/states/0",
        f"{game.path}/states/01",
        f"{game.path}/states/%D9%A1",
    ):
        answer = ada.get(path, headers={"Host": "elsewhere.example"})
        assert (answer.status_code, answer.mimetype) == (404, "application/problem+json"), path


def test_what_no_page_gave_out_is_no_cursor(service: Service) -> None:
    for path in ("/v1/games?cursor=MTIz", "/v1/games?cursor=zzz", "/v1/scenarios?cursor=zzz"):
        assert service.anonymous().get(path).status_code == 422, path
