"""Data of layout 1 is upgraded without losing a byte, however often the upgrade is cut off."""

import random
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from domain.values import Status
from events.backend import Backend
from events.clock import utc_now
from events.games.repository import GameRepository
from events.games.service import GameService
from events.log.upcasts import UPCASTS
from events.store import keys, layout
from events.store.keys import Keys
from events.store.layout import ForeignDataError
from events.store.port import HistoryShrankError, Key, StoreUnavailableError
from events.transfer.verifying import check_chain, verified
from events.upgrade.runner import DEADLINES, IDEMPOTENCY, LOGS, SUMMARIES, is_needed, upgrade
from tests.fixtures import everything, plays
from tests.support.each import each
from tests.upgrade import FILES, fill, logs, stored

NAMES = Keys()


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture
def old(single_client: Redis, path: Path) -> Redis:
    """A server with the data of a file."""
    fill(single_client, path)
    return single_client


def feeds(client: Redis) -> dict[int, list[dict[bytes, bytes]]]:
    found = {p: client.xrange(NAMES.feed(p)) for p in NAMES.all_partitions()}
    return {p: [fields for _, fields in entries] for p, entries in found.items() if entries}


def contents(client: Redis) -> dict[bytes, object]:
    """Everything but the ids of the feeds' entries, which tell the time."""
    found = everything(client)
    return {name: value for name, value in found.items() if not name.endswith(b":feed")}


@each("form", sorted(UPCASTS))
def test_some_whole_log_holds_each_earlier_schema(form: tuple[str, int]) -> None:
    """A schema may be read for ever because it is met here in a log as it was written."""
    met = {(one.type, one.schema) for path in FILES for log in logs(path).values() for one in log}
    assert form in met


def test_old_logs_hold(path: Path) -> None:
    found = logs(path)
    assert found
    for log in found.values():
        check_chain(log)
        assert verified(log, None, vouched=False).state.version == len(log)


def test_all_of_it_moves_unchanged(old: Redis, path: Path) -> None:
    before = stored(path)
    games = list(logs(path))
    assert is_needed(old)
    done = upgrade(old, NAMES)
    assert (done.moved, done.frozen) == (len(games), ())
    for game in games:
        assert old.lrange(NAMES.log(game), 0, -1) == [
            line.encode() for line in before[f"{LOGS}{game}"]["value"]
        ]
        known = before.get(f"{IDEMPOTENCY}{game}", {"value": {}})["value"]
        assert old.hgetall(NAMES.idempotency(game)) == {
            name.encode(): value.encode() for name, value in known.items()
        }
    assert not is_needed(old)
    left = {name.decode() for name in old.scan_iter() if b"{" not in name}
    accounts = (f"{keys.PREFIX}:player:", f"{keys.PREFIX}:token:")
    kept = {name for name in before if name.startswith(accounts)}
    assert left == {*kept, keys.SWEPT, keys.LAYOUT, keys.FORMS}


def test_what_is_due_follows_from_the_logs(old: Redis, path: Path) -> None:
    before = dict(stored(path)[DEADLINES]["value"])
    data = Backend.on(old)
    upgrade(old, NAMES)
    deadlines: dict[str, float] = {}
    finished: set[str] = set()
    for partition in NAMES.all_partitions():
        found = old.zrange(NAMES.deadlines(partition), 0, -1, withscores=True)
        deadlines |= {game.decode(): score for game, score in found}
        finished |= {game.decode() for game in old.zrange(NAMES.finished(partition), 0, -1)}
    assert deadlines == before
    over = {
        game
        for game in logs(path)
        if GameRepository(data.store).current(game).state.status is Status.FINISHED
    }
    assert finished == over != set()


def test_every_game_is_announced_once(old: Redis, path: Path) -> None:
    upgrade(old, NAMES)
    values = {
        fields[b"game"].decode(): (partition, int(fields[b"version"]))
        for partition, entries in feeds(old).items()
        for fields in entries
    }
    assert values == {game: (NAMES.partition(game), len(log)) for game, log in logs(path).items()}
    assert sum(map(len, feeds(old).values())) == len(values)


