"""A game whose stored history was altered is closed, to its players and to everyone else."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.redis_server import RedisServer
from events.backend import Backend
from events.clock import milliseconds, utc_now
from events.seals.key_folder import make_key
from tests.contract.service import LINES, STREAM, Game, Player, Service, running_game, serve
from tests.fixtures import KEYS
from tests.support.lines import changed
from tests.support.waiting import wait_until
from workers.verification import verify_logs

READS = ("", "/events", "/states/3", "/actions", "/export", "/record", "/timeline", "/board.svg")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("own")
    make_key(folder / "keys")
    with RedisServer(folder / "redis", appendfsync="no") as server:
        service = serve(server.url, signing_keys=folder / "keys")
        yield service
        service.close()


def alter(service: Service, game: Game) -> bytes:
    """Let the sixth event say that it was at another time; returns what was stored."""
    redis, log = service.inside().redis, KEYS.log(game.id)
    line: bytes = redis.lindex(log, 5)
    redis.lset(log, 5, changed(line, at="2030-01-01T00:00:00.000Z"))
    return line


def swept(service: Service) -> None:
    """A round of the verification, by a worker of its own."""
    kit = service.inside()
    kit.redis.delete("afteraction:verification")
    data = Backend.at(kit.settings.redis_url or "")
    assert verify_logs(data, None, milliseconds(utc_now()), 10**6)


def codes(service: Service, game: Game) -> set[tuple[int, str]]:
    """What its player is told of a game, whatever is asked."""
    ada = Player(service, game.seats["allies"].id, game.seats["allies"].token)
    answers = [ada.get(game.path + path) for path in READS]
    answers += [ada.get(f"{game.path}/events", headers=form) for form in (STREAM, LINES)]
    answers.append(ada.post(game.commands, {"type": "resign"}))
    answers.append(service.anonymous().get(game.path))
    assert all(answer.headers["Retry-After"] == "600" for answer in answers)
    return {(answer.status_code, answer.get_json()["code"]) for answer in answers}


def test_the_command_that_would_end_and_seal_an_altered_game_closes_it(own: Service) -> None:
    game = running_game(own)
    ada = game.seats["allies"]
    alter(own, game)
    key = {"Idempotency-Key": "end"}
    version = own.inside().redis.llen(KEYS.log(game.id))
    for _ in range(2):
        refused = ada.post(game.commands, {"type": "resign"}, headers=key)
        assert (refused.status_code, refused.get_json()["code"]) == (503, "log_broken")
    assert own.inside().redis.llen(KEYS.log(game.id)) == version
    assert own.inside().store.seal(game.id) is None
    assert codes(own, game) == {(503, "log_broken")}
    assert 'afteraction_log_broken_games{part="store"} 1.0' in (
        own.anonymous().get("/metrics").get_data(as_text=True)
    )


def test_what_a_worker_finds_every_process_tells(own: Service, tmp_path: Path) -> None:
    altered, sound = running_game(own), running_game(own)
    other = serve(own.inside().settings.redis_url or "")
    try:
        right = alter(own, altered)
        swept(own)
        for service in (own, other):
            wait_until(
                lambda service=service: service.anonymous().get(altered.path).status_code == 503,
                "the process has heard of it",
            )
            assert codes(service, altered) == {(503, "log_broken")}
            for player in sound.seats.values():
                player.service = service
            assert sound.step(random.Random(1))
        # Only when the log is right again can it be opened.
        admin = own.admin()
        refused = admin.post(f"{altered.path}/unfreeze")
        assert (refused.status_code, refused.get_json()["code"]) == (503, "log_broken")
        own.inside().redis.lset(KEYS.log(altered.id), 5, right)
        assert admin.post(f"{altered.path}/unfreeze").status_code == 200
        ada = altered.seats["allies"]
        assert ada.post(altered.commands, {"type": "resign"}).status_code == 201
        assert own.inside().store.seal(altered.id) is not None
    finally:
        other.close()


def test_a_stream_ends_with_the_problem(own: Service) -> None:
    game, quiet = running_game(own), running_game(own)
    ada = game.seats["allies"]
    alter(own, game)
    stream = ada.get(f"{game.path}/events?after=5", headers=STREAM, buffered=False)
    parts = iter(stream.response)
    assert b"id: 6" in next(parts) + next(parts)
    swept(own)
    wait_until(lambda: own.anonymous().get(game.path).status_code == 503, "it is known here")
    # A reader that is told that something may have been missed reads the log.
    own.inside().live._notify_all()
    rest = b"".join(parts)
    assert b"log_broken" in rest
    stream.close()
    assert quiet.seats["allies"].get(quiet.path).status_code == 200
