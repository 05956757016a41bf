"""Players who closed their account: their games end by resignation, sooner or later."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from rq.timeouts import JobTimeoutException

from domain.commands import LeaveSeat, Resign, TakeSeat
from domain.values import Ending, Seat, Side, Status, Visibility
from events.accounts.players import Player, Players
from events.backend import Backend
from events.clock import milliseconds
from events.commentary.annotations import Annotation, Annotations, Audience, Filter, Reader
from events.commentary.studies import Sharing, Studies, Study
from events.games.service import GameService
from events.read_models.rebuild import rebuild
from events.seals.key_folder import make_key
from events.seals.signing import Signer, check
from events.store import keys
from events.store.port import StoreUnavailableError
from events.store.redis import RedisEventStore
from events.store.servers import Client
from tests.fixtures import BOB, KEYS, Clock, game_options, opened
from tests.support.seating import opponent, side_of
from workers.departures import clean_up_players


@pytest.fixture
def data(client: Client) -> Backend:
    """The data of an empty server."""
    return Backend.on(client)


@pytest.fixture
def players(client: Client) -> Players:
    """All accounts, read anew each time."""
    return Players(client, fresh_seconds=0)


@pytest.fixture
def ada(players: Players, clock: Clock) -> Player:
    """A player to be deleted."""
    return players.register("Ada", clock())[0]


def play(games: GameService, name: str, allies: str, axis: str | None, **about: object) -> None:
    """A game between two players, or one that waits for the second."""
    opened(games, game_options(name, creator=allies, **about))  # type: ignore[arg-type]
    games.submit(name, TakeSeat(Seat.ALLIES, allies))
    if axis is not None:
        games.submit(name, TakeSeat(Seat.AXIS, axis))


def swept(data: Backend, now: str) -> int:
    """A sweep when the lists have caught up."""
    rebuild(data)
    return clean_up_players(data, now)


def status(games: GameService, name: str) -> Status:
    return games.repository.current(name).state.status


def test_every_running_game_of_a_deleted_player_is_resigned(
    data: Backend, games: GameService, players: Players, clock: Clock, ada: Player, tmp_path: Path
) -> None:
    play(games, "first", ada.id, BOB)
    play(games, "second", BOB, ada.id)
    play(games, "private", ada.id, BOB, visibility=Visibility.PRIVATE)
    play(games, "alone", ada.id, ada.id)
    play(games, "others", BOB, BOB)
    play(games, "over", ada.id, BOB)
    games.submit("over", Resign(Seat.AXIS))
    before = games.repository.current("over")
    players.delete(ada.id, clock.advance(hours=1))
    rebuild(data)
    make_key(tmp_path / "keys")
    signer = Signer(tmp_path / "keys")
    assert clean_up_players(data, clock(), signer) == 4
    for name, winner in (("first", Seat.AXIS), ("second", Seat.ALLIES), ("private", Seat.AXIS)):
        state = games.repository.current(name).state
        assert (state.status, state.ending) == (Status.FINISHED, Ending.RESIGNATION)
        assert state.winner is side_of(winner)
        resigned = games.repository.events(name, 0)[-3:]
        assert [event.seat for event in resigned] == [opponent(winner)] * 3
        check(games.repository.seal(name) or b"", signer.public_keys())
    assert status(games, "alone") is Status.FINISHED
    assert status(games, "others") is Status.ACTIVE
    assert games.repository.current("over") == before
    assert swept(data, clock.advance(seconds=5)) == 0


def test_what_a_deleted_player_has_written_goes(
    data: Backend, client: Client, players: Players, clock: Clock, ada: Player
) -> None:
    notes, studies = Annotations(client, data.names), Studies(client)
    at, everyone = clock(), Reader(None, frozenset(Audience), 9)
    for author in (ada.id, BOB):
        remark = {"text": "Canary of an annotation"}
        notes.add(
            Annotation(f"an_{author}", "game", author, 1, 1, Audience.PUBLIC, remark, at, at), None
        )
        studies.add(Study(f"st_{author}", author, "Canary", Sharing.PUBLIC, [], at, at), None)
    players.delete(ada.id, clock.advance(hours=1))
    rebuild(data)
    swept(data, clock())
    found, _ = notes.page("game", everyone, Filter(), 9)
    assert [one.author for one, _ in found] == [BOB]
    assert studies.find(f"st_{ada.id}") is None
    assert studies.find(f"st_{BOB}") is not None
    swept(data, clock.advance(minutes=1))
    left = {name.decode() for name in client.scan_iter("*") if ada.id in name.decode()}
    assert left == {keys.player(ada.id)}


def test_who_has_not_left_plays_on(
    data: Backend, games: GameService, players: Players, clock: Clock, ada: Player
) -> None:
    play(games, "game", ada.id, BOB)
    assert swept(data, clock.advance(days=1)) == 0
    assert status(games, "game") is Status.ACTIVE
    found = players.of_id(ada.id)
    assert found is not None
    assert found.name == "Ada"


def test_games_that_wait_are_cancelled_or_left(
    data: Backend, games: GameService, players: Players, clock: Clock, ada: Player
) -> None:
    play(games, "own", ada.id, None)
    opened(games, game_options("empty", creator=ada.id))
    play(games, "other", BOB, None)
    games.submit("other", LeaveSeat(Seat.ALLIES, BOB))
    games.submit("other", TakeSeat(Seat.ALLIES, ada.id))
    players.delete(ada.id, clock())
    assert swept(data, clock.advance(days=2)) == 3
    assert status(games, "own") is status(games, "empty") is Status.CANCELLED
    other = games.repository.current("other").state
    assert (other.status, other.seats) == (Status.WAITING, {})
    assert swept(data, clock.advance(days=2)) == 0


def test_a_frozen_game_is_resigned_when_it_is_opened_again(
    data: Backend, games: GameService, players: Players, clock: Clock, ada: Player
) -> None:
    play(games, "game", ada.id, BOB)
    data.store.freeze("game", "seen in a test")
    players.delete(ada.id, clock())
    for _ in range(5):
        assert swept(data, clock.advance(days=30)) == 0
    data.store.reopen("game", milliseconds(clock()))
    assert swept(data, clock.advance(hours=1)) == 1
    assert games.repository.current("game").state.winner is Side.AXIS


def test_a_job_that_has_used_up_its_time_ends(
    data: Backend, games: GameService, players: Players, clock: Clock, ada: Player
) -> None:
    class Slow(RedisEventStore):
        def read(self, game: str, after: int = 0, upto: int | None = None) -> list[bytes]:
            raise JobTimeoutException("too long")

    play(games, "game", ada.id, BOB)
    players.delete(ada.id, clock())
    rebuild(data)
    with pytest.raises(JobTimeoutException):
        clean_up_players(replace(data, store=Slow(data.client)), clock())


def test_a_game_that_the_lists_learn_of_later_is_resigned_too(
    data: Backend, games: GameService, players: Players, clock: Clock, ada: Player
) -> None:
    rebuild(data)
    play(games, "game", ada.id, BOB)
    players.delete(ada.id, clock())
    assert clean_up_players(data, clock()) == 0
    assert status(games, "game") is Status.ACTIVE
    rebuild(data)
    assert clean_up_players(data, clock.advance(milliseconds=4999)) == 0, "it is not time yet"
    assert clean_up_players(data, clock.advance(milliseconds=1)) == 1


def test_a_player_is_looked_for_less_and_less_and_forgotten_after_a_day(
    client: Client, data: Backend, players: Players, clock: Clock, ada: Player
) -> None:
    start = milliseconds(clock())
    players.delete(ada.id, clock())
    rebuild(data)
    looks = []
    while (due := client.zscore(keys.LEAVING, ada.id)) is not None:
        clean_up_players(data, clock.advance(milliseconds=due - milliseconds(clock())))
        looks.append((milliseconds(clock()) - start) // 1000)
    assert looks[:7] == [0, 5, 10, 20, 40, 80, 160]
    assert max(after - before for before, after in pairwise(looks)) == 3600
    assert 24 * 3600 < looks[-1] <= 26 * 3600
    assert len(looks) < 50


def test_a_deletion_that_stopped_half_way_is_finished(
    client: Client, data: Backend, players: Players, clock: Clock
) -> None:
    ada, token = players.register("Ada", clock())
    client.zadd(keys.LEAVING, {ada.id: milliseconds(clock())})
    found = players.of_token(token)
    assert found is not None
    assert found.player == ada
    swept(data, clock())
    assert players.of_token(token) is None
    gone = players.of_id(ada.id)
    assert gone is not None
    assert gone.deleted


def test_a_damaged_game_does_not_keep_others_from_ending(
    client: Client, data: Backend, games: GameService, players: Players, clock: Clock, ada: Player
) -> None:
    for name in ("one", "damaged", "frozen", "two"):
        play(games, name, ada.id, BOB)
    rebuild(data)
    client.rpush(KEYS.log("damaged"), b"not an event")
    data.store.freeze("frozen", "seen in a test")
    players.delete(ada.id, clock())
    assert clean_up_players(data, clock()) == 2
    fresh = GameService(data.store, clock)
    assert status(fresh, "one") is status(fresh, "two") is Status.FINISHED


def test_lists_that_are_not_there_are_waited_for(
    data: Backend,
    games: GameService,
    players: Players,
    clock: Clock,
    ada: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("events.read_models.read_your_writes._FIRST_MODEL_SECONDS", 0.1)
    play(games, "game", ada.id, BOB)
    players.delete(ada.id, clock())
    with pytest.raises(StoreUnavailableError):
        clean_up_players(data, clock())
    assert players.leaving(milliseconds(clock())) == [ada.id]
    assert swept(data, clock()) == 1
