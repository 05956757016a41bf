"""Objectives of single scenarios: contested ones, those of the last to occupy, of sole control, of
empty sections, at the start of a turn, and exits that a side needs."""

from dataclasses import replace

from domain import create, evolve
from domain import events as e
from domain.geometry.hexes import grid_of
from domain.geometry.shape import STANDARD
from domain.rules.medals import whole_sections
from domain.setup import ExitMedals, MustExit, Objective
from domain.state import GameState
from domain.values import Edge, EditionName, ObjectiveKind, Section, Side, UnitType
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import Skirmish, game_options, play, seated

LEFT = tuple(
    hex_
    for hex_ in grid_of(STANDARD).hexes
    if Section.LEFT in grid_of(STANDARD).sections(hex_, Edge.BOTTOM)
)
CLEAR = Objective("m1", Side.ALLIES, ObjectiveKind.EMPTY_SECTION, LEFT, 1, "")
TWO = {"exit_medals": (ExitMedals(UnitType.INFANTRY, 2),)}
ONE_FIRST = {"must_exit": (MustExit(Side.ALLIES, 1),)}

KINDS = cases(
    """
    # Scenario objectives, contested: the other side holds it by default
    @ objective m1 contested allies 4,10 4,12
    who enters takes it from the other side
        4: A . . .; move A | A moves e => moved A e; objective lost m1 axis;
        objective taken m1 allies; moves ended
    a second unit there changes nothing
        4: A . I .; move A | A moves e => moved A e; moves ended
    the other side has it back as soon as it is left
        4: . A . .; move A | A moves w => moved A w; objective lost m1 allies;
        objective taken m1 axis; moves ended
    it may win the game for who is not even there
        4: . A . .; 6: i; move A; medals 2; objective m2 temporary axis 6,8 | A moves w =>
        moved A w; objective lost m1 allies; objective taken m1 axis; game finished axis medals;
        seed revealed
    its units change nothing | 4: a . . .; move a; first axis | a moves e => moved a e; moves ended
    @ medals 2; objective m1 contested allies 4,10; objective m2 permanent allies 4,12
    it goes back when the unit passes on
        4: A . .; move A | A moves e e => moved A e e; objective taken m2 allies; moves ended
    # Scenario objectives, last to occupy: kept until the enemy enters
    @ objective m1 last_to_occupy 4,10
    who leaves keeps it
        4: . A . i; move A | A moves w => moved A w; moves ended
    an enemy that enters later takes it over
        4: A . . i; move A; with axis_was_there | A moves e =>
        moved A e; objective lost m1 axis; objective taken m1 allies; moves ended
    a unit that only passes by does not occupy
        4: A . .; move A | A moves e e => moved A e e; moves ended
    a unit that stays there does
        4: A . .; move A | A moves e => moved A e; objective taken m1 allies; moves ended
    @ objective m1 last_to_occupy 4,10 4,12
    an enemy on another of its hexes takes nothing
        4: . A . i; move i; first axis | i moves w => moved i w; moves ended
    # Scenario objectives, sole control: no enemy unit on any of its hexes
    @ objective m1 sole_control allies 4,10 4,12
    it is taken where no enemy is
        4: A . . i; move A | A moves e => moved A e; objective taken m1 allies; moves ended
    an enemy on one of its hexes keeps it from being taken
        4: A . i .; move A | A moves e => moved A e; moves ended
    an enemy that enters ends it
        4: . A . i; move i; first axis | i moves w => moved i w; objective lost m1 allies;
        moves ended
    """,
    axis_was_there={"then": (e.ObjectiveTaken("m1", Side.AXIS, 1),)},
)

