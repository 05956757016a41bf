"""Whatever an earlier commit has left, in Redis and in its files, opens and goes on today."""

import json
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from redis import Redis

from api.app import create_app
from api.settings import Settings
from deploy.redis_server import RedisServer
from events.archive.archiver import Archive
from events.backend import Backend
from events.clock import utc_now
from events.games.service import GameService
from events.log.chain import canonical
from events.log.first_forms import original
from events.log.stored_event import StoredEvent, dump, load
from events.log.verifier import verify
from events.read_models.projector import Projector
from events.read_models.rebuild import stored_games
from events.store.keys import Keys
from events.store.layout import check
from events.store.servers import connect
from events.transfer.exports import export_lines, read_export
from events.transfer.verifying import check_chain, verified
from events.upgrade.runner import is_needed, upgrade
from tests.chain.auditors import javascript
from tests.contract.contract import read as read_contract
from tests.contract.service import UNLIMITED, Game, Player, Service
from tests.support.waiting import PATIENCE
from tests.upgrade.stores import FILES, as_bytes, fill, read

NAMES = Keys()
PROJECTOR = "projector of the earlier store"
"""Told by its name from those of other services in this process, which go on."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with RedisServer(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data") / "archive"


@pytest.fixture
def client(server: RedisServer) -> Iterator[Redis]:
    with connect(server.url) as found:
        assert isinstance(found, Redis)
        found.flushall()
        yield found


@pytest.fixture(params=FILES, ids=lambda path: path.name.partition(".")[0])
def store(request: pytest.FixtureRequest, client: Redis, archive: Path) -> Any:
    """The content of a store, which is on the server."""
    content = read(request.param)
    fill(client, content, archive.parent)
    return content


@pytest.fixture
def backend(server: RedisServer, store: Any, client: Redis, archive: Path) -> Backend:
    """The data of a store, upgraded."""
    if is_needed(client):
        done = upgrade(client, NAMES)
        assert (done.frozen, done.set_aside) == ((), ())
    assert not is_needed(client)
    check(client, NAMES)
    return Backend.at(server.url, archive_url=archive.as_uri())


@pytest.fixture
def today(server: RedisServer, archive: Path) -> Flask:
    """The service of today."""
    return create_app(
        Settings(redis_url=server.url, archive_url=archive.as_uri(), rate_limits=UNLIMITED), utc_now
    )


@pytest.fixture
def service(today: Flask, backend: Backend) -> Iterator[Service]:
    projector = Projector(backend, utc_now)
    thread = Thread(target=projector.run, name=PROJECTOR, daemon=True)
    thread.start()
    running = Service(today, read_contract(), projector)
    freshness = running.inside().freshness
    freshness.own_seconds = freshness.first_model_seconds = PATIENCE
    yield running
    projector.stop()
    thread.join(PATIENCE)


def logs(content: Any) -> dict[str, list[str]]:
    """The logs of a store by game, as they were stored."""
    return {
        name.rpartition(":")[2]: entry["value"]
        for name, entry in content["keys"].items()
        if ":log:" in name
    }


def events(backend: Backend, game: str) -> list[StoredEvent]:
    return [load(line) for line in backend.store.read(game)]


def people(service: Service, content: Any) -> list[Player]:
    """Those whose tokens are known, and who made them then."""
    return [Player(service, name, token) for name, token in content["tokens"].items()]


def stored_then(player: Player, path: str) -> Any:
    """What is answered at a path, not held to the contract: that describes the newest schemas, and
    events are shown as they were stored."""
    headers = {"Authorization": f"Bearer {player.token}"}
    return player.service.app.test_client().get(path, headers=headers).get_json()


def check_each_game_holds_and_was_played_by_the_rules(backend: Backend, store: Any) -> None:
    games = sorted(set(stored_games(backend)))
    assert set(logs(store)) <= set(games)
    assert len(games) >= 6
    for game in games:
        log = events(backend, game)
        check_chain(log)
        assert verified(log, None, vouched=False).state.version == len(log)


def check_what_was_stored_is_there_still(backend: Backend, store: Any) -> None:
    for game, lines in logs(store).items():
        found = events(backend, game)
        assert [as_it_was(*pair) for pair in zip(found, lines, strict=True)] == list(
            map(as_bytes, lines)
        )


def as_it_was(one: StoredEvent, line: str) -> bytes:
    """An event in the form that its line has."""
    if not line.startswith("{"):
        return dump(one)
    return canonical(one) if "last" in json.loads(line) else original(one)


def check_each_version_of_each_game_is_shown(service: Service, store: Any) -> None:
    for game in logs(store):
        path = f"/v1/games/{game}"
        who = next(one for one in people(service, store) if one.get(path).status_code == 200)
        version = who.get(path).get_json()["version"]
        shown = stored_then(who, f"{path}/events?limit=1000")["items"]
        assert [one["version"] for one in shown] == list(range(1, version + 1))
        for part in ("timeline", "record"):
            assert who.get(f"{path}/{part}").status_code == 200
        each = service.inside().games.each(game, 0, version)
        assert [one.version for one in each] == list(range(1, version + 1))


def check_auditors_find_each_export_sound(
    service: Service, backend: Backend, store: Any, tmp_path: Path
) -> None:
    calls = []
    for game in stored_games(backend):
        answers = [one.get(f"/v1/games/{game}/export") for one in people(service, store)]
        shown = [one.get_data(as_text=True) for one in answers if one.status_code == 200]
        whole = b"".join(export_lines(events(backend, game), None)).decode()
        assert shown
        for text in {*shown, whole}:
            assert verify(text.splitlines()).reason == ""
            calls.append(["verify", text, {}])
    assert {found["reason"] for found in javascript(tmp_path, calls)} == {""}


def check_running_games_are_played_to_their_end_and_brought_in_elsewhere(
    service: Service, backend: Backend, store: Any, client: Redis
) -> None:
    ann, bob = people(service, store)
    listed = ann.get(f"/v1/games?status=active&player={ann.id}").get_json()["items"]
    found = [one for one in listed if len(set(one["seats"].values())) == 2]
    assert found
    for about in found:
        game = Game(about["id"])
        who = {ann.id: ann, bob.id: bob}
        game.seats = {seat: who[player] for seat, player in about["seats"].items()}
        dice = random.Random(1)
        for _ in range(12):
            game.step(dice)
        assert ann.post(game.commands, {"type": "resign"}).status_code == 201
    ended = [events(backend, one["id"]) for one in found]
    files = [b"".join(export_lines(log, None)) for log in ended]
    # It would take the games for lost, and close them, before they are brought in.
    service.projector.stop()
    for thread in threading.enumerate():
        if thread.name == PROJECTOR:
            thread.join(PATIENCE)
    client.flushall()
    for log, file in zip(ended, files, strict=True):
        assert verify(file.decode().splitlines()).reason == ""
        checked = read_export(file.splitlines())
        assert checked.vouched_by == "rules"
        assert backend.imports.add(checked, None, utc_now())
        assert events(backend, checked.game) == log


def check_finished_games_go_to_the_archive_and_come_back(backend: Backend, client: Redis) -> None:
    assert backend.archive is not None
    place = Archive(client, NAMES, backend.archive, utc_now)
    games = GameService(backend.store, utc_now)
    over = [game for game in stored_games(backend) if games.repository.current(game).state.winner]
    assert over
    for game in over:
        lines = backend.store.read(game)
        if client.exists(NAMES.log(game)):
            assert place.archive(game)
        assert not client.exists(NAMES.log(game))
        again = list(map(dump, map(load, lines)))
        assert backend.store.read(game) == again
        assert place.restore(game)
        assert client.lrange(NAMES.log(game), 0, -1) == again


def test_what_an_earlier_commit_has_left_opens_and_goes_on(
    service: Service, backend: Backend, store: Any, client: Redis, tmp_path: Path
) -> None:
    check_each_game_holds_and_was_played_by_the_rules(backend, store)
    check_what_was_stored_is_there_still(backend, store)
    check_each_version_of_each_game_is_shown(service, store)
    check_auditors_find_each_export_sound(service, backend, store, tmp_path)
    check_finished_games_go_to_the_archive_and_come_back(backend, client)
    check_running_games_are_played_to_their_end_and_brought_in_elsewhere(
        service, backend, store, client
    )
