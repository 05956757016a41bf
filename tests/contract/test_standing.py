"""Standing orders over HTTP: who reads and gives them, and games that they answer in."""

import random

from domain import legal_commands
from domain.commands import Resign
from domain.phases import AmbushPhase, OverrunPhase, RetreatPhase, TakeGroundPhase
from domain.values import Seat
from events.transfer.verifying import verified
from tests.contract.service import Game, Service, running_game
from tests.support.each import each

ALL = ["ambush_always", "retreat_to_cover", "take_ground", "no_overrun"]


def give(game: Game, seat: str, orders: list[str]) -> int:
    return game.seats[seat].put(f"{game.path}/orders", {"orders": orders}).status_code


def test_they_are_given_and_withdrawn(service: Service) -> None:
    game = running_game(service, scenario="pegasus_bridge")
    path, first = f"{game.path}/orders", game.awaited()
    seat = next(name for name, player in game.seats.items() if player is not first)
    player = game.seats[seat]
    assert first is not None
    assert player.get(path).get_json() == {"seat": seat, "orders": [], "toward": None}
    for _ in range(2):
        assert give(game, seat, ALL) == 200
        assert player.get(path).get_json() == {"seat": seat, "orders": ALL, "toward": None}
    assert first.get(path).get_json()["orders"] == []
    assert first.put(path, {"orders": ALL}).get_json()["rule"] == "standing.awaited"
    assert give(game, seat, ["no_order"]) == 422
    assert service.player("Cy").get(path).status_code == 403
    assert (
        player.get(
            f"{path}?seat={(first is game.seats['allies'] and 'allies') or 'axis'}"
        ).status_code
        == 403
    )
    body = first.get(f"{game.path}/events").get_json()["items"][-1]
    assert body["type"] == "standing_orders_given"
    assert body["data"] == {"seat": seat}
    assert body["command"] == {"type": "give_orders"}
    own = player.get(f"{game.path}/events").get_json()["items"][-1]
    assert own["data"] == {"seat": seat, "orders": ALL}
    toward = {"orders": ["retreat_toward"], "toward": [3, 4]}
    assert player.put(path, toward).get_json() == {"seat": seat, **toward}
    assert player.get(path).get_json() == {"seat": seat, **toward}
    for wrong in {"orders": ["retreat_toward"]}, {"orders": [], "toward": [3, 4]}:
        assert player.put(path, wrong).get_json()["rule"] == "standing.contradict"
    for _ in range(2):
        assert player.delete(path).status_code == 204
    events = player.get(f"{game.path}/events").get_json()["items"]
    assert [one["type"] for one in events][-3:].count("standing_orders_given") == 3


@each("scenario", ["pegasus_bridge", "arracourt"])
def test_nobody_waits_for_what_is_ordered(service: Service, scenario: str) -> None:
    """What orders answer comes in the same append as the question, at the same time, and the log
    is judged like one in which the seats answered themselves."""
    game = running_game(service, scenario=scenario)
    inside, chance = service.inside(), random.Random(scenario)
    answered = 0
    for _ in range(1500):
        state = inside.games.current(game.id).state
        if state.awaited is None:
            break
        for seat in Seat.ALLIES, Seat.AXIS:
            if seat not in state.awaiting and seat not in state.standing:
                assert give(game, seat.value, ALL) == 200
        state = inside.games.current(game.id).state
        if len(state.standing) == 2:
            asked = (AmbushPhase, RetreatPhase, TakeGroundPhase, OverrunPhase)
            assert not isinstance(state.phase, asked)
        options = [one for one in legal_commands(state, state.awaited) if type(one) is not Resign]
        done = inside.game_service.submit(game.id, chance.choice(options))
        answered += sum(one.last for one in done.events) > 1
        assert len({one.at for one in done.events}) == 1
    assert answered
    log = inside.games.events(game.id, 0, inside.games.current(game.id).version)
    assert verified(log, None, vouched=False).state == inside.games.current(game.id).state


def test_a_conditional_turn_is_played(service: Service) -> None:
    """It is carried out as soon as it begins; its seat reads how far, and others nothing of it."""
    cards: list[str] = []
    while not cards:
        game = running_game(service, scenario="toulon")
        first = game.awaited()
        assert first is not None
        seat, player = next(one for one in game.seats.items() if one[1] is not first)
        hand = player.get(game.path).get_json()["hands"][seat]["cards"]
        cards = [one for one in hand if one.startswith(("general_advance", "direct_from_hq"))]
    path, card = f"{game.path}/orders", cards[0]
    steps = [{"type": "play_card", "card": card}, {"type": "attack", "unit": "x", "target": "y"}]
    refused = player.put(path, {"orders": [], "turns": [{"steps": steps}]}).get_json()
    assert (refused["rule"], refused["facts"]["step"]) == ("phase.other_decision", 1)
    steps[1] = {"type": "end_orders"}
    turns = [{"when": "always", "steps": steps}]
    for wrong, at in (
        ({"type": "retreat", "unit": "x", "path": []}, "/turns/0/steps/1/type"),
        ({"type": "order_unit"}, "/turns/0/steps/1/unit"),
        ({"type": "fly"}, "/turns/0/steps/1/type"),
    ):
        problem = player.put(path, {"orders": [], "turns": [{"steps": [steps[0], wrong]}]})
        assert (problem.status_code, *problem.get_json()["errors"]) == (422, at)
    assert player.put(path, {"orders": [], "turns": turns}).get_json()["turns"] == turns
    assert player.get(path).get_json()["turns"] == turns
    assert "carried_out" not in player.get(path).get_json()
    while game.awaited() is first:
        assert "turns" not in first.get(path).get_json()
        listed = first.get(f"{game.path}/actions").get_json()["actions"]
        wanted = next((one for one in listed if one["type"].startswith("end")), listed[0])
        done = first.post(game.commands, wanted).get_json()["events"]
    carried = [one["command"]["type"] for one in done if "command" in one]
    assert carried[0] in {"end_turn", "choose_card"}
    assert carried[1:] == ["play_card", "end_orders"]
    assert player.get(path).get_json()["carried_out"] == 2
    hidden = [one for one in done if one["type"] == "standing_orders_given"]
    assert hidden == []
