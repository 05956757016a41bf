"""Commands on games: cached states behind, expected versions, keys, refusals."""

import random
import sys
from dataclasses import replace
from types import FrameType

import pytest
from redis import Redis

from domain import decide
from domain.commands import EndTurn, PlayCard, Resign, TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.evolve import _HANDLERS
from domain.values import EditionName, Seat, Status
from events.games.errors import ContentionError, GameNotFoundError, VersionMismatchError
from events.games.service import GameService
from events.store.port import Key, KeyReusedError
from events.store.redis import RedisEventStore
from tests.fixtures import (
    ALICE,
    BOB,
    Clock,
    everything,
    game_options,
    history,
    opened,
    play_on,
    plays,
    started,
)

KEY = Key("pl_alice:k1", "f1")


@pytest.fixture
def elsewhere(client: Redis, clock: Clock) -> GameService:
    """The games as another process sees them."""
    return GameService(RedisEventStore(client), clock)


def test_a_command_that_is_accepted_is_stored_whole(games: GameService, client: Redis) -> None:
    loaded = started(games)
    outcome = games.submit("game", plays(loaded.state)[0], loaded.version)
    assert not outcome.replayed
    assert (outcome.after, outcome.upto) == (loaded.version, outcome.loaded.version)
    assert [event.version for event in outcome.events] == [
        *range(outcome.after + 1, outcome.upto + 1)
    ]
    assert len(history(client, "game")) == outcome.upto
    assert games.repository.at("game", loaded.version) == loaded


