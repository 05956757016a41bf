"""Players' results and battles' statistics as clients meet them."""

import secrets
from typing import Any

from domain.scenarios import document
from tests.contract.service import Game, Player, Service, running_game
from tests.support.waiting import wait_until

NOTHING = {"finished": 0, "won": 0, "lost": 0, "resigned": 0, "timed_out": 0}


def results(of: Player, viewer: Player) -> dict[str, Any]:
    found: dict[str, Any] = viewer.get(f"/v1/players/{of.id}/results").get_json()
    return found


def statistics(service: Service, scenario: str, edition: str, variant: str) -> dict[str, Any]:
    found = service.anonymous().get(f"/v1/scenarios/{scenario}/statistics").get_json()
    assert found["scenario"] == scenario
    kinds = [(item["edition"], item["variant"]) for item in found["items"]]
    assert kinds == sorted(set(kinds))
    by_kind: dict[tuple[str, str], dict[str, Any]] = dict(zip(kinds, found["items"], strict=True))
    return by_kind.get((edition, variant), {})


def battle(service: Service) -> str:
    """A battle of somebody's own, of which there are no games yet."""
    own = document("toulon") | {"title": {"en": f"Toulon {secrets.token_hex(4)}"}}
    made = service.player().post("/v1/scenarios?visibility=public", own)
    assert made.status_code == 201, made.get_data()
    slug: str = made.get_json()["slug"]
    return slug


def resign(game: Game, side: str) -> None:
    answer = game.seats[side].post(game.commands, {"type": "resign"})
    assert answer.status_code == 201, answer.get_data()


def test_a_player_without_games_has_no_results(service: Service) -> None:
    ada = service.player()
    assert results(ada, service.anonymous()) == {
        "player": ada.id,
        "waiting": 0,
        "active": 0,
        "solo": 0,
        **NOTHING,
        "by_side": [],
        "by_scenario": [],
        "by_edition": [],
    }


def test_results_follow_at_once(service: Service) -> None:
    game = running_game(service, edition="2004")
    ada, ben = game.seats["allies"], game.seats["axis"]
    assert [results(one, ada)["active"] for one in (ada, ben)] == [1, 1]
    resign(game, "axis")
    won = {**NOTHING, "finished": 1, "won": 1}
    assert results(ada, ben) == {
        "player": ada.id,
        "waiting": 0,
        "active": 0,
        "solo": 0,
        **won,
        "by_side": [{"side": "allies", **won}],
        "by_scenario": [{"scenario": "pegasus_bridge", **won}],
        "by_edition": [{"edition": "2004", **won}],
    }
    lost = {**NOTHING, "finished": 1, "lost": 1, "resigned": 1}
    assert results(ben, ada)["by_side"] == [{"side": "axis", **lost}]


def test_a_game_against_oneself_is_no_victory(service: Service) -> None:
    ada, toulon = service.player(), battle(service)
    game = ada.new_game(scenario=toulon)
    game.sit(ada, "allies")
    assert results(ada, ada)["waiting"] == 1
    game.sit(ada, "axis")
    ada.post(game.commands, {"type": "resign", "seat": "axis"})
    found = results(ada, service.anonymous())
    assert (found["solo"], found["waiting"], found["finished"]) == (1, 0, 0)
    assert statistics(service, toulon, "2025", "standard") == {}


def test_private_games_are_in_the_results_that_the_player_itself_sees(service: Service) -> None:
    game = running_game(service, visibility="private")
    resign(game, "allies")
    ada, ben = game.seats["allies"], game.seats["axis"]
    assert [results(ada, viewer)["lost"] for viewer in (ada, ben, service.anonymous())] == [1, 0, 0]


def test_statistics_count_public_games_only(service: Service) -> None:
    kind = (battle(service), "2025", "young_generals")
    about = dict(zip(("scenario", "edition", "variant"), kind, strict=True))
    assert statistics(service, *kind) == {}
    running_game(service, **about)
    games = [running_game(service, **about) for _ in range(2)]
    hidden = running_game(service, visibility="private", **about)
    for game, side in ((games[0], "axis"), (games[1], "allies"), (hidden, "allies")):
        resign(game, side)
    found = statistics(service, *kind)
    assert (found["games"], found["finished"]) == (3, 2)
    assert found["won"] == {"allies": 1, "axis": 1}
    assert found["endings"] == {"resignation": 2}
    assert found["turns"] == {"total": 2, "mean": 1.0}
    assert found["medals"]["axis"] == {"total": 0, "mean": 0.0}


def test_statistics_without_a_finished_game_have_no_mean(service: Service) -> None:
    toulon = battle(service)
    running_game(service, scenario=toulon)
    found = statistics(service, toulon, "2025", "standard")
    assert (found["games"], found["turns"]) == (1, {"total": 0, "mean": None})


def test_metrics_say_how_far_the_lists_are_behind(service: Service) -> None:
    game = running_game(service)
    results(game.seats["axis"], game.seats["axis"])

    def abreast() -> bool:
        text = service.anonymous().get("/metrics").get_data(as_text=True)
        assert 'afteraction_feed_failed_games{group="lists"} ' in text
        assert "afteraction_unjudged_games " in text
        return all(
            f'afteraction_feed_{figure}{{group="lists"}} 0.0\n' in text
            for figure in ("lag_entries", "lag_seconds")
        )

    wait_until(abreast, "the lists hold all that has happened")


def test_the_list_of_scenarios_says_how_even_each_is(service: Service) -> None:
    slug = "vassieux"
    resign(running_game(service, scenario=slug), "axis")

    def agree() -> bool:
        anonymous = service.anonymous()
        items = anonymous.get(f"/v1/scenarios/{slug}/statistics").get_json()["items"]
        allies = sum(item["won"]["allies"] for item in items)
        games = sum(item["finished"] for item in items)
        listed = anonymous.get("/v1/scenarios?limit=100").get_json()["items"]
        found = next(one["balance"] for one in listed if one["slug"] == slug)
        if not games or not found or found["value"] != round(allies / games, 4):
            return False
        assert 0 <= found["low"] <= found["value"] <= found["high"] <= 1
        return True

    wait_until(agree, "the list knows the games that are over")
