"""Annotations: who reads what when, and that nothing helps a player while the game runs."""

import unicodedata
from typing import Any

from werkzeug.test import TestResponse

from events.commentary.annotations import MAX_ANNOTATIONS, AnnotationEntry
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.fixtures import KEYS
from tests.support.each import each

SAID: Json = {"version": 2, "visibility": "public", "text": "A fine opening.", "sign": "!?"}


def place(game: Game) -> str:
    return f"{game.path}/annotations"


def say(player: Player, game: Game, **params: Any) -> Json:
    answer = player.post(place(game), SAID | params)
    assert answer.status_code == 201, answer.get_data()
    made: Json = answer.get_json()
    return made


def put(player: Player, path: str, params: Json, **headers: str) -> TestResponse:
    return player.service.ask("PUT", path, token=player.token, json=params, headers=headers)


def read(player: Player, game: Game, query: str = "") -> list[str]:
    """The texts that somebody reads."""
    items = player.get(f"{place(game)}?{query}").get_json()["items"]
    for item in items:
        assert player.get(f"{place(game)}/{item['id']}").get_json() == item
    return [item["text"] for item in items]


def resign(game: Game) -> None:
    assert game.seats["axis"].post(game.commands, {"type": "resign"}).status_code == 201


# What one says.


def test_an_annotation_is_reported_as_it_was_written(service: Service) -> None:
    game = running_game(service)
    ada = game.seats["allies"]
    arrow = {"start": [0, 12], "end": [8, 0], "color": "red"}
    params = {
        "version": 1,
        "last_version": 3,
        "visibility": "private",
        "text": "Zeile\nfür Zeile <b>",
        "sign": "??",
        "arrows": [arrow],
        "hexes": [{"hex": [4, 6], "color": "green"}],
    }
    answer = ada.post(place(game), params)
    made = answer.get_json()
    assert params.items() <= made.items()
    assert (made["author"], made["game"], made["revision"]) == (ada.id, game.id, 1)
    found = ada.get(answer.headers["Location"])
    assert found.get_json() == made
    assert found.headers["ETag"] == answer.headers["ETag"]


def test_a_text_is_kept_in_one_form_of_unicode(game: Game) -> None:
    ada = game.seats["allies"]
    made = say(ada, game, text=unicodedata.normalize("NFD", "Café de Bény"))
    assert made["text"] == unicodedata.normalize("NFC", "Café de Bény")


@each(
    "params, where",
    [
        ({"text": "a\u0000b"}, "/text"),
        ({"text": "a\u0085b"}, "/text"),
        ({"text": " \n "}, "/text"),
        ({"text": ""}, "/text"),
        ({"text": "a" * 2001}, "/text"),
        ({"text": None, "sign": None}, ""),
        ({"sign": "!!!"}, "/sign"),
        ({"version": 0}, "/version"),
        ({"version": 3, "last_version": 2}, "/last_version"),
        ({"visibility": "everyone"}, "/visibility"),
        ({"arrows": [{"start": [0, 0]}]}, "/arrows/0/end"),
        ({"arrows": [{"start": [0, 0], "end": [1, 12]}]}, "/arrows/0/end"),
        ({"hexes": [{"hex": [9, 0]}]}, "/hexes/0/hex"),
        ({"hexes": [{"hex": [0, 0], "color": "mauve"}]}, "/hexes/0/color"),
        ({"hexes": [{"hex": [0, 0]}] * 65}, "/hexes"),
    ],
)
def test_what_does_not_fit_is_named_by_its_place(
    service: Service, game: Game, params: Json, where: str
) -> None:
    answer = game.seats["allies"].post(place(game), SAID | params)
    assert answer.status_code == 422
    assert list(answer.get_json()["errors"]) == [where]


def test_the_longest_text_is_taken_in_any_script(game: Game) -> None:
    assert say(game.seats["allies"], game, text="界" * 2000)["text"] == "界" * 2000


def test_a_version_that_the_game_has_not_had_is_not_there(game: Game) -> None:
    ada = game.seats["allies"]
    now = game.state(ada)["version"]
    assert ada.post(place(game), SAID | {"version": now}).status_code == 201
    assert ada.post(place(game), SAID | {"version": now + 1}).status_code == 404
    assert ada.post(place(game), SAID | {"last_version": now + 1}).status_code == 404


# Who reads it.


