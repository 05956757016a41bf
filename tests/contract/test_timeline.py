"""The timeline over HTTP: for whom, since when, in which language, and for how long."""

import random
from http import HTTPStatus

import pytest

from api.locales import LANGUAGES
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.support.each import each

STEPS = 40
TEXT = "the Allied side"


@pytest.fixture(scope="module")
def played(service: Service) -> Game:
    """A game that has gone on for some turns."""
    game = running_game(service)
    chance = random.Random(12)
    while game.state(game.seats["allies"])["turn"] < 5:
        game.step(chance)
    return game


def get_timeline(player: Player, game: Game, query: str = "", language: str = "en") -> Json:
    answer = player.get(f"{game.path}/timeline{query}", headers={"Accept-Language": language})
    assert answer.status_code == HTTPStatus.OK, answer.get_data()
    found: Json = answer.get_json()
    return found


def entries(timeline: Json) -> list[Json]:
    return [entry for turn in timeline["turns"] for entry in turn["entries"]]


def test_every_version_is_in_one_entry(played: Game) -> None:
    for player in (*played.seats.values(), played.seats["allies"].service.anonymous()):
        timeline = get_timeline(player, played)
        assert timeline["since"] == 0
        reached = 0
        for entry in entries(timeline):
            assert entry["from"] == reached + 1
            reached = entry["to"]
        assert reached == timeline["version"] == played.state(player)["version"]


def test_it_says_what_the_events_say(played: Game) -> None:
    anonymous = played.seats["allies"].service.anonymous()
    events = anonymous.get(f"{played.path}/events?limit=1000").get_json()["items"]
    for entry in entries(get_timeline(anonymous, played)):
        own = events[entry["from"] - 1 : entry["to"]]
        rolls = [event["data"]["faces"] for event in own if "faces" in event["data"]]
        assert entry["dice"] == rolls
        lost = [event["data"]["count"] for event in own if event["type"] == "figures_lost"]
        gone = [event["data"]["count"] for event in own if event["type"] == "unit_eliminated"]
        assert sum(entry["losses"].values()) == sum(lost) + sum(gone)
        if own[0]["type"] != "turn_started":
            assert entry["seat"] == own[0]["seat"]


def test_the_turns_say_whose_they_were_and_what_was_played(played: Game) -> None:
    anonymous = played.seats["allies"].service.anonymous()
    turns = get_timeline(anonymous, played)["turns"]
    assert [turn["number"] for turn in turns] == list(range(len(turns)))
    for turn in turns[1:]:
        state = anonymous.get(f"{played.path}/states/{turn['to']}").get_json()
        assert turn["seat"] in ("allies", "axis")
        assert turn["medals"] == state["medals"]
        assert turn["seconds"] >= 0
    assert turns[1]["card"] is not None
    assert turns[0]["seat"] is None


@each("language", LANGUAGES)
def test_it_speaks_the_language_that_is_asked_for(played: Game, language: str) -> None:
    player = played.seats["axis"]
    answer = player.get(f"{played.path}/timeline", headers={"Accept-Language": language})
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    text = " ".join(entry["text"] for entry in entries(answer.get_json()))
    assert (TEXT in text) is (language == "en")
    clauses = [entry["clauses"] for entry in entries(answer.get_json())]
    assert clauses == [entry["clauses"] for entry in entries(get_timeline(player, played))]


