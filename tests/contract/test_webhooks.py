"""Webhooks over HTTP: made, changed, tried, taken away; deliveries listed and sent again."""

from typing import Any

import msgspec

from events.accounts.tokens import NewToken, Scope
from events.clock import milliseconds
from events.webhooks.webhook import MAX_WEBHOOKS
from tests.contract.contract import Json
from tests.contract.service import Player, Service
from tests.support.push_browser import PushBrowser

PATH = "/v1/webhooks"
WISH = {"url": "https://hooks.example.org/in?x=1", "events": ["game.your_move", "game.started"]}


def made(who: Player, status: int = 201, key: str | None = None, **params: Any) -> Json:
    """A webhook that a player makes, or the problem that keeps it from doing so."""
    headers = {"Idempotency-Key": key} if key else {}
    asked = who.post(PATH, {**WISH, **params}, headers=headers)
    assert asked.status_code == status, asked.get_json()
    body: Json = asked.get_json()
    return body


def got(who: Player, path: str, status: int = 200) -> Json:
    """What a player is answered."""
    asked = who.get(path)
    assert asked.status_code == status, asked.get_json()
    body: Json = asked.get_json()
    return body


def posted(who: Player, path: str, status: int, params: Json | None = None) -> Json:
    """What a player is answered to a request that changes something."""
    asked = who.post(path, params)
    assert asked.status_code == status, asked.get_json()
    body: Json = asked.get_json()
    return body


def test_its_secret_is_shown_when_it_is_new_and_never_again(service: Service) -> None:
    ada = service.player()
    hook = made(ada, key="one")
    assert hook["secret"].startswith("whsec_")
    assert made(ada, key="one") == hook
    assert made(ada, 422, key="one", language="de")["code"] == "key_reused"
    place = f"{PATH}/{hook['id']}"
    shown = {name: value for name, value in hook.items() if name != "secret"}
    assert got(ada, place) == shown
    assert got(ada, PATH)["items"] == [shown]
    new = posted(ada, f"{place}/secret", 200)["secret"]
    assert new not in (hook["secret"], "")
    posted(ada, f"{place}/ping", 202)
    said = ada.get(PATH).get_data() + ada.get(f"{place}/deliveries").get_data()
    assert hook["secret"].encode() not in said
    assert new.encode() not in said


