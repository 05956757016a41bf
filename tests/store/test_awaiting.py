"""Since when a game has been waiting for the seats that it waits for."""

import random

from domain.commands import EndTurn
from domain.events import TakenBack
from domain.evolve import no_past
from events.games.service import GameService
from events.games.snapshot import advance
from events.log.fold_event import parse
from events.log.stored_event import StoredEvent
from events.store.redis import RedisEventStore
from tests.fixtures import Clock, plays, started
from tests.support.logs import RECORDINGS, recorded_log


def test_it_is_the_time_of_the_command_after_which_these_seats_were_awaited(
    games: GameService, clock: Clock, store: RedisEventStore
) -> None:
    """However many events are read at once."""
    known, dice, since = started(games), random.Random(7), dict[int, str]()
    since[known.version] = at = clock()
    while len(since) < 40 and known.state.awaiting:
        awaited, now = known.state.awaiting, clock.advance(seconds=1)
        options = plays(known.state)
        ends = [one for one in options if isinstance(one, EndTurn)]
        known = games.submit("game", (ends or [dice.choice(options)])[0]).loaded
        since[known.version] = at = at if known.state.awaiting == awaited else now
        assert known.times.awaiting == at
    lines = list(map(parse, store.read("game")))
    assert len(set(since.values())) > 5
    for version, expected in since.items():
        read = [advance(None, lines[:version], no_past, watched) for watched in (3, 10**6)]
        assert {one.times.awaiting for one in read} == {expected}, version
        assert games.repository.at("game", version).times.awaiting == expected


def test_what_is_taken_back_to_may_lie_before_the_commands_that_are_watched() -> None:
    back = [log for log in map(recorded_log, RECORDINGS) if any(map(_takes_back, log))]
    assert len(back) > 2
    for log in back:
        ends = [end for end, one in enumerate(log, start=1) if _takes_back(one)]
        for end in (*ends[:3], len(log)):
            whole = advance(None, log[:end], no_past, end)
            for watched in (1, 2, 20, 100):
                read = advance(None, log[:end], no_past, watched)
                assert (read.state, read.times) == (whole.state, whole.times)


def _takes_back(entry: StoredEvent) -> bool:
    return isinstance(entry.event, TakenBack)
