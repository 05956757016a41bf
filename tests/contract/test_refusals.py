"""What a refused player is told, and what the rules say to a command that is only tried."""

import random

import pytest

from api.http.refusals import nearest
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game

UNKNOWN = "infantry-99"
TRIES: tuple[Json, ...] = (
    {"type": "end_turn"},
    {"type": "end_moves"},
    {"type": "order_unit", "unit": UNKNOWN},
    {"type": "attack", "unit": UNKNOWN, "target": UNKNOWN},
    {"type": "play_card", "card": "barrage", "section": "left"},
    {"type": "choose_card", "card": "ambush"},
    {"type": "retreat", "unit": UNKNOWN, "path": []},
)


def refused(player: Player, path: str, body: Json, **request: object) -> Json:
    answer = player.post(path, body, **request)
    assert answer.status_code >= 400, answer.get_data()
    problem: Json = answer.get_json()
    return problem


def less_id(problem: Json) -> Json:
    return {name: value for name, value in problem.items() if name != "request_id"}


def impossible(game: Game, player: Player) -> list[Json]:
    """Commands that the rules refuse now."""
    listed = game.actions(player)["actions"]
    units = [unit["id"] for unit in game.state(player)["units"]]
    moves = [
        {"type": "move_unit", "unit": name, "path": [[0, 0], [8, 8]]} for name in units[::5]
    ] + [{"type": "order_unit", "unit": name} for name in units[::5]]
    return [tried for tried in (*TRIES, *moves) if tried not in listed]


def test_alternatives_are_actions_of_who_asked_and_hold(service: Service) -> None:
    game = running_game(service)
    chance = random.Random(3)
    rules = set()
    for _ in range(25):
        player = game.awaited()
        assert player is not None
        other = next(one for one in game.seats.values() if one is not player)
        listed = game.actions(player)
        for tried in impossible(game, player):
            result = refused(player, game.commands, tried)
            rules.add(result["rule"])
            assert result["awaiting"] == listed["awaiting"]
            assert result["version"] == listed["version"]
            assert 0 < len(result["alternatives"]) <= 3
            assert all(action in listed["actions"] for action in result["alternatives"])
            assert {"type": "resign"} not in result["alternatives"]
            not_theirs = refused(other, game.commands, tried)
            assert not_theirs["rule"] == "turn.not_yours"
            assert not_theirs["awaiting"] == listed["awaiting"]
            assert not_theirs["alternatives"] == []
        for _ in range(4):
            game.step(chance)
    assert len(rules) > 4


def test_the_alternatives_come_from_the_same_unit_then_the_same_type() -> None:
    tried = {"type": "move_unit", "unit": "a", "path": [[4, 4], [4, 5], [4, 6]]}
    far = {"type": "move_unit", "unit": "a", "path": [[4, 2]]}
    near = {"type": "move_unit", "unit": "a", "path": [[4, 4], [4, 5]]}
    other_unit = {"type": "move_unit", "unit": "b", "path": [[4, 6]]}
    leaves = {"type": "exit_board", "unit": "a", "path": [[4, 4]]}
    ends, resigns = {"type": "end_moves"}, {"type": "resign"}
    listed = [resigns, ends, other_unit, leaves, far, near]
    assert nearest(tried, listed) == [near, far, leaves]
    assert nearest(tried, [resigns, ends, other_unit]) == [other_unit, ends]
    attack = {"type": "attack", "unit": "a", "target": "x"}
    wanted = {"type": "attack", "unit": "c", "target": "x"}
    assert nearest({"type": "strike", "target": "x"}, [ends, attack, wanted]) == [
        attack,
        wanted,
        ends,
    ]


def test_a_seat_that_is_gone_offers_no_alternatives(service: Service, game: Game) -> None:
    result = refused(service.player("Eve"), f"{game.path}/seats", {"side": "axis"})
    assert result["rule"] == "seat.seating_closed"
    assert result["alternatives"] == []
    assert result["awaiting"]
    assert result["rule_url"] == "/rules/seat.seating_closed"


