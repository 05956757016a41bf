"""A service that confirms nothing, and shows nothing, that its replica does not have."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.monitoring import liveness
from api.monitoring.writes import TooFewReplicasError
from domain.commands import TakeSeat
from domain.values import Seat
from events.clock import utc_now
from events.games.service import GameService
from events.store import keys
from events.store.port import Key, StoreUnavailableError
from events.store.redis import RedisEventStore
from events.store.servers import connect
from tests.contract.service import serve
from tests.fixtures import ALICE, BOB, game_options, opened
from tests.support.pair import Pair
from tests.support.waiting import wait_until

WAIT = 300
"""Milliseconds."""


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with Pair(tmp_path) as pair:
        yield pair


def process(pair: Pair) -> GameService:
    """What a process makes of the store, with a memory of its own."""
    store = RedisEventStore(connect(pair.url), replicas=1, wait_milliseconds=WAIT)
    return GameService(store, utc_now)


def patiently(games: GameService, version: int) -> bool:
    """Whether a process sees the game at a version, once it may."""
    try:
        return games.repository.current("game").version == version
    except StoreUnavailableError:
        return False


def test_what_the_replica_does_not_have_is_neither_confirmed_nor_shown(pair: Pair) -> None:
    one, other, late = process(pair), process(pair), process(pair)
    opened(one, game_options("game"))
    assert other.repository.current("game").version == 1
    sit, key = TakeSeat(Seat.ALLIES, ALICE), Key("k", "f")
    pair.link.go_dark()
    for _ in range(2):
        with pytest.raises(StoreUnavailableError, match="0 of 1"):
            one.submit("game", sit, 1, key)
    # It is in the log, but nobody may rely on it.
    assert len(RedisEventStore(pair.primary.client).read("game")) == 2
    for process_ in (one, other, late):
        with pytest.raises(StoreUnavailableError, match="0 of 1"):
            process_.repository.current("game")
    with pytest.raises(StoreUnavailableError, match="0 of 1"):
        other.submit("game", TakeSeat(Seat.AXIS, BOB), None, Key("other", "f"))
    pair.link.pass_on()
    for process_ in (other, late, one):
        wait_until(lambda seer=process_: patiently(seer, 2), "what is confirmed is shown")
    again = one.submit("game", sit, 1, key)
    assert (again.replayed, again.upto) == (True, 2)


def test_a_game_that_has_not_changed_is_shown_without_the_replica(pair: Pair) -> None:
    games = process(pair)
    opened(games, game_options("game"))
    pair.link.go_dark()
    assert games.repository.current("game").version == 1
    pair.link.pass_on()


def test_no_sign_of_life_is_given_that_the_replica_does_not_have(pair: Pair) -> None:
    service = serve(pair.url, store_wait_replicas=1, store_wait_ms=WAIT)
    anonymous = service.anonymous()
    wait_until(lambda: anonymous.get("/readyz").status_code == 200, "it is ready")
    liveness.record(service.inside())
    given = pair.primary.client.get(keys.ANSWERED)
    assert given is not None
    pair.link.go_dark()
    with pytest.raises(TooFewReplicasError):
        liveness.record(service.inside())
    assert pair.primary.client.get(keys.ANSWERED) == given
    pair.link.pass_on()
    service.close()


def test_readiness_waits_for_the_replica_too(pair: Pair) -> None:
    service = serve(pair.url, store_wait_replicas=1, store_wait_ms=WAIT)
    anonymous = service.anonymous()
    wait_until(lambda: anonymous.get("/readyz").status_code == 200, "it is ready")
    assert anonymous.get("/readyz").get_json()["replicas_confirmed"] == 1
    pair.link.go_dark()
    answer = anonymous.get("/readyz")
    assert (answer.status_code, answer.get_json()["code"]) == (503, "store_unavailable")
    assert "0 of 1 replicas" in answer.get_json()["detail"]
    pair.link.pass_on()
    wait_until(lambda: anonymous.get("/readyz").status_code == 200, "it is ready again")
    service.close()
