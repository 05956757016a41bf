"""Streams, connections, slow bodies, and logs that cannot be read, on a server of their own."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from tests.contract.service import STREAM, Game, Player, Service, check_problem, running_game, serve
from tests.contract.test_request_bodies import problem
from tests.fixtures import KEYS


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Service]:
    """A service on a Redis server that nothing else uses, with room for one stream."""
    with RedisServer(tmp_path) as server:
        service = serve(server.url, web_threads=65)
        yield service
        service.close()


def test_a_stream_too_many_is_refused_until_one_ends(own: Service) -> None:
    game = running_game(own)
    path = f"{game.path}/events"
    first = own.anonymous().get(path, headers=STREAM, buffered=False)
    body = cast(Iterator[bytes], iter(first.response))
    assert next(body).startswith(b"retry:")
    refused = own.anonymous().get(path, headers=STREAM)
    assert refused.status_code == 503
    assert problem(refused)["code"] == "too_many_streams"
    assert own.anonymous().get(path).status_code == 200
    first.close()
    game.seats["allies"].post(game.commands, {"type": "resign"})
    assert own.anonymous().get(path, headers=STREAM).status_code == 200


def test_no_request_waits_for_a_connection_that_another_uses(own: Service) -> None:
    kit = own.inside()
    pool = cast(Redis, kit.redis).connection_pool
    busy = [pool.get_connection() for _ in range(kit.settings.web_threads - 1)]
    try:
        assert own.anonymous().get("/v1/games").status_code == 200
    finally:
        for connection in busy:
            pool.release(connection)


def stored(service: Service, game: Game) -> tuple[Redis, str]:
    return service.inside().redis, KEYS.log(game.id)


def test_a_log_that_cannot_be_read_is_named_and_not_shown(own: Service) -> None:
    game = running_game(own)
    redis, log = stored(own, game)
    redis.rpush(log, b"not an event")
    path = f"{game.path}/events"
    answer = own.app.test_client().get(path)
    assert (answer.status_code, problem(answer)["code"]) == (503, "game_unreadable")
    check_problem(answer, path)
    assert b"not an event" not in answer.get_data()


def test_a_log_that_became_shorter_closes_the_game_to_commands(own: Service) -> None:
    game = running_game(own)
    player = game.awaited()
    assert isinstance(player, Player)
    command = game.actions(player)["actions"][0]
    redis, log = stored(own, game)
    redis.rpop(log)
    answer = player.post(game.commands, command)
    assert answer.status_code == 503
    assert problem(answer)["code"] == "history_lost"
    assert redis.llen(log) == 7


def test_bodies_that_come_slowly_hold_up_bodies_alone(service: Service) -> None:
    slots = service.inside().body_slots
    held = 0
    while slots.acquire(blocking=False):
        held += 1
    try:
        answer = service.anonymous().post("/v1/players", {"name": "Ada"})
        assert (answer.status_code, answer.get_json()["code"]) == (503, "busy")
        assert service.anonymous().get("/v1/games").status_code == 200
    finally:
        slots.release(held)
    assert service.anonymous().post("/v1/players", {"name": "Ada"}).status_code == 201
