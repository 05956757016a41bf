"""The odds of listed actions over HTTP."""

import random

import pytest

from tests.contract.service import Service, running_game

ROLLING = ("attack", "strike", "ambush")


def test_every_action_that_throws_dice_has_its_odds(service: Service) -> None:
    game = running_game(service, scenario="arnhem_bridge")
    chance, seen = random.Random(2), 0
    while seen < 10:
        player = game.awaited()
        if player is None:
            game = running_game(service, scenario="arnhem_bridge")
            continue
        actions = game.actions(player)
        body = player.get(f"{game.path}/odds").get_json()
        assert body["version"] == actions["version"]
        rolling = [n for n, a in enumerate(actions["actions"]) if a["type"] in ROLLING]
        assert [one["action"] for one in body["odds"]] == rolling
        for one in body["odds"]:
            seen += 1
            action = actions["actions"][one["action"]]
            assert action.get("target", one["target"]) == one["target"]
            for spread in (one["hits"], one["flags"]):
                assert len(spread) == one["dice"] + 1
                assert sum(spread) == pytest.approx(1)
            assert one["eliminated"] + one["retreats"] <= 1
        assert service.anonymous().get(f"{game.path}/odds").get_json()["odds"] == []
        game.step(chance)


def test_the_list_of_actions_has_their_odds_on_request(service: Service) -> None:
    game = running_game(service, scenario="arnhem_bridge")
    chance, seen = random.Random(2), 0
    while seen < 3:
        player = game.awaited()
        assert player is not None
        plain = game.actions(player)
        body = player.get(f"{game.path}/actions?odds=true").get_json()
        assert body == {**plain, "odds": player.get(f"{game.path}/odds").get_json()["odds"]}
        assert player.get(f"{game.path}/actions?odds=false").get_json() == plain
        seen += bool(body["odds"])
        game.step(chance)
    assert player.get(f"{game.path}/actions?odds=1").status_code == 422
