"""Tokens as clients meet them: made for less than one has, listed without secrets, revoked."""

import re

import pytest

from events.accounts.tokens import MAX_TOKENS
from tests.contract.contract import Json
from tests.contract.service import Game, Player, Service
from tests.support.each import each

TOKENS = "/v1/players/me/tokens"


def made(player: Player, *scopes: str, name: str = "bot", **params: object) -> Json:
    answer = player.post(TOKENS, {"name": name, "scopes": list(scopes), **params})
    assert answer.status_code == 201, answer.get_data()
    found: Json = answer.get_json()
    return found


def with_token(player: Player, token: str) -> Player:
    return Player(player.service, player.id, token)


def test_a_token_is_shown_once_and_known_by_its_id(service: Service) -> None:
    ada = service.player("Ada")
    new = made(ada, "play", name="Zoë's ☺ bot", expires_in_days=1)
    assert re.fullmatch(r"aft_[A-Za-z0-9_-]{43}", new["token"])
    assert new["scopes"] == ["read", "play"]
    assert new["expires_at"][:19] > new["created_at"][:19]
    listed = ada.get(TOKENS)
    for secret in (new["token"], ada.token):
        assert secret not in listed.get_data(as_text=True)
    items = {item["name"]: item for item in listed.get_json()["items"]}
    assert set(items) == {"first", "Zoë's ☺ bot"}
    assert items["Zoë's ☺ bot"] == {name: new[name] for name in new.keys() - {"token"}}
    assert items["first"]["scopes"] == ["read", "play"]
    assert items["first"]["last_used_at"] is not None
    assert items["first"]["expires_at"] is None
    bot = with_token(ada, new["token"])
    assert bot.get("/v1/players/me").get_json() == ada.get("/v1/players/me").get_json()


def test_a_token_asked_for_again_with_a_key_is_the_same_until_it_is_revoked(
    service: Service,
) -> None:
    ada, bob = service.player("Ada"), service.player("Bob")
    key = {"Idempotency-Key": "9f0c2f5e-5f1b-4a53-8b1c-0d7c4a9f7d12"}
    params = {"name": "phone", "scopes": ["play"], "expires_in_days": 2}
    first, again = (ada.post(TOKENS, params, headers=key) for _ in range(2))
    assert first.status_code == again.status_code == 201
    assert first.get_json() == again.get_json()
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len(ada.get(TOKENS).get_json()["items"]) == 2
    other = bob.post(TOKENS, params, headers=key).get_json()
    assert other["token"] != first.get_json()["token"]
    assert ada.post(TOKENS, {**params, "name": "tablet"}, headers=key).status_code == 422
    assert ada.post(TOKENS, params, headers={"Idempotency-Key": "1"}).status_code == 400
    gone = f"{TOKENS}/{first.get_json()['id']}"
    assert service.ask("DELETE", gone, token=ada.token).status_code == 204
    assert ada.post(TOKENS, params, headers=key).status_code == 422


def test_a_token_that_there_was_no_room_for_may_be_asked_for_again(service: Service) -> None:
    ada, key = service.player("Ada"), {"Idempotency-Key": "9f0c2f5e-5f1b-4a53-8b1c-0d7c4a9f7d13"}
    params = {"name": "phone", "scopes": ["read"]}
    known = [made(ada, "read", name=str(number)) for number in range(MAX_TOKENS - 1)]
    assert ada.post(TOKENS, params, headers=key).status_code == 409
    service.ask("DELETE", f"{TOKENS}/{known[0]['id']}", token=ada.token)
    new = ada.post(TOKENS, params, headers=key)
    assert new.status_code == 201
    assert with_token(ada, new.get_json()["token"]).get("/v1/players/me").status_code == 200


@pytest.mark.parametrize("kind", ["application/x-ndjson", "text/event-stream"])
@pytest.mark.parametrize("all_games", [False, True])
def test_a_stream_ends_when_its_token_is_revoked(
    service: Service, game: Game, all_games: bool, kind: str
) -> None:
    ada = game.seats["allies"]
    new = made(ada, "read")
    path = "/v1/players/me/events" if all_games else f"{game.path}/events"
    headers = {"Accept": kind, "Authorization": f"Bearer {new['token']}"}
    result = service.app.test_client().get(path, headers=headers).iter_encoded()
    next(result)
    assert service.ask("DELETE", f"{TOKENS}/{new['id']}", token=ada.token).status_code == 204
    game.awaited().post(game.commands, {"type": "resign"})  # type: ignore[union-attr]
    last = [part for part in result if part.strip()][-1].decode()
    assert '"code":"invalid_token"' in last
    assert '"control":"problem"' in last
    assert '"request_id":' in last


