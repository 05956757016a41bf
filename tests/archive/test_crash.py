"""A store that dies while games leave it: each is whole in one place or the other."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from deploy.redis_server import RedisServer
from domain.commands import Resign
from domain.values import Seat
from events.archive.archiver import Archive, read_stored_game
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.games.service import GameService
from events.store.archive_stub import stub_of
from events.store.port import Key, StoreUnavailableError
from events.store.servers import connect
from tests.fixtures import KEYS, PATIENCE, Clock, started

NAMES = [f"game-{number}" for number in range(24)]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path / "redis") as server:
        yield server


@pytest.mark.parametrize("moved", [0, 7, 20])
def test_a_kill_leaves_each_game_whole_in_one_place(
    server: RedisServer, clock: Clock, tmp_path: Path, moved: int
) -> None:
    files = ArchiveFiles.at(str(tmp_path / "archive"))
    with closing(connect(server.url)) as client:
        data = Backend.on(client, archive=files)
        games = GameService(data.store, clock)
        for name in NAMES:
            started(games, name)
            games.submit(name, Resign(Seat.AXIS), key=Key(f"bob  {name}", "f"))
        before = {name: read_stored_game(client, KEYS, name) for name in NAMES}
        archive = Archive(client, KEYS, files, clock)
        done = move_until_killed(server, archive, moved)
        server.start()
        left = 0
        for name in NAMES:
            held = read_stored_game(client, KEYS, name)
            fresh = Backend.on(client, archive=files).store
            if stub_of(held.closed) is None:
                assert held == before[name]
                assert client.zscore(KEYS.finished(KEYS.partition(name)), name) is not None
                left += 1
            else:
                assert (held.lines, held.fields, held.seal) == ([], {}, None)
                assert client.zscore(KEYS.finished(KEYS.partition(name)), name) is None
            known, lines = fresh.peek(name, 0, f"bob  {name}")
            assert lines == before[name].lines
            assert known is not None
        assert len(NAMES) - left >= len(done), "what was told as archived is"
        assert left > 0
        for name in NAMES:
            archive.archive(name)
            assert Backend.on(client, archive=files).store.read(name) == before[name].lines


def move_until_killed(server: RedisServer, archive: Archive, moved: int) -> list[str]:
    """The games whose moves were confirmed before the server died."""
    done: list[str] = []
    enough = threading.Event()

    def move() -> None:
        for name in NAMES:
            try:
                archive.archive(name)
            except StoreUnavailableError:
                return
            done.append(name)
            if len(done) > moved:
                enough.set()

    mover = threading.Thread(target=move)
    mover.start()
    if moved:
        assert enough.wait(PATIENCE)
    else:
        time.sleep(0.002)
    server.kill()
    mover.join(PATIENCE)
    return done


def test_a_kill_between_the_files_and_the_move_leaves_the_game_in_the_store(
    server: RedisServer, clock: Clock, tmp_path: Path
) -> None:
    place = str(tmp_path / "archive")
    with Redis.from_url(server.url) as client:
        games = GameService(Backend.on(client).store, clock)
        started(games)
        games.submit("game", Resign(Seat.AXIS))
        before = read_stored_game(client, KEYS, "game")
        files = ArchiveFiles.at(place)
        read = files.read

        def read_and_kill(path: str) -> bytes:
            data = read(path)
            if server.running:
                server.kill()
            return data

        files.read = read_and_kill  # type: ignore[method-assign] # dies at that very moment
        with pytest.raises(StoreUnavailableError):
            Archive(client, KEYS, files, clock).archive("game")
        server.start()
        assert read_stored_game(client, KEYS, "game") == before
        assert Archive(client, KEYS, ArchiveFiles.at(place), clock).archive("game")
