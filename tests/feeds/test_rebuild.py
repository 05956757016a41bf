"""Building the read model anew: from the logs alone, while games go on, and leaving nothing."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from domain.commands import Resign
from domain.values import Seat, Visibility
from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.feeds.feeds import Feeds
from events.games.service import GameService
from events.read_models.catalog import GameCatalog, Query
from events.read_models.projector import Projector
from events.read_models.read_model import ReadModel
from events.read_models.read_your_writes import ReadYourWrites
from events.read_models.rebuild import (
    RebuildRunsError,
    RebuildStoppedError,
    rebuild,
    stored_games,
    tidy,
)
from events.store import keys
from events.store.servers import Client
from tests.feeds.conftest import PARTITIONS
from tests.fixtures import Clock, game_options, opened, play_on, started
from tests.support.projecting import catch_up, contents, projecting, rebuilt


def generations(client: Client) -> set[str]:
    """The generations of which there are keys."""
    names = (key.decode() for key in client.scan_iter(match="afteraction:{read}:*:*"))
    return {name.split(":")[2] for name in names}


def catalog(backend: Backend) -> GameCatalog:
    feeds = Feeds(backend.client, backend.names)
    return GameCatalog(backend.client, ReadYourWrites(backend.client, feeds))


def test_a_rebuild_finds_every_game(backend: Backend, games: GameService) -> None:
    names = [f"gm_{number:03}" for number in range(250)]
    for name in names:
        opened(games, game_options(name))
    started(games, "gm_with:colons")
    assert set(stored_games(backend)) == {*names, "gm_with:colons"}
    done = rebuild(backend)
    assert done is not None
    assert (done.games, done.failed) == (251, ())
    found, _ = catalog(backend).find(Query(), 300)
    assert {game["id"] for game in found} == {*names, "gm_with:colons"}


def test_only_the_new_generation_is_left(
    backend: Backend, projector: Projector, games: GameService, feeds: Feeds, client: Client
) -> None:
    for number in range(3):
        started(games, f"gm_{number}", visibility=Visibility.PRIVATE)
        catch_up(backend, projector)
        before = contents(client)
        done = rebuild(backend)
        assert done is not None
        assert contents(client) == before
        assert generations(client) == {str(done.generation)}
        assert feeds.groups() == {f"lists.{done.generation}"}
        assert client.get(keys.REBUILD) is None


def test_one_is_enough(backend: Backend, client: Client) -> None:
    first = rebuild(backend)
    assert first is not None
    assert rebuild(backend, older_than=first.generation - 1) is None
    second = rebuild(backend, older_than=first.generation)
    assert second is not None
    assert second.generation > first.generation


def test_a_second_one_at_the_same_time_is_refused(backend: Backend, games: GameService) -> None:
    opened(games, game_options("game"))
    game, go_on = Event(), Event()

    def wait() -> bool:
        game.set()
        go_on.wait(30)
        return False

    with ThreadPoolExecutor() as threads:
        first = threads.submit(rebuild, backend, None, wait)
        assert game.wait(30)
        with pytest.raises(RebuildRunsError):
            rebuild(backend)
        groups = Feeds(backend.client, backend.names).groups()
        tidy(backend)
        assert Feeds(backend.client, backend.names).groups() == groups, "it goes on"
        go_on.set()
        done = first.result()
        assert done is not None
        assert done.games == 1


def test_one_that_is_slower_than_its_lock_goes_on_while_nobody_takes_it(
    backend: Backend, games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(games, game_options("game"))
    monkeypatch.setattr("events.read_models.rebuild._LOCK_MILLISECONDS", 1)
    done = rebuild(backend, stopped=lambda: time.sleep(0.01) is not None)
    assert done is not None
    assert done.games == 1


def test_one_that_was_stopped_leaves_the_lists_as_they_were(
    backend: Backend, games: GameService, feeds: Feeds, client: Client
) -> None:
    opened(games, game_options("game"))
    first = rebuild(backend)
    assert first is not None
    before = contents(client)
    with pytest.raises(RebuildStoppedError):
        rebuild(backend, stopped=lambda: True)
    assert contents(client) == before
    assert feeds.groups() == {f"lists.{first.generation}"}
    assert generations(client) == {str(first.generation)}


def test_one_that_died_holds_nothing_back_for_long(
    backend: Backend, games: GameService, feeds: Feeds, client: Client
) -> None:
    opened(games, game_options("game"))
    first = rebuild(backend)
    assert first is not None
    dead = ReadModel(client, first.generation + 1)
    dead.begin(feeds.register(dead.group))
    tidy(backend)
    assert feeds.groups() == {f"lists.{first.generation}"}
    assert generations(client) == {str(first.generation)}


def test_nothing_is_lost_of_games_that_are_played_meanwhile(
    backend: Backend, games: GameService
) -> None:
    names = [f"gm_{number}" for number in range(8)]
    for name in names:
        started(games, name)
    lists = catalog(backend)
    played, seen = Event(), []

    def play() -> None:
        for turn in range(6):
            for number, name in enumerate(names):
                play_on(games, name, 2, seed=10 * turn + number)
            opened(games, game_options(f"gm_new_{turn}"))
        games.submit(names[0], Resign(Seat.AXIS))
        played.set()

    def look() -> None:
        while not played.is_set():
            seen.append({game["id"] for game in lists.find(Query(), 100)[0]})

    with projecting(backend), ThreadPoolExecutor() as threads:
        tasks = [threads.submit(play), threads.submit(look)]
        while not played.is_set():
            # The projector builds the first one.
            with suppress(RebuildRunsError):
                rebuild(backend)
        for task in tasks:
            task.result()
        found = {game["id"]: game["version"] for game in lists.find(Query(), 100)[0]}
    every = [*names, *(f"gm_new_{turn}" for turn in range(6))]
    assert found == {name: games.repository.current(name).version for name in every}
    assert all(known >= set(names) for known in seen), "no reader met a model half built"
    assert seen
    assert contents(backend.client) == rebuilt(backend)


def test_feeds_are_trimmed_while_generations_come_and_go(
    backend: Backend, games: GameService
) -> None:
    projector = Projector(backend, chores_seconds=0)
    catch_up(backend, projector)
    for number in range(100):
        opened(games, game_options(f"gm_{number}"))
    catch_up(backend, projector)
    rebuild(backend)
    catch_up(backend, projector)
    projector.step(0)
    lengths = [backend.client.xlen(backend.names.feed(p)) for p in range(PARTITIONS)]
    assert lengths == [1] * PARTITIONS


@pytest.fixture
def archive(tmp_path: Path) -> ArchiveFiles:
    return ArchiveFiles.at(str(tmp_path / "archive"))


def test_archived_games_are_built_in(client: Client, archive: ArchiveFiles, clock: Clock) -> None:
    backend = Backend.on(client, PARTITIONS, archive)
    games = GameService(backend.store, clock)
    for name in ("gm_kept", "gm_archived"):
        started(games, name)
        games.submit(name, Resign(Seat.AXIS))
    before = rebuilt(backend)
    assert Archive(client, backend.names, archive, clock).archive("gm_archived")
    assert not client.exists(backend.names.log("gm_archived"))
    assert rebuilt(backend) == before


def test_a_damaged_file_of_the_archive_does_not_stop_a_rebuild(
    client: Client, archive: ArchiveFiles, clock: Clock, tmp_path: Path
) -> None:
    backend = Backend.on(client, PARTITIONS, archive)
    games = GameService(backend.store, clock)
    names = ("gm_kept", "gm_damaged", "gm_missing")
    for name in names:
        started(games, name)
        games.submit(name, Resign(Seat.AXIS))
    for name in names[1:]:
        assert Archive(client, backend.names, archive, clock).archive(name)
    [damaged] = tmp_path.rglob("gm_damaged.*.log.xz")
    damaged.write_bytes(b"spoiled")
    [missing] = tmp_path.rglob("gm_missing.*.log.xz")
    missing.unlink()
    done = rebuild(backend)
    assert done is not None
    assert set(done.failed) == {"gm_damaged", "gm_missing"}
    found, _ = catalog(backend).find(Query(), 9)
    assert [game["id"] for game in found] == ["gm_kept"]