def test_the_games_go_on(old: Redis, path: Path) -> None:
    upgrade(old, NAMES)
    data = Backend.on(old)
    games = GameService(data.store, utc_now)
    on = 0
    for game, log in logs(path).items():
        field = next(iter(old.hgetall(NAMES.idempotency(game))), b"").decode()
        if field:
            value = old.hget(NAMES.idempotency(game), field)
            assert value is not None
            known, _ = data.store.peek(game, 0, field)
            assert known is not None
            assert known.fingerprint.encode() == value.split()[0]
        state = games.repository.current(game).state
        assert state.version == len(log)
        if state.awaited is not None:
            dice = random.Random(game)
            done = games.submit(game, dice.choice(plays(state)), key=Key("pl_x  new", "f"))
            assert done.after == len(log)
            on += 1
    assert on


class Dying(Redis):
    """A client whose process dies after so many round trips."""

    left = 0

    def _live(self) -> None:
        if self.left == 0:
            raise RedisConnectionError("died")
        self.left -= 1

    def execute_command(self, *args: Any, **options: Any) -> Any:
        self._live()
        return super().execute_command(*args, **options)

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Any:
        self._live()
        return super().pipeline(transaction, shard_hint)


def test_cut_off_anywhere_it_goes_on(single_client: Redis, path: Path) -> None:
    fill(single_client, path)
    upgrade(single_client, NAMES)
    wanted, announced = contents(single_client), feeds(single_client)
    cuts = 0
    while not upgraded_within(single_client, path, cuts):
        if not single_client.exists(keys.LAYOUT):
            with pytest.raises(ForeignDataError):
                layout.claim(single_client, NAMES)
        upgrade(single_client, NAMES)
        assert contents(single_client) == wanted, f"cut after {cuts} round trips"
        assert feeds(single_client) == announced
        cuts += 7
    assert cuts > 40


def upgraded_within(client: Redis, path: Path, round_trips: int) -> bool:
    """Fill the server, and begin an upgrade that dies after so many round trips."""
    client.flushall()
    fill(client, path)
    dying = Dying(connection_pool=client.connection_pool)
    dying.left = round_trips
    try:
        upgrade(dying, NAMES)
    except StoreUnavailableError:
        return False
    return True


def test_a_second_upgrade_does_nothing(old: Redis) -> None:
    upgrade(old, NAMES)
    before = everything(old)
    assert upgrade(old, NAMES).moved == 0
    assert everything(old) == before


def test_an_empty_server_needs_none(single_client: Redis) -> None:
    assert not is_needed(single_client)
    assert upgrade(single_client, NAMES).moved == 0
    assert everything(single_client) == {}


def test_a_damaged_game_moves_and_takes_no_more_events(old: Redis, path: Path) -> None:
    game = next(
        game
        for game, log in logs(path).items()
        if log[-1].type != "seed_revealed" and len(log) > 20
    )
    place = f"{LOGS}{game}"
    line = old.lindex(place, 9)
    assert line is not None
    old.lset(place, 9, line.replace(b'"at":"2030', b'"at":"2031'))
    lines = old.lrange(place, 0, -1)
    done = upgrade(old, NAMES)
    assert done.frozen == (game,)
    assert done.moved == len(logs(path))
    assert old.lrange(NAMES.log(game), 0, -1) == lines
    note = old.get(NAMES.closed(game))
    assert note is not None
    assert b"event 10" in note
    assert old.zscore(NAMES.deadlines(NAMES.partition(game)), game) is None
    data = Backend.on(old)
    games = GameService(data.store, utc_now)
    state = games.repository.current(game).state
    with pytest.raises(HistoryShrankError):
        games.submit(game, plays(state)[0])


def test_a_game_in_both_layouts_stops_the_upgrade(old: Redis, path: Path) -> None:
    game = next(iter(logs(path)))
    old.rpush(NAMES.log(game), "foreign")
    with pytest.raises(StoreUnavailableError, match=game):
        upgrade(old, NAMES)
    assert old.lrange(NAMES.log(game), 0, -1) == [b"foreign"]
    assert old.exists(f"{LOGS}{game}", SUMMARIES) == 2


def test_data_with_other_partitions_is_left_alone(old: Redis) -> None:
    old.set(keys.LAYOUT, "2 8")
    before = everything(old)
    with pytest.raises(ForeignDataError):
        upgrade(old, NAMES)
    assert everything(old) == before
