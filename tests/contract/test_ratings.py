"""Rated games over HTTP: which there may be, which count, and what is told of ratings."""

from typing import Any

import pytest

from domain.scenarios import document
from events.games.judgements import Judgement, Judgements
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.fixtures import KEYS

TERMS = {"scenario": "pegasus_bridge", "edition": "2025", "rated": True}
FIRST = {"rating": 1500, "deviation": 350, "provisional": True, "games": 0}


def played(game: Game, turn: int = 2) -> Game:
    """The game at the start of a turn."""
    while game.state(game.seats["allies"])["turn"] < turn:
        awaited = game.awaited()
        assert awaited is not None
        awaited.post(game.commands, game.actions(awaited)["actions"][0])
    return game


def given_up(game: Game, side: str) -> None:
    assert game.seats[side].post(game.commands, {"type": "resign"}).status_code == 201


def changes(who: Player, path: str, **query: Any) -> list[Json]:
    result = who.get(f"{path}/ratings", query_string=query)
    assert result.status_code == 200, result.get_json()
    found: list[Json] = result.get_json()["items"]
    return found


@pytest.mark.parametrize("path", ["/v1/games", "/v1/challenges"])
@pytest.mark.parametrize(
    ("params", "member"),
    [
        ({"undo": "free"}, "undo"),
        ({"visibility": "private"}, "visibility"),
        ({"variant": "operation_alliance"}, "variant"),
        ({"bots": {"axis": "random"}}, "bots"),
        ({"clock": {"kind": "none"}}, "clock/kind"),
        ({"rated": "yes"}, "rated"),
    ],
)
def test_what_cannot_be_rated_is_refused(
    service: Service, path: str, params: Json, member: str
) -> None:
    refused = service.player().post(path, TERMS | params)
    assert refused.status_code == 422
    assert f"/{member}" in refused.get_json()["errors"]


def test_a_battle_of_a_player_cannot_be_rated(service: Service) -> None:
    ada = service.player()
    own = {**document("saverne"), "title": {"en": "Own"}}
    slug = ada.post("/v1/scenarios", own).get_json()["slug"]
    refused = ada.post("/v1/games", TERMS | {"scenario": slug})
    assert list(refused.get_json()["errors"]) == ["/scenario"]
    assert ada.post("/v1/games", TERMS | {"scenario": slug, "rated": False}).status_code == 201


def test_a_rated_game_has_two_players(service: Service) -> None:
    ada = service.player()
    game = ada.new_game(rated=True)
    assert game.state(ada)["rated"] is True
    assert "rated" not in ada.new_game().state(ada)
    game.sit(ada, "allies")
    refused = ada.post(f"{game.path}/seats", {"side": "axis"})
    assert (refused.status_code, refused.get_json()["rule"]) == (409, "seat.both_sides")
    game.sit(service.player("Ben"), "axis")
    listed = ada.get(f"/v1/games?player={ada.id}").get_json()["items"]
    assert [one["rated"] for one in listed if one["id"] == game.id] == [True]


def test_a_result_changes_both_ratings_and_is_reported_both(service: Service) -> None:
    game = played(running_game(service, scenario="montelimar", rated=True))
    ada, ben, anonymous = *game.seats.values(), service.anonymous()
    assert changes(anonymous, game.path) == []
    given_up(game, "axis")
    both = changes(anonymous, game.path)
    assert [(one["player"], one["side"], one["won"]) for one in both] == [
        (ada.id, "allies", True),
        (ben.id, "axis", False),
    ]
    assert [one["before"] for one in both] == [FIRST, FIRST]
    gained, lost = (one["after"]["rating"] - 1500 for one in both)
    assert gained == -lost > 100
    for who, one in zip((ada, ben), both, strict=True):
        assert changes(anonymous, f"/v1/players/{who.id}") == [one]
        assert anonymous.get(f"/v1/players/{who.id}").get_json()["rating"] == one["after"]
    assert [one["score"] for one in both] == [1, 0]
    kinds = anonymous.get("/v1/scenarios/montelimar/statistics").get_json()["items"]
    assert max(one["advantage"] or 0 for one in kinds) > 20


