"""Games from elsewhere on a real Redis server: put whole, marked, and never over another."""

import random
import threading

import pytest
from msgspec.structs import replace

from domain.commands import Resign
from domain.errors import IllegalCommandError
from domain.scenarios import slugs
from domain.values import EditionName, Seat
from events.backend import Backend
from events.clock import milliseconds
from events.games.deadlines import DeadlineIndex
from events.games.errors import GameNotFoundError
from events.games.repository import GameRepository
from events.games.service import GameService
from events.log.stored_event import load
from events.store.layout import ForeignDataError
from events.store.port import StoreUnavailableError
from events.store.servers import Client
from events.transfer.exports import export_lines, read_export
from events.transfer.imports import ImportConflictError, ImportMark
from events.transfer.verifying import CheckedLog, RefusedLogError
from tests.fixtures import BOB, KEYS, Clock, everything, play_on, started
from tests.support.logs import RECORDINGS, battles_of, exported, recorded_log, rehashed

GAME = recorded_log()[0].data["game"]
CAROL = "pl_carol"
NOW = "2031-01-01T00:00:00.000Z"


def checked(data: bytes) -> CheckedLog:
    return read_export(data.splitlines(keepends=True))


def export_of(data: Backend, game: str) -> bytes:
    """What the service would hand out of a game."""
    log = [load(line) for line in data.store.read(game)]
    return b"".join(export_lines(log, None, data.store.seal(game)))


@pytest.fixture
def data(client: Client) -> Backend:
    return Backend.on(client)


@pytest.mark.parametrize("name", RECORDINGS)
def test_every_recorded_game_comes_in(data: Backend, name: str) -> None:
    log = recorded_log(name)
    game = log[0].data["game"]
    battles = battles_of(log)
    whole = exported(log)
    made_up = not battles.keys() <= set(slugs())
    lines = whole.splitlines()
    read = read_export(lines, None, battles.__getitem__) if made_up else read_export(lines)
    assert data.imports.add(read, CAROL, NOW)
    assert export_of(data, game) == whole
    assert GameRepository(data.store).current(game).head == log[-1].hash


def test_what_is_exported_comes_in_elsewhere_and_goes_out_the_same(
    data: Backend, client: Client, clock: Clock
) -> None:
    """Played, exported, imported on an empty server, exported: the same bytes."""
    games = GameService(data.store, clock)
    for number in range(3):
        name = f"game-{number}"
        started(games, name, random.Random(number).choice(list(EditionName)))
        play_on(games, name, 30 * number, seed=number)
        state = games.repository.current(name).state
        games.submit(name, Resign(state.awaited or Seat.AXIS))
    whole = {f"game-{number}": export_of(data, f"game-{number}") for number in range(3)}
    client.flushall()
    for name, before in whole.items():
        assert data.imports.add(checked(before), CAROL, NOW)
        assert export_of(data, name) == before


def test_an_imported_game_is_finished_and_marked(data: Backend, client: Client) -> None:
    log = recorded_log()
    assert data.imports.imported(GAME) is None
    data.imports.add(checked(exported(log)), CAROL, NOW)
    assert data.imports.imported(GAME) == ImportMark(CAROL, NOW, "rules")
    due = DeadlineIndex(client, KEYS)
    finished = milliseconds(log[-1].at)
    assert (due.finished(finished - 1), due.finished(finished)) == ([], [GAME])
    assert due.overdue(milliseconds("2099-01-01T00:00:00.000Z")) == []
    feed = client.xrange(KEYS.feed(KEYS.partition(GAME)))
    assert [fields for _, fields in feed] == [
        {b"game": GAME.encode(), b"version": b"%d" % len(log)}
    ]
    with pytest.raises(IllegalCommandError):
        GameService(data.store, Clock()).submit(GAME, Resign(Seat.AXIS))


def test_a_seal_is_never_put_on_a_game_that_was_not_played_here(
    data: Backend, client: Client
) -> None:
    data.imports.add(checked(exported(recorded_log())), CAROL, NOW)
    started(GameService(data.store, Clock()), "other")
    GameService(data.store, Clock()).submit("other", Resign(Seat.AXIS))
    assert DeadlineIndex(client, KEYS).unsealed() == ["other"]


def test_the_same_log_again_changes_nothing(data: Backend, client: Client) -> None:
    log = checked(exported(recorded_log()))
    assert data.imports.add(log, CAROL, NOW)
    before = everything(client)
    assert not data.imports.add(log, BOB, "2032-01-01T00:00:00.000Z")
    assert everything(client) == before


def test_a_game_played_here_is_the_same_log(data: Backend, client: Client, clock: Clock) -> None:
    games = GameService(data.store, clock)
    started(games, GAME)
    games.submit(GAME, Resign(Seat.AXIS))
    before = everything(client)
    assert not data.imports.add(checked(export_of(data, GAME)), CAROL, NOW)
    assert everything(client) == before
    assert data.imports.imported(GAME) is None


