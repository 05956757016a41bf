"""What administrators may do over HTTP, and that they see no more than others."""

import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest

from api.monitoring.log import JsonLines
from tests.contract.service import Player, Service, running_game, serve
from tests.support.each import each

REASON = {"reason": "a player asked for it"}


@pytest.fixture(scope="module")
def closed(redis_url: str) -> Iterator[Service]:
    """The service where only administrators create players."""
    service = serve(redis_url, sign_up="closed")
    yield service
    service.close()


def known_elsewhere(player: Player, service: Service) -> Player:
    return Player(service, player.id, player.token)


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the service logs meanwhile, as it is written."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("api")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield written
    logger.setLevel(before)
    logger.removeHandler(handler)


def log_lines(log: StringIO) -> list[dict[str, str]]:
    """The lines about administrators."""
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    return [line for line in lines if "administrator" in line["message"]]


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_frozen_game_takes_no_commands_until_it_is_unfrozen(
    service: Service, log: StringIO, visibility: str
) -> None:
    admin = service.admin()
    game = running_game(service, visibility=visibility)
    player = game.awaited()
    assert player is not None
    action = game.actions(player)["actions"][0]
    for _ in range(2):
        frozen = admin.post(f"{game.path}/freeze", REASON)
        assert frozen.get_json() == {"game": game.id, "frozen": True}
    refused = player.post(game.commands, action)
    assert (refused.status_code, refused.get_json()["code"]) == (503, "history_lost")
    for _ in range(2):
        going_on = admin.post(f"{game.path}/unfreeze")
        assert going_on.get_json() == {"game": game.id, "frozen": False}
    assert player.post(game.commands, action).status_code == 201
    lines = log_lines(log)
    assert [(line["message"], line["outcome"]) for line in lines] == [
        ("game frozen by an administrator", "done"),
        ("game frozen by an administrator", "unchanged"),
        ("game unfrozen by an administrator", "done"),
        ("game unfrozen by an administrator", "unchanged"),
    ]
    assert {(line["by"], line["game"]) for line in lines} == {(admin.id, game.id)}
    assert all(line["request_id"] for line in lines)


@each("reason", ["", " ", "a" * 201, "two\nlines", 7, None])
def test_a_reason_is_a_line_of_text(service: Service, reason: object) -> None:
    game = running_game(service)
    refused = service.admin().post(f"{game.path}/freeze", {"reason": reason})
    assert refused.status_code == 422
    assert game.seats["axis"].post(game.commands, {"type": "resign"}).status_code == 201


def test_an_administrator_sees_what_any_other_sees(service: Service) -> None:
    admin, other = service.admin(), service.player("Cy")
    for visibility in ("public", "private"):
        game = running_game(service, visibility=visibility)
        assert admin.post(f"{game.path}/freeze", REASON).status_code == 200
        assert admin.post(f"{game.path}/unfreeze").status_code == 200
        for path in ("", "/events", "/actions", "/states/1", "/export", "/record", "/match"):
            shown, plain = (player.get(game.path + path) for player in (admin, other))
            assert shown.status_code == plain.status_code
            if shown.status_code == 200:
                assert shown.get_data() == plain.get_data()
        assert shown.status_code == (200 if visibility == "public" else 404)


def test_an_administrator_closes_an_account(service: Service, log: StringIO) -> None:
    admin, ada = service.admin(), service.player("Ada")
    path = f"/v1/players/{ada.id}"
    assert [admin.delete(path).status_code for _ in range(2)] == [204, 204]
    assert ada.get("/v1/players/me").status_code == 401
    assert admin.get(path).get_json()["deleted"] is True
    assert {(line["by"], line["player"]) for line in log_lines(log)} == {(admin.id, ada.id)}
    assert ada.token not in log.getvalue()
    assert admin.token not in log.getvalue()


def test_an_administrator_s_token_may_be_for_that_alone(service: Service) -> None:
    admin = service.admin()
    params = {"name": "for emergencies", "scopes": ["admin"]}
    made = admin.post("/v1/players/me/tokens", params).get_json()
    assert made["scopes"] == ["read", "admin"]
    only = Player(service, admin.id, made["token"])
    game = running_game(service)
    assert only.post(f"{game.path}/freeze", REASON).status_code == 200
    assert only.post(f"{game.path}/unfreeze").status_code == 200
    assert only.post("/v1/games", {}).get_json()["scope"] == "play"


def test_only_administrators_create_players_where_sign_up_is_closed(
    service: Service, closed: Service, log: StringIO
) -> None:
    params = {"name": "Ada"}
    ada = known_elsewhere(service.player("Ada"), closed)
    for player in (closed.anonymous(), ada):
        refused = player.post("/v1/players", params)
        assert (refused.status_code, refused.get_json()["code"]) == (403, "sign_up_closed")
    admin = known_elsewhere(service.admin(), closed)
    made = admin.post("/v1/players", params)
    assert made.status_code == 201
    new = made.get_json()
    assert {(line["by"], line["player"]) for line in log_lines(log)} == {(admin.id, new["id"])}
    eve = Player(closed, new["id"], new["token"])
    assert eve.get("/v1/players/me").get_json()["name"] == "Ada"
    assert eve.post("/v1/players", params).status_code == 403
    assert ada.new_game(), "who is here plays on"


def test_a_token_that_is_sent_does_not_matter_where_sign_up_is_open(service: Service) -> None:
    for token in ("aft_made_up", "-", service.player().token):
        made = Player(service, "", token).post("/v1/players", {"name": "Ada"})
        assert made.status_code == 201
