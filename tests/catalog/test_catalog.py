"""Lists of games: each filter, pages that stay put, private games."""

import itertools
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from domain.commands import Resign, TakeSeat
from domain.state import GameState
from domain.values import EditionName, Seat, Visibility
from events.clock import milliseconds
from events.games.service import GameService
from events.read_models.catalog import GameCatalog, ListPosition, Query
from tests.fixtures import ALICE, BOB, Clock, game_options, opened, started
from tests.support.seating import SEATS

EVE = "pl_eve"
MAX_PAGES = 500


@dataclass
class Shelf:
    """Games that differ in everything a list can ask for, and when each was created."""

    games: GameService
    clock: Clock
    created: dict[str, int]
    states: dict[str, GameState] = field(default_factory=dict)
    """The games as they are once the shelf is filled."""

    def fill(self) -> None:
        kinds = itertools.product((ALICE, BOB), Visibility, ("here", "there"), range(3))
        for number, (creator, visibility, scenario, stage) in enumerate(kinds):
            name = f"gm_{number * 7919 % 100:02}"
            new = game_options(name, creator=creator, visibility=visibility)
            self.created[name] = milliseconds(self.clock())
            opened(self.games, replace(new, scenario=scenario))
            if number % 3:
                self.clock.advance(milliseconds=number % 4)
            if stage:
                other = EVE if number % 2 else BOB
                self.games.submit(name, TakeSeat(Seat.AXIS, ALICE))
                self.games.submit(name, TakeSeat(Seat.ALLIES, other))
            if stage == 2:
                self.games.submit(name, Resign(Seat.AXIS))
            self.states[name] = self.games.repository.current(name).state

    def matching(self, query: Query) -> list[str]:
        """The ids a list must show, in its order."""
        places = sorted(((at, name) for name, at in self.created.items()), reverse=True)
        return [name for at, name in places if self._matches(query, name, at)]

    def _matches(self, query: Query, name: str, at: int) -> bool:
        state = self.states[name]
        members = {state.created.created_by, *state.seats.values()}
        return (
            (state.created.visibility is Visibility.PUBLIC or query.viewer in members)
            and (query.status is None or query.status == state.status)
            and (query.player is None or query.player in members)
            and (query.scenario is None or query.scenario == state.created.scenario)
            and (query.since is None or at >= query.since)
            and (query.until is None or at <= query.until)
        )


@pytest.fixture
def shelf(games: GameService, clock: Clock) -> Shelf:
    shelf = Shelf(games, clock, {})
    shelf.fill()
    return shelf


def ids(found: list[dict[str, Any]]) -> list[str]:
    return [game["id"] for game in found]


def pages(catalog: GameCatalog, query: Query, limit: int) -> list[list[str]]:
    """A list page by page."""
    found, after = catalog.find(query, limit)
    all_pages = [ids(found)]
    while after is not None:
        found, after = catalog.find(query, limit, after)
        all_pages.append(ids(found))
        assert len(all_pages) <= MAX_PAGES, "the list does not end"
    return all_pages


def test_every_combination_of_filters_finds_what_it_should(
    shelf: Shelf, catalog: GameCatalog
) -> None:
    times = sorted(shelf.created.values())
    filled = 0
    for viewer, status, player, scenario, since, until in itertools.product(
        (None, ALICE, EVE, "pl_stranger"),
        (None, "waiting", "active", "finished"),
        (None, ALICE, BOB, EVE, "pl_stranger"),
        (None, "here", "nowhere"),
        (None, times[5]),
        (None, times[-5]),
    ):
        query = Query(viewer, status, player, scenario, since, until)
        found, after = catalog.find(query, 100)
        assert ids(found) == shelf.matching(query), query
        assert after is None
        filled += bool(found)
    assert filled > 200


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 24, 100])
def test_pages_together_are_the_whole_list(shelf: Shelf, catalog: GameCatalog, limit: int) -> None:
    for query in (Query(), Query(viewer=ALICE), Query(viewer=BOB, status="active")):
        split = pages(catalog, query, limit)
        assert [name for page in split for name in page] == shelf.matching(query)
        assert all(len(page) == limit for page in split[:-1])
        assert len(split) == 1 or split[-1], "the last page is not empty"


