"""Units that leave the board for a medal (a special rule of scenarios)."""

from domain import legal_commands
from domain.commands import Attack, Decline, EndBattles, ExitBoard, OrderUnit
from domain.geometry.hexes import Hex, at
from domain.setup import Objective
from domain.values import (
    Card,
    EditionName,
    ObjectiveKind,
    Seat,
    Side,
)
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import Skirmish, play

EDGE = tuple(Hex(0, col) for col in range(13))
EXIT = Objective("m1", Side.ALLIES, ObjectiveKind.EXIT, EDGE, 1, "")


CASES = cases(
    """
    # Special rule of scenarios: exit
    @ objective m1 exit allies 0,0 0,2 0,4 0,6 0,8 0,10 0,12 0,14 0,16 0,18 0,20 0,22 0,24
    a unit on the edge leaves for a medal, and its sandbags go
        0: . . A/% .; 1: . . I .; 2: . . G .; move A I G | A exits => exited A 0,12;
        obstacle removed 0,12 sandbags unit_left
    a unit goes to the edge and off the board in one move
        I exits ne => moved I ne cost 2 no battle no ground; exited I 0,14
    the step off the board costs a hex | G exits ne => refused movement.no_exit
    nobody leaves elsewhere | I exits => refused movement.no_exit
    a unit that has moved does not leave any more
        I moves ne; I exits => refused movement.already_moved
    units leave as they move, not in battle
        0: I .; battle I | I exits => refused phase.other_decision
    the way off may win the game
        0: I . i; move I; medals 1 | I exits => exited I 0,8; game finished allies medals;
        seed revealed
    a side whose last unit has left has no army any more
        with last_unit_decides_true | I exits => exited I 0,8; game finished axis army_destroyed;
        seed revealed
    moves end when nobody can move or leave any more | I exits => exited I 0,8; moves ended
    """,
    last_unit_decides_true={"changes": {"last_unit_decides": True}},
)


@runs(CASES)
def test_units_leave_the_board(case: Case) -> None:
    check(case)


def test_terrain_that_stops_a_move_keeps_a_unit_on_the_board() -> None:
    drawn = Skirmish(
        "0:  F   .\n1:    I   .", ordered="I", phase="move", changes={"objectives": (EXIT,)}
    )
    listed = legal_commands(drawn.begin(EditionName.E2025), Seat.ALLIES)
    assert {c.path for c in listed if isinstance(c, ExitBoard)} == {(at(0, 10),)}


def test_a_unit_with_no_other_way_may_still_leave() -> None:
    drawn = Skirmish(
        "0:  i   I   i2\n1:    i3   i4", ordered="I", phase="order", changes={"objectives": (EXIT,)}
    )
    state = play(drawn.begin(EditionName.E2025), (OrderUnit(Seat.ALLIES, "I"),), Script())
    assert ExitBoard(Seat.ALLIES, "I", ()) in legal_commands(state, Seat.ALLIES)


def test_behind_enemy_lines_a_unit_may_leave_with_its_second_move() -> None:
    drawn = Skirmish(
        """
        0:  .   .   .
        1:    .   I   .
        2:  .   .   i
        """,
        ordered="I",
        card=Card.BEHIND_ENEMY_LINES,
        changes={"objectives": (EXIT,)},
    )
    state = play(
        drawn.begin(EditionName.E2025),
        (
            Attack(Seat.ALLIES, "I", "i"),
            Decline(Seat.AXIS),
            EndBattles(Seat.ALLIES),
        ),
        Script("star star star star"),
    )
    listed = [c for c in legal_commands(state, Seat.ALLIES) if isinstance(c, ExitBoard)]
    state = play(state, (listed[0],), Script())
    assert "I" not in state.units
    assert state.medals[Side.ALLIES] == 1
    assert not [c for c in legal_commands(state, Seat.ALLIES) if isinstance(c, ExitBoard)]