def test_nobody_makes_a_token_that_may_more_than_its_own(service: Service) -> None:
    ada = service.player("Ada")
    looker_on = with_token(ada, made(ada, "read")["token"])
    for player, wanted, needed in (
        (ada, ["admin"], "admin"),
        (ada, ["play", "admin"], "admin"),
        (looker_on, ["read"], "play"),
        (looker_on, ["play"], "play"),
    ):
        refused = player.post(TOKENS, {"name": "more", "scopes": wanted})
        assert refused.status_code == 403
        problem = refused.get_json()
        assert (problem["code"], problem["scope"]) == ("insufficient_scope", needed)
        assert refused.headers["WWW-Authenticate"] == (
            f'Bearer realm="afteraction", error="insufficient_scope", scope="{needed}"'
        )
    assert len(ada.get(TOKENS).get_json()["items"]) == 2


@each(
    "wrong",
    [
        {"scopes": []},
        {"scopes": ["everything"]},
        {"scopes": "read"},
        {"scopes": ["read"] * 4},
        {"name": " "},
        {"name": "a" * 61},
        {"name": "\u2028"},
        {"expires_in_days": 0},
        {"expires_in_days": 3651},
        {"expires_in_days": "1"},
        {"expires_in_days": None},
        {"token": "aft_mine"},
    ],
)
def test_a_wish_that_does_not_fit_is_refused(service: Service, wrong: Json) -> None:
    ada = service.player("Ada")
    refused = ada.post(TOKENS, {"name": "bot", "scopes": ["read"], **wrong})
    assert refused.status_code == 422
    assert len(ada.get(TOKENS).get_json()["items"]) == 1


def test_a_token_to_look_on_sees_its_player_s_hand_and_plays_nothing(service: Service) -> None:
    ada = service.player("Ada")
    game = ada.new_game(visibility="private")
    game.sit(ada, "allies")
    game.sit(ada, "axis")
    looker_on = with_token(ada, made(ada, "read")["token"])
    for path in ("", "/actions", "/events"):
        answers = [player.get(game.path + path).get_data() for player in (ada, looker_on)]
        assert answers[0] == answers[1]
    action = game.actions(ada)["actions"][0]
    assert looker_on.post(game.commands, action).status_code == 403
    assert looker_on.get(f"{game.path}/invite").status_code == 403
    assert service.ask("DELETE", "/v1/players/me", token=looker_on.token).status_code == 403
    assert ada.post(game.commands, action).status_code == 201


def test_a_revoked_token_is_refused_at_once(service: Service) -> None:
    ada, ben = service.player("Ada"), service.player("Ben")
    bot = with_token(ada, (new := made(ada, "play"))["token"])
    assert bot.get("/v1/players/me").status_code == 200
    path = f"{TOKENS}/{new['id']}"
    assert service.ask("DELETE", path, token=ben.token).status_code == 404
    assert bot.get("/v1/players/me").status_code == 200
    assert service.ask("DELETE", path, token=bot.token).status_code == 204, "its own too"
    refused = bot.get("/v1/players/me")
    assert refused.status_code == 401
    assert 'error="invalid_token"' in refused.headers["WWW-Authenticate"]
    assert "error" not in service.anonymous().get("/v1/players/me").headers["WWW-Authenticate"]
    assert [item["name"] for item in ada.get(TOKENS).get_json()["items"]] == ["first"]


def test_all_tokens_go_with_the_account(service: Service) -> None:
    ada = service.player("Ada")
    others = [with_token(ada, made(ada, scope)["token"]) for scope in ("play", "read")]
    assert service.ask("DELETE", "/v1/players/me", token=others[0].token).status_code == 204
    for player in (ada, *others):
        assert player.get("/v1/players/me").status_code == 401
