"""Two games with the sides swapped, one score (2004 p. 4; 2025, Setup)."""

from dataclasses import replace

import pytest

from domain import create, decide, evolve, view
from domain.analysis.match import Standing, score, second_game
from domain.commands import TakeSeat
from domain.errors import IllegalCommandError, Rule
from domain.scenarios import load
from domain.state import GameState
from domain.steps.lifecycle import free_seats
from domain.values import EditionName, Seat, Side, Status
from tests.support.chance import Script
from tests.support.games import PLAYERS, begun, wish
from tests.support.seating import SEATS, opponent

FIRST = begun("pegasus_bridge", EditionName.E2025).state
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
    new = replace(wish(load("pegasus_bridge")), match=second_game(OVER))
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
