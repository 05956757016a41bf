"""Branches over HTTP: of games that are over and of games that run, and how they are found."""

import random
from typing import Any

from domain.values import UNKNOWN_CARD
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.support.each import each

OWN = ("id", "branch", "created_by", "visibility", "seed_commitment", "spectator_delay", "undo")
"""What a branch says of itself, whatever the game was."""
OF_UNDO = ("undo_since", "undo_offer", "match")


def played(service: Service, commands: int = 30, seed: int = 3, **params: Any) -> Game:
    """A game in which so many random commands were given."""
    game, chance = running_game(service, **params), random.Random(seed)
    for _ in range(commands):
        game.step(chance)
    return game


def over(game: Game) -> Game:
    """The game, given up."""
    player = game.awaited()
    assert player is not None
    player.post(game.commands, {"type": "resign"})
    return game


def settled(game: Game, player: Player, share: float = 0.6) -> int:
    """A version at which a decision was awaited, so far into the game."""
    events = player.get(f"{game.path}/events?limit=1000").get_json()["items"]
    wanted = [event["version"] for event in events if event["last"]]
    return int(wanted[int(len(wanted) * share)])


def branch_of(game: Game, player: Player, at_version: int, **params: Any) -> Game:
    """A branch, at which its maker sits."""
    made = player.post(f"{game.path}/branches", {"at_version": at_version, **params})
    assert made.status_code == 201, made.get_data()
    branch = Game(made.get_json()["id"], dict.fromkeys(("allies", "axis"), player))
    assert made.headers["Location"] == branch.path
    return branch


def shared(state: Json) -> Json:
    """A state without what a branch says of itself."""
    return {k: v for k, v in state.items() if k not in (*OWN, *OF_UNDO)}


