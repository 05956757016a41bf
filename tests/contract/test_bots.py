"""Bots at the table, over HTTP: seated with the game, marked, heard of no results."""

import random

import pytest

from tests.contract.service import Game, Service
from tests.support.waiting import wait_until


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_person_plays_a_bot_to_the_end_and_again(service: Service, visibility: str) -> None:
    ada, chance = service.player("Ada"), random.Random(1)
    game = ada.new_game(bots={"axis": "greedy"}, visibility=visibility)
    marks = [(one["seat"], one["player"], one["bot"]) for one in game.state(ada)["table"]]
    assert marks == [("allies", None, None), ("axis", "bot_greedy", "greedy")]
    game.sit(ada, "allies")

    def is_hers() -> bool:
        return (game.actions(ada)["awaiting"] or {"seat": "allies"})["seat"] == "allies"

    while True:
        wait_until(is_hers, "the bot has decided")
        if game.actions(ada)["awaiting"] is None:
            break
        assert game.step(chance)
    assert game.state(ada)["winner"] == "axis"
    [listed] = ada.get(f"/v1/games?player={ada.id}").get_json()["items"]
    assert [place["bot"] for place in listed["table"]] == [None, "greedy"]
    results = ada.get(f"/v1/players/{ada.id}/results").get_json()
    assert (results["finished"], results["active"], results["by_scenario"]) == (0, 0, [])
    again = ada.post(f"{game.path}/rematch").get_json()
    assert again["status"] == "active"
    assert again["seats"] == {"allies": "bot_greedy", "axis": ada.id}


def test_games_with_bots_are_in_no_statistics(service: Service) -> None:
    ada = service.player()

    def games() -> int:
        found = service.anonymous().get("/v1/scenarios/vassieux/statistics").get_json()["items"]
        return sum(item["games"] for item in found)

    before = games()
    game = ada.new_game(scenario="vassieux", bots={"allies": "random"})
    game.sit(ada, "axis")
    assert game.state(ada)["status"] == "active"
    assert games() == before


def test_a_repeated_request_makes_one_game_with_its_bots(service: Service) -> None:
    ada = service.player()
    params = {"scenario": "vassieux", "edition": "2004", "bots": {"allies": "random"}}
    key = {"Idempotency-Key": "once"}
    first, second = (ada.post("/v1/games", params, headers=key) for _ in range(2))
    assert first.get_json() == second.get_json()
    assert first.get_json()["seats"] == {"allies": "bot_random", "axis": None}
    events = ada.get(f"{Game(first.get_json()['id']).path}/events").get_json()["items"]
    assert [event["type"] for event in events] == ["game_created", "seat_taken"]


@pytest.mark.parametrize(
    ("bots", "pointer"),
    [
        ({"allies": "perfect"}, "/bots/allies"),
        ({"north": "greedy"}, "/bots/north"),
        ("greedy", "/bots"),
        ({"allies": None}, "/bots/allies"),
    ],
)
def test_unknown_seats_and_levels_are_refused(service: Service, bots: object, pointer: str) -> None:
    params = {"scenario": "vassieux", "edition": "2004", "bots": bots}
    refused = service.player().post("/v1/games", params)
    assert refused.status_code == 422
    assert pointer in refused.get_json()["errors"]


def test_a_bot_has_a_name_like_any_player(service: Service) -> None:
    shown = service.anonymous().get("/v1/players/bot_greedy").get_json()
    assert (shown["name"], shown["bot"], shown["deleted"]) == ("Greedy bot", "greedy", False)
    assert service.anonymous().get("/v1/players/bot_best").status_code == 404
