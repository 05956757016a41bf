"""Versions that a command names, and keys that make repeating it safe."""

import random
from collections.abc import Callable
from typing import Any

from tests.contract.service import Game, Player, Service
from tests.support.each import each

Headers = dict[str, str]


def some(game: Game) -> tuple[Player, Any]:
    """The awaited player and a command that it may give."""
    player = game.awaited()
    assert player is not None
    return player, game.actions(player)["actions"][0]


def version(game: Game) -> int:
    return int(game.actions(game.seats["allies"])["version"])


FORMS: list[Callable[[int], Headers]] = [
    lambda v: {"If-Match": f'"{v}"'},
    lambda v: {"If-Match": f'W/"{v}"'},
    lambda v: {"If-Match": f'"{v}.a8f3"'},
    lambda v: {"If-Match": f'W/"{v}.a8f3"'},
    lambda v: {"If-Match": f'  "{v}" '},
    lambda v: {"If-Match": f'"7", W/"{v}.a8f3", "x"'},
    lambda v: {"If-Match": f'"10000000000000" ,\t"{v}",'},
]


@each("form", FORMS)
def test_the_version_may_come_in_any_form_of_a_tag(
    game: Game, form: Callable[[int], Headers]
) -> None:
    player, command = some(game)
    stale = player.post(game.commands, command, headers=form(version(game) - 1))
    assert stale.status_code == 412
    assert stale.get_json()["version"] == version(game)
    done = player.post(game.commands, command, headers=form(version(game)))
    assert done.status_code == 201


def test_the_tag_that_came_with_the_game_is_taken_back(game: Game) -> None:
    player, command = some(game)
    for path in (game.path, f"{game.path}/actions"):
        tag = player.get(path).headers["ETag"]
        done = player.post(game.commands, command, headers={"If-Match": tag})
        assert done.status_code == 201
        assert done.headers["ETag"] == player.get(game.path).headers["ETag"]
        player, command = some(game)


@each(
    "tag",
    [
        "17",
        "x",
        "",
        '"',
        '"1" "2"',
        '"1", x',
        '*, "1"',
        '"1.0"x',
        'w/"1"',
        '"1 7"',
    ],
)
def test_another_form_of_if_match_is_refused(game: Game, tag: str) -> None:
    player, command = some(game)
    refused = player.post(game.commands, command, headers={"If-Match": tag})
    assert refused.status_code == 400


@each("tag", ['"x"', '"-1"', '"1", "2"', 'W/"", ""', '"' + "9" * 5000 + '"'])
def test_tags_that_are_not_of_this_version_match_nothing(game: Game, tag: str) -> None:
    player, command = some(game)
    refused = player.post(game.commands, command, headers={"If-Match": tag})
    assert (refused.status_code, refused.get_json()["version"]) == (412, version(game))


def test_one_of_several_versions_is_enough_even_where_the_process_is_behind(game: Game) -> None:
    service = game.seats["allies"].service
    chance, behind = random.Random(4), service.inside().games.cached(game.id)
    for _ in range(3):
        game.step(chance)
    player, command = some(game)
    now = version(game)
    snapshots = service.inside().games._snapshots
    snapshots.forget(game.id)
    snapshots.put_newest(game.id, behind)
    headers = {"If-Match": f'"{behind.version}", "{now}"'}
    done = player.post(game.commands, command, headers=headers)
    assert (done.status_code, done.get_json()["events"][0]["version"]) == (201, now + 1)


def test_any_version_will_do_for_a_star(game: Game) -> None:
    player, command = some(game)
    assert player.post(game.commands, command, headers={"If-Match": "*"}).status_code == 201


def test_a_star_leaves_the_version_in_the_body_in_force(game: Game) -> None:
    player, command = some(game)
    body = {**command, "expected_version": 1}
    assert player.post(game.commands, body, headers={"If-Match": "*"}).status_code == 412


def test_the_body_may_name_the_version(game: Game) -> None:
    player, command = some(game)
    now = version(game)
    for wrong in (0, now - 1, now + 1, 10**15 - 1):
        body = {**command, "expected_version": wrong}
        assert player.post(game.commands, body).status_code == 412
    assert player.post(game.commands, {**command, "expected_version": now}).status_code == 201


def test_header_and_body_may_not_contradict_each_other(game: Game) -> None:
    player, command = some(game)
    now = version(game)
    body = {**command, "expected_version": now}
    assert player.post(game.commands, body, headers={"If-Match": '"1"'}).status_code == 400
    several = {"If-Match": f'"1", "{now}"'}
    assert player.post(game.commands, body, headers=several).status_code == 201


def test_the_version_is_checked_before_the_rules(game: Game) -> None:
    player, _ = some(game)
    illegal = {"type": "end_turn"}
    refused = player.post(game.commands, illegal, headers={"If-Match": '"1"'})
    assert refused.status_code == 412
    now = {"If-Match": f'"{version(game)}"'}
    assert player.post(game.commands, illegal, headers=now).status_code == 409


