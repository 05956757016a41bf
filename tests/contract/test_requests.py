"""What a request may look like, and what is said when it does not."""

import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from tests.contract.service import STREAM, Game, Player, Service, check_problem, running_game, serve
from tests.fixtures import KEYS
from tests.support.each import each

JSON = "application/json"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Service]:
    """A service on a Redis server that nothing else uses, with room for one stream."""
    with RedisServer(tmp_path) as server:
        service = serve(server.url, web_threads=65)
        yield service
        service.close()


def problem(answer: Any) -> Any:
    return answer.get_json()


@each(
    "body, status",
    [
        (b"", 400),
        (b"{", 400),
        (b'{"name": "Ada"} {}', 400),
        (b"{'name': 'Ada'}", 400),
        (b'{"name": NaN}', 400),
        (b'{"name": "\xff"}', 400),
        (b'{"name": "\\ud800"}', 400),
        ('{"name": "Ada"}'.encode("utf-16"), 400),
        (b"\xef\xbb\xbf" + b'{"name": "Ada"}', 400),
        (b'{"name": "Ada", "name": "Ben"}', 400),
        (b'{"name": "Ada", "n\\u0061me": "Ben"}', 400),
        (b"[" * 30_000, 400),
        (b'{"name": ' + b"[" * 20_000 + b"]" * 20_000 + b"}", 400),
        (b'{"name": ' + b"[" * 500 + b"]" * 500 + b"}", 400),
        (b'{"name": ' + b"[" * 32 + b"]" * 32 + b"}", 400),
        (b'{"name": ' + b"[" * 31 + b"]" * 31 + b"}", 422),
        (b'{"name": 9007199254740991}', 422),
        (b'{"name": 9007199254740992}', 400),
        (b'{"name": -1e16}', 400),
        (b'{"name": ' + b"9" * 5000 + b"}", 400),
        (b'{"name": "\\uffff"}', 400),
        (b'{"name": "\\ud83f\\udffe"}', 400),
        (b'{"na\\ufdd0me": 1}', 400),
        (b'{"name": Infinity}', 400),
        (b'{"name": 1e999}', 400),
        (b"null", 422),
        (b"[]", 422),
        (b'"Ada"', 422),
        (b"{}", 422),
        (b'{"name": null}', 422),
        (b'{"name": 7}', 422),
        (b'{"name": ""}', 422),
        (b'{"name": " Ada"}', 422),
        (b'{"name": "Ada\\n"}', 422),
        (b'{"name": "A\\u0000a"}', 422),
        (b'{"name": "Ada", "role": "admin"}', 422),
        (b'{"name": "' + b"a" * 61 + b'"}', 422),
        (b'{"name": "Ada and Ben"}', 201),
        ('{"name": "Ådä 愛達 🎲"}'.encode(), 201),
        (b'{"name": "' + b"a" * 60 + b'"}', 201),
    ],
)
def test_a_body_is_one_json_object_that_fits(service: Service, body: bytes, status: int) -> None:
    answer = service.anonymous().post("/v1/players", data=body, content_type=JSON)
    assert answer.status_code == status, answer.get_data()


@each("size, status", [(60, 201), (65_535, 422), (65_536, 413)])
def test_a_body_of_unannounced_length_is_bounded_too(
    service: Service, size: int, status: int
) -> None:
    body = b'{"name": "' + b"a" * (size - 12) + b'"}'
    answer = service.anonymous().post(
        "/v1/players",
        input_stream=io.BytesIO(body),
        content_type=JSON,
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code == status


@each(
    "kind, status",
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ("application/vnd.api+json", 201),
        ("text/json", 415),
        ("application/x-www-form-urlencoded", 415),
        ("", 415),
    ],
)
def test_a_body_is_said_to_be_json(service: Service, kind: str, status: int) -> None:
    answer = service.anonymous().post("/v1/players", data=b'{"name": "Ada"}', content_type=kind)
    assert answer.status_code == status


def test_each_fault_of_a_body_is_named_by_its_place(service: Service) -> None:
    params = {"scenario": "none", "edition": 2004, "move_time_limit": True, "color/x": "red"}
    errors = problem(service.player().post("/v1/games", params))["errors"]
    assert sorted(errors) == ["/color~1x", "/edition", "/move_time_limit", "/scenario"]
    assert all(isinstance(reason, str) for reasons in errors.values() for reason in reasons)


def test_a_misspelt_word_or_name_is_answered_with_the_right_one(service: Service) -> None:
    sent = {"scenario": "pegasus_brige", "edition": "2052", "varaint": "x", "undo": 1, "zzz": 1}
    errors = service.player().post("/v1/games", sent).get_json()["errors"]
    meant = {place: reasons[-1] for place, reasons in errors.items() if "Did" in reasons[-1]}
    assert meant == {
        "/scenario": "Did you mean pegasus_bridge?",
        "/edition": "Did you mean 2025?",
        "/varaint": "Did you mean variant?",
    }


@each(
    "path, sent, place, right",
    [
        ("/v1/games?statu=active", None, "/statu", "status"),
        (
            "/v1/webhooks",
            {"url": "https://a.example", "events": ["game.finish"]},
            "/events/0",
            "game.finished",
        ),
        ("/v1/games/gm_none/commands", {"type": "play_crad"}, "/type", "play_card"),
    ],
)
def test_words_in_lists_types_and_parameters_are_corrected_too(
    service: Service, path: str, sent: dict[str, object] | None, place: str, right: str
) -> None:
    player = service.player()
    answer = player.get(path) if sent is None else player.post(path, sent)
    assert answer.get_json()["errors"][place][-1] == f"Did you mean {right}?"
    body = player.get("/v1/scenarios/pegasus_brige").get_json()["detail"]
    assert body.endswith("Did you mean pegasus_bridge?")


