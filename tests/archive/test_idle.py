"""Games that leave the store while nobody plays them, and come back for their next command."""

import threading
from pathlib import Path

import pytest

from domain.commands import Resign, TakeSeat
from domain.errors import IllegalCommandError
from domain.values import Seat
from events.archive import freezing
from events.archive.archiver import Archive, read_stored_game
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.clock import milliseconds
from events.games.deadlines import DeadlineIndex
from events.games.service import GameService
from events.store.archive_stub import stub_of
from events.store.port import Key
from events.store.servers import Client
from tests.fixtures import (
    ALICE,
    BOB,
    KEYS,
    PATIENCE,
    Clock,
    game_options,
    opened,
    play_on,
    plays,
    started,
)


@pytest.fixture
def files(tmp_path: Path) -> ArchiveFiles:
    return ArchiveFiles.at(str(tmp_path / "archive"))


@pytest.fixture
def data(client: Client, files: ArchiveFiles) -> Backend:
    return Backend.on(client, archive=files)


@pytest.fixture
def archive(client: Client, files: ArchiveFiles, clock: Clock) -> Archive:
    return Archive(client, KEYS, files, clock)


@pytest.fixture
def games(data: Backend, clock: Clock) -> GameService:
    return GameService(data.store, clock)


def anew(client: Client, files: ArchiveFiles, clock: Clock) -> GameService:
    """The games as a process sees them that has never met one."""
    return GameService(Backend.on(client, archive=files).store, clock)


def test_an_idle_game_leaves_and_comes_back_for_its_next_command(
    games: GameService, archive: Archive, client: Client, files: ArchiveFiles, clock: Clock
) -> None:
    started(games)
    key = Key(f"{ALICE}  first", "f")
    games.submit("game", plays(games.repository.current("game").state)[0], key=key)
    before = read_stored_game(client, KEYS, "game")
    assert archive.archive("game")
    assert read_stored_game(client, KEYS, "game").lines == []
    other = anew(client, files, clock)
    now = other.repository.current("game")
    assert now == games.repository.current("game")
    assert other.submit("game", Resign(Seat.AXIS), key=key).replayed is True
    after = play_on(other, "game", 5)
    held = read_stored_game(client, KEYS, "game")
    assert held.lines[: now.version] == before.lines
    assert held.fields == before.fields
    assert (len(held.lines), held.closed) == (after.version, None)
    assert games.repository.current("game") == after


def test_what_a_process_knew_goes_on_too(
    games: GameService, archive: Archive, client: Client
) -> None:
    started(games)
    assert archive.archive("game")
    assert play_on(games, "game", 3).version == client.llen(KEYS.log("game"))
    with pytest.raises(IllegalCommandError):
        games.submit("game", TakeSeat(Seat.AXIS, BOB))


def test_an_unplayed_private_game_keeps_its_renewed_invitation(
    games: GameService, archive: Archive, client: Client
) -> None:
    opened(games, game_options("game"))
    place = KEYS.invitations(KEYS.partition("game"))
    client.hset(place, "game", 2)
    assert archive.archive("game")
    assert client.hget(place, "game") == b"2"


def test_games_are_idle_by_their_last_command(
    data: Backend, games: GameService, archive: Archive, client: Client, clock: Clock
) -> None:
    index = DeadlineIndex(client, KEYS)
    started(games, "one")
    started(games, "two")
    clock.advance(seconds=60)
    last = milliseconds(play_on(games, "one", 1).times.updated)
    assert index.idle(last - 1) == ["two"]
    assert index.idle(last) == ["two", "one"]
    archive.archive("two")
    assert index.idle(last) == ["one"]
    games.submit("one", Resign(Seat.AXIS))
    assert index.idle(last + 10_000) == []
    play_on(games, "two", 1)
    assert index.idle(last + 10_000) == ["two"]


def test_time_runs_out_for_a_game_that_has_left(
    games: GameService, archive: Archive, client: Client
) -> None:
    started(games)
    index = DeadlineIndex(client, KEYS)
    overdue = index.overdue(2**52)
    assert overdue == ["game"]
    assert archive.archive("game")
    assert index.overdue(2**52) == overdue


def test_many_bring_a_game_back_at_once_and_each_command_is_taken_once(
    games: GameService, archive: Archive, client: Client, files: ArchiveFiles, clock: Clock
) -> None:
    command = plays(started(games).state)[0]
    assert archive.archive("game")
    ready = threading.Barrier(8)
    outcomes = []

    def act() -> None:
        service = anew(client, files, clock)
        ready.wait(PATIENCE)
        outcomes.append(service.submit("game", command, key=Key(f"{ALICE}  same", "f")))

    threads = [threading.Thread(target=act) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert sorted(one.replayed for one in outcomes) == [False] + [True] * 7
    assert {one.upto for one in outcomes} == {client.llen(KEYS.log("game"))}


def test_a_game_that_has_left_can_be_frozen(
    data: Backend, games: GameService, archive: Archive, client: Client
) -> None:
    started(games)
    archive.archive("game")
    assert freezing.freeze(data.store, "game", "by the operator")
    assert stub_of(client.get(KEYS.closed("game"))) is None
    assert client.llen(KEYS.log("game"))
