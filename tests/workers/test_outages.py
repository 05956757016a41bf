"""Time in which the service was down counts against no player."""

import pytest
from redis import Redis

from domain.values import Status
from events.backend import Backend
from events.clock import milliseconds
from events.games import heartbeats
from events.games.service import GameService
from events.store import keys
from tests.fixtures import Clock, started
from workers.time_limits import expire_games


def swept(client: Redis, now: str) -> int:
    heartbeats.record_heartbeat(client, keys.SWEPT, milliseconds(now))
    return expire_games(Backend.on(client), now)


def test_a_seat_has_its_whole_time_when_the_service_was_down(
    client: Redis, games: GameService, clock: Clock
) -> None:
    started(games, move_time_limit=3600)
    assert swept(client, clock.advance(seconds=600)) == 0
    assert swept(client, clock.advance(hours=48)) == 0
    assert swept(client, clock.advance(seconds=5)) == 0
    assert expire_games(Backend.on(client), clock.advance(seconds=2994)) == 0
    assert expire_games(Backend.on(client), clock.advance(seconds=1)) == 1
    assert games.repository.current("game").state.status is Status.FINISHED


def test_a_short_silence_is_no_outage(client: Redis, clock: Clock) -> None:
    heartbeats.record_heartbeat(client, keys.SWEPT, milliseconds(clock()))
    heartbeats.record_heartbeat(
        client, keys.SWEPT, milliseconds(clock.advance(milliseconds=heartbeats.SILENCE))
    )
    assert heartbeats.recorded_outages(client, milliseconds(clock())) == []
    heartbeats.record_heartbeat(
        client, keys.SWEPT, milliseconds(clock.advance(milliseconds=heartbeats.SILENCE + 1))
    )
    found = heartbeats.recorded_outages(client, milliseconds(clock()))
    assert [end - start for start, end in found] == [heartbeats.SILENCE + 1]


def test_outages_are_forgotten_in_the_end(client: Redis, clock: Clock) -> None:
    for days in (0, 1, 410):
        heartbeats.record_heartbeat(client, keys.SWEPT, milliseconds(clock.advance(days=days)))
    found = heartbeats.recorded_outages(client, milliseconds(clock()))
    assert [end - start for start, end in found] == [410 * 24 * 3600 * 1000]


def test_time_does_not_run_while_the_api_is_down(
    client: Redis, games: GameService, clock: Clock
) -> None:
    started(games, move_time_limit=3600)
    heartbeats.record_heartbeat(client, keys.ANSWERED, milliseconds(clock()))
    for _ in range(300):
        assert swept(client, clock.advance(minutes=1)) == 0
    for _ in range(60):
        heartbeats.record_heartbeat(client, keys.ANSWERED, milliseconds(clock()))
        assert swept(client, clock()) == 0
        clock.advance(minutes=1)
    assert swept(client, clock()) == 1


def test_two_silences_at_once_count_once(client: Redis, clock: Clock) -> None:
    start = milliseconds(clock())
    for sign, begin, end in (
        (keys.SWEPT, 0, 10),
        (keys.ANSWERED, 5, 20),
        (keys.SWEPT, 40, 50),
        (keys.ANSWERED, 42, 48),
    ):
        client.delete(sign)
        for minutes in (begin, end):
            heartbeats.record_heartbeat(client, sign, start + minutes * 60_000)
    found = heartbeats.recorded_outages(client, start + 50 * 60_000)
    assert [(a - start, b - start) for a, b in found] == [
        (0, 20 * 60_000),
        (40 * 60_000, 50 * 60_000),
    ]


@pytest.mark.parametrize(("since", "lost"), [(0, 30), (15, 25), (20, 20), (30, 20), (60, 0)])
def test_only_the_part_of_an_outage_after_the_last_event_counts(since: int, lost: int) -> None:
    assert heartbeats.lost_since([(10, 20), (30, 50)], since) == lost