def test_since_a_version_there_is_only_what_goes_past_it(played: Game) -> None:
    anonymous = played.seats["allies"].service.anonymous()
    whole = entries(get_timeline(anonymous, played))
    middle = whole[len(whole) // 2]
    for since in (middle["from"], middle["to"]):
        part = get_timeline(anonymous, played, f"?since={since}")
        assert part["since"] == since
        assert entries(part) == [entry for entry in whole if entry["to"] > since]
    version = part["version"]
    assert get_timeline(anonymous, played, f"?since={version}")["turns"] == []


def test_since_my_last_turn_is_since_it_has_ended(played: Game) -> None:
    for side, player in played.seats.items():
        part = get_timeline(player, played, "?since=my_last_turn")
        events = player.get(f"{played.path}/events?limit=1000").get_json()["items"]
        ended = [one for one in events if one["type"] == "turn_ended"]
        last = max(one["version"] for one in ended if one["data"]["seat"] == side)
        assert part["since"] == last
        assert part["turns"][0]["from"] == last + 1
        assert part["turns"][-1]["to"] == part["version"]


def test_since_my_last_turn_is_all_before_one_has_ended(service: Service) -> None:
    game = running_game(service)
    part = get_timeline(game.seats["allies"], game, "?since=my_last_turn")
    assert (part["since"], part["turns"][0]["from"]) == (0, 1)


@each("since", ["-1", "01", "1.0", "", "my_turn", "1000000000000000", "%EF%BC%91", "1%0A"])
def test_what_is_no_version_is_refused(played: Game, since: str) -> None:
    answer = played.seats["axis"].get(f"{played.path}/timeline?since={since}")
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert list(answer.get_json()["errors"]) == ["/since"]


def test_a_version_that_is_not_there_yet_is_refused(played: Game) -> None:
    version = get_timeline(played.seats["axis"], played)["version"]
    answer = played.seats["axis"].get(f"{played.path}/timeline?since={version + 1}")
    assert answer.get_json()["errors"] == {"/since": [f"The game has {version} events."]}


def test_who_holds_no_seat_has_no_last_turn(played: Game) -> None:
    answer = (
        played.seats["axis"].service.anonymous().get(f"{played.path}/timeline?since=my_last_turn")
    )
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "seat" in answer.get_json()["errors"]["/since"][0]


def test_a_tag_is_of_one_viewer_one_part_and_one_language(played: Game) -> None:
    allies, axis = played.seats["allies"], played.seats["axis"]
    asked = [
        (player, query, language)
        for player in (allies, axis, allies.service.anonymous())
        for query in ("", "?since=9")
        for language in ("en", "fr")
    ]
    tags = []
    for player, query, language in asked:
        headers = {"Accept-Language": language}
        full = player.get(f"{played.path}/timeline{query}", headers=headers)
        tags.append(full.headers["ETag"])
        headers["If-None-Match"] = full.headers["ETag"]
        known = player.get(f"{played.path}/timeline{query}", headers=headers)
        assert known.status_code == HTTPStatus.NOT_MODIFIED
        for name in ("ETag", "Vary", "Cache-Control"):
            assert known.headers[name] == full.headers[name]
    assert len(set(tags)) == len(asked)


def test_it_is_kept_for_ever_once_the_game_is_over(service: Service) -> None:
    game = running_game(service)
    ada = game.seats["allies"]
    path = f"{game.path}/timeline"
    running = ada.get(path)
    assert "no-cache" in running.headers["Cache-Control"]
    ada.post(game.commands, {"type": "resign"})
    over = ada.get(path)
    assert "immutable" in over.headers["Cache-Control"]
    assert over.headers["ETag"] != running.headers["ETag"]
    assert "resigns" in entries(over.get_json())[-1]["text"]


def test_who_holds_no_seat_is_as_far_behind_as_the_game_says(service: Service) -> None:
    game = running_game(service, spectator_delay=2)
    anonymous, ada, chance = service.anonymous(), game.seats["allies"], random.Random(3)
    while game.state(ada)["turn"] < 4:
        game.step(chance)
    assert get_timeline(ada, game)["turns"][-1]["number"] == 4
    late = get_timeline(anonymous, game)
    assert late["turns"][-1]["number"] == 2
    beyond = anonymous.get(f"{game.path}/timeline?since={late['version'] + 1}")
    assert beyond.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_an_undo_is_an_entry_and_what_it_took_back_is_marked(service: Service) -> None:
    game = running_game(service, undo="free")
    player = game.awaited()
    assert player is not None
    started = game.state(player)["version"]
    card = next(one for one in game.actions(player)["actions"] if one["type"] == "play_card")
    player.post(game.commands, card)
    player.post(f"{game.path}/undo", {"to_version": started})
    for viewer in (*game.seats.values(), service.anonymous()):
        turn = get_timeline(viewer, game)["turns"][-1]
        kinds = [(entry["kind"], entry["undone"]) for entry in turn["entries"]]
        assert kinds == [("turn", False), ("card", True), ("undo", False)]
        assert turn["card"] is None


def test_a_timeline_up_to_a_version_is_what_it_was_then_and_never_changes(
    service: Service,
) -> None:
    game, chance = running_game(service), random.Random(3)
    for _ in range(12):
        game.step(chance)
    players = (*game.seats.values(), service.anonymous())
    then = [get_timeline(one, game) for one in players]
    version = then[0]["version"]
    for _ in range(12):
        game.step(chance)
    game.seats["axis"].post(game.commands, {"type": "resign"})
    for one, before in zip(players, then, strict=True):
        assert get_timeline(one, game, f"?version={version}") == before
        answer = one.get(f"{game.path}/timeline?since=2&version={version}")
        assert "immutable" in answer.headers["Cache-Control"]
    assert game.seats["axis"].get(f"{game.path}/timeline?version=9999").status_code == 404
