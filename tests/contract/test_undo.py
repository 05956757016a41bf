"""Taking back over HTTP: at once, by consent, alone; and what others are told of it."""

import random

from tests.contract.contract import Json
from tests.contract.service import STREAM, Game, Player, Service, running_game
from tests.support.each import each


def played(game: Game, kinds: tuple[str, ...]) -> tuple[Player, Json, Json]:
    """Let the awaited player do the first action of one of these kinds; the player, and the state
    before and after."""
    player = game.awaited()
    assert player is not None
    before = game.state(player)
    action = next(a for a in game.actions(player)["actions"] if a["type"] in kinds)
    assert player.post(game.commands, action).status_code == 201
    return player, before, game.state(player)


def less(state: Json) -> Json:
    """A state without what is not taken back."""
    return {k: v for k, v in state.items() if k not in ("version", "undo_offer", "undo_since")}


def test_a_card_just_played_is_taken_back_freely(service: Service) -> None:
    game = running_game(service, undo="free")
    player, before, after = played(game, ("play_card",))
    assert before["undo_since"] <= before["version"]
    answer = player.post(f"{game.path}/undo", {"to_version": before["version"]})
    assert answer.status_code == 201
    assert [event["type"] for event in answer.get_json()["events"]] == ["taken_back"]
    now = game.state(player)
    assert less(now) == less(before)
    assert now["version"] == after["version"] + 1
    line = player.get(f"{game.path}/mainline").get_json()
    assert line["undone"] == [{"first": before["version"] + 1, "last": after["version"]}]
    past = player.get(f"{game.path}/states/{after['version']}").get_json()
    assert less(past) == less(after), "what was taken back stays readable"
    listed = game.actions(player)["actions"]
    assert listed
    assert player.post(game.commands, listed[0]).status_code == 201


def test_a_retry_takes_back_once(service: Service) -> None:
    game = running_game(service, undo="free")
    player, before, _ = played(game, ("play_card",))
    body, key = {"to_version": before["version"]}, {"Idempotency-Key": "undo-1"}
    first = player.post(f"{game.path}/undo", body, headers=key)
    again = player.post(f"{game.path}/undo", body, headers=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json() == first.get_json()
    other = player.post(f"{game.path}/undo/accept", {}, headers=key)
    assert other.get_json()["code"] == "key_reused"


def test_the_other_side_is_asked_and_everybody_sees_it(service: Service) -> None:
    game = running_game(service, undo="consent")
    player, before, _ = played(game, ("play_card",))
    other = next(one for one in game.seats.values() if one is not player)
    asked = player.post(f"{game.path}/undo", {"to_version": before["version"]})
    assert asked.status_code == 201
    wanted = {"seat": before["active"], "to_version": before["version"]}
    for viewer in (player, other, service.anonymous()):
        assert game.state(viewer)["undo_offer"] == wanted
    assert player.post(f"{game.path}/undo/accept", {}).get_json()["rule"] == "undo.no_offer"
    assert other.post(f"{game.path}/undo/accept", {}).status_code == 201
    assert less(game.state(player)) == less(before)
    other.post(game.commands, {"type": "resign"})
    stream = service.anonymous().get(f"{game.path}/events", headers=STREAM).get_data(as_text=True)
    assert stream.index('"undo_requested"') < stream.index('"taken_back"')


def test_an_offer_lapses_when_play_goes_on(service: Service) -> None:
    game = running_game(service, undo="consent")
    player, before, _ = played(game, ("play_card",))
    other = next(one for one in game.seats.values() if one is not player)
    player.post(f"{game.path}/undo", {"to_version": before["version"]})
    game.step(random.Random(8))
    assert game.state(other)["undo_offer"] is None
    refused = other.post(f"{game.path}/undo/accept", {})
    assert (refused.status_code, refused.get_json()["rule"]) == (409, "undo.no_offer")


@each("policy", ["none", "free", "consent"])
def test_who_plays_alone_takes_back_at_will(service: Service, policy: str) -> None:
    ada = service.player()
    game = ada.new_game(undo=policy)
    for side in ("allies", "axis"):
        game.sit(ada, side)
    started = game.state(ada)
    chance = random.Random(5)
    for _ in range(25):
        game.step(chance)
    assert ada.post(f"{game.path}/undo", {"to_version": started["version"]}).status_code == 201
    assert less(game.state(ada)) == less(started)
    game.step(chance)


def test_a_game_with_what_was_taken_back_is_taken_elsewhere(service: Service) -> None:
    ada = service.player()
    game = ada.new_game(undo="free")
    for side in ("allies", "axis"):
        game.sit(ada, side)
    started, chance = game.state(ada)["version"], random.Random(6)
    for _ in range(3):
        for _ in range(15):
            game.step(chance)
        ada.post(f"{game.path}/undo", {"to_version": started})
    ada.post(game.commands, {"type": "resign"})
    log = ada.get(f"{game.path}/export").get_data()
    brought = ada.post("/v1/imports", data=log, content_type="application/x-ndjson")
    assert brought.status_code in (200, 201), brought.get_data()


def test_nobody_takes_back_for_another(service: Service) -> None:
    game = running_game(service, undo="consent")
    _, before, _ = played(game, ("play_card",))
    stranger = service.player("Eve")
    for path, body in (("", {"to_version": before["version"]}), ("/accept", {}), ("/decline", {})):
        answer = stranger.post(f"{game.path}/undo{path}", body)
        assert answer.get_json()["code"] == "forbidden"
