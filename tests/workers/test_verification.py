"""All that is stored is verified again and again: what was altered is found, at a bounded cost."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.commands import Resign
from domain.values import Seat
from events.archive.archiver import Archive
from events.archive.files import ArchiveFiles
from events.archive.freezing import unfreeze
from events.backend import Backend
from events.clock import milliseconds
from events.games.errors import ContentionError
from events.games.service import GameService
from events.log import chain
from events.read_models.rebuild import stored_games
from events.seals.key_folder import make_key
from events.seals.signing import Signer
from events.store import keys
from events.store.archive_stub import stub_of
from events.store.broken import BrokenGames
from events.store.port import HistoryShrankError, LogBrokenError
from events.store.redis import RedisEventStore
from events.store.servers import Client
from events.transfer.integrity import sealer
from tests.fixtures import KEYS, Clock, history, play_on, plays, started
from tests.support.lines import changed, members, written
from workers.verification import ARCHIVE, CREDIT_MILLISECONDS, STORE, verify_logs

PLENTY = 10**6
"""Events a second: as many as there are."""


@pytest.fixture
def data(client: Client, tmp_path: Path) -> Backend:
    return Backend.on(client, archive=ArchiveFiles.at(str(tmp_path / "archive")))


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    make_key(tmp_path / "keys")
    return Signer(tmp_path / "keys")


def altered(client: Client, game: str, version: int = 7) -> bytes:
    """Alter a stored event behind everybody's back; returns what it was."""
    place = KEYS.log(game)
    line: bytes = client.lindex(place, version - 1)
    client.lset(place, version - 1, changed(line, at="2030-01-02T03:04:06.000Z"))
    assert client.lindex(place, version - 1) != line
    return line


def archived(data: Backend, clock: Clock, game: str, signer: Signer | None = None) -> Path:
    """A short game that was moved into the archive; the path of its file below that."""
    games = GameService(data.store, clock, sealer=sealer(signer))
    started(games, game)
    games.submit(game, Resign(Seat.AXIS))
    assert data.archive is not None
    assert Archive(data.client, data.names, data.archive, clock).archive(game)
    stub = stub_of(data.client.get(KEYS.closed(game)))
    assert stub is not None
    return Path(stub.path)


def broken(client: Client, key: str = keys.BROKEN_LOGS) -> dict[str, str]:
    return {name.decode(): reason.decode() for name, reason in client.hgetall(key).items()}


def a_round(data: Backend, clock: Clock, signer: Signer | None = None) -> int:
    """Go through all there is in a round of its own; how many events that were."""
    clock.advance(days=2)
    now, events = milliseconds(clock()), 0
    public = signer.public_keys() if signer else None
    while data.client.hget(keys.VERIFICATION, "store:ended") != str(now).encode() or (
        data.client.hget(keys.VERIFICATION, "archive:ended") != str(now).encode()
    ):
        data.client.hdel(keys.VERIFICATION, "store:next", "archive:next")
        events += verify_logs(data, public, now, PLENTY)
    return events


def test_one_altered_event_among_many_games_is_found_within_a_round(
    data: Backend, games: GameService, clock: Clock, client: Client
) -> None:
    names = [f"gm_{number}" for number in range(12)]
    for name in names:
        started(games, name)
        play_on(games, name, 5)
    for number in range(3):
        archived(data, clock, f"over_{number}")
    events = sum(len(data.store.read(name)) for name in set(stored_games(data)))
    assert a_round(data, clock) == events
    assert broken(client) == {}
    altered(client, "gm_4")
    assert a_round(data, clock) == events
    assert broken(client) == {"gm_4": "event 7: its hash does not match its content"}
    assert client.hget(keys.VERIFICATION, "events") == str(2 * events).encode()
    # It takes no more commands from anyone; the others go on.
    for process in (games, GameService(RedisEventStore(client), clock)):
        with pytest.raises(LogBrokenError):
            play_on(process, "gm_4", 1)
        assert play_on(process, "gm_5", 1)


