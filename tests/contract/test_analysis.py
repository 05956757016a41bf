"""Analyses of games over HTTP: what they say, who may ask for one, and how they are made."""

import random
from itertools import pairwise

from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.support.waiting import PATIENCE
from workers.analyses import Analyzer

SIDES = ("allies", "axis")


def over(service: Service) -> Game:
    """A game of which a part has been played, and some of that taken back."""
    game, chance = running_game(service), random.Random(4)
    for _ in range(120):
        game.step(chance)
    winner = game.awaited()
    assert winner is not None
    winner.post(game.commands, {"type": "resign"})
    return game


def analyzed(service: Service, game: Game, who: Player, seconds: float = PATIENCE) -> Json:
    """As workers do it, each for so long."""
    kit, path = service.inside(), f"{game.path}/analysis"
    asked = who.post(path)
    assert (asked.status_code, asked.headers["Location"]) == (202, path)
    while Analyzer(kit.games, kit.analyses).work(asked.get_json()["id"], seconds):
        assert 0 < who.get(path).get_json()["progress"] < 1
    body: Json = who.get(path).get_json()
    assert (body["status"], body["progress"]) == ("done", 1)
    return body


def test_what_choices_dice_and_draws_gave_adds_up_to_the_result(service: Service) -> None:
    result = analyzed(service, game := over(service), game.seats["allies"])
    assert result["version"] == game.seats["allies"].get(game.path).get_json()["version"]
    decisions, summary = result["decisions"], result["summary"]
    versions = [one["version"] for one in decisions]
    assert all(one < other for one, other in pairwise(versions))
    for side, other in (SIDES, SIDES[::-1]):
        own, enemy = summary[side], summary[other]
        parts = ("choices", "dice", "draws")
        gained = sum(own[part] - enemy[part] for part in parts)
        assert abs(own["start"] + gained + own["unseen"] - own["result"]) < 1e-4
        mine = [one for one in decisions if one["seat"] == side]
        lost = sum(one["loss"] for one in mine)
        assert abs(lost - own["loss"]) < 1e-3
        luck = sum(one["after_dice"] - one["after_choice"] for one in mine)
        assert abs(luck - own["dice"]) < 1e-3
    assert {summary[side]["result"] for side in SIDES} == {0, 1}


def test_the_best_option_is_listed_first_and_loses_nothing(service: Service) -> None:
    for one in analyzed(service, game := over(service), game.seats["axis"])["decisions"]:
        if one["label"] == "only":
            assert one["best"] == []
            continue
        losses = [option["loss"] for option in one["best"]]
        assert losses == sorted(losses) and losses[0] == 0
        if one["label"] == "best":
            assert one["loss"] == 0
        attacks = [option for option in one["best"] if option["command"]["type"] == "attack"]
        assert all(option["odds"]["dice"] > 0 for option in attacks)


def test_a_sandbox_of_what_a_seat_knew_is_judged_anew(service: Service) -> None:
    """Training: the worst mistake of one's own, to be decided better."""
    game = over(service)
    ada = game.seats["axis"]
    own = [one for one in analyzed(service, game, ada)["decisions"] if one["seat"] == "axis"]
    worst = max(own, key=lambda one: one["loss"])
    assert worst["label"] in ("mistake", "blunder")
    version, better = worst["version"], worst["best"][0]["command"]
    then = ada.get(f"{game.path}/states/{version}").get_json()
    params = {"at_version": version, "hidden": "anew"}
    made = ada.post(f"{game.path}/branches", params).get_json()
    sandbox = Game(made["id"], dict.fromkeys(SIDES, ada))
    known = ada.get(f"{sandbox.path}/states/{version}").get_json()
    assert "cards" not in known["hands"]["allies"]
    assert made["hands"]["axis"] == then["hands"]["axis"] == known["hands"]["axis"]
    assert made["units"] == then["units"]
    assert ada.post(sandbox.commands, better).status_code == 201
    judged = analyzed(service, sandbox, ada)["decisions"][-1]
    assert (judged["command"], judged["loss"], judged["label"]) == (better, 0, "best")


def test_an_analysis_is_made_once_whoever_asks_and_in_any_number_of_jobs(service: Service) -> None:
    game = over(service)
    ada, ben = (game.seats[side] for side in SIDES)
    result = analyzed(service, game, ada, seconds=0)
    again = ben.post(f"{game.path}/analysis").get_json()
    assert again == result
    assert ben.delete(f"{game.path}/analysis").status_code == 403
    assert ada.delete(f"{game.path}/analysis").status_code == 204
    assert ben.get(f"{game.path}/analysis").get_json() == result


def test_a_running_game_is_not_analyzed_and_a_sandbox_is_by_who_holds_it(service: Service) -> None:
    game = running_game(service)
    game.step(random.Random(1))
    ada, ben = (game.seats[side] for side in SIDES)
    refused = ada.post(f"{game.path}/analysis")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "game_not_over")
    version = ada.get(game.path).get_json()["version"]
    branch = ada.post(f"{game.path}/branches", {"at_version": version}).get_json()
    path = f"/v1/games/{branch['id']}/analysis"
    assert ada.post(path).status_code == 202
    assert (ben.post(path).status_code, ben.get(path).status_code) == (404, 404)


def test_a_player_has_two_under_way(service: Service) -> None:
    ada = service.player()
    games = [over(service) for _ in range(3)]
    asked = [ada.post(f"{game.path}/analysis") for game in games]
    assert [one.status_code for one in asked] == [202, 202, 409]
    assert asked[2].get_json()["code"] == "too_many_analyses"
