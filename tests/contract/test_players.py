"""Accounts as clients meet them: who somebody is, and the end of an account."""

from werkzeug.test import TestResponse

from api.http.cursors import encode
from events.accounts.names import nearest_nickname
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service, running_game
from tests.support.each import each

INVISIBLE = {
    "zero width": "\u200b\u200b",
    "word joiner": "\u2060",
    "soft hyphen": "\u00ad",
    "Hangul filler": "\u3164",
    "Braille without dots": "\u2800\u2800",
    "an accent alone": "\u0301",
    "an ideographic space": "\u3000",
}
DECEIVING = {
    "right to left override": "\u202enimdA",
    "isolate that is not closed": "Ann\u2066",
    "zero width space inside": "An\u200bn",
    "tag characters": "Ann\U000e0061",
    "zero width joiner between letters": "An\u200dn",
    "a tower of accents": "A" + "\u0301" * 20,
}

FIRST = {"rating": 1500, "deviation": 350, "games": 0, "provisional": True}


def delete(player: Player) -> int:
    return player.service.ask("DELETE", "/v1/players/me", token=player.token).status_code


def test_anyone_may_ask_who_a_player_is(service: Service) -> None:
    ada = service.player("Zoë ☺")
    shown = service.anonymous().get(f"/v1/players/{ada.id}")
    assert shown.get_json() == {
        **ada.get("/v1/players/me").get_json(),
        "deleted": False,
        "rating": FIRST,
        "luck_adjusted_rating": FIRST,
    }
    assert shown.get_json()["name"] == "Zoë ☺"
    assert shown.headers["Cache-Control"] == "public, max-age=60"


def test_players_are_found_by_how_their_names_begin(service: Service) -> None:
    anonymous, path = service.anonymous(), "/v1/players"
    known = {service.player(name).id: name for name in ("Quirin", "QUINN", "Quím ☺", "Zoë")}

    def ask(**params: object) -> Json:
        found: Json = anonymous.get(path, query_string=params).get_json()
        return found

    found, page = [], ask(name="qui", limit=2)
    assert (
        anonymous.get(path, query_string={"name": "x", "cursor": page["next"]}).status_code == 200
    )
    while page["next"]:
        found += page["items"]
        page = ask(name="qui", limit=2, cursor=page["next"])
    found += page["items"]
    assert [known[one["id"]] for one in found] == ["Quím ☺", "QUINN", "Quirin"]
    for one in found:
        # No more than anyone is told of a player by its id, whoever asks.
        assert one == anonymous.get(f"{path}/{one['id']}").get_json()
    wrong = ({}, {"name": ""}, {"name": "x" * 61}, {"name": "q", "cursor": "x"}, {"names": "q"})
    for params in (*wrong, {"name": "q", "cursor": encode("q" * 91 + "\0pl_1")}):
        assert anonymous.get(path, query_string=params).status_code == 422


def test_a_player_may_change_its_name(service: Service) -> None:
    ada = service.player("Ada")
    before = ada.get("/v1/players/me").get_json()

    def rename(name: str) -> TestResponse:
        return service.ask("PATCH", "/v1/players/me", json={"name": name}, token=ada.token)

    assert rename("Ada  Lovelace").get_json() == {**before, "name": "Ada Lovelace"}
    assert ada.get("/v1/players/me").get_json()["name"] == "Ada Lovelace"
    assert service.anonymous().get(f"/v1/players/{ada.id}").get_json()["name"] == "Ada Lovelace"
    assert rename("\u200b").status_code == 422


def test_a_bot_is_marked_for_good_and_plays_no_rated_games(service: Service) -> None:
    key = {"Idempotency-Key": "bot-9f0c2f5e-5f1b-4a53-8b1c"}
    params = {"name": "Robby", "bot": True}
    one, two = (service.anonymous().post("/v1/players", params, headers=key) for _ in range(2))
    made = one.get_json()
    assert made == two.get_json()
    assert (made["bot"], made["id"][:4], made["tag"]) == ("account", "bot_", made["id"][4:10])
    robby, ada = Player(service, made["id"], made["token"]), service.player("Ada")
    shown = ada.get(f"/v1/players/{robby.id}").get_json()
    assert (shown["bot"], shown["rating"], ada.get("/v1/players/me").get_json()["bot"]) == (
        "account",
        None,
        None,
    )
    terms: Json = {"scenario": "vassieux", "edition": "2025"}
    rated = ada.new_game(rated=True)
    refused = robby.post(f"{rated.path}/seats", {"side": "axis"})
    assert (refused.status_code, refused.get_json()["rule"]) == (409, "seat.both_sides")
    assert rated.state(ada)["status"] == "waiting"
    for who, params in (robby, terms), (ada, terms | {"to": robby.id}):
        refused = who.post("/v1/challenges", params | {"rated": True})
        assert (refused.status_code, [*refused.get_json()["errors"]]) == (422, ["/rated"])
    challenge = ada.post("/v1/challenges", terms | {"rated": True}).get_json()["id"]
    assert robby.post(f"/v1/challenges/{challenge}/accept").status_code == 403
    challenge = ada.post("/v1/challenges", terms | {"to": robby.id}).get_json()["id"]
    game = Game(robby.post(f"/v1/challenges/{challenge}/accept").get_json()["game"])
    assert sorted(str(place["bot"]) for place in game.state(ada)["table"]) == ["None", "account"]
    robby.post(f"{game.path}/commands", {"type": "resign"})
    assert game.state(ada)["status"] == "finished"
    for who in ada, robby:
        assert who.get(f"/v1/players/{who.id}/results").get_json()["finished"] == 0


