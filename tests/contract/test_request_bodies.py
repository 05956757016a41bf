"""Bodies of requests, and the problems of invalid ones."""

import io
from typing import Any

from tests.contract.service import Game, Service
from tests.support.each import each

JSON = "application/json"


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


def test_a_body_in_another_coding_is_refused(service: Service) -> None:
    answer = service.anonymous().post(
        "/v1/players", {"name": "Ada"}, headers={"Content-Encoding": "gzip"}
    )
    assert answer.status_code == 415
