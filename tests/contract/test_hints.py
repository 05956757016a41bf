"""Hints over HTTP: once for each decision however often it is asked, and never beside a person."""

import random

from events.transfer.exports import read_export
from tests.contract.service import Game, Service, running_game


def ordering(service: Service) -> Game:
    """A game against a bot in which a person is to order units."""
    ada, chance = service.player("Ada"), random.Random(3)
    while True:
        game = ada.new_game(bots={"axis": "greedy"}, variant="young_generals")
        game.sit(ada, "allies")
        game.step(chance)
        awaiting = game.actions(ada)["awaiting"]
        if (awaiting["seat"], awaiting["decision"]) == ("allies", "order"):
            return game


def test_a_hint_is_noted_once_and_what_it_says_can_be_done(service: Service) -> None:
    game = ordering(service)
    ada = game.seats["allies"]
    path, before = f"{game.path}/hint", game.state(ada)["version"]
    first, again = ada.post(path), ada.post(path)
    assert (first.status_code, first.data) == (200, again.data)
    found = first.get_json()
    assert (found["version"], found["seat"]) == (before + 1, "allies")
    assert (found["rule"], 0 < found["chance"] < 1) == ("/how-to-play#order", True)
    assert found["best"][0]["loss"] == 0
    events = service.anonymous().get(f"{game.path}/events?after={before}").get_json()["items"]
    assert [(one["type"], one["data"]) for one in events] == [("hint_given", {"seat": "allies"})]
    command = found["best"][0]["command"]
    assert command in [{"seat": "allies", **one} for one in game.actions(ada)["actions"]]
    done = ada.post(game.commands, command, headers={"If-Match": f'"{found["version"]}"'})
    assert done.status_code == 201
    more = ada.post(path).get_json()
    assert more["version"] == done.get_json()["version"] + 1
    body = ada.get(f"{game.path}/timeline").get_json()["turns"][-1]["entries"]
    assert "The Allied side is given a hint" in [one["text"] for one in body]
    ada.post(game.commands, {"type": "resign"})
    assert ada.post(path).get_json()["rule"] == "game.over"
    read_export(ada.get(f"{game.path}/export").data.splitlines())


def test_there_is_none_beside_a_person(service: Service) -> None:
    game = running_game(service)
    for player in game.seats.values():
        answer = player.post(f"{game.path}/hint")
        assert answer.status_code == 409
        wanted = "hint.not_alone" if player is game.awaited() else "turn.not_yours"
        assert answer.get_json()["rule"] == wanted
    assert service.player("Cy").post(f"{game.path}/hint").status_code == 403