def test_a_known_key_is_answered_as_the_first_time(game: Game) -> None:
    player, command = some(game)
    headers = {"Idempotency-Key": "k1", "If-Match": f'"{version(game)}"'}
    first = player.post(game.commands, command, headers=headers)
    assert first.status_code == 201
    assert "Idempotency-Replayed" not in first.headers
    after = version(game)
    other, further = some(game)
    assert other.post(game.commands, further).status_code == 201
    # The version in If-Match is stale by now, and the command would be illegal.
    for form in ("k1", '"k1"', ' "k1" '):
        again = player.post(game.commands, command, headers={**headers, "Idempotency-Key": form})
        assert again.status_code == 201
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.get_json() == first.get_json()
        assert again.headers["ETag"] == first.headers["ETag"]
    assert version(game) > after


def test_the_order_of_members_does_not_make_another_body(game: Game) -> None:
    player, command = some(game)
    first = player.post(game.commands, command, headers={"Idempotency-Key": "k"})
    turned = dict(reversed(command.items()))
    again = player.post(game.commands, turned, headers={"Idempotency-Key": "k"})
    assert again.get_json() == first.get_json()


def test_a_key_belongs_to_one_body(game: Game) -> None:
    player, command = some(game)
    key = {"Idempotency-Key": "k"}
    assert player.post(game.commands, command, headers=key).status_code == 201
    now = version(game)
    for other in ({"type": "resign"}, {**command, "expected_version": now}):
        refused = player.post(game.commands, other, headers=key)
        assert refused.status_code == 422
        assert refused.get_json()["code"] == "key_reused"
    assert version(game) == now


def test_a_key_belongs_to_one_player(game: Game) -> None:
    key = {"Idempotency-Key": "k"}
    chance = random.Random(2)
    for _ in range(4):
        game.step(chance)
    mine, theirs = game.seats["allies"], game.seats["axis"]
    first = mine.post(game.commands, {"type": "resign"}, headers=key)
    assert first.status_code == 201
    other = theirs.post(game.commands, {"type": "resign"}, headers=key)
    assert other.status_code == 409
    assert other.get_json()["rule"] == "game.over"


def test_a_key_belongs_to_one_game(service: Service) -> None:
    ada = service.player()
    key = {"Idempotency-Key": "k"}
    for game in (ada.new_game(), ada.new_game()):
        game.sit(ada, "allies")
        game.sit(ada, "axis")
        done = ada.post(game.commands, {"type": "resign", "seat": "axis"}, headers=key)
        assert done.status_code == 201
        assert "Idempotency-Replayed" not in done.headers


def test_a_refusal_uses_no_key_up(game: Game) -> None:
    player, command = some(game)
    key = {"Idempotency-Key": "k"}
    illegal = {"type": "end_turn"}
    assert player.post(game.commands, illegal, headers=key).status_code == 409
    stale = {**key, "If-Match": '"1"'}
    assert player.post(game.commands, command, headers=stale).status_code == 412
    assert player.post(game.commands, command, headers=key).status_code == 201


@each("key", ["", '""', "two words", "é", "k" * 256, "tab\tkey"])
def test_a_key_is_visible_ascii_of_bounded_length(game: Game, key: str) -> None:
    player, command = some(game)
    headers = {"Idempotency-Key": key}
    assert player.post(game.commands, command, headers=headers).status_code == 400


def test_a_key_may_be_long(game: Game) -> None:
    player, command = some(game)
    for quoted in ("k" * 255, '"' + "k" * 255 + '"'):
        done = player.post(game.commands, command, headers={"Idempotency-Key": quoted})
        assert done.status_code == 201


def test_a_key_makes_one_game_however_often_it_is_sent(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    params = {"scenario": "pegasus_bridge", "edition": "2004"}
    key = {"Idempotency-Key": "new"}
    first = ada.post("/v1/games", params, headers=key)
    game = Game(first.get_json()["id"])
    game.sit(ben, "axis")
    again = ada.post("/v1/games", params, headers=key)
    assert again.status_code == 201
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"] == game.path
    assert again.get_data() == first.get_data()
    assert ada.post("/v1/games", {**params, "edition": "2025"}, headers=key).status_code == 422
    other = ben.post("/v1/games", params, headers=key)
    assert other.status_code == 201
    assert other.get_json()["id"] != game.id
    assert len(ada.get(f"/v1/games?player={ada.id}").get_json()["items"]) == 1


def test_a_key_takes_one_seat_however_often_it_is_sent(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    game = ada.new_game()
    seats = f"{game.path}/seats"
    headers = {"Idempotency-Key": "sit", "If-Match": '"1"'}
    first = ada.post(seats, {"side": "axis"}, headers=headers)
    game.sit(ben, "allies")
    again = ada.post(seats, {"side": "axis"}, headers=headers)
    assert again.status_code == 200
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_data() == first.get_data()
    assert again.headers["ETag"] == first.headers["ETag"]
    assert ada.post(seats, {"side": "allies"}, headers=headers).status_code == 422


def test_sitting_down_twice_changes_nothing(service: Service) -> None:
    ada = service.player()
    game = ada.new_game()
    game.sit(ada, "axis")
    before = ada.get(game.path).get_data()
    game.sit(ada, "axis")
    assert ada.get(game.path).get_data() == before
    stale = ada.post(f"{game.path}/seats", {"side": "axis"}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412