def test_nobody_else_finds_it(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    place = f"{PATH}/{made(ada)['id']}"
    got(ben, place, 404)
    got(ben, f"{place}/deliveries", 404)
    posted(ben, f"{place}/ping", 404)
    posted(ben, f"{place}/secret", 404)
    posted(ben, f"{place}/replay", 404, {"after": 0})
    assert ben.put(place, WISH).status_code == ben.delete(place).status_code == 404
    assert got(ben, PATH)["items"] == []
    reader = service.inside().players.tokens.add(ada.id, NewToken("r", frozenset({Scope.READ})))[1]
    got(Player(service, ada.id, reader), place, 403)


def test_it_changes_and_goes(service: Service) -> None:
    ada = service.player()
    place = f"{PATH}/{made(ada)['id']}"
    params = {"url": "https://example.org:8443/", "events": ["webhook.ping"], "format": "slack"}
    changed = ada.put(place, {**params, "language": "fr", "enabled": False}).get_json()
    assert changed == got(ada, place)
    assert (changed["url"], changed["events"], changed["enabled"]) == (
        *list(params.values())[:2],
        False,
    )
    assert posted(ada, f"{place}/ping", 409)["code"] == "webhook_disabled"
    assert posted(ada, f"{place}/replay", 409, {"after": 0})["code"] == "webhook_disabled"
    assert ada.delete(place).status_code == 204
    assert ada.delete(place).status_code == 404
    got(ada, place, 404)


def test_a_player_has_only_so_many(service: Service) -> None:
    ada = service.player()
    first, *_ = [made(ada) for _ in range(MAX_WEBHOOKS)]
    assert made(ada, 409)["most"] == MAX_WEBHOOKS
    ada.delete(f"{PATH}/{first['id']}")
    made(ada)


def test_what_cannot_be_reached_is_refused(service: Service) -> None:
    ada = service.player()
    for url in (
        "http://example.org/",
        "ftp://example.org/",
        "https:///x",
        "https://localhost/",
        "https://example.org:22/",
        "https://example.org:99999/",
        "https://user:word@example.org/",
        "https://example.org/#x",
        "https://exa mple.org/",
        "https://bücher.example/",
        "https://-a.example/",
        "https://127.0.0.1/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[fd00::1]/",
        "https://[64:ff9b::a00:1]/",
    ):
        assert "/url" in made(ada, 422, url=url)["errors"], url
    for params in ({"events": []}, {"events": ["x"]}, {"format": "xml"}, {"language": "it"}):
        made(ada, 422, **params)
    made(ada, url="https://93.184.215.14/")


def test_deliveries_are_listed_and_sent_again(service: Service) -> None:
    ada = service.player()
    place = f"{PATH}/{made(ada)['id']}"
    pings = [posted(ada, f"{place}/ping", 202) for _ in range(3)]
    assert [ping["position"] for ping in pings] == [1, 2, 3]
    assert {ping["status"] for ping in pings} == {"pending"}
    assert pings[0]["event"]["type"] == "webhook.ping"
    page = got(ada, f"{place}/deliveries?limit=2")
    rest = got(ada, f"{place}/deliveries?limit=2&cursor={page['next']}")
    assert [one["id"] for one in (*page["items"], *rest["items"])] == [
        ping["id"] for ping in reversed(pings)
    ]
    assert rest["next"] is None
    assert got(ada, f"{place}/deliveries?status=failed")["items"] == []
    ada.put(place, {**WISH, "enabled": False})
    failed = got(ada, f"{place}/deliveries?status=failed")["items"]
    assert [one["error"] for one in failed] == ["disabled"] * 3
    assert got(ada, place)["failed"] == 3
    ada.put(place, WISH)
    one = {"delivery": pings[0]["id"]}
    assert posted(ada, f"{place}/replay", 202, one) == {"count": 1}
    assert posted(ada, f"{place}/replay", 202, {"after": 1}) == {"count": 2}
    again = got(ada, f"{place}/deliveries?status=pending")["items"]
    assert [one["id"] for one in again] == [ping["id"] for ping in reversed(pings)]
    assert all(one["attempts"] == 0 for one in again)
    assert milliseconds(again[0]["next_attempt_at"]) > 0
    for params in ({}, {**one, "after": 0}, {"after": -1}):
        posted(ada, f"{place}/replay", 422, params)
    posted(ada, f"{place}/replay", 404, {"delivery": "msg_none"})
    got(ada, f"{place}/deliveries?cursor=eA", 422)


def test_a_browser_subscribes_with_its_keys_which_nobody_is_shown(service: Service) -> None:
    ada, keys = service.player(), msgspec.to_builtins(PushBrowser().keys)
    key = got(ada, PATH)["push_key"]
    assert got(service.player("Ben"), PATH)["push_key"] == key
    hook = made(ada, format="web_push", keys=keys)
    place = f"{PATH}/{hook['id']}"
    said = ada.get(PATH).get_data() + ada.get(place).get_data()
    assert not any(word.encode() in said for word in keys.values())
    for params, fault in (
        ({"format": "web_push"}, "/keys"),
        ({"keys": keys}, "/keys"),
        ({"format": "web_push", "keys": {**keys, "auth": "short"}}, "/keys/auth"),
        ({"format": "web_push", "keys": {**keys, "p256dh": keys["auth"]}}, "/keys/p256dh"),
        ({"format": "web_push", "keys": {"auth": keys["auth"]}}, "/keys/p256dh"),
    ):
        assert list(made(ada, 422, **params)["errors"]) == [fault]
        assert ada.put(place, {**WISH, **params}).status_code == 422
    assert ada.put(place, {**WISH, "format": "web_push", "keys": keys}).status_code == 200