def test_while_a_game_runs_players_read_only_what_they_wrote(service: Service) -> None:
    game = running_game(service)
    ada, ben, cy, di = *game.seats.values(), service.player("Cy"), service.player("Di")
    for visibility in ("private", "opponent", "public"):
        say(ada, game, visibility=visibility, text=f"Ada {visibility}")
    for visibility in ("private", "public"):
        say(cy, game, visibility=visibility, text=f"Cy {visibility}")
    adas = ["Ada opponent", "Ada private", "Ada public"]
    assert sorted(read(ada, game)) == adas
    assert read(ben, game) == []
    assert sorted(read(cy, game)) == ["Cy private", "Cy public"]
    assert read(di, game) == ["Cy public"]
    assert read(service.anonymous(), game) == []
    resign(game)
    assert sorted(read(ada, game)) == [*adas, "Cy public"]
    assert sorted(read(ben, game)) == ["Ada opponent", "Ada public", "Cy public"]
    assert sorted(read(cy, game)) == ["Ada public", "Cy private", "Cy public"]
    assert sorted(read(di, game)) == ["Ada public", "Cy public"]
    assert sorted(read(service.anonymous(), game)) == ["Ada public", "Cy public"]


def test_what_may_not_be_read_is_as_if_it_were_not_there(service: Service) -> None:
    game = running_game(service)
    ada, ben = game.seats.values()
    made = say(ada, game)
    change = {"visibility": "public", "text": "mine now"}
    for name in (made["id"], "an_none"):
        path = f"{place(game)}/{name}"
        refused = [ben.get(path), put(ben, path, change), ben.delete(path)]
        assert [answer.status_code for answer in refused] == [404] * 3
    resign(game)
    path = f"{place(game)}/{made['id']}"
    assert ben.get(path).get_json() == made
    assert put(ben, path, change).status_code == ben.delete(path).status_code == 403
    assert ada.get(path).get_json() == made


def test_an_onlooker_who_sits_down_is_a_player_from_then_on(service: Service) -> None:
    ada, ben, cy = (service.player(name) for name in ("Ada", "Ben", "Cy"))
    game = ada.new_game()
    say(ben, game, version=1, text="I may join.")
    assert read(cy, game) == ["I may join."]
    game.sit(ben, "axis")
    assert read(cy, game) == []


def test_only_who_holds_a_seat_has_an_opponent(service: Service, game: Game) -> None:
    cy = service.player("Cy")
    assert cy.post(place(game), SAID | {"visibility": "opponent"}).status_code == 403
    path = f"{place(game)}/{say(cy, game)['id']}"
    assert put(cy, path, {"visibility": "opponent", "text": "both"}).status_code == 403


def test_a_spectator_who_is_behind_reads_and_writes_of_what_may_be_seen(service: Service) -> None:
    game = running_game(service, spectator_delay=1)
    ada, cy, di = game.seats["allies"], service.player("Cy"), service.player("Di")
    seen, now = game.state(cy)["version"], game.state(ada)["version"]
    step = {"type": "play_card"}
    while now == seen:
        player = game.awaited()
        assert player is not None
        listed = game.actions(player)["actions"]
        player.post(
            game.commands, next((a for a in listed if a["type"] == step["type"]), listed[0])
        )
        now = game.state(ada)["version"]
        seen = game.state(cy)["version"]
    assert cy.post(place(game), SAID | {"version": now}).status_code == 404
    assert cy.post(place(game), SAID | {"last_version": now}).status_code == 404
    say(cy, game, version=seen, text="as far as I see")
    assert read(di, game) == ["as far as I see"]
    say(ada, game, version=now, text="the newest")
    assert read(di, game) == ["as far as I see"]
    resign(game)
    assert read(di, game) == ["as far as I see", "the newest"]


def test_others_see_nothing_of_a_private_game(service: Service) -> None:
    game = running_game(service, visibility="private")
    say(game.seats["allies"], game)
    resign(game)
    assert read(game.seats["axis"], game) == [SAID["text"]]
    for other in (service.player("Cy"), service.anonymous()):
        assert other.get(place(game)).status_code == 404


# Lists.


def test_pages_go_on_without_a_gap_in_the_order_of_versions(service: Service) -> None:
    game = running_game(service)
    ada, ben = game.seats.values()
    for number in range(7):
        player = (ada, ben)[number % 2]
        say(player, game, version=1 + number % 3, text=str(number))
    resign(game)
    whole = ben.get(place(game)).get_json()
    assert [item["version"] for item in whole["items"]] == [1, 1, 1, 2, 2, 3, 3]
    assert whole["next"] is None
    found, cursor = [], ""
    while cursor is not None:
        page = ben.get(f"{place(game)}?limit=2{cursor}").get_json()
        found += page["items"]
        cursor = page["next"] and f"&cursor={page['next']}"
    assert found == whole["items"]
    for wrong in ("x", "MTox", "é"):
        assert ben.get(f"{place(game)}?cursor={wrong}").status_code == 422


