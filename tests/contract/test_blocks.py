"""Players who want nothing to do with each other, reports, and who is there."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from events.accounts.blocks import MAX_BLOCKS
from events.accounts.reports import MAX_OWN
from events.clock import at_milliseconds, milliseconds
from events.live.presence import PRESENT
from tests.contract.contract import Json
from tests.contract.service import STREAM, Player, Service, running_game, serve

OWN = "/v1/players/me/blocks"
TERMS = {"scenario": "mortain", "edition": "2004"}


def level(who: Player, other: Player, word: str | None, status: int = 204) -> None:
    path = f"{OWN}/{other.id}"
    result = who.put(path, {"level": word}) if word else who.delete(path)
    assert result.status_code == status, result.get_json()


def asked(who: Player, path: str, status: int, params: Json | None = None) -> Json:
    result = who.post(path, params or {})
    assert result.status_code == status, result.get_json()
    found: Json = result.get_json()
    return found


def test_a_list_is_ones_own_and_may_change(service: Service) -> None:
    ada, ben, cy = (service.player(name) for name in ("Ada", "Ben", "Cy"))
    for word in ("block", "mute"):
        level(ada, ben, word)
    level(ada, cy, "block")
    items = ada.get(OWN).get_json()["items"]
    both = {ben.id: "mute", cy.id: "block"}
    assert {one["player"]: one["level"] for one in items} == both
    assert ben.get(OWN).get_json() == {"items": []}
    for _ in range(2):
        level(ada, cy, None)
    assert [one["player"] for one in ada.get(OWN).get_json()["items"]] == [ben.id]
    level(ada, ada, "mute", 404)
    assert ada.put(f"{OWN}/bot_greedy", {"level": "mute"}).status_code == 404
    assert ada.put(f"{OWN}/{cy.id}", {"level": "hate"}).status_code == 422


def test_there_are_only_so_many(service: Service) -> None:
    ada, ben, cy = (service.player(name) for name in ("Ada", "Ben", "Cy"))
    kit = service.inside()
    for number in range(MAX_BLOCKS - 1):
        kit.blocks.put(ada.id, f"pl_{number}", "mute")  # type: ignore[arg-type]
    level(ada, ben, "mute")
    level(ada, cy, "mute", 409)
    level(ada, ben, "block")


@pytest.mark.parametrize("reverse", [False, True], ids=["blocked", "blocking"])
def test_who_is_blocked_is_not_met(service: Service, reverse: bool) -> None:
    ada, ben = service.player(), service.player("Ben")
    terms = TERMS | {"scenario": "saverne" if reverse else "mortain"}
    early = asked(ada, "/v1/challenges", 201, terms)
    own, joined = ada.new_game(), ada.new_game()
    joined.sit(ben, "allies")
    level(*((ben, ada) if reverse else (ada, ben)), "block")
    refused = asked(ben, "/v1/challenges", 422, TERMS | {"to": ada.id})
    assert list(refused["errors"]) == ["/to"]
    asked(ben, f"/v1/challenges/{early['id']}/accept", 403)
    assert asked(ben, "/v1/challenges", 201, terms | {"pair": True})["status"] == "open"
    result = asked(ben, f"{own.path}/seats", 403, {"side": "axis"})
    assert "block" not in str(result).lower()
    asked(ben, f"{own.path}/seats/validate", 403, {"side": "axis"})
    joined.sit(ben, "allies")
    hidden = [one["id"] for one in ben.get("/v1/challenges").get_json()["items"]]
    assert (early["id"] in hidden) is not reverse


def test_a_mute_hides_what_somebody_writes_and_no_more(service: Service) -> None:
    game = running_game(service)
    ada, ben = game.seats["allies"], game.seats["axis"]
    said = {"version": 2, "visibility": "public", "text": "Well."}
    name = asked(ben, f"{game.path}/annotations", 201, said)["id"]
    ben.post(game.commands, {"type": "resign"})
    path = f"{game.path}/annotations"
    for word, shown in ((None, 1), ("mute", 0), ("block", 0), (None, 1)):
        level(ada, ben, word)
        assert len(ada.get(path).get_json()["items"]) == shown
        assert ada.get(f"{path}/{name}").status_code == (200 if shown else 404)
        assert len(ben.get(path).get_json()["items"]) == 1
    level(ada, ben, "mute")
    asked(ben, "/v1/challenges", 201, TERMS | {"to": ada.id})


def test_a_deleted_account_leaves_no_list(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    level(ada, ben, "block")
    assert ada.delete("/v1/players/me").status_code == 204
    assert service.inside().blocks.of(ada.id) == {}


def test_reports_wait_for_administrators(service: Service) -> None:
    ada, ben = service.player(), service.player("Ben")
    path = f"/v1/players/{ben.id}/reports"
    for text in ("first", "second"):
        params = {"reason": "abuse", "text": text, "game": "gm_1"}
        assert ada.post(path, params).status_code == 204
    newest = service.inside().reports.newest(1)[0]
    assert (newest.reporter, newest.player, newest.text) == (ada.id, ben.id, "second")
    kept = service.inside().reports.newest(1000)
    assert len([one for one in kept if one.reporter == ada.id]) == 1
    assert ada.post(path, {"reason": "abuse", "text": "x" * 1001}).status_code == 422
    assert ada.post(f"/v1/players/{ada.id}/reports", {"reason": "name"}).status_code == 404
    others = [service.player(f"P{number}") for number in range(MAX_OWN)]
    answers = [
        ada.post(f"/v1/players/{one.id}/reports", {"reason": "other"}).status_code for one in others
    ]
    assert answers == [204] * (MAX_OWN - 1) + [409]
    assert ada.post(path, {"reason": "cheating"}).status_code == 204


@pytest.fixture
def later(service: Service, redis_url: str) -> Iterator[Service]:
    """The same service when whoever left counts as absent."""
    now = at_milliseconds(milliseconds(service.inside().clock()) + PRESENT + 5000)
    with closing(serve(redis_url, lambda: now)) as made:
        yield made


def test_a_player_who_wishes_it_is_seen_by_the_other_seats(
    service: Service, later: Service
) -> None:
    game = running_game(service)
    ada, ben = game.seats["allies"], game.seats["axis"]
    path = f"{game.path}/presence"
    for who, query in (
        (ben, ""),
        (service.player("Cy"), "?presence=true"),
        (ada, "?presence=true"),
    ):
        assert ben.get(path).get_json() == {"items": []}
        stream = who.get(f"{game.path}/events{query}", headers=STREAM, buffered=False)
        shown = stream.iter_encoded()
        while b"seat_taken" not in next(shown):
            pass
        stream.close()
    [one] = ben.get(path).get_json()["items"]
    assert (one["seat"], one["present"]) == ("allies", True)
    assert ada.get(path).get_json() == {"items": []}
    [one] = Player(later, ben.id, ben.token).get(path).get_json()["items"]
    assert not one["present"]
    assert service.player("Di").get(path).status_code == 403
    assert service.anonymous().get(path).status_code == 401
    level(ada, ben, "block")
    assert ben.get(path).get_json() == {"items": []}
