"""An upgrade that meets a game that cannot be read changes nothing and names it; data of a later
version is told at the start."""

import json
from pathlib import Path

import pytest
from redis import Redis

from deploy.errors import DeployError
from deploy.redis_server import RedisServer
from deploy.storage.upgrading import upgrade_embedded
from events.backend import Backend
from events.clock import utc_now
from events.games.service import GameService
from events.log.unreadable import UnreadableGameError
from events.store import keys
from events.store.keys import Keys
from events.store.layout import ForeignDataError, check, claim
from events.store.port import HistoryShrankError
from events.upgrade.runner import LOGS, SUMMARIES, UnreadableDataError, is_needed, upgrade
from tests.fixtures import everything, plays
from tests.upgrade.stores import FILES, fill, read

NAMES = Keys()
FIRST_DAY = next(path for path in FILES if path.name.startswith("02"))


@pytest.fixture
def first_day(single_client: Redis, tmp_path: Path) -> Redis:
    fill(single_client, read(FIRST_DAY), tmp_path)
    return single_client


def longest(client: Redis) -> str:
    """The game with the longest log, which has not moved yet."""
    return max(client.scan_iter(f"{LOGS}*"), key=client.llen).decode()[len(LOGS) :]


def spoil(client: Redis, game: str) -> None:
    client.lset(f"{LOGS}{game}", 6, b'{"version":7,"type":"dog_barked"}')


def test_nothing_is_changed_and_the_game_is_named(first_day: Redis) -> None:
    game = longest(first_day)
    spoil(first_day, game)
    before = everything(first_day)
    with pytest.raises(UnreadableDataError, match=game) as found:
        upgrade(first_day, NAMES)
    assert list(found.value.games) == [game]
    assert everything(first_day) == before
    with pytest.raises(ForeignDataError):
        check(first_day, NAMES)


def test_the_start_refuses_it_and_tells_how_to_go_on(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as server, Redis.from_url(server.url) as client:
        fill(client, read(FIRST_DAY), tmp_path)
        game = longest(client)
        spoil(client, game)
        with pytest.raises(DeployError, match=f"upgrade --set-aside {game}"):
            upgrade_embedded(server.url, NAMES.partitions)
        assert client.exists(SUMMARIES)


def test_a_game_that_is_set_aside_is_unreadable_and_the_others_go_on(first_day: Redis) -> None:
    game = longest(first_day)
    spoil(first_day, game)
    lines = first_day.lrange(f"{LOGS}{game}", 0, -1)
    done = upgrade(first_day, NAMES, [game])
    assert (done.moved, done.frozen, done.set_aside) == (6, (), (game,))
    assert first_day.lrange(NAMES.log(game), 0, -1) == lines
    check(first_day, NAMES)
    games = GameService(Backend.on(first_day).store, utc_now)
    with pytest.raises(UnreadableGameError):
        games.repository.current(game)
    others = [games.repository.current(name) for name in games_of(first_day) if name != game]
    assert len(others) == 5


def games_of(client: Redis) -> list[str]:
    names = client.scan_iter(f"{keys.PREFIX}:{{p*}}:log:*")
    return [name.decode().rpartition(":")[2] for name in names]


def test_logs_that_an_earlier_upgrade_left_as_they_were_are_mended(first_day: Redis) -> None:
    """It had moved them unread and frozen them."""
    for name in list(first_day.scan_iter(f"{LOGS}*")):
        game = name.decode()[len(LOGS) :]
        first_day.rename(name, NAMES.log(game))
        reason = "found by the upgrade: ValidationError: Expected `array`, got `null`"
        first_day.set(NAMES.closed(game), json.dumps({"state": "frozen", "reason": reason}))
    first_day.delete(SUMMARIES)
    claim(first_day, NAMES)
    assert is_needed(first_day)
    assert upgrade(first_day, NAMES).moved == 6
    assert not is_needed(first_day)
    games = GameService(Backend.on(first_day).store, utc_now)
    for game in games_of(first_day):
        state = games.repository.current(game).state
        if state.awaited is not None:
            assert games.submit(game, plays(state)[0]).after == state.version


def test_a_frozen_game_stays_frozen_when_it_is_damaged(first_day: Redis) -> None:
    game = longest(first_day)
    line = first_day.lindex(f"{LOGS}{game}", 8) or b""
    first_day.lset(f"{LOGS}{game}", 8, line.replace(b'"at":"2026', b'"at":"2025'))
    assert upgrade(first_day, NAMES).frozen == (game,)
    games = GameService(Backend.on(first_day).store, utc_now)
    assert games.repository.current(game).version == first_day.llen(NAMES.log(game))
    with pytest.raises(HistoryShrankError):
        Backend.on(first_day).store.peek(game, 1, "none")


def test_data_of_a_later_version_is_reported_at_the_start(single_client: Redis) -> None:
    claim(single_client, NAMES)
    check(single_client, NAMES)
    single_client.sadd(keys.FORMS, "card_played.1", "card_played.99", "dog_barked.1")
    for opened in (check, claim):
        with pytest.raises(ForeignDataError, match=r"card_played\.99, dog_barked\.1"):
            opened(single_client, NAMES)


def test_the_forms_of_events_are_noted_before_they_are_written(first_day: Redis) -> None:
    upgrade(first_day, NAMES)
    games = GameService(Backend.on(first_day).store, utc_now)
    met = {
        f"{one.type}.{one.schema}"
        for game in games_of(first_day)
        if (state := games.repository.current(game).state).awaited
        for one in games.submit(game, plays(state)[0]).events
    }
    assert met <= {form.decode() for form in first_day.smembers(keys.FORMS)}
