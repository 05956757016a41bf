"""Results and statistics beside a count over the stored events, made without the read model."""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from domain.commands import Resign, TakeSeat
from domain.values import EditionName, Ending, Variant, Visibility
from events.backend import Backend
from events.feeds.feeds import Feeds
from events.games.repository import GameRepository
from events.games.service import GameService
from events.read_models.projector import Projector
from events.read_models.read_your_writes import ReadYourWrites
from events.read_models.results import Results
from tests.fixtures import ALICE, BOB, game_options, opened, play_on
from tests.support.lines import members
from tests.support.projecting import catch_up
from tests.support.seating import SEATS

EVE = "pl_eve"
PLAYERS = (ALICE, BOB, EVE)


def plan() -> Iterator[tuple[str, EditionName, Variant, Visibility, tuple[str, ...], int, int]]:
    """Games of all kinds: id, edition, variant, visibility, who sits down, how many commands are
    played, and how many more of three ends it comes to."""
    pairs = ((ALICE, BOB), (BOB, ALICE), (ALICE, EVE), (EVE, EVE), (BOB,), ())
    for number in range(36):
        yield (
            f"gm_{number:02}",
            list(EditionName)[number % 2],
            list(Variant)[number // 2 % 2],
            Visibility.PRIVATE if number % 5 == 0 else Visibility.PUBLIC,
            pairs[number % len(pairs)],
            5000 if number == 1 else number % 4,
            number % 3,
        )


@pytest.fixture
def played(backend: Backend, games: GameService) -> Backend:
    for name, edition, variant, visibility, sitting, commands, end in plan():
        new = game_options(name, visibility=visibility, creator=ALICE)
        opened(games, replace(new, variant=variant), edition)
        for seat, player in zip(SEATS, sitting, strict=False):
            games.submit(name, TakeSeat(seat, player))
        if len(sitting) == len(SEATS):
            play_on(games, name, commands, seed=commands)
            if games.repository.current(name).state.awaited is not None and end:
                reason = (Ending.RESIGNATION, Ending.TIME_LIMIT)[end - 1]
                awaited = games.repository.current(name).state.awaited
                assert awaited is not None
                games.submit(name, Resign(awaited, reason))
    catch_up(backend, Projector(backend))
    return backend


def logs(backend: Backend) -> Iterator[list[dict[str, Any]]]:
    for name, *_ in plan():
        yield [members(line) for line in backend.store.read(name)]


def data_of(log: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event["data"] for event in log if event["type"] == kind]


def results(backend: Backend) -> Results:
    feeds = Feeds(backend.client, backend.names)
    return Results(ReadYourWrites(backend.client, feeds))


def test_results_are_a_count_over_the_logs(played: Backend) -> None:
    for player, viewer in itertools.product(PLAYERS, (None, *PLAYERS)):
        check_results(played, player, viewer)


def check_results(played: Backend, player: str, viewer: str | None) -> None:
    expected: Counter[str] = Counter()
    sides: Counter[tuple[str, str]] = Counter()
    for log in logs(played):
        [created] = data_of(log, "game_created")
        seats = {one["seat"]: one["player"] for one in data_of(log, "seat_taken")}
        if player not in seats.values():
            continue
        if created["visibility"] == "private" and viewer != player:
            continue
        ended = data_of(log, "game_finished")
        if list(seats.values()) == [player] * 2:
            expected["solo"] += 1
        elif not ended:
            expected["active" if len(seats) == 2 else "waiting"] += 1
        else:
            [side] = [seat for seat, who in seats.items() if who == player]
            won = ended[0]["winner"] == side
            expected["won" if won else "lost"] += 1
            sides[side, "won" if won else "lost"] += 1
            if not won and ended[0]["reason"] == "resignation":
                expected["resigned"] += 1
            if not won and ended[0]["reason"] == "time_limit":
                expected["timed_out"] += 1
    found = results(played).of_player(player, viewer)
    shown = {
        "waiting": found.waiting,
        "active": found.active,
        "solo": found.solo,
        "won": found.record.won,
        "lost": found.record.lost,
        "resigned": found.record.resigned,
        "timed_out": found.record.timed_out,
    }
    assert shown == {name: expected[name] for name in shown}
    for part in (found.by_side, found.by_edition, found.by_scenario):
        assert sum(one.won for one in part.values()) == found.record.won
        assert sum(one.lost for one in part.values()) == found.record.lost
    assert {(side, "won"): one.won for side, one in found.by_side.items()} == {
        (side, "won"): sides[side, "won"] for side in found.by_side
    }
    assert set(found.by_side) == {side for side, _ in sides}
    assert sum(expected.values()) > 0


def test_statistics_are_a_count_over_the_logs(played: Backend) -> None:
    expected: dict[tuple[str, str], Counter[str]] = {}
    for log in logs(played):
        [created] = data_of(log, "game_created")
        players = [one["player"] for one in data_of(log, "seat_taken")]
        if created["visibility"] == "private" or len(set(players)) < len(players):
            continue
        count = expected.setdefault((created["edition"], created["variant"]), Counter())
        count["games"] += 1
        for end in data_of(log, "game_finished"):
            count["finished"] += 1
            count[f"won {end['winner']}"] += 1
            count[f"ending {end['reason']}"] += 1
            count["turns"] += len(data_of(log, "turn_started"))
            state = GameRepository(played.store).current(created["game"]).state
            for side, medals in state.medals.items():
                count[f"medals {side}"] += medals
    found = results(played).of_scenario("pegasus_bridge")
    assert [(one.edition, one.variant) for one in found] == sorted(expected)
    for one in found:
        count = expected[one.edition, one.variant]
        assert (one.games, one.finished, one.turns) == (
            count["games"],
            count["finished"],
            count["turns"],
        )
        assert one.won == {side: count[f"won {side}"] for side in ("allies", "axis")}
        assert one.medals == {side: count[f"medals {side}"] for side in ("allies", "axis")}
        assert one.endings == {
            name.removeprefix("ending "): games
            for name, games in count.items()
            if name.startswith("ending ")
        }
    assert any(one.medals["axis"] for one in found), "some games were played to their end"
    assert len({ending for one in found for ending in one.endings}) > 2
    assert results(played).of_scenario("omaha_beach") == []
