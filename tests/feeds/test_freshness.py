"""A client finds what it has just done; when the lists are late, it is not held up for long."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.backend import Backend
from events.feeds.feeds import Feeds, entry_order
from events.games.service import GameService
from events.read_models.catalog import GameCatalog, Query
from events.read_models.projector import Projector
from events.read_models.read_your_writes import ReadYourWrites
from events.store.port import StoreUnavailableError
from events.store.servers import Client
from tests.fixtures import PATIENCE, game_options, opened
from tests.support.projecting import catch_up, projecting


@pytest.fixture
def freshness(backend: Backend, feeds: Feeds) -> ReadYourWrites:
    return ReadYourWrites(backend.client, feeds)


@pytest.fixture
def catalog(backend: Backend, freshness: ReadYourWrites) -> GameCatalog:
    return GameCatalog(backend.client, freshness)


def found(catalog: GameCatalog) -> set[str]:
    return {game["id"] for game in catalog.find(Query(), 200)[0]}


def test_a_list_holds_what_was_appended_before_it_was_asked_for(
    backend: Backend, games: GameService, catalog: GameCatalog, freshness: ReadYourWrites
) -> None:
    freshness.own_seconds = PATIENCE
    with projecting(backend):
        for number in range(30):
            opened(games, game_options(f"gm_{number}"))
            assert len(found(catalog)) == number + 1


def test_a_list_waits_for_a_projector_that_is_late(
    backend: Backend,
    games: GameService,
    catalog: GameCatalog,
    freshness: ReadYourWrites,
    projector: Projector,
) -> None:
    catch_up(backend, projector)
    freshness.own_seconds = PATIENCE
    opened(games, game_options("game"))
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(found, catalog)
        time.sleep(0.1)
        assert not asked.done()
        catch_up(backend, projector)
        assert asked.result() == {"game"}


def test_what_is_waited_for_in_vain_is_waited_for_once(
    backend: Backend,
    games: GameService,
    catalog: GameCatalog,
    freshness: ReadYourWrites,
    projector: Projector,
) -> None:
    catch_up(backend, projector)
    opened(games, game_options("game"))
    game = time.monotonic()
    assert found(catalog) == set()
    assert freshness.own_seconds <= time.monotonic() - game
    freshness.own_seconds = PATIENCE
    game = time.monotonic()
    assert found(catalog) == set()
    assert time.monotonic() - game < PATIENCE / 2
    catch_up(backend, projector)
    assert found(catalog) == {"game"}


def test_what_other_processes_append_is_waited_for_too(
    backend: Backend, client: Client, games: GameService, projector: Projector
) -> None:
    """A client's next request may be answered by another process than its last one."""
    feeds = Feeds(client, backend.names)
    for number in range(3):
        opened(games, game_options(f"gm_{number}"))
    catch_up(backend, projector)
    other = ReadYourWrites(client, feeds)
    other.own_seconds = PATIENCE
    lists = GameCatalog(client, other)
    assert found(lists) == {"gm_0", "gm_1", "gm_2"}
    opened(games, game_options("game"))
    newest = feeds.newest()
    assert newest[backend.names.partition("game")] == max(newest.values(), key=entry_order)
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(found, lists)
        time.sleep(0.1)
        assert not asked.done()
        catch_up(backend, projector)
        assert "game" in asked.result()


def test_lists_that_were_never_built_are_not_shown_as_empty(
    catalog: GameCatalog, freshness: ReadYourWrites, backend: Backend, projector: Projector
) -> None:
    freshness.first_model_seconds = 0.1
    with pytest.raises(StoreUnavailableError, match="being rebuilt"):
        found(catalog)
    freshness.first_model_seconds = PATIENCE
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(found, catalog)
        catch_up(backend, projector)
        assert asked.result() == set()
