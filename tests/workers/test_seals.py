"""Seals of games that end here, and of those that finished without one."""

from pathlib import Path

import pytest
from redis import Redis

from domain.commands import Resign
from domain.values import Seat
from events.backend import Backend
from events.games.service import GameService
from events.seals.key_folder import make_key
from events.seals.signing import Seal, Signer, check
from events.store.redis import RedisEventStore
from events.transfer.integrity import sealer
from tests.fixtures import KEYS, Clock, everything, play_on, started
from tests.support.lines import changed
from workers.seals import seal_games
from workers.time_limits import expire_games


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    """A signer with a key of its own."""
    make_key(tmp_path / "keys")
    return Signer(tmp_path / "keys")


def finished(games: GameService, name: str) -> None:
    """A game that was played a little and given up."""
    started(games, name)
    play_on(games, name, 5)
    games.submit(name, Resign(Seat.AXIS))


def seal_of(games: GameService, signer: Signer, name: str) -> Seal:
    """A game's seal, which must hold and be over the game as it is."""
    stored = games.repository.seal(name)
    assert stored is not None
    seal = check(stored, signer.public_keys())
    loaded = games.repository.current(name)
    assert (seal.game, seal.version, seal.head) == (name, loaded.version, loaded.head)
    return seal


def test_a_game_is_sealed_in_the_step_that_finishes_it(
    client: Redis, clock: Clock, signer: Signer
) -> None:
    games = GameService(RedisEventStore(client), clock, sealer=sealer(signer))
    started(games)
    assert games.repository.seal("game") is None
    games.submit("game", Resign(Seat.AXIS))
    assert seal_of(games, signer, "game").at == clock()
    assert games.repository.events("game", 0)[-1].hash == seal_of(games, signer, "game").head


def test_a_game_that_runs_out_of_time_is_sealed(
    client: Redis, games: GameService, clock: Clock, signer: Signer
) -> None:
    started(games, move_time_limit=60)
    assert expire_games(Backend.on(client), clock.advance(hours=1), signer) == 1
    assert seal_of(games, signer, "game").at == clock()


def test_games_that_finished_without_a_key_are_sealed_later_and_once(
    client: Redis, games: GameService, clock: Clock, signer: Signer
) -> None:
    for name in ("one", "two", "three"):
        finished(games, name)
    started(games, "running")
    later = clock.advance(days=1)
    assert seal_games(Backend.on(client), None, later) == 0
    assert seal_games(Backend.on(client), signer, later) == 3
    for name in ("one", "two", "three"):
        assert seal_of(games, signer, name).at == later
    assert games.repository.seal("running") is None
    before = everything(client)
    assert seal_games(Backend.on(client), signer, clock.advance(days=1)) == 0
    assert everything(client) == before


def test_a_seal_is_never_replaced(client: Redis, games: GameService, signer: Signer) -> None:
    finished(games, "game")
    store = RedisEventStore(client)
    assert store.add_seal("game", b"first")
    assert not store.add_seal("game", b"second")
    assert games.repository.seal("game") == b"first"


@pytest.mark.parametrize("place", [0, 7, -1])
def test_a_log_that_was_changed_is_not_sealed(
    client: Redis, games: GameService, clock: Clock, signer: Signer, place: int
) -> None:
    finished(games, "changed")
    finished(games, "fine")
    log = KEYS.log("changed")
    line = client.lindex(log, place)
    client.lset(log, place, changed(line, at="2029-01-01T00:00:00.000Z"))
    assert seal_games(Backend.on(client), signer, clock()) == 1
    fresh = GameService(RedisEventStore(client), clock)
    assert fresh.repository.seal("changed") is None
    seal_of(fresh, signer, "fine")


def test_what_cannot_be_read_or_is_frozen_is_not_sealed(
    client: Redis, games: GameService, clock: Clock, signer: Signer
) -> None:
    for name in ("frozen", "damaged", "gone", "fine"):
        finished(games, name)
    RedisEventStore(client).freeze("frozen", "seen in a test")
    client.lset(KEYS.log("damaged"), 3, b"not an event")
    client.delete(KEYS.log("gone"))
    started(games, "running")
    client.zadd(KEYS.finished(KEYS.partition("running")), {"running": 1})
    assert seal_games(Backend.on(client), signer, clock()) == 1
    unsealed = ("frozen", "damaged", "gone", "running")
    assert [RedisEventStore(client).seal(name) for name in unsealed] == [None] * 4
