"""Two games with the sides swapped, one score (2004 p. 4; 2025, Setup)."""

from dataclasses import replace

import pytest

from domain import create, decide, evolve, view
from domain.analysis.match import Standing, score, second_game, second_table, swapped
from domain.commands import LeaveSeat, TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.events import SeatLeft, SeatTaken
from domain.scenarios import load
from domain.seating import Table, tables_for
from domain.state import GameState
from domain.steps.table.lifecycle import free_seats
from domain.values import EditionName, Seat, Side, Status, Variant
from tests.support.chance import Script
from tests.support.each import each
from tests.support.games import PLAYERS, game_options, start_game
from tests.support.seating import SEATS, opponent

FIRST = start_game("pegasus_bridge", EditionName.E2025).state
SWAPPED = {seat: PLAYERS[opponent(seat)] for seat in SEATS}


def game(seats: dict[Seat, str], allies: int, axis: int, status: Status) -> GameState:
    medals = {Side.ALLIES: allies, Side.AXIS: axis}
    return replace(FIRST, seats=seats, medals=medals, status=status)


OVER = game(PLAYERS, 4, 2, Status.FINISHED)


def test_each_player_takes_the_other_side_in_the_second_game() -> None:
    match = second_game(OVER)
    assert (match.first, match.number) == (OVER.created.game, 2)
    assert match.players == SWAPPED


@pytest.mark.parametrize(
    ("allies", "axis", "winner"), [(1, 4, "ann"), (4, 2, None), (4, 1, "bob"), (3, 4, "ann")]
)
def test_the_medals_of_both_games_decide(allies: int, axis: int, winner: str | None) -> None:
    found = score(OVER, game(SWAPPED, allies, axis, Status.FINISHED))
    assert found.standings == (Standing("ann", (4, axis)), Standing("bob", (2, allies)))
    assert [one.total for one in found.standings] == [4 + axis, 2 + allies]
    assert found.finished
    assert found.winner == winner


def test_nobody_has_won_a_match_before_both_games_are_over() -> None:
    for second in (None, game(SWAPPED, 0, 3, Status.ACTIVE)):
        found = score(OVER, second)
        assert not found.finished
        assert found.winner is None


def test_who_plays_against_nobody_else_wins_nothing() -> None:
    alone = dict.fromkeys(SEATS, "ann")
    first, second = (game(alone, 4, medals, Status.FINISHED) for medals in (1, 2))
    assert score(first, second).winner is None


def test_the_seats_of_the_second_game_are_kept_for_the_players_of_the_first() -> None:
    new = replace(game_options(load("pegasus_bridge")), match=second_game(OVER))
    state = evolve(None, create(EditionName.E2025, new))
    for player in ("eve", "ann"):
        with pytest.raises(IllegalCommandError) as refused:
            decide(state, TakeSeat(Seat.ALLIES, player), Script())
        assert refused.value.rule is Rule.SEAT_RESERVED
    assert decide(state, TakeSeat(Seat.ALLIES, "bob"), Script())
    assert [free_seats(state, player) for player in ("bob", "ann", "eve")] == [
        (Seat.ALLIES,),
        (Seat.AXIS,),
        (),
    ]
    assert view(state, frozenset())["match"] == {
        "first": OVER.created.game,
        "number": 2,
        "players": {"allies": "bob", "axis": "ann"},
    }


EVERY = [(variant, table) for variant in Variant for table in tables_for(variant)]


@each("variant, table", EVERY)
def test_at_every_table_each_takes_the_seat_of_its_rank_on_the_other_side(
    variant: Variant, table: Table
) -> None:
    """A side that has a player fewer is the other one then. Of several, the first stands for its
    side in the score, and whoever goes on for a partner keeps both seats."""
    battle = "omaha_beach_overlord" if variant is Variant.OVERLORD else "omaha_beach"
    edition = EditionName.E2004 if variant is Variant.TEAM else EditionName.E2025
    created = create(edition, replace(game_options(load(battle)), variant=variant, table=table))
    seats = {seat: f"pl_{seat}" for seat in table.seats}
    first = replace(
        evolve(None, created),
        seats=seats,
        status=Status.FINISHED,
        medals={Side.ALLIES: 3, Side.AXIS: 1},
    )
    match, across, after = second_game(first), swapped(first), second_table(first)
    assert after.smaller is (table.smaller and table.smaller.enemy)
    assert set(across) == set(table.seats)
    assert tuple(match.players) == after.seats
    for before, seat in across.items():
        assert match.players[seat] == seats[before]
        assert after.side_of(seat) is table.side_of(before).enemy
    second = replace(first, seats=dict(match.players), medals={Side.ALLIES: 0, Side.AXIS: 2})
    result = score(first, second)
    assert result.winner == seats[table.first_of(Side.ALLIES)]
    assert {one.total for one in result.standings} == {5, 1}


def test_a_player_takes_and_leaves_only_those_seats_of_a_party_that_are_kept_for_it() -> None:
    table = tables_for(Variant.OVERLORD)[-1]
    wanted = replace(
        game_options(load("omaha_beach_overlord")), variant=Variant.OVERLORD, table=table
    )
    seats = {seat: seat.partition("_")[0] for seat in table.seats} | {Seat.AXIS_4: "cy"}
    first = replace(evolve(None, create(EditionName.E2025, wanted)), seats=seats)
    state = evolve(None, create(EditionName.E2025, replace(wanted, match=second_game(first))))
    taken = decide(state, TakeSeat(Seat.ALLIES_1, "axis"), Script())
    assert [one.seat for one in taken if isinstance(one, SeatTaken)] == [
        Seat.ALLIES_1,
        Seat.ALLIES_2,
        Seat.ALLIES_3,
    ]
    for one in (*taken, SeatTaken(Seat.ALLIES_4, "cy")):
        state = evolve(state, one)
    left = decide(state, LeaveSeat(Seat.ALLIES_4, "cy"), Script())
    assert left == (SeatLeft(Seat.ALLIES_4, "cy"),)
    items = [(one.player, one.medals) for one in score(first, None).standings]
    assert items == [("allies", (0,)), ("axis", (0,)), ("cy", (0,))]
