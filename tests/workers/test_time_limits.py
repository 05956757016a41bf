"""Games whose players have left: ended once, by the log and not by the index."""

from collections.abc import Callable
from dataclasses import replace
from logging import WARNING
from pathlib import Path

import pytest
from redis import Redis
from rq.timeouts import JobTimeoutException

from domain.commands import Resign, TakeSeat
from domain.values import Ending, Seat, Status
from events.backend import Backend
from events.clock import milliseconds
from events.games import heartbeats
from events.games.deadlines import DeadlineIndex
from events.games.service import GameService
from events.store import keys
from events.store.port import StoreUnavailableError
from events.store.redis import RedisEventStore
from events.store.servers import Client
from tests.fixtures import (
    BOB,
    KEYS,
    Clock,
    everything,
    game_options,
    opened,
    play_on,
    plays,
    started,
)
from tests.support.seating import opponent, side_of
from workers.time_limits import expire_games


def deadlines(game: str) -> str:
    """Where a game's deadline stands."""
    return KEYS.deadlines(KEYS.partition(game))


def test_the_awaited_seat_resigns_when_its_time_is_up(
    client: Client, games: GameService, clock: Clock
) -> None:
    awaited = started(games, move_time_limit=60).state.awaited
    assert awaited is not None
    assert expire_games(Backend.on(client), clock.advance(seconds=60)) == 1
    state = games.repository.current("game").state
    assert state.status is Status.FINISHED
    assert state.winner is side_of(awaited).enemy
    assert state.ending is Ending.TIME_LIMIT
    resigned = next(e for e in games.repository.events("game", 0) if e.type == "seat_resigned")
    assert resigned.data == {"seat": awaited, "reason": Ending.TIME_LIMIT}
    assert resigned.at == clock()


def test_nothing_happens_before_the_time_is_up(
    client: Client, games: GameService, clock: Clock
) -> None:
    started(games, move_time_limit=60)
    opened(games, game_options("waiting", move_time_limit=1))
    before = everything(client)
    assert expire_games(Backend.on(client), clock.advance(seconds=59, milliseconds=999)) == 0
    assert everything(client) == before


@pytest.mark.parametrize("sits", [True, False])
def test_a_game_that_waits_too_long_is_cancelled(
    client: Client, games: GameService, clock: Clock, sits: bool
) -> None:
    opened(games, game_options("game"))
    if sits:
        clock.advance(days=1)
        games.submit("game", TakeSeat(Seat.AXIS, BOB))
    later = clock.advance(days=13, hours=23, minutes=59)
    assert expire_games(Backend.on(client), later) == 0
    assert expire_games(Backend.on(client), clock.advance(minutes=1)) == 1
    state = games.repository.current("game").state
    assert (state.status, state.seats) == (Status.CANCELLED, {Seat.AXIS: BOB} if sits else {})
    last = games.repository.events("game", 0)[-1]
    assert (last.type, last.data, last.seat) == ("game_cancelled", {"reason": "expired"}, None)
    assert expire_games(Backend.on(client), clock.advance(days=99)) == 0


def test_the_log_decides_and_not_the_index(
    client: Client, games: GameService, clock: Clock
) -> None:
    started(games, move_time_limit=60)
    client.zadd(deadlines("game"), {"game": 0})
    assert DeadlineIndex(client, KEYS).overdue(milliseconds(clock())) == ["game"]
    assert expire_games(Backend.on(client), clock()) == 0
    assert games.repository.current("game").state.status is Status.ACTIVE


def test_a_second_sweep_finds_nothing_left(
    client: Client, games: GameService, clock: Clock
) -> None:
    started(games)
    later = clock.advance(hours=1)
    assert expire_games(Backend.on(client), later) == 1
    after = everything(client)
    assert expire_games(Backend.on(client), later) == 0
    assert everything(client) == after


def test_a_finished_game_leaves_the_index(client: Client, games: GameService, clock: Clock) -> None:
    for name in ("one", "two"):
        started(games, name)
    games.submit("one", Resign(Seat.AXIS))
    end_of_time = milliseconds(clock.advance(hours=1))
    assert DeadlineIndex(client, KEYS).overdue(end_of_time) == ["two"]
    expire_games(Backend.on(client), clock())
    assert client.exists(deadlines("one"), deadlines("two")) == 0


class Overtaken(RedisEventStore):
    """A store in whose slowest moment, after the log was read, someone else acts."""

    meanwhile: Callable[[], object] | None = None

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        found = super().read(game, after, upto)
        if self.meanwhile is not None:
            act, self.meanwhile = self.meanwhile, None
            act()
        return found


@pytest.fixture
def overtaken(client: Client) -> Overtaken:
    return Overtaken(client)


def backend(store: Overtaken, client: Client) -> Backend:
    """The data as the sweep sees it that is overtaken."""
    return replace(Backend.on(client), store=store)


def test_a_player_who_acts_at_the_same_moment_wins(
    client: Client, games: GameService, clock: Clock, overtaken: Overtaken
) -> None:
    loaded = started(games)
    later = clock.advance(hours=1)
    overtaken.meanwhile = lambda: games.submit("game", plays(loaded.state)[0], loaded.version)
    assert expire_games(backend(overtaken, client), later) == 0
    state = games.repository.current("game").state
    assert state.status is Status.ACTIVE
    assert expire_games(backend(overtaken, client), later) == 0