def assert_past_is_shared(branch: Game, game: Game, player: Player, upto: int) -> None:
    for version in {*range(2, upto, 1 + upto // 8), upto}:
        path = f"states/{version}"
        then = player.get(f"{game.path}/{path}").get_json()
        assert shared(player.get(f"{branch.path}/{path}").get_json()) == shared(then)


def test_a_branch_of_a_finished_game_goes_on_with_its_seed_and_cards(service: Service) -> None:
    game = over(played(service))
    ann = service.player("Ann")
    at = settled(game, ann)
    before = service.anonymous().get(f"{game.path}/export").get_data()
    branch = branch_of(game, ann, at, name="what if")
    state = branch.state(ann)
    assert state["branch"] == {
        "game": game.id,
        "root": game.id,
        "at_version": at,
        "head": ann.get(f"{game.path}/events?after={at - 1}").get_json()["items"][0]["hash"],
        "name": "what if",
        "hidden": "kept",
    }
    assert state["seats"] == {"allies": ann.id, "axis": ann.id}
    assert (state["status"], state["visibility"]) == ("active", "private")
    assert_past_is_shared(branch, game, ann, at)
    chance = random.Random(5)
    while branch.step(chance) and branch.state(ann)["turn"] < 12:
        pass
    assert service.anonymous().get(f"{game.path}/export").get_data() == before
    assert service.anonymous().get(branch.path).status_code == 404


def test_the_same_commands_in_a_branch_have_the_same_dice_and_cards(service: Service) -> None:
    game = played(service, commands=0, undo="none")
    chance, at, commands = random.Random(9), None, []
    for count in range(60):
        player = game.awaited()
        assert player is not None
        if count == 20:
            at = game.state(player)["version"]
        seat = next(side for side, one in game.seats.items() if one is player)
        actions = [a for a in game.actions(player)["actions"] if a["type"] != "resign"]
        commands.append({**chance.choice(actions), "seat": seat})
        player.post(game.commands, commands[-1])
    over(game)
    ann = service.player("Ann")
    assert at is not None
    branch = branch_of(game, ann, at)
    for command in commands[20:]:
        assert ann.post(branch.commands, command).status_code == 201
    events = ann.get(f"{game.path}/events?after={at}&limit=1000").get_json()["items"]
    others = ann.get(f"{branch.path}/events?after={at}&limit=1000").get_json()["items"]
    assert others[0]["type"] == "game_branched"
    for ours, theirs in zip(others[1:], events, strict=False):
        assert ours["type"] == theirs["type"]
        if "faces" in theirs["data"]:
            assert ours["data"] == theirs["data"]
    assert len(others) > len(events) // 2


def test_a_branch_of_a_running_game_shows_its_maker_what_the_game_did(service: Service) -> None:
    game = played(service)
    player = game.seats["axis"]
    at = game.state(player)["version"]
    before = player.get(f"{game.path}/export").get_data()
    branch = branch_of(game, player, at)
    state = branch.state(player)
    assert state["branch"]["hidden"] == "anew"
    assert state["seed_commitment"] != game.state(player)["seed_commitment"]
    assert_past_is_shared(branch, game, player, at)
    mine = game.state(player)
    assert state["hands"]["axis"] == mine["hands"]["axis"]
    assert state["hands"]["allies"]["count"] == mine["hands"]["allies"]["count"]
    assert len(state["hands"]["allies"]["cards"]) == mine["hands"]["allies"]["count"]
    whole = player.get(f"{branch.path}/export").get_data()
    assert UNKNOWN_CARD.encode() not in whole
    chance = random.Random(5)
    for _ in range(60):
        branch.step(chance)
    assert player.get(f"{game.path}/export").get_data() == before


def test_a_spectator_branches_off_what_it_has_seen(service: Service) -> None:
    game = played(service, commands=120, spectator_delay=2)
    eve = service.player("Eve")
    seen = game.state(eve)["version"]
    newest = game.state(game.seats["axis"])["version"]
    assert seen < newest
    refused = eve.post(f"{game.path}/branches", {"at_version": newest})
    assert (refused.status_code, refused.get_json()["rule"]) == (409, "branch.no_such_version")
    assert refused.get_json()["facts"] == {"at_version": newest, "version": seen}
    branch = branch_of(game, eve, seen)
    assert_past_is_shared(branch, game, eve, seen)
    assert branch.step(random.Random(2))


def test_a_branch_begins_only_where_a_decision_was_awaited(service: Service) -> None:
    game = over(played(service))
    ann = service.player("Ann")
    last = game.state(ann)["version"]
    events = ann.get(f"{game.path}/events?limit=1000").get_json()["items"]
    inside = next(event["version"] for event in events if not event["last"])
    for version in (1, 2, inside, last, last + 1):
        refused = ann.post(f"{game.path}/branches", {"at_version": version})
        assert refused.status_code == 409, version
        assert refused.get_json()["rule"] == "branch.no_such_version"


def test_nothing_hidden_of_a_running_game_is_kept(service: Service) -> None:
    game = played(service)
    player = game.seats["allies"]
    at = settled(game, player)
    refused = player.post(f"{game.path}/branches", {"at_version": at, "hidden": "kept"})
    assert (refused.status_code, refused.get_json()["rule"]) == (409, "branch.game_running")


def test_a_sandbox_is_taken_back_at_will_but_not_to_before_it_began(service: Service) -> None:
    game = over(played(service))
    ann = service.player("Ann")
    at = settled(game, ann)
    branch = branch_of(game, ann, at)
    started, chance = branch.state(ann), random.Random(1)
    for _ in range(20):
        branch.step(chance)
    undo = f"{branch.path}/undo"
    assert ann.post(undo, {"to_version": started["version"]}).status_code == 201
    now = branch.state(ann)
    assert {**now, "version": 0} == {**started, "version": 0}
    refused = ann.post(undo, {"to_version": at})
    assert refused.get_json()["rule"] == "undo.before_branch"


def test_a_branch_of_a_branch_of_a_game_with_take_backs(service: Service) -> None:
    game = running_game(service, undo="consent")
    chance = random.Random(4)
    for _ in range(3):
        for _ in range(20):
            game.step(chance)
        player = game.awaited()
        assert player is not None
        other = next(one for one in game.seats.values() if one is not player)
        asked = {"to_version": settled(game, player, 0.8)}
        assert player.post(f"{game.path}/undo", asked).status_code == 201
        assert other.post(f"{game.path}/undo/accept", {}).status_code == 201
    ann = game.seats["allies"]
    version = game.state(ann)["version"]
    first = branch_of(game, ann, version)
    for _ in range(30):
        first.step(chance)
    ann.post(f"{first.path}/undo", {"to_version": settled(first, ann, 0.9)})
    exports = [ann.get(f"{one.path}/export").get_data() for one in (game, first)]
    for params in ({}, {"hidden": "anew"}, {"hidden": "kept"}):
        at = first.state(ann)["version"]
        second = branch_of(first, ann, at, **params)
        assert_past_is_shared(second, first, ann, at)
        assert second.state(ann)["branch"]["root"] == game.id
        assert second.state(ann)["branch"]["hidden"] == params.get("hidden", "kept")
        hands = first.state(ann)["hands"]
        assert second.state(ann)["hands"] == hands
        for _ in range(20):
            second.step(chance)
    assert [ann.get(f"{one.path}/export").get_data() for one in (game, first)] == exports


def test_sandboxes_are_listed_apart_and_as_a_tree(service: Service) -> None:
    game = over(played(service, commands=10))
    ann = service.player("Ann")
    at = settled(game, ann)
    first = branch_of(game, ann, at, name="first")
    second = branch_of(first, ann, first.state(ann)["version"], name="second")

    def listed(path: str, by: Player = ann) -> list[str]:
        return [one["id"] for one in by.get(path).get_json()["items"]]

    mine = f"/v1/games?player={ann.id}"
    assert listed(mine) == []
    assert listed(f"{mine}&kind=sandboxes") == [second.id, first.id]
    assert listed(f"{mine}&kind=sandboxes&status=waiting") == []
    assert listed(f"{game.path}/branches") == [first.id]
    assert listed(f"{first.path}/branches") == [second.id]
    for one in (game, first, second):
        assert listed(f"{one.path}/branches?of=tree") == [second.id, first.id]
        assert ann.get(f"{one.path}/branches").get_json()["root"] == game.id
    assert listed(f"{game.path}/branches?of=tree", service.player("Eve")) == []
    page = ann.get(f"{game.path}/branches?of=tree&limit=1").get_json()
    assert page["items"][0]["branch"]["name"] == "second"
    rest = ann.get(f"{game.path}/branches?of=tree&limit=1&cursor={page['next']}").get_json()
    assert ([one["id"] for one in rest["items"]], rest["next"]) == ([first.id], None)


def test_sandboxes_count_in_nobodys_results(service: Service) -> None:
    game = over(played(service, commands=10))
    ann = game.seats["axis"]
    before = ann.get(f"/v1/players/{ann.id}/results").get_json()
    branch = over(branch_of(game, ann, settled(game, ann)))
    assert ann.get(f"/v1/players/{ann.id}/results").get_json() == before
    refused = ann.post(f"{branch.path}/rematch")
    assert refused.status_code == 403


def test_a_retry_makes_one_branch(service: Service) -> None:
    game = played(service)
    ann = game.seats["axis"]
    body, key = {"at_version": settled(game, ann)}, {"Idempotency-Key": "branch-1"}
    first = ann.post(f"{game.path}/branches", body, headers=key)
    again = ann.post(f"{game.path}/branches", body, headers=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.get_json() == first.get_json()
    other = ann.post(f"{game.path}/branches", {**body, "name": "other"}, headers=key)
    assert other.get_json()["code"] == "key_reused"


@each("hidden", ["kept", "anew"])
def test_a_finished_branch_is_taken_elsewhere_without_the_game_it_comes_from(
    service: Service, hidden: str
) -> None:
    game = over(played(service, undo="free"))
    ann = game.seats["axis"]
    branch = branch_of(game, ann, settled(game, ann), hidden=hidden)
    chance = random.Random(8)
    for _ in range(25):
        branch.step(chance)
    over(branch)
    log = ann.get(f"{branch.path}/export").get_data()
    brought = ann.post("/v1/imports", data=log, content_type="application/x-ndjson")
    assert brought.status_code == 200, brought.get_data()


def test_what_dice_show_is_said_in_a_sandbox_and_nowhere_else(service: Service) -> None:
    game = played(service, commands=10)
    ann = game.awaited()
    assert ann is not None
    branch, chance = branch_of(game, ann, game.state(ann)["version"]), random.Random(3)
    for _ in range(400):
        found = [a for a in branch.actions(ann)["actions"] if a["type"] == "attack"]
        if found:
            break
        branch.step(chance)
    attack = found[0]
    undo = {"to_version": branch.state(ann)["version"]}
    events = ann.post(branch.commands, attack).get_json()["events"]
    rolled = [event["data"]["faces"] for event in events if event["type"] == "dice_rolled"]
    if rolled:
        dice = ["star"] * len(rolled[0])
        assert ann.post(f"{branch.path}/undo", undo).status_code == 201
        tried = ann.post(branch.commands, {**attack, "dice": dice, "validate_only": True})
        assert tried.status_code == 200
        wrong = ann.post(branch.commands, {**attack, "dice": [*dice, "flag"]})
        assert (wrong.status_code, wrong.get_json()["rule"]) == (409, "sandbox.other_dice")
        done = ann.post(branch.commands, {**attack, "dice": dice}).get_json()["events"]
        kinds = [event["type"] for event in done]
        assert kinds.index("dice_rolled") == kinds.index("dice_fixed") + 1
        assert done[kinds.index("dice_rolled")]["data"]["faces"] == dice
    command = {**game.actions(ann)["actions"][0], "dice": ["star"]}
    refused = ann.post(game.commands, command)
    assert (refused.status_code, refused.get_json()["rule"]) == (409, "sandbox.only")
    assert ann.post(branch.commands, {**command, "dice": ["seven"]}).status_code == 422


def test_a_player_has_so_many_open_sandboxes_and_no_more(redis_url: str) -> None:
    service = serve(redis_url, most_sandboxes=2)
    try:
        game = over(played(service, commands=4))
        ann, bob = service.player("Ann"), service.player("Bob")
        at, path = settled(game, ann), f"{game.path}/branches"
        first, _ = branch_of(game, ann, at), branch_of(game, bob, at)
        keyed = {"headers": {"Idempotency-Key": "the-second"}}
        made = ann.post(path, {"at_version": at}, **keyed)
        assert made.status_code == 201
        refused = ann.post(path, {"at_version": at})
        assert (refused.status_code, refused.get_json()["code"]) == (409, "too_many_sandboxes")
        assert refused.get_json()["most"] == 2
        again = ann.post(path, {"at_version": at}, **keyed)
        assert (again.status_code, again.get_json()["id"]) == (201, made.get_json()["id"])
        branch_of(game, bob, at)
        ann.post(first.commands, {"type": "resign"})
        branch_of(game, ann, at)
    finally:
        service.close()