def test_new_games_do_not_move_the_pages_that_follow(
    shelf: Shelf, catalog: GameCatalog, games: GameService
) -> None:
    before = shelf.matching(Query())
    seen, after = catalog.find(Query(), 4)
    names = ids(seen)
    while after is not None:
        opened(games, game_options(f"gm_zz_{len(names)}"))
        found, after = catalog.find(Query(), 4, after)
        names += ids(found)
    assert names == before


def test_games_of_one_millisecond_come_each_once(
    catalog: GameCatalog, games: GameService, clock: Clock
) -> None:
    tied = [f"gm_{number:03}" for number in range(450)]
    opened(games, game_options("gm_older"))
    clock.advance(milliseconds=1)
    for name in tied:
        opened(games, game_options(name))
    clock.advance(milliseconds=1)
    opened(games, game_options("gm_newer"))
    expected = ["gm_newer", *reversed(tied), "gm_older"]
    for limit in (1000, 452, 451, 200, 97):
        assert [name for page in pages(catalog, Query(), limit) for name in page] == expected
    middle = ListPosition(milliseconds(clock()) - 1, "gm_225")
    assert ids(catalog.find(Query(), 2, middle)[0]) == ["gm_224", "gm_223"]


def test_a_page_goes_on_behind_a_game_that_is_in_no_list_any_more(
    catalog: GameCatalog, games: GameService, clock: Clock
) -> None:
    for number in range(6):
        opened(games, game_options(f"gm_{number}"))
        clock.advance(milliseconds=1)
    query = Query(status="waiting")
    found, after = catalog.find(query, 2)
    assert ids(found) == ["gm_5", "gm_4"]
    for name in ("gm_4", "gm_3"):
        games.submit(name, TakeSeat(Seat.AXIS, ALICE))
        games.submit(name, TakeSeat(Seat.ALLIES, BOB))
    assert ids(catalog.find(query, 9, after)[0]) == ["gm_2", "gm_1", "gm_0"]


def test_a_private_game_shows_only_to_its_members(catalog: GameCatalog, games: GameService) -> None:
    opened(games, game_options("gm_hidden", visibility=Visibility.PRIVATE))
    games.submit("gm_hidden", TakeSeat(Seat.AXIS, BOB))
    for player in (None, ALICE):
        seen = {
            viewer: ids(catalog.find(Query(viewer=viewer, player=player), 9)[0])
            for viewer in (None, ALICE, BOB, EVE)
        }
        assert seen == {None: [], ALICE: ["gm_hidden"], BOB: ["gm_hidden"], EVE: []}


def test_a_line_of_a_list_hides_what_the_game_hides(
    catalog: GameCatalog, games: GameService
) -> None:
    loaded = started(games)
    [line] = catalog.find(Query(), 9)[0]
    assert line["version"] == loaded.version
    assert line["seats"] == {"allies": ALICE, "axis": BOB}
    text = repr(line)
    assert loaded.state.created.seed not in text
    for seat in SEATS:
        assert not any(card in text for card in loaded.state.cards.hand(seat))


def test_both_editions_are_listed_as_what_they_are(
    catalog: GameCatalog, games: GameService
) -> None:
    for edition in EditionName:
        started(games, f"gm_{edition}", edition)
    assert {line["edition"] for line in catalog.find(Query(), 9)[0]} == set(EditionName)


def test_a_game_leaves_the_lists_that_it_does_not_fit_any_more(
    catalog: GameCatalog, games: GameService
) -> None:
    def listed() -> list[str]:
        known = ("waiting", "active", "finished")
        return [s for s in known if catalog.find(Query(status=s), 9)[0]]

    opened(games, game_options("game"))
    assert listed() == ["waiting"]
    games.submit("game", TakeSeat(Seat.AXIS, ALICE))
    assert listed() == ["waiting"]
    games.submit("game", TakeSeat(Seat.ALLIES, BOB))
    assert listed() == ["active"]
    games.submit("game", Resign(Seat.AXIS))
    assert listed() == ["finished"]
    for query in (Query(), Query(player=ALICE), Query(player=BOB)):
        assert ids(catalog.find(query, 9)[0]) == ["game"]