def test_a_sweep_that_runs_twice_at_once_acts_once(
    client: Client, games: GameService, clock: Clock, overtaken: Overtaken
) -> None:
    started(games)
    later = clock.advance(hours=1)
    others: list[int] = []
    overtaken.meanwhile = lambda: others.append(expire_games(Backend.on(client), later))
    assert expire_games(backend(overtaken, client), later) == 0
    assert others == [1]
    types = [event.type for event in games.repository.events("game", 0)]
    assert types.count("seat_resigned") == types.count("game_finished") == 1


def test_a_player_who_resigns_at_the_same_moment_has_resigned(
    client: Client, games: GameService, clock: Clock, overtaken: Overtaken
) -> None:
    awaited = started(games).state.awaited
    assert awaited is not None
    overtaken.meanwhile = lambda: games.submit("game", Resign(opponent(awaited)))
    assert expire_games(backend(overtaken, client), clock.advance(hours=1)) == 0
    assert games.repository.current("game").state.ending is Ending.RESIGNATION


def test_a_damaged_game_does_not_keep_others_from_ending(
    client: Client, games: GameService, clock: Clock
) -> None:
    for name in ("damaged", "fine", "gone"):
        started(games, name)
    client.rpush(KEYS.log("damaged"), b"not an event")
    client.delete(KEYS.log("gone"))
    for moment, name in enumerate(("damaged", "gone"), start=1):
        client.zadd(deadlines(name), {name: moment})
    assert expire_games(Backend.on(client), clock.advance(hours=1)) == 1
    fresh = GameService(RedisEventStore(client), clock)
    assert fresh.repository.current("fine").state.status is Status.FINISHED


def test_a_game_that_is_opened_again_gives_the_awaited_seat_its_whole_time(
    client: Client, store: RedisEventStore, games: GameService, clock: Clock
) -> None:
    started(games, move_time_limit=3600)
    store.freeze("game", "seen in a test")
    assert expire_games(Backend.on(client), clock.advance(days=60)) == 0
    assert store.reopen("game", milliseconds(clock()))
    client.delete(KEYS.reopened("game"))
    assert expire_games(Backend.on(client), clock.advance(seconds=3599)) == 0
    assert games.repository.current("game").state.status is Status.ACTIVE
    assert expire_games(Backend.on(client), clock.advance(seconds=1)) == 1


def test_a_game_goes_on_being_known_as_opened_again_for_as_long_as_limits_last(
    client: Client, store: RedisEventStore
) -> None:
    store.freeze("game", "seen in a test")
    store.reopen("game", 1)
    assert client.ttl(KEYS.resumed("game")) > 30 * 24 * 3600
    assert store.resumed("game") == 1
    assert store.resumed("other") is None


def test_a_move_is_what_counts_after_a_game_was_opened_again(
    client: Client, store: RedisEventStore, games: GameService, clock: Clock
) -> None:
    started(games, move_time_limit=60)
    store.freeze("game", "seen in a test")
    store.reopen("game", milliseconds(clock.advance(seconds=30)))
    clock.advance(seconds=30)
    play_on(games, "game", 1)
    assert expire_games(Backend.on(client), clock.advance(seconds=59)) == 0
    assert expire_games(Backend.on(client), clock.advance(seconds=1)) == 1


def test_a_frozen_game_is_passed_over_without_alarm(
    client: Client,
    store: RedisEventStore,
    games: GameService,
    clock: Clock,
    caplog: pytest.LogCaptureFixture,
) -> None:
    started(games)
    store.freeze("game", "seen in a test")
    caplog.clear()
    assert expire_games(Backend.on(client), clock.advance(hours=1)) == 0
    assert [record.message for record in caplog.records if record.levelno >= WARNING] == []


def test_a_deadline_that_lies_ahead_after_all_is_put_right(
    client: Client, games: GameService, clock: Clock
) -> None:
    started(games, move_time_limit=60)
    heartbeats.record_heartbeat(client, keys.SWEPT, milliseconds(clock()))
    heartbeats.record_heartbeat(client, keys.SWEPT, milliseconds(clock.advance(hours=1)))
    assert expire_games(Backend.on(client), clock()) == 0
    assert DeadlineIndex(client, KEYS).overdue(milliseconds(clock.advance(seconds=59))) == []
    assert expire_games(Backend.on(client), clock.advance(seconds=1)) == 1
    assert client.zcard(deadlines("game")) == 0


def test_a_job_that_has_used_up_its_time_ends(
    client: Client, games: GameService, clock: Clock, overtaken: Overtaken
) -> None:
    def stop() -> None:
        raise JobTimeoutException("too long")

    started(games)
    overtaken.meanwhile = stop
    with pytest.raises(JobTimeoutException):
        expire_games(backend(overtaken, client), clock.advance(hours=1))


def test_a_store_that_is_away_ends_the_sweep(tmp_path: Path, clock: Clock) -> None:
    nowhere = Redis.from_url(f"unix://{tmp_path / 'none.sock'}")
    with nowhere, pytest.raises(StoreUnavailableError):
        expire_games(Backend.on(nowhere), clock())


def test_many_games_end_in_one_sweep(client: Client, games: GameService, clock: Clock) -> None:
    for number in range(130):
        started(games, f"game {number}")
    play_on(games, "game 7", 3)
    later = clock.advance(hours=1)
    assert [expire_games(Backend.on(client), later) for _ in range(2)] == [130, 0]
