"""The projector: whatever is cut off, and whoever else works, the read model follows the logs."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.redis_server import RedisServer
from domain.commands import Resign, TakeSeat
from domain.values import Seat
from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.backend import Backend
from events.clock import utc_now
from events.feeds.feeds import Feeds
from events.games.service import GameService
from events.read_models.catalog import GameCatalog, Query
from events.read_models.projection import RETRY_MILLISECONDS, Projection
from events.read_models.projector import Projector
from events.read_models.read_model import ReadModel
from events.read_models.read_your_writes import ReadYourWrites
from events.store.servers import Client
from tests.feeds.conftest import PARTITIONS
from tests.fixtures import ALICE, BOB, Clock, game_options, opened, play_on, started, wait_until
from tests.support.projecting import catch_up, contents, projecting, rebuilt


def listed(backend: Backend) -> dict[str, int]:
    """The versions of all games, as the list of them says."""
    freshness = ReadYourWrites(backend.client, Feeds(backend.client, backend.names))
    found, _ = GameCatalog(backend.client, freshness).find(Query(), 200)
    return {game["id"]: game["version"] for game in found}


def versions(games: GameService, names: list[str]) -> dict[str, int]:
    return {name: games.repository.current(name).version for name in names}


def start_games(games: GameService, count: int) -> list[str]:
    names = [f"gm_{number}" for number in range(count)]
    for name in names:
        started(games, name)
    return names


def current(backend: Backend) -> ReadModel:
    model = ReadModel.current(backend.client)
    assert model is not None
    return model


def test_it_follows_the_games(backend: Backend, projector: Projector, games: GameService) -> None:
    catch_up(backend, projector)
    names = start_games(games, 5)
    catch_up(backend, projector)
    assert listed(backend) == versions(games, names)
    play_on(games, "gm_3", 10)
    games.submit("gm_1", Resign(Seat.AXIS))
    catch_up(backend, projector)
    assert listed(backend) == versions(games, names)
    assert contents(backend.client) == rebuilt(backend)


def test_what_was_read_by_one_that_died_is_taken_in(
    backend: Backend, projector: Projector, games: GameService, feeds: Feeds
) -> None:
    catch_up(backend, projector)
    names = start_games(games, 5)
    assert feeds.read(current(backend).group, 100), "read, and never heard of again"
    assert projector.step(0) == 0, "it may still be at work"
    assert listed(backend) == {}
    catch_up(backend, Projector(backend))
    assert listed(backend) == versions(games, names)


def test_what_was_taken_in_by_one_that_died_before_it_said_so_is_taken_in_once(
    backend: Backend, projector: Projector, games: GameService, feeds: Feeds
) -> None:
    catch_up(backend, projector)
    names = start_games(games, 5)
    model = current(backend)
    Projection(backend, model, games.repository, utc_now).update(
        [entry.game for entry in feeds.read(model.group, 100) if entry.game]
    )
    before = contents(backend.client)
    catch_up(backend, Projector(backend))
    assert contents(backend.client) == before == rebuilt(backend)
    assert listed(backend) == versions(games, names)
    assert all(place.pending is None for place in feeds.reached(current(backend).group).values())


def test_entries_that_another_one_has_forgotten_are_claimed_after_a_while(
    backend: Backend, games: GameService, feeds: Feeds
) -> None:
    projector = Projector(backend, chores_seconds=0, idle_seconds=0.2)
    catch_up(backend, projector)
    names = start_games(games, 5)
    assert feeds.read(current(backend).group, 100)

    def claimed() -> bool:
        projector.step(0)
        return listed(backend) == versions(games, names)

    wait_until(claimed, "they are claimed")


def test_several_at_once_come_to_the_same(backend: Backend, games: GameService) -> None:
    with projecting(backend), projecting(backend), projecting(backend):
        names = start_games(games, 6)
        for number, name in enumerate(names):
            play_on(games, name, 15, seed=number)
        games.submit("gm_5", Resign(Seat.AXIS))
        wait_until(lambda: listed(backend) == versions(games, names), "all is taken in")
    assert contents(backend.client) == rebuilt(backend)


def test_a_game_that_cannot_be_read_does_not_stop_the_others(
    backend: Backend, games: GameService, client: Client, clock: Clock, feeds: Feeds
) -> None:
    projector = Projector(backend, clock, chores_seconds=0)
    catch_up(backend, projector)
    names = start_games(games, 4)
    sound, strange = client.lrange(backend.names.log("gm_1"), 0, -1), backend.names.log("gm_2")
    client.lset(backend.names.log("gm_1"), 0, "not an event")
    client.rename(strange, strange + "x")
    client.set(strange, "not a list")
    catch_up(backend, projector)
    assert set(listed(backend)) == {"gm_0", "gm_3"}
    assert current(backend).count_failed() == 2
    assert feeds.lag(current(backend).group, 0).entries == 0
    client.lset(backend.names.log("gm_1"), 0, sound[0])
    client.rename(strange + "x", strange)
    catch_up(backend, projector)
    assert set(listed(backend)) == {"gm_0", "gm_3"}, "it is not tried again at once"
    clock.advance(milliseconds=RETRY_MILLISECONDS)
    projector.step(0)
    assert listed(backend) == versions(games, names)
    assert current(backend).count_failed() == 0


def test_an_archive_out_of_reach_holds_up_none_but_its_own_games(
    backend: Backend, games: GameService, client: Client, clock: Clock, tmp_path: Path
) -> None:
    archive = ArchiveFiles.at(str(tmp_path))
    away = Projector(backend, clock, chores_seconds=0)
    catch_up(backend, away)
    names = start_games(games, 2)
    games.submit("gm_0", Resign(Seat.AXIS))
    assert Archive(client, backend.names, archive, clock).archive("gm_0")
    catch_up(backend, away)
    assert set(listed(backend)) == {"gm_1"}
    near = Backend.on(client, PARTITIONS, archive)
    clock.advance(milliseconds=RETRY_MILLISECONDS)
    catch_up(near, Projector(near, clock))
    assert listed(backend) == versions(GameService(near.store, clock), names)


def test_a_game_that_has_lost_events_is_shown_as_it_is(
    backend: Backend, projector: Projector, games: GameService, client: Client
) -> None:
    catch_up(backend, projector)
    loaded = started(games, "game")
    play_on(games, "game", 10)
    catch_up(backend, projector)
    client.ltrim(backend.names.log("game"), 0, loaded.version - 1)
    backend.client.xadd(
        backend.names.feed(backend.names.partition("game")), {"game": "game", "version": 1}
    )
    catch_up(backend, projector)
    assert listed(backend) == {"game": loaded.version}
    assert contents(backend.client) == rebuilt(backend)


@pytest.mark.parametrize(
    "loss", ["a feed", "a group", "the model", "its generation", "its positions", "everything"]
)
def test_a_loss_is_noticed_and_all_is_built_anew(
    backend: Backend, games: GameService, client: Client, loss: str
) -> None:
    projector = Projector(backend, chores_seconds=0)
    thread = threading.Thread(target=projector.run)
    names = start_games(games, 3)
    thread.start()
    try:
        wait_until(lambda: listed(backend) == versions(games, names), "all is taken in")
        before = current(backend)
        match loss:
            case "a feed":
                client.delete(backend.names.feed(backend.names.partition("gm_1")))
            case "a group":
                client.xgroup_destroy(backend.names.feed(0), before.group)
            case "the model":
                for key in client.scan_iter(match="*{read}*"):
                    client.delete(key)
            case "its generation":
                before.drop()
            case "its positions":
                client.delete(before.key("positions"))
            case _:
                client.flushall()
                names = []
        wait_until(lambda: ReadModel.current(client) not in (None, before), "it is built anew")
        opened(games, game_options("gm_new"))
        names.append("gm_new")
        wait_until(lambda: listed(backend) == versions(games, names), "all is taken in")
    finally:
        projector.stop()
        thread.join()
    assert contents(backend.client) == rebuilt(backend)


def test_entries_taken_in_that_the_model_has_lost_are_noticed(
    backend: Backend, projector: Projector, games: GameService, client: Client
) -> None:
    """As after a failover of the server that has the model, and of that one alone."""
    catch_up(backend, projector)
    names = start_games(games, 3)
    model = current(backend)
    earlier = {key: client.dump(key) for key in client.scan_iter(match=f"{model.key('')}*")}
    catch_up(backend, projector)
    for key in client.scan_iter(match=f"{model.key('')}*"):
        client.delete(key)
    for key, value in earlier.items():
        client.restore(key, 0, value)
    with projecting(backend):
        wait_until(lambda: listed(backend) == versions(games, names), "it is built anew")
    assert current(backend).generation > model.generation


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path) as server:
        yield server


def test_an_outage_is_waited_out(server: RedisServer) -> None:
    backend = Backend.at(server.url)
    games = GameService(backend.store, utc_now)
    with projecting(backend):
        opened(games, game_options("before"))
        wait_until(lambda: listed(backend) == {"before": 1}, "it is taken in")
        server.kill()
        server.start()
        opened(games, game_options("after"))
        games.submit("before", TakeSeat(Seat.AXIS, ALICE))
        games.submit("before", TakeSeat(Seat.ALLIES, BOB))
        known = versions(games, ["before", "after"])
        wait_until(lambda: listed(backend) == known, "all is taken in")
    assert contents(backend.client) == rebuilt(backend)