def test_a_number_without_a_fraction_is_whole_however_it_is_written(service: Service) -> None:
    params = b'{"scenario": "pegasus_bridge", "edition": "2025", "move_time_limit": %b}'
    for written, status in ((b"60", 201), (b"60.0", 201), (b"6e1", 201), (b"60.5", 422)):
        answer = service.player().post(
            "/v1/games", data=params % written, content_type="application/json"
        )
        assert answer.status_code == status, written
        if status == 201:
            assert answer.get_json()["move_time_limit"] == 60


@each(
    "command, place",
    [
        ({}, "/type"),
        ({"type": "fly"}, "/type"),
        ({"type": ["resign"]}, "/type"),
        ({"type": "resign", "seat": "both"}, "/seat"),
        ({"type": "resign", "expected_version": "8"}, "/expected_version"),
        ({"type": "resign", "expected_version": 8.5}, "/expected_version"),
        ({"type": "resign", "expected_version": True}, "/expected_version"),
        ({"type": "resign", "expected_version": -1}, "/expected_version"),
        ({"type": "play_card"}, "/card"),
        ({"type": "play_card", "card": "ace"}, "/card"),
        ({"type": "order_unit", "unit": 1}, "/unit"),
        ({"type": "order_unit", "unit": "u" * 41}, "/unit"),
        ({"type": "end_orders", "unit": "u"}, "/unit"),
        ({"type": "move_unit", "unit": "u", "path": []}, "/path"),
        ({"type": "move_unit", "unit": "u", "path": [[1, 2]] * 17}, "/path"),
        ({"type": "move_unit", "unit": "u", "path": [[1]]}, "/path/0"),
        ({"type": "move_unit", "unit": "u", "path": [[1, 2], [1, 26]]}, "/path/1/1"),
        ({"type": "move_unit", "unit": "u", "path": [[1, 2.5]]}, "/path/0/1"),
        ({"type": "move_unit", "unit": "u", "path": "12"}, "/path"),
    ],
)
def test_a_command_fits_its_type(game: Game, command: object, place: str) -> None:
    answer = game.seats["allies"].post(game.commands, command)
    assert answer.status_code == 422
    assert place in problem(answer)["errors"]


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


def test_a_stream_too_many_is_refused_until_one_ends(own: Service) -> None:
    game = running_game(own)
    path = f"{game.path}/events"
    first = own.anonymous().get(path, headers=STREAM, buffered=False)
    body = cast(Iterator[bytes], iter(first.response))
    assert next(body).startswith(b"retry:")
    refused = own.anonymous().get(path, headers=STREAM)
    assert refused.status_code == 503
    assert problem(refused)["code"] == "too_many_streams"
    assert own.anonymous().get(path).status_code == 200
    first.close()
    game.seats["allies"].post(game.commands, {"type": "resign"})
    assert own.anonymous().get(path, headers=STREAM).status_code == 200


def test_no_request_waits_for_a_connection_that_another_uses(own: Service) -> None:
    kit = own.inside()
    pool = cast(Redis, kit.redis).connection_pool
    busy = [pool.get_connection() for _ in range(kit.settings.web_threads - 1)]
    try:
        assert own.anonymous().get("/v1/games").status_code == 200
    finally:
        for connection in busy:
            pool.release(connection)


def stored(service: Service, game: Game) -> tuple[Redis, str]:
    return service.inside().redis, KEYS.log(game.id)


def test_a_log_that_cannot_be_read_is_named_and_not_shown(own: Service) -> None:
    game = running_game(own)
    redis, log = stored(own, game)
    redis.rpush(log, b"not an event")
    path = f"{game.path}/events"
    answer = own.app.test_client().get(path)
    assert (answer.status_code, problem(answer)["code"]) == (503, "game_unreadable")
    check_problem(answer, path)
    assert b"not an event" not in answer.get_data()


def test_a_log_that_became_shorter_closes_the_game_to_commands(own: Service) -> None:
    game = running_game(own)
    player = game.awaited()
    assert isinstance(player, Player)
    command = game.actions(player)["actions"][0]
    redis, log = stored(own, game)
    redis.rpop(log)
    answer = player.post(game.commands, command)
    assert answer.status_code == 503
    assert problem(answer)["code"] == "history_lost"
    assert redis.llen(log) == 7


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


def test_a_body_in_another_coding_is_refused(service: Service) -> None:
    answer = service.anonymous().post(
        "/v1/players", {"name": "Ada"}, headers={"Content-Encoding": "gzip"}
    )
    assert answer.status_code == 415


def test_bodies_that_come_slowly_hold_up_bodies_alone(service: Service) -> None:
    slots = service.inside().body_slots
    held = 0
    while slots.acquire(blocking=False):
        held += 1
    try:
        answer = service.anonymous().post("/v1/players", {"name": "Ada"})
        assert (answer.status_code, answer.get_json()["code"]) == (503, "busy")
        assert service.anonymous().get("/v1/games").status_code == 200
    finally:
        slots.release(held)
    assert service.anonymous().post("/v1/players", {"name": "Ada"}).status_code == 201
