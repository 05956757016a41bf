"""Animated replays over HTTP: what is in them, who sees them, what cannot be asked for."""

import random
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO

import pytest
from PIL import Image

from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.support.each import each
from tests.support.waiting import PATIENCE
from workers.animations import Animator

SMALL = {"width": 160}


def ask(player: Player, game: Game, **params: object) -> Json:
    answer = player.post(f"{game.path}/animations", {**SMALL, **params})
    assert answer.status_code == 202, answer.get_data()
    body: Json = answer.get_json()
    assert answer.headers["Location"] == f"{game.path}/animations/{body['id']}"
    return body


def make(service: Service, result: Json) -> None:
    """As a worker does it."""
    kit = service.inside()
    assert Animator(kit.games, kit.animations).work(result["id"], PATIENCE) is None


def file_of(player: Player, result: Json) -> bytes:
    place = f"/v1/games/{result['game']}/animations/{result['id']}"
    known = player.get(place).get_json()
    assert (known["status"], known["frames_done"]) == ("done", known["frames"])
    answer = player.get(known["file"])
    assert answer.mimetype == f"image/{result['format']}"
    assert "immutable" in answer.headers["Cache-Control"]
    assert {"Authorization", "Accept"} <= set(answer.vary)
    return answer.get_data()


@pytest.fixture(scope="module")
def played(service: Service) -> Game:
    """A game of some turns, of which a part was taken back."""
    game, chance = running_game(service, undo="consent"), random.Random(5)
    for _ in range(8):
        game.step(chance)
    back = game.state(game.seats["allies"])["version"]
    player = game.awaited()
    assert player is not None
    other = next(one for one in game.seats.values() if one is not player)
    game.step(chance)
    assert player.post(f"{game.path}/undo", {"to_version": back}).status_code == 201
    assert other.post(f"{game.path}/undo/accept", {}).status_code == 201
    while game.state(player)["turn"] < 3:
        game.step(chance)
    return game


def test_the_frames_are_the_commands_that_count(service: Service, played: Game) -> None:
    ada = played.seats["allies"]
    line = ada.get(f"{played.path}/mainline").get_json()["standing"]
    counts = {version for span in line for version in range(span["first"], span["last"] + 1)}
    events = ada.get(f"{played.path}/events?limit=1000").get_json()["items"]
    ends = [one["version"] for one in events if one["last"]]
    result = ask(ada, played, format="gif", frame_milliseconds=60)
    assert result["frames"] == len([one for one in ends if one in counts]) < len(ends)
    assert (result["status"], result["frames_done"], result["file"]) == ("queued", 0, None)
    make(service, result)
    with Image.open(BytesIO(file_of(ada, result))) as shown:
        assert shown.format == "GIF"
        assert (shown.n_frames, shown.width) == (result["frames"], 160)  # type: ignore[attr-defined]


def test_a_frame_for_each_turn(service: Service, played: Game) -> None:
    ada = played.seats["allies"]
    result = ask(ada, played, **{"from": 8}, every="turn", theme="dark", side="axis", changes=False)
    events = ada.get(f"{played.path}/events?line=main&limit=1000").get_json()["items"]
    game = {one["version"] for one in events if one["type"] == "turn_started"}
    assert result["frames"] == len(game | {8, result["to"]}) > 2
    make(service, result)
    with Image.open(BytesIO(file_of(ada, result))) as shown:
        assert shown.format == "WEBP"
        assert shown.n_frames == result["frames"]  # type: ignore[attr-defined]


def test_the_same_is_made_once_whoever_asks(service: Service, played: Game) -> None:
    ada, ben = played.seats.values()
    params = {"to": 9, "frame_milliseconds": 100}
    result = ask(ada, played, **params)
    assert ask(ben, played, **params)["id"] == result["id"]
    make(service, result)
    again = ask(ben, played, **params)
    assert (again["id"], again["status"]) == (result["id"], "done")
    assert file_of(ada, result) == file_of(service.anonymous(), result), "there are no hands on it"
    others = [ask(one, played, to=9, frame_milliseconds=101) for one in (ada, ben)]
    assert {one["id"] for one in others} != {result["id"]}


def test_who_is_behind_finds_no_animation_of_what_it_may_not_know(service: Service) -> None:
    game, chance = running_game(service, spectator_delay=1), random.Random(9)
    ada, cy = game.seats["allies"], service.player("Cy")
    while game.state(cy)["turn"] < 2:
        game.step(chance)
    seen, now = game.state(cy)["version"], game.state(ada)["version"]
    assert seen < now
    theirs = ask(ada, game, every="turn")
    assert theirs["to"] == now
    make(service, theirs)
    place = f"{game.path}/animations/{theirs['id']}"
    for path in (place, f"{place}/file"):
        assert ada.get(path).status_code == 200
        assert cy.get(path).status_code == service.anonymous().get(path).status_code == 404
    assert cy.post(f"{place}/cancel").status_code == 404
    late = cy.post(f"{game.path}/animations", {**SMALL, "to": seen + 1})
    assert late.status_code == 404
    assert ask(cy, game, every="turn")["to"] == seen


def test_one_that_was_cancelled_is_begun_anew_when_it_is_asked_for_again(
    service: Service, played: Game
) -> None:
    ada, ben = played.seats.values()
    params = {"to": 9, "frame_milliseconds": 200}
    result = ask(ada, played, **params)
    cancel = f"{played.path}/animations/{result['id']}/cancel"
    assert ben.post(cancel).status_code == 403
    for _ in range(2):
        assert ada.post(cancel).get_json()["status"] == "cancelled"
    make(service, result)
    assert ada.get(cancel.removesuffix("/cancel")).get_json()["frames_done"] == 0
    assert ask(ben, played, **params)["status"] == "queued"
    assert ada.post(cancel).status_code == 403, "it is Ben's now"
    make(service, result)
    assert ben.post(cancel).get_json()["status"] == "done"


@each(
    "params, status",
    [
        ({"from": 0}, 422),
        ({"to": 99999}, 404),
        ({"from": 99999}, 404),
        ({"from": 8, "to": 8}, 422),
        ({"from": 9, "to": 8}, 422),
        ({"width": 801}, 422),
        ({"width": "640"}, 422),
        ({"format": "mp4"}, 422),
        ({"every": "year"}, 422),
        ({"frame_milliseconds": 10}, 422),
        ({"as": "axis"}, 422),
    ],
)
def test_what_cannot_be_made_is_refused(played: Game, params: Json, status: int) -> None:
    answer = played.seats["allies"].post(f"{played.path}/animations", {**SMALL, **params})
    assert answer.status_code == status, answer.get_data()


@pytest.fixture
def cut_off(redis_url: str) -> Iterator[Service]:
    """A service whose server of the jobs is nowhere."""
    with closing(serve(redis_url, queue_url="unix:///nowhere/queue.sock")) as service:
        yield service


def test_without_a_queue_games_go_on_and_animations_do_not(cut_off: Service) -> None:
    game = running_game(cut_off)
    ada, path = game.seats["allies"], f"{game.path}/animations"
    assert game.step(random.Random(1))
    for answer in (ada.post(path, SMALL), ada.get(f"{path}/mv_none"), ada.get(f"{path}/mv_x/file")):
        assert (answer.status_code, answer.get_json()["code"]) == (503, "queue_unavailable")