def cut(line: bytes) -> bytes:
    return line[:-9]


def resalted(client: Client, log: str) -> None:
    """Give a hidden part another salt."""
    for place, line in enumerate(client.lrange(log, 0, -1)):
        hidden = members(line)["hidden"]
        if hidden is not None:
            client.lset(log, place, changed(line, hidden=hidden | {"salt": "0" * 32}))
            return


DAMAGES: dict[str, Callable[[Client, str], object]] = {
    "an event altered": lambda client, _: altered(client, "gm"),
    "an event cut short": lambda client, log: client.lset(log, 6, cut(client.lindex(log, 6))),
    "other bytes": lambda client, log: client.lset(log, 6, client.lindex(log, 6) + b" "),
    "a member added": lambda client, log: client.lset(log, 6, changed(client.lindex(log, 6), a=1)),
    "nothing that can be decoded": lambda client, log: client.lset(log, 6, b"\xff"),
    "no JSON": lambda client, log: client.lset(log, 6, b"{"),
    "no event": lambda client, log: client.lset(log, 6, b"\x90"),
    "a number for the hidden part": lambda client, log: client.lset(
        log, 6, changed(client.lindex(log, 6), hidden=5)
    ),
    "an event twice": lambda client, log: client.linsert(
        log, "BEFORE", client.lindex(log, 6), client.lindex(log, 6)
    ),
    "an event missing": lambda client, log: client.lrem(log, 1, client.lindex(log, 6)),
    "another salt": resalted,
    "the log of another": lambda client, log: (
        client.delete(log),
        client.rpush(log, *history(client, "other")),
    ),
    "a key of another type": lambda client, log: (client.delete(log), client.set(log, "x")),
}


def test_every_kind_of_damage_is_found(
    data: Backend, games: GameService, clock: Clock, client: Client
) -> None:
    missed = []
    for what, damage in DAMAGES.items():
        client.flushall()
        for name in ("gm", "other"):
            started(GameService(data.store, clock), name, seed=f"{len(name):064x}")
        damage(client, KEYS.log("gm"))
        a_round(data, clock)
        if set(broken(client)) != {"gm"}:
            missed.append(what)
    assert not missed


def test_events_of_a_newer_version_are_no_damage(
    data: Backend, games: GameService, clock: Clock, client: Client
) -> None:
    """While versions run side by side, the older one must not freeze what the newer one writes."""
    loaded = started(games, "gm")
    newer = members(history(client, "gm")[-1])
    newer |= {"version": loaded.version + 1, "type": "weather_changed", "device": "phone"}
    del newer["hash"]
    newer["hash"] = chain.link(loaded.head, newer)
    client.rpush(KEYS.log("gm"), written(newer))
    assert newer["hidden"] is None
    a_round(data, clock)
    assert broken(client) == {}
    assert not client.exists(KEYS.closed("gm"))


def test_files_and_seals_are_verified_too(
    data: Backend, clock: Clock, client: Client, signer: Signer, tmp_path: Path
) -> None:
    files = {name: tmp_path / "archive" / archived(data, clock, name, signer) for name in "abcd"}
    a_round(data, clock, signer)
    assert broken(client, keys.BROKEN_FILES) == {}
    right = {name: file.read_bytes() for name, file in files.items()}
    # Read before, and remembered by the process: it is the file that counts.
    assert data.store.read("c")
    files["a"].unlink()
    files["b"].write_bytes(right["b"][:-5])
    files["c"].write_bytes(right["d"])
    games = GameService(data.store, clock, sealer=sealer(signer))
    for name in ("sealed", "unsealed"):
        started(games, name)
        games.submit(name, Resign(Seat.AXIS))
    seal = json.loads(data.store.seal("sealed") or b"") | {"signature": "A" * 86}
    client.hset(KEYS.seals("sealed"), "sealed", json.dumps(seal))
    a_round(data, clock, signer)
    assert broken(client, keys.BROKEN_FILES).keys() == {"a", "b", "c"}
    assert broken(client).keys() == {"sealed"}
    for name, content in right.items():
        files[name].write_bytes(content)
    a_round(data, clock, signer)
    assert broken(client, keys.BROKEN_FILES) == {}