def test_signing_up_again_with_a_key_gives_the_same_account(service: Service) -> None:
    headers = {"Idempotency-Key": "9f0c2f5e-5f1b-4a53-8b1c-0d7c4a9f7d11"}

    def sign_up(name: str, key: dict[str, str]) -> TestResponse:
        return service.ask("POST", "/v1/players", json={"name": name}, headers=key)

    first, again = sign_up("Ada", headers), sign_up("Ada", headers)
    assert first.get_json() == again.get_json()
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert sign_up("Ben", headers).get_json()["code"] == "key_reused"
    weak = sign_up("Ada", {"Idempotency-Key": "1"})
    assert (weak.status_code, weak.get_json()["code"]) == (400, "malformed_request")


def test_nobody_has_an_id_that_was_never_given_out(service: Service) -> None:
    for unknown in ("pl_none", "gm_none", "%2A"):
        refused = service.anonymous().get(f"/v1/players/{unknown}")
        assert refused.status_code == 404
        assert refused.get_json()["detail"] == "No player has this id."


def test_a_closed_account_is_nobody_s(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    game = ada.new_game()
    game.sit(ada, "allies")
    gone = service.ask("DELETE", "/v1/players/me", token=ada.token)
    assert (gone.status_code, gone.get_data()) == (204, b"")
    assert ada.get("/v1/players/me").status_code == 401
    assert ada.post(f"{game.path}/seats", {"side": "axis"}).status_code == 401
    assert ada.get("/v1/games").status_code == 401
    assert delete(ada) == 401, "what is done is done"
    shown = ben.get(f"/v1/players/{ada.id}").get_json()
    assert (shown["name"], shown["deleted"]) == (None, True)
    assert ben.get(game.path).get_json()["seats"] == {"allies": ada.id, "axis": None}
    assert ben.get("/v1/players/me").get_json()["name"] == "Ben"


def test_a_name_is_free_for_another_at_any_time(service: Service) -> None:
    first, second = service.player("Eve"), service.player("Eve")
    assert first.id != second.id
    assert delete(first) == 204
    assert second.get("/v1/players/me").get_json()["name"] == "Eve"
    third = service.player("Eve")
    assert third.id not in (first.id, second.id)


@each("name", {**INVISIBLE, **DECEIVING}.values())
def test_a_name_that_cannot_be_seen_or_deceives_the_eye_is_refused(
    service: Service, name: str
) -> None:
    refused = service.anonymous().post("/v1/players", {"name": name})
    assert refused.status_code == 422
    assert list(refused.get_json()["errors"]) == ["/name"]


@each(
    "chosen, stored",
    [
        ("Zoë ☺", "Zoë ☺"),
        ("Zoe\u0308", "Zoë"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("Ann  of   Arras", "Ann of Arras"),
        ("שלום", "שלום"),
        (
            "\u06a9\u062a\u0627\u0628\u200c\u0647\u0627",
            "\u06a9\u062a\u0627\u0628\u200c\u0647\u0627",
        ),
        ("Ada \u2764\ufe0f", "Ada \u2764"),
    ],
)
def test_a_name_is_stored_by_the_profile_for_nicknames(
    service: Service, chosen: str, stored: str
) -> None:
    made = service.anonymous().post("/v1/players", {"name": chosen})
    assert (made.status_code, made.get_json()["name"]) == (201, stored)
    assert nearest_nickname(chosen) == stored


def test_a_name_that_grows_too_long_in_its_stored_form_is_refused(service: Service) -> None:
    assert service.anonymous().post("/v1/players", {"name": "\ufdfa" * 4}).status_code == 422
    assert nearest_nickname("\ufdfa" * 4) is None


def test_players_of_one_name_are_distinguished_by_their_tags(service: Service) -> None:
    latin, cyrillic, again = (service.player(name) for name in ("Ann", "\u0410nn", "Ann"))
    shown = [
        service.anonymous().get(f"/v1/players/{one.id}").get_json()
        for one in (latin, cyrillic, again)
    ]
    assert [one["name"] for one in shown] == ["Ann", "\u0410nn", "Ann"]
    assert len({one["tag"] for one in shown}) == 3
    assert all(one["tag"] in one["id"] and len(one["tag"]) == 6 for one in shown)
    assert latin.get("/v1/players/me").get_json()["tag"] == shown[0]["tag"]


def test_what_else_has_a_name_has_one_that_can_be_seen(service: Service) -> None:
    ada = service.player("Ada")
    game = running_game(service)
    for name in (*INVISIBLE.values(), "\u202e"):
        for path, named in (
            (f"{game.path}/branches", {"name": name, "at_version": 1}),
            ("/v1/players/me/tokens", {"name": name, "scopes": ["read"]}),
            ("/v1/studies", {"title": name, "chapters": []}),
        ):
            refused = ada.post(path, named)
            assert refused.status_code == 422, (path, ascii(name))
            assert list(refused.get_json()["errors"]) in (["/name"], ["/title"]), path


def test_only_its_token_closes_an_account(service: Service) -> None:
    ada = service.player("Ada")
    for path in ("/v1/players/me", f"/v1/players/{ada.id}"):
        assert service.ask("DELETE", path).status_code == 401
    assert service.ask("DELETE", f"/v1/players/{ada.id}", token=ada.token).status_code == 403
    assert ada.get("/v1/players/me").status_code == 200
