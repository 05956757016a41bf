"""Studies: whose they are, who may read which chapter, and that they travel with their games."""

import logging
from typing import Any

import pytest
from werkzeug.test import TestResponse

from events.commentary.studies import MAX_STUDIES, Shelf
from events.store import keys
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.contract.test_annotations import put
from tests.fixtures import data_server
from tests.support.each import each

STUDIES = "/v1/studies"
LINES = {"content_type": "application/x-ndjson"}


def chapter(about: Game, **params: Any) -> Json:
    note = {"version": 3, "text": "Here it turned.", "sign": "??"}
    return {
        "title": "The bridge falls",
        "game": about.id,
        "version": 2,
        "last_version": 4,
        "text": "From the start.",
        "notes": [note],
    } | params


def begin(player: Player, *chapters: Json, **params: Any) -> Json:
    answer = player.post(STUDIES, {"title": "Three ways", "chapters": list(chapters)} | params)
    assert answer.status_code == 201, answer.get_data()
    made: Json = answer.get_json()
    return made


def read(player: Player, study: Json, key: str | None = None) -> TestResponse:
    headers = {} if key is None else {"Study-Key": key}
    return player.get(f"{STUDIES}/{study['id']}", headers=headers)


def titles(answer: TestResponse) -> list[str]:
    assert answer.status_code == 200, answer.get_data()
    return [one["title"] for one in answer.get_json()["chapters"]]


def over(service: Service, **params: Any) -> Game:
    game = running_game(service, **params)
    assert game.seats["axis"].post(game.commands, {"type": "resign"}).status_code == 201
    return game


# What a study is.


def test_a_study_is_reported_as_it_was_written_and_in_its_order(
    service: Service, game: Game
) -> None:
    ada = game.seats["allies"]
    wishes = [chapter(game, title=title) for title in ("Zulu", "Alpha", "Mike")]
    made = begin(ada, *wishes)
    for params, entry in zip(wishes, made["chapters"], strict=True):
        assert {**params, "notes": entry["notes"]}.items() <= entry.items()
        assert params["notes"][0].items() <= entry["notes"][0].items()
    assert (made["owner"], made["visibility"], made["withheld"]) == (ada.id, "private", 0)
    assert read(ada, made).get_json() == made


def test_a_study_may_be_written_back_as_it_was_read(service: Service, game: Game) -> None:
    ada = game.seats["allies"]
    made = begin(ada, chapter(game), chapter(game, title="Two"))
    params = {"title": "Two ways", "visibility": "public", "chapters": made["chapters"][::-1]}
    changed = put(ada, f"{STUDIES}/{made['id']}", params, **{"If-Match": '"1"'}).get_json()
    assert {name: changed[name] for name in params} == params
    assert (changed["revision"], changed["created_at"]) == (2, made["created_at"])
    late = put(ada, f"{STUDIES}/{made['id']}", params, **{"If-Match": '"1"'})
    assert (late.status_code, late.get_json()["code"]) == (412, "changed_meanwhile")