def test_a_key_that_nobody_can_read_holds_no_other_game_up(
    data: Backend, clock: Clock, client: Client, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        archived(data, clock, name)
    client.set(KEYS.closed("a"), b"nonsense")
    stub = stub_of(client.get(KEYS.closed("c")))
    assert stub is not None
    (tmp_path / "archive" / stub.path).unlink()
    a_round(data, clock)
    assert broken(client, keys.BROKEN_FILES).keys() == {"c"}


def test_an_archive_out_of_reach_is_no_damage_and_holds_nothing_up(
    data: Backend, games: GameService, clock: Clock, client: Client, tmp_path: Path
) -> None:
    archived(data, clock, "over")
    started(games, "gm")
    away = Backend.on(client, archive=ArchiveFiles.at(str(tmp_path / "elsewhere")))
    a_round(away, clock)
    assert broken(client) == broken(client, keys.BROKEN_FILES) == {}


def test_a_round_goes_on_where_another_worker_has_ended(
    data: Backend, games: GameService, clock: Clock, client: Client
) -> None:
    names = [f"gm_{number}" for number in range(6)]
    for name in names:
        started(games, name)
    events = len(history(client, "gm_0"))
    rate = round(events / STORE.share)
    seen = []
    for left in (5, 4, 3, 2, 1, 0):
        now = milliseconds(clock.advance(seconds=1))
        worker = Backend.on(client, archive=data.archive)
        client.hset(keys.VERIFICATION, "store:next", now - 1)
        seen.append(verify_logs(worker, None, now, rate))
        assert client.llen(keys.verification_round("store")) == left
        assert bool(client.hexists(keys.VERIFICATION, "store:ended")) == (left == 0)
    assert seen == [events] * 6
    # A worker that has died in the midst of a game has not taken it off the list.
    assert verify_logs(data, None, milliseconds(clock()), rate) == 0


def test_no_more_is_verified_than_the_rate_allows(
    data: Backend, games: GameService, clock: Clock, client: Client
) -> None:
    names = [f"gm_{number}" for number in range(30)]
    for name in names:
        started(games, name)
    events, rate = len(history(client, "gm_0")), 10
    game, done = milliseconds(clock()), 0
    for _ in range(40):
        now = milliseconds(clock.advance(seconds=5))
        done += verify_logs(data, None, now, rate)
        allowed = rate * STORE.share * (now - game + CREDIT_MILLISECONDS) / 1000
        assert done <= allowed + events
    assert done >= 0.9 * min(30 * events, rate * STORE.share * 200)
    assert verify_logs(data, None, milliseconds(clock.advance(days=1)), 0) == 0, "switched off"
    # A worker that was away for long does not make up for all of it at once.
    late = verify_logs(data, None, milliseconds(clock.advance(days=1)), rate)
    assert late <= rate * STORE.share * CREDIT_MILLISECONDS / 1000 + events


def test_rounds_are_a_while_apart(
    data: Backend, games: GameService, clock: Clock, client: Client
) -> None:
    started(games, "gm")
    events = len(history(client, "gm"))
    now = milliseconds(clock())
    done = [
        verify_logs(data, None, now + later, PLENTY)
        for later in (0, 5_000, STORE.pause - 1, STORE.pause, STORE.pause + 5_000)
    ]
    assert done == [events, 0, 0, events, 0]
    assert ARCHIVE.pause > STORE.pause


def test_a_mended_log_is_no_longer_listed_and_goes_on_once_it_is_opened(
    data: Backend, games: GameService, clock: Clock, client: Client
) -> None:
    started(games, "gm")
    right = altered(client, "gm")
    a_round(data, clock)
    assert broken(client)
    with pytest.raises(LogBrokenError, match="event 7"):
        unfreeze(data.store, "gm", 1)
    assert client.exists(KEYS.closed("gm"))
    client.lset(KEYS.log("gm"), 6, right)
    for listed in (True, False):
        if not listed:
            a_round(data, clock)
            assert broken(client) == {}
        with pytest.raises(HistoryShrankError):
            play_on(games, "gm", 1)
    assert unfreeze(data.store, "gm", 1)
    assert play_on(games, "gm", 1)


def test_opening_a_mended_game_takes_it_off_the_list_at_once(
    data: Backend, games: GameService, clock: Clock, client: Client
) -> None:
    started(games, "gm")
    right = altered(client, "gm")
    a_round(data, clock)
    client.lset(KEYS.log("gm"), 6, right)
    assert unfreeze(data.store, "gm", 1)
    assert broken(client) == {}
    assert play_on(GameService(data.store, clock), "gm", 1)


def test_a_process_hears_of_a_broken_game_within_seconds(client: Client) -> None:
    now = 100.0
    one, other = (BrokenGames(client, keys.BROKEN_LOGS, lambda: now) for _ in range(2))
    assert not one.lists("gm")
    other.add("gm", "why")
    assert (one.lists("gm"), other.lists("gm")) == (False, True)
    now += 3
    assert one.lists("gm")


@pytest.mark.parametrize("place", [0, 7, -2])
def test_an_altered_log_is_not_sealed_by_the_command_that_ends_the_game(
    client: Client, clock: Clock, signer: Signer, place: int
) -> None:
    """Whether the process has loaded the game before it was altered or after."""
    for name, early in (("before", True), ("after", False)):
        games = GameService(RedisEventStore(client), clock, sealer=sealer(signer))
        started(games, name)
        play_on(games, name, 4)
        version = len(history(client, name))
        if not early:
            games = GameService(RedisEventStore(client), clock, sealer=sealer(signer))
        altered(client, name, place + 1 if place >= 0 else version + 1 + place)
        lines = history(client, name)
        assert plays(games.repository.current(name).state), "nothing is noticed before"
        with pytest.raises(LogBrokenError) as refused:
            games.submit(name, Resign(Seat.AXIS))
        assert refused.value.frozen
        assert history(client, name) == lines, "nothing half done"
        assert games.repository.seal(name) is None
        assert name in broken(client)
        with pytest.raises(LogBrokenError):
            GameService(RedisEventStore(client), clock).submit(name, Resign(Seat.AXIS))


def test_lost_events_are_reported_as_lost_by_the_command_that_ends_the_game(
    client: Client, clock: Clock, signer: Signer
) -> None:
    games = GameService(RedisEventStore(client), clock, sealer=sealer(signer))
    started(games, "gm")
    loaded = play_on(games, "gm", 4)
    client.ltrim(KEYS.log("gm"), 0, loaded.version - 3)
    with pytest.raises(HistoryShrankError) as refused:
        games.submit("gm", Resign(Seat.AXIS))
    assert not isinstance(refused.value, LogBrokenError)
    assert broken(client) == {}


def test_what_a_process_remembers_otherwise_than_the_log_says_is_not_sealed(
    client: Client, clock: Clock, signer: Signer
) -> None:
    """A process that has folded an altered event, which was put right behind its back."""
    first = GameService(RedisEventStore(client), clock)
    started(first, "gm")
    play_on(first, "gm", 4)
    log = KEYS.log("gm")
    line = client.lindex(log, 0)
    data = members(line)["data"] | {"move_time_limit": 61}
    client.lset(log, 0, changed(line, data=data))
    games = GameService(RedisEventStore(client), clock, sealer=sealer(signer))
    assert games.repository.current("gm").state.created.move_time_limit == 61
    client.lset(log, 0, line)
    with pytest.raises(ContentionError):
        games.submit("gm", Resign(Seat.AXIS))
    assert games.repository.current("gm").state.created.move_time_limit == 60
    games.submit("gm", Resign(Seat.AXIS))
    assert games.repository.seal("gm") is not None
