"""Accounts as clients meet them: who somebody is, and the end of an account."""

from tests.contract.service import Player, Service


def delete(player: Player) -> int:
    return player.service.ask("DELETE", "/v1/players/me", token=player.token).status_code


def test_anyone_may_ask_who_a_player_is(service: Service) -> None:
    ada = service.player("Zoë ☺")
    shown = service.nobody().get(f"/v1/players/{ada.id}")
    assert shown.get_json() == {**ada.get("/v1/players/me").get_json(), "deleted": False}
    assert shown.get_json()["name"] == "Zoë ☺"
    assert shown.headers["Cache-Control"] == "public, max-age=60"


def test_nobody_has_an_id_that_was_never_given_out(service: Service) -> None:
    for unknown in ("pl_none", "gm_none", "%2A"):
        refused = service.nobody().get(f"/v1/players/{unknown}")
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


def test_only_its_token_closes_an_account(service: Service) -> None:
    ada = service.player("Ada")
    for path in ("/v1/players/me", f"/v1/players/{ada.id}"):
        assert service.ask("DELETE", path).status_code == 401
    assert service.ask("DELETE", f"/v1/players/{ada.id}", token=ada.token).status_code == 403
    assert ada.get("/v1/players/me").status_code == 200