@each(
    "params, where",
    [
        ({"title": ""}, "/chapters/0/title"),
        ({"title": "a\nb"}, "/chapters/0/title"),
        ({"last_version": 1, "notes": []}, "/chapters/0/last_version"),
        ({"notes": [{"version": 5, "sign": "!"}]}, "/chapters/0/notes/0/version"),
        ({"notes": [{"version": 3}]}, "/chapters/0/notes/0"),
        ({"notes": [{"version": 3, "sign": "!"}] * 101}, "/chapters/0/notes"),
        ({"hexes": [{"hex": [9, 9]}]}, "/chapters/0/hexes/0/hex"),
        ({"surprise": 1}, "/chapters/0/surprise"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(game: Game, params: Json, where: str) -> None:
    answer = game.seats["allies"].post(
        STUDIES, {"title": "T", "chapters": [chapter(game, **params)]}
    )
    assert answer.status_code == 422
    assert list(answer.get_json()["errors"]) == [where]


def test_a_study_is_of_so_many_games_at_most(game: Game) -> None:
    chapters = [chapter(game, game=f"gm_{number}") for number in range(17)]
    answer = game.seats["allies"].post(STUDIES, {"title": "T", "chapters": chapters})
    assert list(answer.get_json()["errors"]) == ["/chapters"]


def test_a_chapter_is_of_what_its_author_may_see(service: Service) -> None:
    private, cy = running_game(service, visibility="private"), service.player("Cy")
    game = running_game(service)
    newest = game.state(cy)["version"]
    for params in (chapter(private), chapter(game, game="gm_none")):
        assert cy.post(STUDIES, {"title": "T", "chapters": [params]}).status_code == 404
    late = chapter(game, last_version=newest + 1)
    assert cy.post(STUDIES, {"title": "T", "chapters": [late]}).status_code == 404
    made = begin(cy, chapter(game, last_version=newest))
    params = {"title": "T", "chapters": [chapter(private)]}
    assert put(cy, f"{STUDIES}/{made['id']}", params).status_code == 404


def test_a_player_may_have_so_many(service: Service, game: Game) -> None:
    cy = service.player("Cy")
    made = begin(cy)
    others = {Shelf(1, f"st_{number}").text(): 0 for number in range(MAX_STUDIES - 1)}
    service.inside().redis.zadd(keys.studies(cy.id, "all"), others)
    assert cy.post(STUDIES, {"title": "T"}).get_json()["code"] == "too_many_documents"
    assert cy.delete(f"{STUDIES}/{made['id']}").status_code == 204
    begin(cy)


def test_a_request_with_a_known_key_is_carried_out_once(service: Service) -> None:
    ada, key = service.player(), {"Idempotency-Key": "twice"}
    first, again = (ada.post(STUDIES, {"title": "T"}, headers=key) for _ in range(2))
    assert (again.status_code, again.get_json()) == (201, first.get_json())
    assert again.headers["Idempotency-Replayed"] == "true"
    assert ada.post(STUDIES, {"title": "U"}, headers=key).get_json()["code"] == "key_reused"
    assert len(ada.get(STUDIES).get_json()["items"]) == 1
    assert ada.delete(first.headers["Location"]).status_code == 204
    assert ada.post(STUDIES, {"title": "T"}, headers=key).status_code == 404


# Who reads it.


def test_a_private_study_is_there_for_its_owner_alone(service: Service, game: Game) -> None:
    ada, ben = game.seats.values()
    made = begin(ada)
    path = f"{STUDIES}/{made['id']}"
    for other in (ben, service.anonymous(), service.admin()):
        assert read(other, made).status_code == 404
        assert other.get(f"{path}/export").status_code == 404
    for refused in (put(ben, path, {"title": "T"}), ben.delete(path), ben.post(f"{path}/link")):
        assert refused.status_code == 404
    assert read(ada, made).get_json() == made


def test_a_study_shared_by_link_opens_to_its_newest_secret(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    ada, anonymous = service.player(), service.anonymous()
    with caplog.at_level(logging.DEBUG):
        made = begin(ada, visibility="link")
        link = f"{STUDIES}/{made['id']}/link"
        old, new = (ada.post(link).get_json()["key"] for _ in range(2))
        assert read(anonymous, made, new).status_code == 200
        for wrong in (None, old, "x", "é"):
            assert read(anonymous, made, wrong).status_code == 404
        revision = read(ada, made).get_json()["revision"]
        params = {"title": "T", "visibility": "private"}
        path, match = f"{STUDIES}/{made['id']}", {"If-Match": f'"{revision}"'}
        assert put(ada, path, params, **match).status_code == 200
        assert read(anonymous, made, new).status_code == 404
        params["visibility"] = "link"
        assert put(ada, path, params).status_code == 200
        assert read(anonymous, made, new).status_code == 200
        shown = [read(ada, made).get_data(), read(anonymous, made, new).get_data()]
    redis = service.inside().redis
    stored = redis.hvals(keys.study(ada.id, made["id"]))
    assert isinstance(stored, list)
    for text in (*shown, *stored, caplog.text.encode()):
        assert old.encode() not in text
        assert new.encode() not in text


def test_only_the_owner_does_anything_to_a_public_study(service: Service, game: Game) -> None:
    ada, ben = game.seats.values()
    made = begin(ada, visibility="public")
    path = f"{STUDIES}/{made['id']}"
    for refused in (put(ben, path, {"title": "T"}), ben.delete(path), ben.post(f"{path}/link")):
        assert refused.status_code == 403
    assert read(service.anonymous(), made).status_code == 200
    assert service.admin().delete(path).status_code == 204
    assert read(ada, made).status_code == 404


def test_a_chapter_is_reported_to_who_may_see_its_game_and_only_once_no_player_is_helped(
    service: Service,
) -> None:
    running, private = running_game(service), over(service, visibility="private")
    ada, ben = running.seats.values()
    cy, di, anonymous = service.player("Cy"), service.player("Di"), service.anonymous()
    insider = private.seats["allies"]
    whole = over(service)
    hers = begin(ada, chapter(running, title="R"), chapter(whole, title="W"), visibility="public")
    theirs = begin(cy, chapter(running, title="R"), visibility="public")
    inside = begin(insider, chapter(private, title="P"), visibility="public")
    assert titles(read(ada, hers)) == ["R", "W"]
    for other in (ben, cy, anonymous):
        answer = read(other, hers)
        assert titles(answer) == ["W"]
        assert answer.get_json()["withheld"] == 1
    assert [titles(read(one, theirs)) for one in (cy, di, ben, anonymous)] == [["R"], ["R"], [], []]
    assert [titles(read(one, inside)) for one in (*private.seats.values(), cy)] == [
        ["P"],
        ["P"],
        [],
    ]
    running.seats["axis"].post(running.commands, {"type": "resign"})
    assert [titles(read(one, hers)) for one in (ben, cy, anonymous)] == [["R", "W"]] * 3
    assert [titles(read(one, theirs)) for one in (ben, anonymous)] == [["R"]] * 2


def test_the_tag_changes_when_more_is_visible(service: Service) -> None:
    game = running_game(service)
    ben = game.seats["axis"]
    made = begin(game.seats["allies"], chapter(game), visibility="public")
    before = read(ben, made).headers["ETag"]
    path = f"{STUDIES}/{made['id']}"
    assert ben.get(path, headers={"If-None-Match": before}).status_code == 304
    ben.post(game.commands, {"type": "resign"})
    assert ben.get(path, headers={"If-None-Match": before}).status_code == 200


def test_lists_are_of_all_of_mine_and_of_the_public_ones_of_others(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    made = [begin(ada, title=kind, visibility=kind) for kind in ("private", "link", "public")]
    names = [one["id"] for one in made]
    found, cursor = [], ""
    while cursor is not None:
        page = ada.get(f"{STUDIES}?limit=2{cursor}").get_json()
        found += [one["id"] for one in page["items"]]
        cursor = page["next"] and f"&cursor={page['next']}"
    assert sorted(found) == sorted(names)
    for other in (ben, service.anonymous()):
        listed = other.get(f"{STUDIES}?owner={ada.id}").get_json()["items"]
        assert [one["id"] for one in listed] == names[2:]
    assert ben.get(STUDIES).get_json()["items"] == []
    assert service.anonymous().get(STUDIES).status_code == 401
    put(ada, f"{STUDIES}/{names[2]}", {"title": "T", "visibility": "link"})
    assert ben.get(f"{STUDIES}?owner={ada.id}").get_json()["items"] == []


# Files.


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Another service, with data of its own."""
    with data_server(tmp_path_factory.mktemp("elsewhere"), "no") as server:
        service = serve(server.url)
        yield service
        service.close()


def test_a_study_travels_with_its_games(service: Service, elsewhere: Service) -> None:
    first, second = over(service), over(service)
    ada, fay = first.seats["allies"], elsewhere.player("Fay")
    made = begin(ada, chapter(second), chapter(first), chapter(second, title="Again"))
    file = ada.get(f"{STUDIES}/{made['id']}/export").get_data()
    key = {"Idempotency-Key": "once"}
    answer = fay.post("/v1/imports/studies", data=file, headers=key, **LINES)
    assert answer.status_code == 201, answer.get_data()
    there = answer.get_json()
    again = fay.post("/v1/imports/studies", data=file, headers=key, **LINES)
    assert again.get_json() == there
    assert again.headers["Idempotency-Replayed"] == "true"
    other = fay.post("/v1/imports/studies", data=file + b"\n", headers=key, **LINES)
    assert other.status_code == 422
    assert there["chapters"] == made["chapters"]
    assert (there["owner"], there["visibility"]) == (fay.id, "private")
    for game in (first, second):
        path = f"{game.path}/export"
        assert fay.get(path).get_data() == ada.get(path).get_data()
        assert fay.get(game.path).get_json()["imported"]["imported_by"] == fay.id
    assert fay.get(f"{STUDIES}/{there['id']}/export").get_data() == file


def test_a_file_holds_what_its_reader_may_see(service: Service) -> None:
    running, whole = running_game(service), over(service)
    ada, ben = running.seats.values()
    made = begin(ada, chapter(running), chapter(whole), visibility="public")
    path = f"{STUDIES}/{made['id']}/export"
    mine, theirs = ada.get(path).get_data(), ben.get(path).get_data()
    for game, player in ((running, ada), (whole, ada)):
        assert player.get(f"{game.path}/export").get_data() in mine
    assert running.id.encode() not in theirs
    assert ben.get(f"{whole.path}/export").get_data() in theirs
    back = ada.post("/v1/imports/studies", data=mine, **LINES)
    assert back.get_json()["chapters"] == made["chapters"]


def test_of_a_file_that_does_not_hold_no_study_is_kept(
    service: Service, elsewhere: Service
) -> None:
    game, running = over(service), running_game(service)
    ada, fay = game.seats["allies"], elsewhere.player("Fay")
    sitting = running.seats["allies"]
    path = f"{STUDIES}/{begin(ada, chapter(game))['id']}/export"
    head, *events = ada.get(path).get_data().splitlines(keepends=True)
    unfinished = f"{STUDIES}/{begin(sitting, chapter(running))['id']}/export"
    tries = [
        (422, b""),
        (422, b"{}\n"),
        (422, head.replace(b'"schema":1', b'"schema":2')),
        (422, head.replace(b'"title"', b'"surprise":1,"title"', 1)),
        (422, head + b"{}\n"),
        (422, head + b"".join(events[:-1])),
        (422, head + events[0].replace(b'"version":', b'"version":0') + b"".join(events[1:])),
        (422, head + b"".join(events).replace(b'"side":"axis"', b'"side":"allies"', 1)),
        (404, head),
        (404, sitting.get(unfinished).get_data()),
    ]
    for status, data in tries:
        answer = fay.post("/v1/imports/studies", data=data, **LINES)
        assert answer.status_code == status, data[:200]
    assert fay.get(STUDIES).get_json()["items"] == []
