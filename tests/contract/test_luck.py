"""The luck report over HTTP, against the events that the same viewer sees."""

import random
from collections import Counter

import pytest

from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, battling, running_game

ROLLS = {"dice_rolled": "attack", "strike_rolled": "strike", "ambush_rolled": "ambush"}
BATTLE = {"scenario": "arnhem_bridge"}
ENOUGH = 6
"""Rolls to look at."""
MEASURES = ("hits", "flags", "losses", "eliminations")


@pytest.fixture(scope="module")
def fought(service: Service) -> Game:
    """A game in which dice were thrown; who only looks on is behind, and not told of the last."""
    game, chance = running_game(service, **BATTLE, spectator_delay=3), random.Random(7)
    rolls: list[Json] = []
    while len(rolls) < ENOUGH or rolls[-1]["version"] <= game.state(service.anonymous())["version"]:
        for _ in range(20):
            assert game.step(chance, battling), "it was over too soon"
        rolls = report(game, game.seats["allies"])["rolls"]
    return game


def report(game: Game, viewer: Player, line: str = "mainline") -> Json:
    body: Json = viewer.get(f"{game.path}/luck?line={line}").get_json()
    return body


def test_every_roll_is_in_it_and_adds_up(fought: Game) -> None:
    ada = fought.seats["allies"]
    result = report(fought, ada)
    events = ada.get(f"{fought.path}/events?limit=1000").get_json()["items"]
    assert result["version"] == events[-1]["version"]
    thrown = [
        (one["version"], ROLLS[one["type"]], one["data"]["faces"])
        for one in events
        if one["type"] in ROLLS
    ]
    assert [(one["version"], one["source"], one["faces"]) for one in result["rolls"]] == thrown
    assert len(thrown) >= ENOUGH
    lost = sum(
        event["data"]["count"]
        for event in events
        if event["type"] in ("figures_lost", "unit_eliminated")
    )
    assert sum(side["losses"]["actual"] for side in result["sides"].values()) == lost
    for side, all_told in result["sides"].items():
        of_side = [one for one in result["rolls"] if one["side"] == side]
        turns = [one for one in result["turns"] if one["side"] == side]
        for rolls in (all_told["rolls"], sum(one["rolls"] for one in turns)):
            assert rolls == len(of_side)
        assert all_told["dice"] == sum(len(one["faces"]) for one in of_side)
        for name in MEASURES:
            figure = all_told[name]
            for parts in (of_side, turns):
                assert figure["actual"] == sum(one[name]["actual"] for one in parts)
                expected = sum(one[name]["expected"] for one in parts)
                assert figure["expected"] == pytest.approx(expected, abs=1e-4)
            assert figure["low"] <= 0 <= figure["high"]


def test_the_balance_is_the_difference_of_the_sides(fought: Game) -> None:
    result = report(fought, fought.seats["axis"])
    allies, axis = result["sides"]["allies"], result["sides"]["axis"]
    for name, figure in result["balance"].items():
        for member in ("actual", "expected", "difference"):
            parted = allies[name][member] - axis[name][member]
            assert figure[member] == pytest.approx(parted, abs=1e-5)
        together = allies[name]["variance"] + axis[name]["variance"]
        assert figure["variance"] == pytest.approx(together, abs=1e-5)


def test_viewers_with_the_same_view_get_the_same_answers(service: Service, fought: Game) -> None:
    for viewers in (fought.seats.values(), (service.anonymous(), service.player("Eve"))):
        answers = [viewer.get(f"{fought.path}/luck") for viewer in viewers]
        assert len({(one.get_data(), one.headers["ETag"]) for one in answers}) == 1


def test_a_delayed_spectator_sees_no_roll_that_is_still_hidden(
    service: Service, fought: Game
) -> None:
    late, player = report(fought, service.anonymous()), report(fought, fought.seats["axis"])
    assert late["version"] == fought.state(service.anonymous())["version"] < player["version"]
    assert late["rolls"] == [one for one in player["rolls"] if one["version"] <= late["version"]]
    assert len(late["rolls"]) < len(player["rolls"])


def test_a_roll_that_was_taken_back_counts_on_request_alone(service: Service) -> None:
    ada = service.player()
    game = ada.new_game(**BATTLE)
    for side in ("allies", "axis"):
        game.sit(ada, side)
    started, chance = game.state(ada)["version"], random.Random(3)
    while not (before := report(game, ada))["rolls"]:
        game.step(chance, battling)
    ada.post(f"{game.path}/undo", {"to_version": started})
    after, everything = report(game, ada), report(game, ada, "all")
    assert (after["rolls"], after["turns"]) == ([], [])
    assert after["sides"]["axis"]["losses"]["variance"] == 0
    assert Counter(one["stands"] for one in everything["rolls"]) == {False: len(before["rolls"])}
    assert everything["sides"] == before["sides"]


def test_it_is_kept_for_ever_once_the_game_is_over(service: Service) -> None:
    game = running_game(service)
    path, ada = f"{game.path}/luck", game.seats["allies"]
    running = ada.get(path)
    assert running.headers["Cache-Control"] == "private, no-cache"
    assert "Authorization" in running.headers["Vary"]
    ada.post(game.commands, {"type": "resign"})
    over = ada.get(path, headers={"If-None-Match": running.headers["ETag"]})
    assert over.status_code == 200
    assert "immutable" in over.headers["Cache-Control"]
    tag = {"If-None-Match": over.headers["ETag"]}
    assert ada.get(path, headers=tag).status_code == 304
    assert ada.get(f"{path}?line=all", headers=tag).status_code == 200


def chart(viewer: Player, game: Game, query: str = "") -> str:
    answer = viewer.get(f"{game.path}/luck.svg{query}")
    assert answer.status_code == 200, answer.get_data()
    return answer.get_data(as_text=True)


def test_the_chart_tells_the_balance_of_the_report(fought: Game) -> None:
    ada = fought.seats["allies"]
    for line in ("mainline", "all"):
        result = report(fought, ada, line)["balance"]
        for measure in MEASURES:
            said = chart(ada, fought, f"?measure={measure}&line={line}")
            for name in ("difference", "low", "high"):
                value = f"{result[measure][name]:+.1f}".replace("-", "\N{MINUS SIGN}")
                assert (value if float(f"{result[measure][name]:.1f}") else " 0") in said


def test_the_chart_of_a_version_is_for_ever_and_shows_nobody_more_than_it_saw(
    fought: Game,
) -> None:
    ada = fought.seats["allies"]
    anonymous = ada.service.anonymous()
    seen, now = (fought.state(who)["version"] for who in (anonymous, ada))
    assert seen < now
    answer = anonymous.get(f"{fought.path}/luck.svg")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert {"Authorization", "Accept-Language"} <= set(answer.vary)
    fixed = anonymous.get(f"{fought.path}/luck.svg?version={seen}")
    assert "immutable" in fixed.headers["Cache-Control"]
    assert fixed.get_data() == answer.get_data()
    assert chart(ada, fought, f"?version={seen}") == fixed.get_data(as_text=True)
    assert chart(ada, fought) != chart(anonymous, fought)
    assert anonymous.get(f"{fought.path}/luck.svg?version={seen + 1}").status_code == 404
    themes = {chart(ada, fought, f"?theme={theme}") for theme in ("light", "dark", "print")}
    assert len(themes) == 3
