"""A client finds what it has just done; when the lists are late, it is not held up for long."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.backend import Backend
from events.execute import Games
from events.lists.catalog import GameCatalog, Query
from events.lists.feeds import Feeds
from events.lists.freshness import Freshness
from events.lists.projector import Projector
from events.servers import Client
from events.store import StoreUnavailableError
from tests.fixtures import PATIENCE, opened, wish
from tests.support.projecting import catch_up, projecting


@pytest.fixture
def freshness(backend: Backend, feeds: Feeds) -> Freshness:
    return Freshness(backend.client, feeds, backend.store.fed)


@pytest.fixture
def catalog(backend: Backend, freshness: Freshness) -> GameCatalog:
    return GameCatalog(backend.client, freshness)


def found(catalog: GameCatalog) -> set[str]:
    return {game["id"] for game in catalog.find(Query(), 200)[0]}


def test_a_list_holds_what_was_appended_before_it_was_asked_for(
    backend: Backend, games: Games, catalog: GameCatalog, freshness: Freshness
) -> None:
    freshness.own_seconds = PATIENCE
    with projecting(backend):
        for number in range(30):
            opened(games, wish(f"gm_{number}"))
            assert len(found(catalog)) == number + 1


def test_a_list_waits_for_a_projector_that_is_late(
    backend: Backend, games: Games, catalog: GameCatalog, freshness: Freshness, projector: Projector
) -> None:
    catch_up(backend, projector)
    freshness.own_seconds = PATIENCE
    opened(games, wish("game"))
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(found, catalog)
        time.sleep(0.1)
        assert not asked.done()
        catch_up(backend, projector)
        assert asked.result() == {"game"}


def test_what_is_waited_for_in_vain_is_waited_for_once(
    backend: Backend, games: Games, catalog: GameCatalog, freshness: Freshness, projector: Projector
) -> None:
    catch_up(backend, projector)
    opened(games, wish("game"))
    begun = time.monotonic()
    assert found(catalog) == set()
    assert freshness.own_seconds <= time.monotonic() - begun
    freshness.own_seconds = PATIENCE
    begun = time.monotonic()
    assert found(catalog) == set()
    assert time.monotonic() - begun < PATIENCE / 2
    catch_up(backend, projector)
    assert found(catalog) == {"game"}


def test_what_other_processes_append_is_not_waited_for(
    backend: Backend, client: Client, catalog: GameCatalog, freshness: Freshness, games: Games
) -> None:
    other = Backend.on(client, backend.names.partitions)
    lists = GameCatalog(client, Freshness(client, Feeds(client, other.names), other.store.fed))
    catch_up(backend, Projector(backend))
    freshness.own_seconds = PATIENCE
    opened(games, wish("game"))
    begun = time.monotonic()
    assert found(lists) == set()
    assert time.monotonic() - begun < PATIENCE / 2


def test_lists_that_were_never_built_are_not_shown_as_empty(
    catalog: GameCatalog, freshness: Freshness, backend: Backend, projector: Projector
) -> None:
    freshness.first_model_seconds = 0.1
    with pytest.raises(StoreUnavailableError, match="being built"):
        found(catalog)
    freshness.first_model_seconds = PATIENCE
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(found, catalog)
        catch_up(backend, projector)
        assert asked.result() == set()