def test_once_a_game_is_judged_it_counts_for_a_second_rating_and_leaves_the_first(
    service: Service,
) -> None:
    game = played(running_game(service, scenario="toulon", rated=True))
    ada, ben = (one.id for one in game.seats.values())
    given_up(game, "axis")
    anonymous, kit = service.anonymous(), service.inside()
    first = changes(anonymous, game.path)
    assert changes(anonymous, game.path, by="results") == first
    assert changes(anonymous, game.path, by="luck_adjusted") == []
    refused = anonymous.get("/v1/ratings?by=luck")
    assert (refused.status_code, list(refused.get_json()["errors"])) == (422, ["/by"])
    head = kit.games.current(game.id).head
    judgements = Judgements(kit.redis, KEYS)
    assert judgements.record(game.id, head, Judgement("an engine", 0.25))
    won, lost = changes(anonymous, game.path, by="luck_adjusted")
    assert [(one["won"], one["score"]) for one in (won, lost)] == [(True, 0.25), (False, 0.75)]
    assert won["after"]["rating"] < 1500 < lost["after"]["rating"]
    assert changes(anonymous, f"/v1/players/{ada}", by="luck_adjusted") == [won]
    assert changes(anonymous, game.path) == first
    shown = anonymous.get(f"/v1/players/{ben}").get_json()
    assert shown["rating"] == first[1]["after"]
    assert shown["luck_adjusted_rating"] == lost["after"]
    assert anonymous.get("/v1/ratings?by=luck_adjusted").get_json()["items"] == []


def test_bots_have_no_rating(service: Service) -> None:
    shown = service.anonymous().get("/v1/players/bot_greedy").get_json()
    assert shown["rating"] is shown["luck_adjusted_rating"] is None


def test_what_ends_in_its_first_turn_or_is_not_rated_does_not_count(service: Service) -> None:
    early, casual = running_game(service, rated=True), played(running_game(service))
    for game in (early, casual):
        given_up(game, "allies")
        assert changes(service.anonymous(), game.path) == []
        assert changes(service.anonymous(), f"/v1/players/{game.seats['allies'].id}") == []


def test_a_rematch_is_rated_as_the_first_game_was(service: Service) -> None:
    game = played(running_game(service, rated=True))
    ada, ben = game.seats["allies"], game.seats["axis"]
    given_up(game, "axis")
    again = [one.post(f"{game.path}/rematch").get_json()["id"] for one in (ada, ben)]
    second = Game(again[0], {"allies": ben, "axis": ada})
    assert second.state(ada)["rated"] is True
    given_up(played(second), "axis")
    newest, oldest = changes(service.anonymous(), f"/v1/players/{ada.id}")
    assert (newest["game"], oldest["game"]) == (second.id, game.id)
    assert newest["before"] == oldest["after"]


def test_the_leaderboard_has_pages_and_no_provisional_ratings(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    ids = []
    for number in range(24):
        game = ada.new_game(rated=True)
        game.sit(ada, "allies")
        game.sit(ben, "axis")
        given_up(played(game), "allies" if number % 4 == 3 else "axis")
        ids.append(game.id)
    anonymous, path = service.anonymous(), "/v1/ratings?limit=1"
    found = []
    while path:
        page = anonymous.get(path).get_json()
        found += page["items"]
        path = f"/v1/ratings?limit=1&cursor={page['next']}" if page["next"] else ""
    assert [one["player"] for one in found] == [ada.id, ben.id]
    assert not any(one["rating"]["provisional"] for one in found)
    assert found[0]["rating"]["games"] == 24
    history = changes(anonymous, f"/v1/players/{ada.id}", limit=3)
    assert [one["game"] for one in history] == ids[:-4:-1]
    assert ben.delete("/v1/players/me").status_code == 204
    left = [one["player"] for one in anonymous.get("/v1/ratings").get_json()["items"]]
    assert left == [ada.id]
