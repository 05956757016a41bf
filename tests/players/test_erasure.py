"""What is left of a player that was deleted, in all that the store has written down."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from events.seals.key_folder import make_key
from events.seals.signing import check
from tests.chain.verifier import first_bad
from tests.contract.service import Game, Player, Service, running_game, serve
from tests.fixtures import wait_until

NAME = "Canary Quixotic-7f3a"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path, appendfsync="no") as server:
        yield server


@pytest.fixture
def service(server: RedisServer, tmp_path: Path) -> Iterator[Service]:
    make_key(tmp_path / "keys")
    service = serve(server.url, signing_keys=tmp_path / "keys")
    yield service
    service.close()


def written(server: RedisServer) -> bytes:
    """Every byte that the server keeps on its disk, with what was overwritten left out."""
    with Redis.from_url(server.url) as client:
        client.config_set("rdbcompression", "no")
        client.bgrewriteaof()
        wait_until(
            lambda: not client.info("persistence")["aof_rewrite_in_progress"], "it is written anew"
        )
        assert client.info("persistence")["aof_last_bgrewrite_status"] == "ok"
    return b"".join(file.read_bytes() for file in server.data.rglob("*") if file.is_file())


def play(service: Service) -> tuple[Game, Player]:
    """A game with everything in it that a player can send, and the player to be deleted."""
    ada, ben = service.player(NAME), service.player("Ben")
    game = ada.new_game(visibility="private")
    invite = ada.get(f"{game.path}/invite").get_json()["invite"]
    for player, side in ((ada, "allies"), (ben, "axis")):
        params = {"side": side, "invite": invite}
        seated = player.post(
            f"{game.path}/seats",
            params,
            headers={"Idempotency-Key": f"sit {side}".replace(" ", "-")},
        )
        assert seated.status_code == 200
        game.seats[side] = player
    return game, ada


def test_no_byte_of_a_deleted_player_s_name_or_token_is_left(
    server: RedisServer, service: Service
) -> None:
    game, ada = play(service)
    assert ada.post(game.commands, {"type": "resign"}).status_code == 201
    assert ada.token is not None
    before = written(server)
    assert NAME.encode() in before
    assert ada.id.encode() in before
    assert ada.token.encode() not in before
    assert ada.service.ask("DELETE", "/v1/players/me", token=ada.token).status_code == 204
    after = written(server)
    assert b"Ben" in after
    assert ada.id.encode() in after
    for part in (NAME, *NAME.split(), ada.token):
        assert part.encode() not in after


def test_a_finished_game_of_a_deleted_player_is_still_proven(service: Service) -> None:
    game = running_game(service)
    ada = game.seats["allies"]
    assert ada.post(game.commands, {"type": "resign"}).status_code == 201
    path = f"{game.path}/events?limit=1000"
    before = service.anonymous().get(path).get_data()
    assert service.ask("DELETE", "/v1/players/me", token=ada.token).status_code == 204
    after = service.anonymous().get(path)
    assert after.get_data() == before
    events = after.get_json()["items"]
    assert ada.id in [event["data"].get("player") for event in events]
    seal = service.anonymous().get(f"{game.path}/seal").get_json()
    held = check(seal, service.anonymous().get("/.well-known/afteraction-keys.json").get_json())
    assert first_bad(events, held.version, held.head) is None
