"""Clocks of running games: the service's own time, and flags that fall when they should."""

from dataclasses import replace

import pytest

from domain.commands import TakeSeat, TakeVacation
from domain.errors import IllegalCommandError, Rule
from domain.values import Ending, Seat, Status
from domain.values.bots import BotLevel
from domain.values.clock import AtZero, ClockKind, ClockSettings
from events.backend import Backend
from events.clock import milliseconds
from events.games import heartbeats
from events.games.deadlines import DeadlineIndex
from events.games.errors import VersionMismatchError
from events.games.service import GameService, Sender
from events.games.timing import outages
from events.log.stored_event import load
from events.store import keys
from events.store.redis import RedisEventStore
from events.store.servers import Client
from events.summaries import summary
from events.transfer.records import read_record, record_text
from events.transfer.verifying import verified
from tests.fixtures import ALICE, BOB, KEYS, Clock, game_options, opened, play_on, plays
from tests.support.clock_days import simulate
from tests.support.timed import bank
from workers.bots import Bots
from workers.time_limits import expire_games


@pytest.fixture
def timed(client: Client, clock: Clock) -> GameService:
    """A service that knows of outages."""
    store = RedisEventStore(client)
    return GameService(store, clock, outages=outages(client, store))


def started(games: GameService, clock: ClockSettings, name: str = "game") -> Seat:
    """A game on the clock, and the seat that is awaited first."""
    opened(games, replace(game_options(name), clock=clock))
    games.submit(name, TakeSeat(Seat.ALLIES, ALICE))
    first = games.submit(name, TakeSeat(Seat.AXIS, BOB)).loaded.state.awaited
    assert first is not None
    return first


def test_no_flag_is_wrong_in_simulated_days(client: Client) -> None:
    tally = simulate(client, 1000)
    assert tally.wrong == []
    assert min(tally.games, tally.flags, tally.restarts, tally.downs, tally.jumps) > 5


def test_the_worker_ends_the_time_of_who_has_none_left(
    client: Client, timed: GameService, clock: Clock
) -> None:
    started(timed, bank(300, 10))
    data = Backend.on(client)
    state = play_on(timed, "game", 3).state
    first = state.awaited
    assert first is not None
    times = timed.repository.current("game").times
    assert summary(state, times, None)["deadline"] in (
        "2030-01-02T03:09:05.678Z",
        "2030-01-02T03:09:15.678Z",
    )
    assert expire_games(data, clock.advance(seconds=299, milliseconds=999)) == 0
    assert expire_games(data, clock.advance(milliseconds=1)) == 1
    assert expire_games(data, clock.advance(days=1)) == 0
    state = timed.repository.current("game").state
    assert (state.status, state.ending) == (Status.FINISHED, Ending.TIME_LIMIT)
    assert state.winner is not state.table.side_of(first)
    assert DeadlineIndex(client, KEYS).overdue(milliseconds(clock.advance(days=99))) == []


def test_a_command_that_comes_too_late_finds_the_flag_fallen(
    timed: GameService, clock: Clock
) -> None:
    for name, version_named in ("late", False), ("named", True):
        started(timed, bank(300, 0), name)
        loaded = timed.repository.current(name)
        late = plays(loaded.state)[0]
        clock.advance(seconds=300)
        with pytest.raises((IllegalCommandError, VersionMismatchError)) as refused:
            timed.submit(name, late, loaded.version if version_named else None)
        if not version_named:
            assert getattr(refused.value, "rule", None) is Rule.GAME_OVER
        assert timed.repository.current(name).state.ending is Ending.TIME_LIMIT


def test_who_is_too_late_does_not_decide_for_the_bot_that_has_the_seat(
    timed: GameService, clock: Clock
) -> None:
    first = started(timed, bank(60, 0, at_zero=AtZero.BOT, bot=BotLevel.RANDOM))
    state = timed.repository.current("game").state
    clock.advance(seconds=60)
    with pytest.raises(IllegalCommandError) as refused:
        timed.submit("game", plays(state)[0], sender=Sender(state.seats[first]))
    assert refused.value.rule is Rule.SEAT_NOT_YOURS
    after = timed.repository.current("game").state
    assert (after.seats[first], after.version) == ("bot_random", state.version + 1)


def test_a_bot_plays_on_in_a_seat_that_it_took_over(
    client: Client, timed: GameService, clock: Clock
) -> None:
    first = started(timed, bank(60, 0, at_zero=AtZero.BOT, bot=BotLevel.RANDOM))
    assert expire_games(Backend.on(client), clock.advance(seconds=60)) == 1
    state = timed.repository.current("game").state
    assert (state.seats[first], state.status) == ("bot_random", Status.ACTIVE)
    bots = Bots(Backend.on(client), clock=clock)
    with bots._hub.notifier_for() as bell:
        for _ in range(50):
            bots._play("game", bell)
            state = timed.repository.current("game").state
            if state.awaited is not first:
                break
    assert state.awaited is state.table.opponents(first)[0]


def test_time_in_which_the_service_was_down_is_given_back(
    client: Client, timed: GameService, clock: Clock
) -> None:
    first = started(timed, bank(300, 0))
    data = Backend.on(client)
    client.set(keys.ANSWERED, milliseconds(clock.advance(seconds=100)))
    heartbeats.record_heartbeat(client, keys.ANSWERED, milliseconds(clock.advance(hours=2)))
    assert expire_games(data, clock.advance(seconds=50)) == 0
    due = milliseconds(clock()) + 150_000
    assert client.zscore(KEYS.deadlines(KEYS.partition("game")), "game") == due
    before = timed.repository.current("game").version
    done = timed.submit("game", plays(timed.repository.current("game").state)[0], before)
    assert [one.type for one in done.events][:1] == ["time_credited"]
    assert done.events[0].data == {"milliseconds": 7_200_000, "seat": first}
    client.set(keys.ANSWERED, milliseconds(clock()))
    now = done.loaded.state.clock
    assert now is not None
    assert now.left[first] == 150_000
    log = timed.repository.events("game", 0)
    assert verified(log, None, vouched=False).state == done.loaded.state


def test_a_record_is_the_same_game_to_the_millisecond(timed: GameService, clock: Clock) -> None:
    settings = ClockSettings(ClockKind.BANK, 3600, 10, 4000, AtZero.BOT, BotLevel.RANDOM, 2)
    first = started(timed, settings)
    timed.submit("game", TakeVacation(first, 1))
    for _ in range(25):
        clock.advance(seconds=1.5)
        play_on(timed, "game", 1)
    play_on(timed, "game", 100_000)
    log = timed.repository.events("game", 0)
    text = record_text(log, None)
    assert '[Clock "kind=bank seconds=3600 increment=10 cap=4000 at_zero=bot' in text
    assert [one.hash for one in map(load, read_record(text).lines)] == [one.hash for one in log]
