"""Boards as pictures over HTTP: what they depend on, how long they may be kept, who sees what."""

import random

from tests.contract.service import Game, Player, Service, running_game

LANGUAGE = {"Accept-Language": "de"}


def board(player: Player, game: Game, query: str = "") -> str:
    answer = player.get(f"{game.path}/board.svg{query}")
    assert answer.status_code == 200, answer.get_data()
    return answer.get_data(as_text=True)


def test_a_picture_of_a_version_is_kept_for_ever_and_the_newest_is_asked_for_again(
    service: Service, game: Game
) -> None:
    anonymous = service.anonymous()
    newest = anonymous.get(f"{game.path}/board.svg")
    assert newest.headers["Cache-Control"] == "private, no-cache"
    version = game.state(anonymous)["version"]
    fixed = anonymous.get(f"{game.path}/board.svg?version={version}")
    assert "immutable" in fixed.headers["Cache-Control"]
    assert fixed.get_data() == newest.get_data()
    game.step(random.Random(1))
    later = anonymous.get(
        f"{game.path}/board.svg", headers={"If-None-Match": newest.headers["ETag"]}
    )
    assert later.status_code == 200
    assert later.headers["ETag"] != newest.headers["ETag"]
    known = {"If-None-Match": later.headers["ETag"]}
    again = anonymous.get(f"{game.path}/board.svg", headers=known)
    assert again.status_code == 304
    assert again.headers["Vary"] == later.headers["Vary"]


def test_a_picture_may_load_and_run_nothing(service: Service, game: Game) -> None:
    for path in (f"{game.path}/board.svg", "/v1/scenarios/toulon/board.svg"):
        answer = service.anonymous().get(path, headers=LANGUAGE)
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Language"] == "de"
        assert "Accept-Language" in answer.headers["Vary"]


def test_each_wish_is_another_picture_under_another_tag(service: Service, game: Game) -> None:
    anonymous = service.anonymous()
    queries = ["", "?theme=dark", "?theme=print", "?labels=none", "?labels=all", "?side=axis"]
    answers = [anonymous.get(f"{game.path}/board.svg{query}") for query in queries]
    assert len({answer.headers["ETag"] for answer in answers}) == len(queries)
    assert len({answer.get_data() for answer in answers}) == len(queries)


def test_a_small_picture_in_pixels_has_no_names_unless_they_are_asked_for(
    service: Service, game: Game
) -> None:
    anonymous = service.anonymous()
    small = {
        query: anonymous.get(f"{game.path}/board.png?width=200{query}").get_data()
        for query in ("", "&labels=none", "&labels=names")
    }
    assert small[""] == small["&labels=none"] != small["&labels=names"]


def test_the_options_of_a_unit_are_shown_to_who_decides_alone(service: Service) -> None:
    game = running_game(service, scenario="mortain")
    chance = random.Random(3)
    moves: list[str] = []
    while not moves:
        game.step(chance)
        player = game.awaited()
        assert player is not None
        listed = game.actions(player)["actions"]
        moves = [one["unit"] for one in listed if one["type"] == "move_unit"]
    other = next(one for one in game.seats.values() if one is not player)
    query = f"?unit={moves[0]}"
    own, theirs = board(player, game, query), board(other, game, query)
    assert 'href="#marks-reach"' in own
    assert 'href="#marks-reach"' not in theirs
    assert theirs == board(service.anonymous(), game, query)
    assert player.get(f"{game.path}/board.svg?unit=none-1").status_code == 404


def test_what_was_taken_back_is_not_among_the_changes(service: Service) -> None:
    game = running_game(service, scenario="mortain", undo="free")
    chance = random.Random(3)
    while True:
        player = game.awaited()
        assert player is not None
        listed = game.actions(player)["actions"]
        moves = [one for one in listed if one["type"] == "move_unit"]
        if moves:
            break
        game.step(chance)
    before = game.state(player)["version"]
    assert player.post(game.commands, moves[0]).status_code == 201
    since = f"?since={before}"
    arrow = 'stroke="#0a7d4f" stroke-width="5"'
    assert board(player, game, since).count(arrow) == 1
    moved = game.state(player)["version"]
    undone = player.post(f"{game.path}/undo", {"to_version": before})
    assert undone.status_code == 201
    assert board(player, game, since).count(arrow) == 0
    assert board(player, game, f"?since={moved}").count(arrow) == 0
    late = service.anonymous().get(f"{game.path}/board.svg?since=9999")
    assert late.status_code == 422
    assert list(late.get_json()["errors"]) == ["/since"]


def test_hexes_are_numbered_and_several_numbers_share_a_sign(service: Service, game: Game) -> None:
    anonymous = service.anonymous()
    sign = '#marks-number"'
    assert board(anonymous, game, "?marks=E7,C3,E7").count(sign) == 2
    assert board(anonymous, game).count(sign) == 0
    for wrong in ("Z9", "e7", "E7,", ",".join(["E7"] * 10)):
        answer = anonymous.get(f"{game.path}/board.svg?marks={wrong}")
        assert answer.status_code == 422
        assert list(answer.get_json()["errors"]) == ["/marks"]


def test_who_is_behind_gets_the_board_of_what_it_has_seen(service: Service) -> None:
    game = running_game(service, spectator_delay=3)
    anonymous, ada, chance = service.anonymous(), game.seats["allies"], random.Random(5)
    while game.state(ada)["turn"] < 3:
        game.step(chance)
    seen, now = game.state(anonymous)["version"], game.state(ada)["version"]
    assert seen < now
    assert board(anonymous, game) == board(anonymous, game, f"?version={seen}")
    for form in ("svg", "png"):
        hidden = anonymous.get(f"{game.path}/board.{form}?version={seen + 1}")
        assert hidden.status_code == 404
    assert board(ada, game) != board(anonymous, game)
