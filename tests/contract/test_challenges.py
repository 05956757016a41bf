"""Challenges over HTTP: made, answered, countered, paired; each becomes one game at most."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from events.clock import milliseconds
from events.lobby.challenges import MAX_DAYS, MAX_OPEN
from tests.contract.contract import Json
from tests.contract.service import Player, Service, serve

PATH = "/v1/challenges"
TERMS = {"scenario": "pegasus_bridge", "edition": "2025"}
DAY = 24 * 3600 * 1000


def made(who: Player, status: int = 201, key: str | None = None, **params: Any) -> Json:
    """A challenge that a player makes, or the problem that keeps it from doing so."""
    headers = {"Idempotency-Key": key} if key else {}
    asked = who.post(PATH, {**TERMS, **params}, headers=headers)
    assert asked.status_code == status, asked.get_json()
    body: Json = asked.get_json()
    return body


def answered(who: Player, challenge: Json, word: str, status: int = 200) -> Json:
    """What comes of answering it."""
    result = who.post(f"{PATH}/{challenge['id']}/{word}")
    assert result.status_code == status, result.get_json()
    found: Json = result.get_json()
    return found


def listed(who: Player, whose: str = "open") -> list[str]:
    """The ids of what a player finds, on pages of one."""
    found: list[str] = []
    cursor = ""
    while True:
        page = who.get(f"{PATH}?whose={whose}&limit=1{cursor}").get_json()
        found += [one["id"] for one in page["items"]]
        if page["next"] is None:
            return found
        cursor = f"&cursor={page['next']}"


def test_a_challenge_that_is_accepted_is_a_game_that_runs(service: Service) -> None:
    ada, ben, cy = service.player(), service.player("Ben"), service.player("Cy")
    for side in ("allies", "axis", None):
        params = {"undo": "free", "move_time_limit": 3600, **({"side": side} if side else {})}
        open_ = made(ada, **params)
        assert (open_["status"], open_["side"], open_["game"]) == ("open", side, None)
        assert open_["id"] in listed(cy)
        agreed = answered(ben, open_, "accept")
        assert (
            agreed == answered(ben, open_, "accept") == cy.get(f"{PATH}/{open_['id']}").get_json()
        )
        assert (agreed["status"], agreed["accepted_by"]) == ("accepted", ben.id)
        game = ada.get(f"/v1/games/{agreed['game']}").get_json()
        assert (game["status"], game["undo"], game["move_time_limit"]) == ("active", "free", 3600)
        assert game["seats"][agreed["side"]] == ada.id
        assert set(game["seats"].values()) == {ada.id, ben.id}
        assert open_["id"] not in listed(cy)
        assert open_["id"] in listed(ada, "mine")


def test_who_may_do_what(service: Service) -> None:
    ada, ben, cy = service.player(), service.player("Ben"), service.player("Cy")
    direct = made(ada, to=ben.id)
    assert direct["id"] not in listed(ben)
    assert listed(ben, "mine") == [direct["id"]]
    for who in (cy, service.anonymous()):
        assert who.get(f"{PATH}/{direct['id']}").status_code == 404
    for word in ("accept", "decline", "cancel"):
        answered(cy, direct, word, 404)
    answered(ada, direct, "accept", 403)
    answered(ada, direct, "decline", 403)
    answered(ben, direct, "cancel", 403)
    assert answered(ben, direct, "decline")["status"] == "declined"
    assert answered(ben, direct, "decline")["status"] == "declined"
    assert answered(ada, direct, "cancel", 409)["detail"] == "The challenge is declined."
    open_ = made(ada)
    answered(ben, open_, "decline", 403)
    assert answered(ada, open_, "cancel")["status"] == "cancelled"
    assert answered(ben, open_, "accept", 409)["code"] == "challenge_closed"


def test_a_counter_takes_the_place_of_a_challenge(service: Service) -> None:
    ada, ben, cy = service.player(), service.player("Ben"), service.player("Cy")
    first = made(ada, to=ben.id, side="axis")
    made(cy, 422, counters=first["id"])
    made(ben, 422, counters=first["id"], to=cy.id)
    second = made(ben, counters=first["id"], side="axis", edition="2004")
    assert (second["to"], second["counters"]) == (ada.id, first["id"])
    assert ada.get(f"{PATH}/{first['id']}").get_json()["status"] == "declined"
    assert made(ben, 409, counters=first["id"])["detail"] == "The challenge is declined."
    game = answered(ada, second, "accept")["game"]
    assert ada.get(f"/v1/games/{game}").get_json()["seats"] == {"allies": ada.id, "axis": ben.id}


def test_a_challenge_expires(service: Service, redis_url: str) -> None:
    ada, ben = service.player(), service.player("Ben")
    one = made(ada, days=MAX_DAYS)
    assert milliseconds(one["expires_at"]) - milliseconds(one["created_at"]) == MAX_DAYS * DAY
    with closing(serve(redis_url, lambda: str(one["expires_at"]))) as later:
        ben = Player(later, ben.id, ben.token)
        assert one["id"] not in listed(ben)
        assert answered(ben, one, "accept", 409)["detail"] == "The challenge is expired."
        assert ben.get(f"{PATH}/{one['id']}").get_json()["status"] == "expired"


def test_a_player_has_only_so_many(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    first, *_ = [made(ada) for _ in range(MAX_OPEN)]
    assert made(ada, 409)["most"] == MAX_OPEN
    answered(ben, first, "accept")
    made(ada)


def test_a_repeated_request_makes_one_challenge(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    params = {"scenario": "mortain", "pair": True}
    one = made(ada, key="a", **params)
    assert made(ada, key="a", **params) == one
    assert made(ada, 422, key="a")["code"] == "key_reused"
    paired = made(ben, key="b", **params)
    assert paired["id"] == one["id"]
    assert made(ben, key="b", **params) == paired == made(ada, key="a", **params)
    assert len(listed(ben, "mine")) == 2


def test_only_what_fits_is_paired(service: Service) -> None:
    ada, ben, cy = service.player(), service.player("Ben"), service.player("Cy")
    terms = {"scenario": "toulon", "pair": True}
    first = made(ada, side="axis", **terms)
    apart = [
        made(ada, **terms),
        made(ben, **{**terms, "edition": "2004"}),
        made(ben, to=cy.id, **terms),
        made(ben, side="axis", **{**terms, "pair": False}),
        made(ben, undo="free", **terms),
    ]
    assert {one["status"] for one in apart} == {"open"}
    agreed = made(cy, side="allies", **terms)
    assert (agreed["id"], agreed["status"]) == (first["id"], "accepted")


def at_once(players: list[Player], path: str, params: Json | None = None) -> Counter[int]:
    """The statuses of a request that all players send at the same time."""
    with ThreadPoolExecutor(len(players)) as pool:
        asked = [pool.submit(who.post, path, params) for who in players]
        return Counter(one.result().status_code for one in asked)


def test_of_many_who_accept_at_once_one_plays(service: Service) -> None:
    ada, others = service.player(), [service.player(f"P{n}") for n in range(6)]
    for _ in range(5):
        assert at_once(others, f"{PATH}/{made(ada)['id']}/accept") == {200: 1, 409: 5}


def test_players_who_come_at_the_same_time_are_all_paired(service: Service) -> None:
    players = [service.player(f"P{n}") for n in range(6)]
    for limit in range(1000, 1005):
        params = {**TERMS, "pair": True, "move_time_limit": limit}
        assert at_once(players, PATH, params) == {201: 6}
        games = Counter(
            one["game"]
            for who in players
            for one in who.get(f"{PATH}?whose=mine&limit=200").get_json()["items"]
            if one["terms"]["move_time_limit"] == limit and one["game"]
        )
        assert sorted(games.values()) == [2, 2, 2]
        assert not waiting(service, limit)


def waiting(service: Service, limit: int) -> set[str]:
    """Who has an open challenge with a time limit."""
    found = service.anonymous().get(f"{PATH}?limit=200").get_json()["items"]
    return {one["challenger"] for one in found if one["terms"]["move_time_limit"] == limit}


def test_what_no_game_can_be_made_of_is_refused(service: Service) -> None:
    ada = service.player()
    for params, place in (
        ({"variant": "team"}, "/variant"),
        ({"to": ada.id}, "/to"),
        ({"to": "pl_none"}, "/to"),
        ({"to": "bot_greedy"}, "/to"),
        ({"scenario": "nowhere"}, "/scenario"),
        ({"counters": "ch_none"}, "/counters"),
        ({"days": MAX_DAYS + 1}, "/days"),
    ):
        assert place in made(ada, 422, **params)["errors"], params
    assert ada.get(f"{PATH}?cursor=x").status_code == 422
    assert ada.get(f"{PATH}?cursor=eA").status_code == 422
