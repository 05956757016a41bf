"""Teams over HTTP: one hand that a side sees, and who may do what."""

import random

import pytest

from tests.contract.service import Game, Player, Service
from tests.contract.test_alliance import is_played_again, played_on, table_of


@pytest.mark.parametrize(
    "params",
    [
        {"variant": "team", "edition": "2004", "players": 5, "smaller_side": "allies"},
        {"variant": "young_generals_team", "players": 3},
    ],
    ids=str,
)
def test_a_team_plays_to_the_end_by_one_hand(service: Service, params: dict[str, object]) -> None:
    game, chance = table_of(service, scenario="vassieux", **params), random.Random(4)
    for decision in played_on(game, service.anonymous(), chance):
        if decision == "play_card" and chance.random() < 0.1:
            knows_the_hand(game)
        if decision == "choose_card" and chance.random() < 0.3:
            proposed(game, chance)
    log = is_played_again(service, game)
    assert "card_assigned" in log


def leads(seat: str) -> bool:
    return not seat.endswith(("_2", "_3"))


def side(seat: str) -> str:
    return seat.partition("_")[0]


def knows_the_hand(game: Game) -> None:
    """All of a side see its hand, and nobody else does; none but its leader plays from it."""
    awaiting = game.actions(next(iter(game.seats.values())))["awaiting"]
    for seat, player in game.seats.items():
        hands = game.state(player)["hands"]
        assert [side(one) for one, hand in hands.items() if hand.get("cards")] in ([side(seat)], [])
        kinds = {action["type"] for action in game.actions(player)["actions"]}
        if awaiting is not None and not leads(seat):
            assert "play_card" not in kinds
        holds = {e["seat"] for e in drawn(player, game) if "card" in e}
        assert holds <= {one for one in game.seats if side(one) == side(seat) and leads(one)}


def drawn(player: Player, game: Game) -> list[dict[str, str]]:
    page = player.get(f"{game.path}/events?limit=500").get_json()["items"]
    return [event["data"] for event in page if event["type"] == "card_drawn"]


def proposed(game: Game, chance: random.Random) -> None:
    """Whoever may propose a card does; their side is told which, the others that one was."""
    for seat, player in game.seats.items():
        listed = game.actions(player)["actions"]
        wanted = [action for action in listed if action["type"] == "propose_card"]
        if wanted:
            chosen = chance.choice(wanted)
            assert player.post(game.commands, chosen).status_code == 201
            for other, viewer in game.seats.items():
                shown = game.state(viewer).get("proposals", [])
                mine = {"seat": seat, "card": chosen["card"]} in shown
                assert mine is (side(other) == side(seat))