EARLY = cases(
    """
    # Scenario objectives, start of turn: gained if its unit still stands there
    @ card probe_left; deck pincer_move attack_right
    nothing is gained on entering
        4: I .; 0: i; objective m1 temporary allies 4,10 early; move I | I moves e =>
        moved I e; moves ended
    nor in passing
        4: A . .; 0: i; objective m1 permanent allies 4,10 early; move A | A moves e e =>
        moved A e e; moves ended
    it is gained as the own turn starts
        4: . i; 0: I; battle; objective m1 temporary axis 4,10 early | end turn =>
        battles ended; card discarded allies probe_left in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis; objective taken m1 axis
    an exit is nothing to hold, whenever it counts
        4: . i; 0: I; battle; objective m1 exit axis 4,10 early | end turn =>
        battles ended; card discarded allies probe_left in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    it is not gained as the enemy's turn starts
        4: . I; 0: i; battle; objective m1 temporary allies 4,10 early | end turn =>
        battles ended; card discarded allies probe_left in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    it may win the game, and nothing follows
        4: . i; 0: I; battle; medals 1; objective m1 temporary axis 4,10 early;
        objective m2 temporary axis 4,10 early | end turn =>
        battles ended; card discarded allies probe_left in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis; objective taken m1 axis;
        game finished axis medals; seed revealed
    sudden death may wait for the start of a turn
        4: . i; 0: I; battle; objective m1 sudden_death axis 4,10 early | end turn =>
        battles ended; card discarded allies probe_left in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis; game finished axis sudden_death;
        seed revealed
    an exit is no place to hold
        4: . i; 0: I; battle; objective m1 exit axis 4,10 early | end turn =>
        battles ended; card discarded allies probe_left in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    """
)

EXITS = cases(
    """
    # Exit markers: infantry may be worth two
    @ objective m1 exit allies 0,8
    infantry that leaves gives what the battle says
        0: I . i; move I; with two | I exits => exited I 0,8 medals 2; moves ended
    other units give what the exit says
        0: A . i; move A; with two | A exits => exited A 0,8; moves ended
    # Exit markers, must exit to win: further medals are counted
    medals do not win before a unit has left
        0: I . i; 4: A i2:1; battle A; medals 1; with one_first | A > i2 [grenade star star] =>
        rolled; eliminated i2 4,10 allies; ground offered A 4,10
    the unit that leaves may win
        0: I . i; move I; medals 1; with one_first | I exits =>
        exited I 0,8; game finished allies medals; seed revealed
    a hex with the last medal is passed by who has not left
        0: . i; 4: A . .; move A; medals 1; objective m2 permanent allies 4,10; with one_first |
        A moves e e => moved A e e; objective taken m2 allies; moves ended
    a side that may not win goes on from more medals than it needs
        0: . I i; 4: A . .; move A; medals 1; objective m2 temporary allies 4,10;
        objective m3 temporary allies 4,10; with one_first | A moves e =>
        moved A e; objective taken m2 allies; objective taken m3 allies; moves ended
    the rule is for its own side
        0: I . i; 4: a I2:1; first axis; battle a; medals 1; with one_first |
        a > I2 [grenade star star] => rolled; eliminated I2 4,10 axis; game finished axis medals;
        seed revealed
    """,
    two={"changes": TWO},
    one_first={"changes": ONE_FIRST},
)

SECTIONS = cases(
    """
    # Scenario objectives, empty section: lost when no listed section is empty any more
    @ left 0
    the last enemy that leaves the section gives the medal
        4: . . . a . . .; 8: I; move a; first axis; with clear | a moves e e =>
        moved a e e; objective taken m1 allies; moves ended
    an enemy that comes in takes it
        4: . . . . . a; 8: I; move a; first axis; with clear | a moves w w =>
        moved a w w; objective lost m1 allies; moves ended
    own units change nothing
        4: I . . . . . . i; move I; with clear | I moves e => moved I e; moves ended
    """,
    clear={"changes": {"objectives": (CLEAR,)}},
)


@runs((*KINDS, *EARLY, *EXITS, *SECTIONS))
def test_objectives_of_single_scenarios(case: Case) -> None:
    check(case)


def first_state(*objectives: Objective) -> GameState:
    setup = Skirmish("0: . i\n8: I .").board.setup(Side.ALLIES, 6, (), 4)
    created = create(EditionName.E2025, game_options(replace(setup, objectives=objectives)))
    return play(evolve(None, created), seated(), Script())


def test_what_a_side_holds_without_units_there_is_its_own_from_the_start() -> None:
    """A bridge that the Axis holds until the Allies come; a section without enemies."""
    bridge = Objective("m2", Side.ALLIES, ObjectiveKind.CONTESTED, LEFT[:1], 1, "")
    assert first_state(CLEAR, bridge).held == {"m1": Side.ALLIES, "m2": Side.AXIS}


def test_a_section_is_named_by_all_of_its_hexes() -> None:
    grid = grid_of(STANDARD)
    assert whole_sections(grid, LEFT) == {Section.LEFT}
    assert whole_sections(grid, grid.hexes) == set(Section)
    assert not whole_sections(grid, LEFT[1:])