def test_an_invited_player_does_not_see_the_state_of_a_private_game(service: Service) -> None:
    game = running_game(service, visibility="private")
    ada = game.seats["allies"]
    invite = ada.get(f"{game.path}/invite").get_json()["invite"]
    for more in ({}, {"validate_only": True}):
        body = {"side": "axis", "invite": invite, **more}
        result = refused(service.player("Eve"), f"{game.path}/seats", body)
        assert result["rule"] == "seat.seating_closed"
        assert result["awaiting"] is None
        assert "version" not in result


def test_a_command_can_be_tried_without_doing_it(service: Service) -> None:
    game = running_game(service)
    chance = random.Random(5)
    for number in range(60):
        player = game.awaited()
        assert player is not None
        before = game.state(player)
        plays = [a for a in game.actions(player)["actions"] if a["type"] != "resign"]
        command = chance.choice(plays)
        key = {"Idempotency-Key": f"try-{number}"}
        for path, sent in as_a_dry_run(game, command):
            asked = player.post(path, sent, headers=key)
            assert asked.status_code == 200
            assert asked.get_json() == {"valid": True, "version": before["version"]}
            assert "Idempotency-Replayed" not in asked.headers
            assert ("Deprecation" in asked.headers) is (path == game.commands)
        assert game.state(player) == before
        done = player.post(game.commands, command, headers=key)
        assert done.status_code == 201
        assert "Idempotency-Replayed" not in done.headers


def test_a_command_that_is_tried_is_refused_as_the_real_one_is(game: Game) -> None:
    for player in game.seats.values():
        for tried in impossible(game, player):
            real = refused(player, game.commands, tried)
            for path, sent in as_a_dry_run(game, tried):
                result = refused(player, path, sent)
                assert less_id({**result, "instance": real["instance"]}) == less_id(real)


def as_a_dry_run(game: Game, command: Json) -> list[tuple[str, Json]]:
    """The ways to try a command: at the address of dry runs, and by the member of old."""
    validate = f"{game.commands}/validate"
    return [(validate, command), (game.commands, {**command, "validate_only": True})]


@pytest.mark.parametrize(
    ("more", "headers"), [({"expected_version": 1}, {}), ({}, {"If-Match": '"1"'})]
)
def test_a_command_is_tried_at_the_version_named(game: Game, more: Json, headers: Json) -> None:
    player = game.awaited()
    assert player is not None
    command = game.actions(player)["actions"][0] | more
    real = refused(player, game.commands, command, headers=headers)
    for path, sent in as_a_dry_run(game, command):
        result = refused(player, path, sent, headers=headers)
        assert less_id({**result, "instance": real["instance"]}) == less_id(real)
        assert result["code"] == "version_mismatch"


def test_what_is_tried_must_be_in_order(game: Game) -> None:
    player = game.awaited()
    assert player is not None
    command = {**game.actions(player)["actions"][0], "validate_only": "yes"}
    assert refused(player, game.commands, command)["errors"] == {
        "/validate_only": ["Not a valid boolean."]
    }
    assert refused(player, game.commands, command | {"validate_only": 1})["code"] == (
        "invalid_request"
    )


def test_a_seat_can_be_tried(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game = ada.new_game()
    seats, asked = f"{game.path}/seats", {"side": "axis", "validate_only": True}
    tried = ben.post(seats, asked)
    assert (tried.status_code, tried.get_json()) == (200, {"valid": True, "version": 1})
    assert game.state(ada)["seats"] == {"allies": None, "axis": None}
    game.sit(ben, "axis")
    again = ben.post(seats, asked)
    assert (again.status_code, again.get_json()) == (200, {"valid": True, "version": 2})
    assert refused(ada, seats, asked)["rule"] == "seat.taken"
    for mark, status in (('"1"', 412), ('"2"', 200), ("2", 400), ("", 400)):
        assert ben.post(seats, asked, headers={"If-Match": mark}).status_code == status, mark
