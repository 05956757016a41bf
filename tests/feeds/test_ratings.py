"""Ratings follow from the results alone, whatever the order in which they become known."""

import random
from collections.abc import Sequence

import msgspec
import pytest
from redis.connection import AbstractConnection

from domain.commands import Resign
from domain.ratings import NEWCOMER, Standing
from domain.values import Ending, Seat, Side, Status
from events.backend import Backend
from events.clock import at_milliseconds
from events.feeds.feeds import Feeds
from events.games.service import GameService
from events.read_models import rating_fold
from events.read_models.game_index_row import GameIndexRow
from events.read_models.projector import Projector
from events.read_models.rating_fold import RatedGame, apply_due
from events.read_models.rating_keys import RATINGS, RatedBy, RatingKeys
from events.read_models.ratings import Ratings
from events.read_models.read_model import Change, ReadModel
from events.read_models.read_your_writes import ReadYourWrites
from events.store.servers import Client
from tests.fixtures import Clock, game_options, opened, play_on, started
from tests.support.projecting import catch_up, contents, rebuilt

PLAYERS = [f"pl_{number}" for number in range(5)]
START = 1_900_000_000_000


def row(number: int, **said: object) -> GameIndexRow:
    """A rated game that ended after so many seconds; each two of them at the same time."""
    dice = random.Random(number)
    allies, axis = dice.sample(PLAYERS, 2)
    ended = at_milliseconds(START + number // 2 * 3_600_000)
    table = [
        {"side": s, "player": p, "bot": None} for s, p in zip(Side, (allies, axis), strict=True)
    ]
    summary = {
        "id": f"gm_{number}",
        "rated": True,
        "status": Status.FINISHED,
        "winner": dice.choice(list(Side)),
        "turn": 9,
        "table": table,
        "seats": {"allies": allies, "axis": axis},
        "awaiting_seats": [],
        "created_by": allies,
        "visibility": "public",
        "scenario": dice.choice(("toulon", "omaha_beach")),
        "edition": "2025",
        "variant": "standard",
        "updated_at": ended,
        "imported": None,
        "branch": None,
    }
    return GameIndexRow(START, {**summary, **said}, Ending.MEDALS, {"allies": 0, "axis": 5})


def stored(model: ReadModel, rows: Sequence[GameIndexRow]) -> None:
    """Rows taken the place of whatever was there."""
    known = model.stored([one.summary["id"] for one in rows])
    for one in rows:
        game = one.summary["id"]
        tag, before = known.get(game, ("", None))
        assert model.apply([Change(game, f"{len(tag) + 1}.x", one, tag, before)]) == []


@pytest.fixture
def model(client: Client) -> ReadModel:
    made = ReadModel(client, 1)
    made.begin({0: "0-0"})
    return made


def said(client: Client, model: ReadModel) -> dict[str, object]:
    """What the model says of ratings."""
    return {n: part for n, part in contents(client, model).items() if n.startswith("rat")}


def judged(one: GameIndexRow) -> GameIndexRow:
    """The row once its luck-adjusted result is known; some win what they did not deserve."""
    return msgspec.structs.replace(one, adjusted=random.Random(one.summary["id"]).random())


@pytest.mark.parametrize("at_once", [2, 100])
def test_the_order_in_which_results_become_known_does_not_matter(
    client: Client, model: ReadModel, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [row(number) for number in range(24)]
    stored(model, rows)
    apply_due(model)
    by_results = {n: part for n, part in said(client, model).items() if n != "rated:unjudged"}
    stored(model, [judged(one) for number, one in enumerate(rows) if number % 5])
    apply_due(model)
    expected = said(client, model)
    sizes = {"rated:done": 24, "rated:done:luck_adjusted": 19, "rated:unjudged": 5}
    assert {name: len(expected[name]) for name in sizes} == sizes  # type: ignore[arg-type]
    assert {name: expected[name] for name in by_results} == by_results
    monkeypatch.setattr("events.read_models.rating_fold._BATCH", at_once)
    for seed in range(3):
        other = ReadModel(client, seed + 2)
        other.begin({0: "0-0"})
        # Each game ends, and is judged some time after that.
        shuffled = [number for number in range(24) for _ in range(2 if number % 5 else 1)]
        random.Random(seed).shuffle(shuffled)
        ended = set[int]()
        while shuffled:
            some = {shuffled.pop() for _ in range(min(len(shuffled), 5))}
            stored(other, [judged(rows[n]) if n in ended else rows[n] for n in some])
            apply_due(other)
            ended |= some
        stored(other, [judged(rows[number]) for number in range(24) if number % 5])
        apply_due(other)
        assert said(client, other) == expected


def test_a_luck_adjusted_result_counts_as_what_it_is(client: Client, model: ReadModel) -> None:
    """The one who won deserved nothing of it, so the other one gains."""
    one = row(1)
    allies_won = one.summary["winner"] is Side.ALLIES
    stored(model, [msgspec.structs.replace(one, adjusted=float(not allies_won))])
    apply_due(model)
    found = [
        rating_fold.read_rows(model, parts.games, ["gm_1"], RatedGame)["gm_1"] for parts in RATINGS
    ]
    assert [one.score for one in found] == [allies_won, not allies_won]
    gained = [one.after.allies.rating.rating > 1500 for one in found]
    assert gained == [allies_won, not allies_won]


def test_only_luck_adjusted_ratings_are_reckoned_again_where_a_game_was_judged(
    client: Client, model: ReadModel
) -> None:
    rows = [row(number) for number in range(4)]
    stored(model, rows)
    apply_due(model)
    assert list(rating_fold.unjudged(model)) == [f"gm_{number}" for number in range(4)]
    stored(model, [judged(rows[0])])
    assert [client.zrange(model.key(parts.due), 0, -1) for parts in RATINGS] == [[], [b"gm_0"]]
    apply_due(model)
    assert list(rating_fold.unjudged(model)) == ["gm_1", "gm_2", "gm_3"]
    assert rating_fold.count_unjudged(model) == 3


def test_a_result_that_counts_no_more_is_taken_back(client: Client, model: ReadModel) -> None:
    rows = [row(number) if number % 3 else judged(row(number)) for number in range(2, 8)]
    stored(model, [one for one in rows if one is not rows[2]])
    apply_due(model)
    without = said(client, model)
    stored(model, [judged(rows[2])])
    apply_due(model)
    changed = {name for name, part in said(client, model).items() if part != without.get(name)}
    assert changed > {parts.players for parts in RATINGS}
    lost = row(4, status=Status.ACTIVE, winner=None, updated_at=at_milliseconds(START + 10**9))
    stored(model, [lost])
    apply_due(model)
    assert said(client, model) == without


def test_two_processes_take_in_each_result_once(
    client: Client, model: ReadModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(model, [row(number) for number in range(6)])
    forward = rating_fold._apply

    def overtaken(*given: object) -> object:
        monkeypatch.setattr("events.read_models.rating_fold._apply", forward)
        apply_due(model)
        return forward(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("events.read_models.rating_fold._apply", overtaken)
    apply_due(model)
    assert client.zcard(model.key(RatingKeys(RatedBy.RESULTS).applied)) == 6
    known = rating_fold.read_rows(model, "rating:players", PLAYERS, Standing)
    assert sum(one.games for one in known.values()) == 12


GIVEN_UP = (Ending.RESIGNATION, Ending.TIME_LIMIT)


@pytest.mark.parametrize(
    ("said", "ending", "counts"),
    [
        ({}, Ending.MEDALS, True),
        *(({"turn": 2}, ending, True) for ending in GIVEN_UP),
        *(({"turn": 1}, ending, False) for ending in GIVEN_UP),
        ({"turn": 1}, Ending.MEDALS, True),
        ({"rated": False}, Ending.MEDALS, False),
        ({"status": Status.ACTIVE}, None, False),
        ({"imported": {"imported_by": None}}, Ending.MEDALS, False),
        ({"table": [{"side": s, "player": s, "bot": s} for s in Side]}, Ending.MEDALS, False),
        ({"table": [{"side": s, "player": "pl", "bot": None} for s in Side]}, Ending.MEDALS, False),
    ],
)
def test_which_results_count(said: dict[str, object], ending: Ending | None, counts: bool) -> None:
    assert msgspec.structs.replace(row(1, **said), ending=ending).rates is counts


def test_what_is_built_anew_from_logs_says_the_same(
    backend: Backend, projector: Projector, games: GameService, clock: Clock, client: Client
) -> None:
    names = [f"gm_{number}" for number in range(4)]
    for number, name in enumerate(names):
        started(games, name, rated=number > 0)
        while (loaded := play_on(games, name, 5, number)).state.turn.number < 2:
            clock.advance(seconds=1)
        if number % 2:
            catch_up(backend, projector)
    opened(games, game_options("gm_waiting", rated=True))
    for name in reversed(names):
        games.submit(name, Resign(Seat.AXIS))
    catch_up(backend, projector)
    assert loaded.state.created.rated
    ratings = Ratings(ReadYourWrites(client, Feeds(client, backend.names)))
    alice, bob = ratings.of_players(["pl_alice", "pl_bob"])[RatedBy.RESULTS].values()
    assert (alice.games, bob.games) == (3, 3)
    assert alice.rating.rating > 1500 > bob.rating.rating
    page, more = ratings.history("pl_alice", 2, None)
    rest, end = ratings.history("pl_alice", 2, more)
    assert [game for game, _ in (*page, *rest)] == ["gm_3", "gm_2", "gm_1"]
    assert end is None
    assert page[0][1].after.allies == alice
    assert ratings.of_game("gm_0") is None
    assert ratings.of_game("gm_1") == rest[0][1]
    before = contents(client)
    assert rebuilt(backend) == before


def test_all_ratings_of_players_are_read_at_once(
    backend: Backend, projector: Projector, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    catch_up(backend, projector)
    ratings = Ratings(ReadYourWrites(client, Feeds(client, backend.names)))
    assert ratings.of_players(["pl_alice"]) == {by: {"pl_alice": NEWCOMER} for by in RatedBy}
    sent, send = list[object](), AbstractConnection.send_packed_command

    def counted(connection: AbstractConnection, command: object, **options: bool) -> None:
        sent.append(command)
        send(connection, command, **options)

    monkeypatch.setattr(AbstractConnection, "send_packed_command", counted)
    ratings.of_players(["pl_alice", "pl_bob"])
    assert len(sent) == 3, "the generation, the ratings, and whether it is still the generation"