def test_a_list_can_be_of_one_version_or_of_one_author(service: Service) -> None:
    game = running_game(service)
    ada, ben = game.seats.values()
    say(ada, game, version=1, text="first")
    say(ada, game, version=1, last_version=3, text="range")
    say(ben, game, version=3, text="third")
    resign(game)
    assert read(ada, game, "version=2") == ["range"]
    assert read(ada, game, "version=3") == ["range", "third"]
    assert read(ada, game, f"author={ben.id}") == ["third"]
    assert read(ada, game, f"author={ben.id}&version=1") == []


# Changing and deleting.


def test_a_change_counts_only_on_the_revision_that_it_names(service: Service, game: Game) -> None:
    ada = game.seats["allies"]
    made = say(ada, game)
    path = f"{place(game)}/{made['id']}"
    tag = ada.get(path).headers["ETag"]
    first = put(ada, path, {"visibility": "private", "sign": "!"}, **{"If-Match": tag})
    changed = first.get_json()
    assert changed["revision"] == 2
    assert (changed["text"], changed["sign"], changed["visibility"]) == (None, "!", "private")
    assert {name: changed[name] for name in ("id", "version", "author", "created_at")} == {
        name: made[name] for name in ("id", "version", "author", "created_at")
    }
    late = put(ada, path, {"visibility": "public", "sign": "?"}, **{"If-Match": tag})
    assert late.status_code == 412
    assert (late.get_json()["code"], late.get_json()["revision"]) == ("changed_meanwhile", 2)
    other = {"If-Match": '"none-of-ours"'}
    assert put(ada, path, {"visibility": "public", "sign": "?"}, **other).status_code == 412
    assert ada.delete(path, headers={"If-Match": '"1"'}).status_code == 412
    assert ada.get(path).get_json() == changed
    assert ada.delete(path, headers={"If-Match": '"2"'}).status_code == 204
    assert ada.get(path).status_code == ada.delete(path).status_code == 404
    assert read(ada, game) == []


def test_what_is_no_longer_public_is_no_longer_read(service: Service, game: Game) -> None:
    cy, di = service.player("Cy"), service.player("Di")
    path = f"{place(game)}/{say(cy, game)['id']}"
    assert put(cy, path, {"visibility": "private", "text": "mine"}).status_code == 200
    assert read(di, game) == []
    assert put(cy, path, {"visibility": "public", "text": "ours"}).status_code == 200
    assert read(di, game) == ["ours"]


def test_an_administrator_deletes_what_others_may_read(service: Service, game: Game) -> None:
    cy, admin = service.player("Cy"), service.admin()
    seen, kept = say(cy, game), say(cy, game, visibility="private")
    assert admin.delete(f"{place(game)}/{seen['id']}").status_code == 204
    assert admin.delete(f"{place(game)}/{kept['id']}").status_code == 404
    assert [item["id"] for item in cy.get(place(game)).get_json()["items"]] == [kept["id"]]


def test_a_request_with_a_known_key_is_carried_out_once(service: Service, game: Game) -> None:
    ada, key = game.seats["allies"], {"Idempotency-Key": "twice"}
    first = ada.post(place(game), SAID, headers=key)
    again = ada.post(place(game), SAID, headers=key)
    assert (again.status_code, again.get_json()) == (201, first.get_json())
    assert again.headers["Idempotency-Replayed"] == "true"
    other = ada.post(place(game), SAID | {"text": "other"}, headers=key)
    assert (other.status_code, other.get_json()["code"]) == (422, "key_reused")
    theirs = game.seats["axis"].post(place(game), SAID, headers=key)
    assert theirs.get_json()["id"] != first.get_json()["id"]
    assert ada.delete(first.headers["Location"]).status_code == 204
    assert ada.post(place(game), SAID, headers=key).status_code == 404
    assert read(ada, game) == []


def test_an_author_may_have_so_many_on_a_game(service: Service, game: Game) -> None:
    ada, ben = game.seats.values()
    made = [say(ada, game)]
    others = [
        AnnotationEntry(1, 1, f"an_{number}", ada.id) for number in range(MAX_ANNOTATIONS - 1)
    ]
    own = KEYS.annotations(game.id, ada.id)
    service.inside().redis.zadd(own, {one.text(): 0 for one in others})
    full = ada.post(place(game), SAID)
    assert (full.status_code, full.get_json()["code"]) == (409, "too_many_documents")
    assert full.get_json()["most"] == MAX_ANNOTATIONS
    say(ben, game)
    assert ada.delete(f"{place(game)}/{made[0]['id']}").status_code == 204
    say(ada, game)


def test_annotations_are_no_part_of_the_game(service: Service, game: Game) -> None:
    ada = game.seats["allies"]
    before = [ada.get(game.path + part) for part in ("", "/events", "/export")]
    say(ada, game)
    after = [ada.get(game.path + part) for part in ("", "/events", "/export")]
    assert [a.get_data() for a in before] == [a.get_data() for a in after]
    assert [a.headers["ETag"] for a in before] == [a.headers["ETag"] for a in after]
