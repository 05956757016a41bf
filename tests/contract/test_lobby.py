"""The lobby is what its lists say, in one answer."""

from tests.contract.contract import Json
from tests.contract.service import Player, Service, running_game


def lobby(who: Player) -> Json:
    body: Json = who.get("/v1/lobby").get_json()
    return body


def listed(who: Player, query: str, most: int = 20) -> list[Json]:
    found: list[Json] = who.get(f"/v1/games?{query}&limit={most}").get_json()["items"]
    return found


def test_a_lobby_has_what_the_lists_have(service: Service) -> None:
    ann, bob, anonymous = service.player("Ann"), service.player("Bob"), service.anonymous()
    new = {"scenario": "pegasus_bridge", "edition": "2025"}
    for visibility in ("public", "private"):
        made = ann.post("/v1/games", {**new, "visibility": visibility}).get_json()
        ann.post(f"/v1/games/{made['id']}/seats", {"side": "allies"})
    private = made["id"]
    over = running_game(service)
    over.seats["axis"].post(over.commands, {"type": "resign"})
    running = running_game(service)
    own = ann.post("/v1/challenges", new).get_json()
    for who in (ann, bob, anonymous):
        own_games = listed(who, f"player={who.id}") if who.id else []
        others = [listed(who, "status=waiting"), listed(who, "status=active", 6)]
        expected = [*own_games, *(one for page in others for one in page)]
        expected += listed(who, "status=finished", 6)
        result = lobby(who)
        assert result["games"] == [one for n, one in enumerate(expected) if one not in expected[:n]]
        assert {"waiting", "active", "finished"} == {one["status"] for one in result["games"]}
        assert own in result["challenges"]
        open_to_all = who.get("/v1/challenges?limit=20").get_json()["items"]
        assert [one for one in open_to_all if one not in result["challenges"]] == []
        # Games of other tests have bots in their seats, or players who are no more.
        ours = [one for one in result["games"] if one["id"] in (over.id, running.id)]
        seated = {player for game in ours for player in game["seats"].values()}
        assert seated <= set(result["names"])
        assert result["names"][ann.id] == "Ann"
    private_is_told = [
        private in {one["id"] for one in lobby(who)["games"]} for who in (ann, bob, anonymous)
    ]
    assert private_is_told == [True, False, False]


def test_a_challenge_to_somebody_is_seen_by_the_two_and_gone_once_it_is_answered(
    service: Service,
) -> None:
    ann, bob, eve = service.player("Ann"), service.player("Bob"), service.player("Eve")
    params = {"scenario": "omaha_beach", "edition": "2004", "to": bob.id}
    made = ann.post("/v1/challenges", params).get_json()
    known = [made in lobby(who)["challenges"] for who in (ann, bob, eve)]
    assert known == [True, True, False]
    bob.post(f"/v1/challenges/{made['id']}/decline")
    assert made["id"] not in {one["id"] for one in lobby(bob)["challenges"]}
