"""Which games have run out of time."""

import pytest

from domain.commands import Resign
from domain.values import Seat
from events.clock import milliseconds
from events.games.deadlines import DeadlineIndex
from events.games.service import GameService
from events.store.servers import Client
from tests.fixtures import KEYS, Clock, game_options, opened, plays, started


@pytest.fixture
def due(client: Client) -> DeadlineIndex:
    return DeadlineIndex(client, KEYS)


def test_only_running_games_have_a_deadline(
    due: DeadlineIndex, games: GameService, clock: Clock
) -> None:
    late = milliseconds(clock()) + 10**9
    opened(games, game_options("gm_waiting"))
    assert due.overdue(late) == []
    started(games, "gm_running", move_time_limit=60)
    now = milliseconds(clock())
    assert due.overdue(now + 59_999) == []
    assert due.overdue(now + 60_000) == ["gm_running"]
    games.submit("gm_running", Resign(Seat.AXIS))
    assert due.overdue(late) == []


def test_a_deadline_moves_with_each_command(
    due: DeadlineIndex, games: GameService, clock: Clock
) -> None:
    loaded = started(games, move_time_limit=60)
    now = milliseconds(clock())
    clock.advance(seconds=50)
    games.submit("game", plays(loaded.state)[0])
    assert due.overdue(now + 60_000) == []
    assert due.overdue(now + 109_999) == []
    assert due.overdue(now + 110_000) == ["game"]


def test_the_most_overdue_come_first(due: DeadlineIndex, games: GameService, clock: Clock) -> None:
    for number in range(5):
        started(games, f"gm_{number}", move_time_limit=60 - 10 * number)
    late = milliseconds(clock()) + 10**9
    assert due.overdue(late, limit=3) == ["gm_4", "gm_3", "gm_2"]