def finished_otherwise(data: Backend, games: GameService) -> None:
    games.submit(GAME, Resign(Seat.ALLIES))


def frozen(data: Backend, games: GameService) -> None:
    data.store.freeze(GAME, "seen in a test")


def frozen_and_empty(data: Backend, games: GameService) -> None:
    frozen(data, games)
    data.client.delete(KEYS.log(GAME))


def running(data: Backend, games: GameService) -> None:
    """As it is."""


OTHERS = {one.__name__: one for one in (running, finished_otherwise, frozen, frozen_and_empty)}


@pytest.mark.parametrize("other", OTHERS)
def test_another_log_of_that_id_stays(
    data: Backend, client: Client, clock: Clock, other: str
) -> None:
    games = GameService(data.store, clock)
    started(games, GAME, seed="ab" * 32)
    OTHERS[other](data, games)
    before = everything(client)
    with pytest.raises(ImportConflictError) as refused:
        data.imports.add(checked(exported(recorded_log())), CAROL, NOW)
    assert str(refused.value) == "another game has this id"
    assert everything(client) == before


def test_a_game_that_runs_cannot_come_in(data: Backend, client: Client) -> None:
    log = recorded_log()
    last = max(one.version for one in log[:60] if one.last)
    before = everything(client)
    with pytest.raises(RefusedLogError, match="not finished"):
        data.imports.add(checked(exported(log[:last])), CAROL, NOW)
    assert everything(client) == before


def test_a_game_of_the_future_cannot_come_in(data: Backend, client: Client) -> None:
    log = checked(exported(recorded_log()))
    before = everything(client)
    with pytest.raises(RefusedLogError, match="future"):
        data.imports.add(log, CAROL, "2030-01-01T03:04:05.677Z")
    assert everything(client) == before
    assert data.imports.add(log, CAROL, "2030-01-01T03:04:05.678Z")


def test_a_game_of_before_1970_cannot_come_in(data: Backend, client: Client) -> None:
    """Lists could not go on behind it."""
    before = everything(client)
    times = {
        "1965-01-01T00:00:00.000Z": "before 1970",
        "1969-12-31T23:59:59.999Z": "before 1970",
        "1970-01-01T00:00:00.000Z": None,
    }
    for at, said in times.items():
        log = checked(exported(rehashed([replace(one, at=at) for one in recorded_log()])))
        if said is None:
            assert data.imports.add(log, CAROL, NOW)
        else:
            with pytest.raises(RefusedLogError, match=said):
                data.imports.add(log, CAROL, NOW)
            assert everything(client) == before


def test_refused_data_never_reaches_the_store(data: Backend, client: Client) -> None:
    whole = exported(recorded_log())
    before = everything(client)
    for place in range(0, len(whole), len(whole) // 40):
        spoiled = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        with pytest.raises(RefusedLogError):
            data.imports.add(checked(spoiled), CAROL, NOW)
    assert everything(client) == before


def test_of_many_imports_at_once_one_is_the_first(data: Backend) -> None:
    log = checked(exported(recorded_log()))
    done: list[bool] = []
    threads = [
        threading.Thread(target=lambda: done.append(data.imports.add(log, CAROL, NOW)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False] * 7 + [True]


def test_readers_see_nothing_or_all_of_it(data: Backend) -> None:
    log = checked(exported(recorded_log()))
    seen: set[int] = set()
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            try:
                seen.add(GameRepository(data.store).current(GAME).version)
            except GameNotFoundError:
                seen.add(0)

    reader = threading.Thread(target=look)
    reader.start()
    data.imports.add(log, CAROL, NOW)
    stop.set()
    reader.join()
    assert seen <= {0, len(log.lines)}


def test_foreign_data_is_left_alone(client: Client) -> None:
    log = checked(exported(recorded_log()))
    data = Backend.on(client, partitions=8)
    data.imports.add(log, CAROL, NOW)
    before = everything(client)
    with pytest.raises(ForeignDataError):
        Backend.on(client, partitions=16).imports.add(log, CAROL, NOW)
    assert everything(client) == before


def test_a_store_without_its_replicas_has_not_confirmed(client: Client) -> None:
    log = checked(exported(recorded_log()))
    with pytest.raises(StoreUnavailableError, match="replicas"):
        Backend.on(client, replicas=1, wait_milliseconds=20).imports.add(log, CAROL, NOW)
    assert not Backend.on(client).imports.add(log, CAROL, NOW)


def test_players_of_the_log_need_not_exist(data: Backend) -> None:
    log = recorded_log()
    data.imports.add(checked(exported(log)), CAROL, NOW)
    state = GameRepository(data.store).current(GAME).state
    assert set(state.seats.values()) == {"ann", "bob"}