def test_each_event_of_a_command_is_folded_once(games: GameService) -> None:
    loaded, folds, events = started(games), 0, 0
    booked_by = {handler.__code__ for handler in _HANDLERS.values()}

    def count(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal folds
        folds += event == "call" and frame.f_code in booked_by

    chooser = random.Random(1)
    while loaded.state.awaited is not None and events < 150:
        command = chooser.choice(plays(loaded.state))
        sys.setprofile(count)
        try:
            done = games.submit("game", command, loaded.version)
        finally:
            sys.setprofile(None)
        loaded, events = done.loaded, events + len(done.events)
        assert folds == events, command


def test_what_another_process_reads_is_the_same(games: GameService, elsewhere: GameService) -> None:
    started(games)
    loaded = play_on(games, "game", 60)
    assert elsewhere.repository.current("game") == loaded
    assert elsewhere.repository.cached("game") == loaded
    assert elsewhere.repository.at("game", loaded.version) == loaded


def test_a_state_that_is_behind_catches_up(games: GameService, elsewhere: GameService) -> None:
    behind = started(games)
    ahead = play_on(elsewhere, "game", 1)
    assert games.repository.cached("game") == behind
    assert games.repository.cached("game", behind.version) == behind
    assert games.repository.cached("game", ahead.version) == ahead


def test_without_an_expected_version_a_command_is_decided_on_the_newest_state(
    games: GameService, elsewhere: GameService
) -> None:
    opened(games, game_options("game"))
    elsewhere.submit("game", TakeSeat(Seat.ALLIES, ALICE))
    assert games.repository.cached("game").version == 1
    outcome = games.submit("game", TakeSeat(Seat.AXIS, BOB))
    assert outcome.after == 2
    assert outcome.loaded.state.status is Status.ACTIVE


def test_with_an_expected_version_a_command_is_never_played_at_another(
    games: GameService, elsewhere: GameService, client: Redis
) -> None:
    behind = started(games)
    ahead = play_on(elsewhere, "game", 1)
    before = everything(client)
    for who in (games, elsewhere):
        for expected in (0, behind.version, ahead.version + 1):
            with pytest.raises(VersionMismatchError) as caught:
                who.submit("game", Resign(Seat.AXIS), expected)
            assert caught.value.current == ahead.version
    assert everything(client) == before


def test_a_version_ahead_of_the_cache_is_caught_up_with(
    games: GameService, elsewhere: GameService
) -> None:
    started(games)
    ahead = play_on(elsewhere, "game", 1)
    assert games.submit("game", Resign(Seat.AXIS), ahead.version).after == ahead.version


def test_a_refusal_by_an_old_state_is_decided_again(
    games: GameService, elsewhere: GameService
) -> None:
    loaded = started(games)
    play = plays(loaded.state)[0]
    elsewhere.submit("game", play, loaded.version)
    then = plays(elsewhere.repository.current("game").state)[-1]
    with pytest.raises(IllegalCommandError):
        decide(loaded.state, then, None)  # type: ignore[arg-type]
    assert games.submit("game", then).after > loaded.version


def test_a_refusal_by_the_newest_state_changes_nothing(games: GameService, client: Redis) -> None:
    loaded = started(games)
    seat = loaded.state.awaited
    assert seat is not None
    before = everything(client)
    with pytest.raises(IllegalCommandError) as caught:
        games.submit("game", EndTurn(seat), loaded.version, KEY)
    assert caught.value.rule is Rule.PHASE_OTHER_DECISION
    assert everything(client) == before


def test_a_refused_command_is_not_remembered(games: GameService) -> None:
    loaded = started(games)
    seat = loaded.state.awaited
    assert seat is not None
    with pytest.raises(IllegalCommandError):
        games.submit("game", EndTurn(seat), loaded.version, KEY)
    with pytest.raises(VersionMismatchError):
        games.submit("game", plays(loaded.state)[0], 1, KEY)
    other = replace(KEY, fingerprint="f2")
    assert not games.submit("game", plays(loaded.state)[0], loaded.version, other).replayed


@pytest.mark.parametrize("second", ["same process", "another process"])
def test_a_known_key_gives_the_first_outcome_after_the_game_went_on(
    games: GameService, elsewhere: GameService, client: Redis, second: str
) -> None:
    loaded = started(games)
    play = plays(loaded.state)[0]
    first = games.submit("game", play, loaded.version, KEY)
    newest = play_on(elsewhere, "game", 30)
    before = everything(client)
    again = (games if second == "same process" else elsewhere).submit(
        "game", play, loaded.version, KEY
    )
    assert again.replayed
    assert (again.after, again.upto, again.events) == (first.after, first.upto, first.events)
    assert again.loaded == newest
    assert everything(client) == before


def test_a_known_key_answers_even_where_the_command_is_no_longer_allowed(
    games: GameService,
) -> None:
    loaded = started(games)
    first = games.submit("game", Resign(Seat.AXIS), loaded.version, KEY)
    assert first.loaded.state.status is Status.FINISHED
    for expected in (None, loaded.version, first.upto, 999):
        again = games.submit("game", Resign(Seat.AXIS), expected, KEY)
        assert (again.replayed, again.events) == (True, first.events)


def test_a_key_with_another_request_is_refused(
    games: GameService, elsewhere: GameService, client: Redis
) -> None:
    loaded = started(games)
    games.submit("game", plays(loaded.state)[0], loaded.version, KEY)
    before = everything(client)
    for who in (games, elsewhere):
        for expected in (None, loaded.version):
            with pytest.raises(KeyReusedError):
                who.submit("game", Resign(Seat.AXIS), expected, replace(KEY, fingerprint="f2"))
    assert everything(client) == before


def test_a_game_made_twice_with_one_key_is_the_first(
    games: GameService, elsewhere: GameService
) -> None:
    first = games.create(EditionName.E2025, game_options("game"), KEY)
    started_over = game_options("game", seed="0" * 64)
    again = elsewhere.create(EditionName.E2025, started_over, KEY)
    assert again.replayed
    assert again.loaded == first.loaded
    with pytest.raises(KeyReusedError):
        elsewhere.create(EditionName.E2025, started_over, replace(KEY, fingerprint="f2"))
    with pytest.raises(ContentionError):
        elsewhere.create(EditionName.E2025, started_over)


def test_a_game_nobody_made_is_not_found(games: GameService) -> None:
    with pytest.raises(GameNotFoundError):
        games.repository.current("none")
    with pytest.raises(GameNotFoundError):
        games.submit("none", Resign(Seat.AXIS), 3, KEY)


def test_no_game_is_answered_with_another(games: GameService, client: Redis) -> None:
    few = GameService(RedisEventStore(client), lambda: "2030-01-01T00:00:00.000Z", cached=2)
    names = [f"game {number}" for number in range(6)]
    for number, name in enumerate(names):
        started(few, name, seed=f"{number:064x}")
    for name in names * 2:
        loaded = few.repository.cached(name)
        assert loaded.state.created.game == name
        assert games.repository.current(name) == loaded
        play = plays(loaded.state)[0]
        if isinstance(play, PlayCard):
            few.submit(name, play)
