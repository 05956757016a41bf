"""Units that leave the board for a medal (a special rule of scenarios)."""

from dataclasses import replace

from domain import events as e
from domain import legal_commands
from domain.commands import Attack, Decline, EndBattles, ExitBoard, MoveUnit, OrderUnit
from domain.errors import Rule
from domain.hexes import Hex, at
from domain.setup import Objective
from domain.values import (
    Card,
    EditionName,
    Ending,
    ObjectiveKind,
    ObstacleKind,
    RemovalCause,
    Seat,
    Side,
)
from tests.support.boards import path
from tests.support.cases import Case, check, runs
from tests.support.chance import Script
from tests.support.games import SEED, Skirmish, play

EDGE = tuple(Hex(0, col) for col in range(13))
EXIT = Objective("m1", Side.ALLIES, ObjectiveKind.EXIT, EDGE, 1, "")
GAME = Skirmish(
    """
    0:  .   .   A/%   .
    1:    .   .   I   .
    2:  .   .   G   .
    """,
    ordered="A I G",
    phase="move",
    changes={"objectives": (EXIT,)},
)
LAST = Skirmish("0: I . i", ordered="I", phase="move", changes={"objectives": (EXIT,)})
SOURCE = "Special rule of scenarios: exit"


def leave(unit: str, *way: Hex) -> ExitBoard:
    return ExitBoard(Seat.ALLIES, unit, way)


CASES = (
    Case(
        "a unit on the edge leaves for a medal, and its sandbags go",
        SOURCE,
        GAME,
        leave("A"),
        then=(
            e.UnitExited("A", at(0, 12), 1),
            e.ObstacleRemoved(at(0, 12), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
        ),
    ),
    Case(
        "a unit goes to the edge and off the board in one move",
        SOURCE,
        GAME,
        leave("I", at(0, 14)),
        then=(
            e.UnitMoved("I", (at(0, 14),), 2, may_battle=False, may_take_ground=False),
            e.UnitExited("I", at(0, 14), 1),
        ),
    ),
    Case(
        "the step off the board costs a hex",
        SOURCE,
        GAME,
        leave("G", *path((2, 12), "ne")),
        refused=Rule.MOVEMENT_NO_EXIT,
    ),
    Case("nobody leaves elsewhere", SOURCE, GAME, leave("I"), refused=Rule.MOVEMENT_NO_EXIT),
    Case(
        "a unit that has moved does not leave any more",
        SOURCE,
        GAME,
        (MoveUnit(Seat.ALLIES, "I", (at(0, 14),)), leave("I")),
        refused=Rule.MOVEMENT_ALREADY_MOVED,
    ),
    Case(
        "units leave as they move, not in battle",
        SOURCE,
        Skirmish("0: I .", ordered="I", changes={"objectives": (EXIT,)}),
        leave("I"),
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "the way off may win the game",
        SOURCE,
        replace(LAST, medals=1),
        leave("I"),
        then=(
            e.UnitExited("I", at(0, 8), 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "a side whose last unit has left has no army any more",
        SOURCE,
        replace(LAST, changes={"objectives": (EXIT,), "last_unit_decides": True}),
        leave("I"),
        then=(
            e.UnitExited("I", at(0, 8), 1),
            e.GameFinished(Side.AXIS, Ending.ARMY_DESTROYED),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "moves end when nobody can move or leave any more",
        SOURCE,
        LAST,
        leave("I"),
        then=(e.UnitExited("I", at(0, 8), 1), e.MovesEnded()),
    ),
)


@runs(CASES)
def test_units_leave_the_board(case: Case, edition: EditionName) -> None:
    check(case, edition)


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
