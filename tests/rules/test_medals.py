"""Medals, objectives and the end of the game, over several battles."""

from dataclasses import replace

import pytest

from domain import decide, fold
from domain import events as e
from domain.commands import Attack
from domain.geometry.hexes import at
from domain.rules import medals
from domain.setup import Objective, PlacedUnit
from domain.state import GameState
from domain.values import (
    EditionName,
    Ending,
    ObjectiveKind,
    Seat,
    Side,
    Status,
)
from tests.support.boards import board
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish

ALLIES = Seat.ALLIES
FIRST = Attack(ALLIES, "I", "i")


def worth_two(picture: str) -> tuple[PlacedUnit, ...]:
    return tuple(replace(unit, medals=2) for unit in board(picture).units)


CASES = cases(
    """
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    each eliminated unit is a medal, and the last one needed ends the game at once
        4: I . i:1 .; 6: I2 . i2:1 .; battle I I2; medals 2 | I > i [grenade star];
        I2 > i2 [grenade star] => rolled at 2 draw 2; eliminated i2 6,12 allies;
        game finished allies medals; seed revealed
    no medal is counted above the number that wins
        4: I . i:1 .; battle I; medals 1; with objective_taken | I > i [grenade star] =>
        rolled at 2; eliminated i 4,12 allies medals 0; game finished allies medals; seed revealed
    # 2025 Appendix 3; ruling: the medal for the unit comes before its objective falls back
    a unit eliminated on its objective gives the attacker's medal first
        4: I . i:1/? . | I > i [grenade star] => rolled at 2; eliminated i 4,12 allies;
        objective lost m1 axis
    the loser keeps the objective of the unit whose elimination ends the game
        4: I . i:1/? .; 6: I2 . i2:1 .; battle I I2; medals 2 | I2 > i2 [grenade star];
        I > i [grenade star] => rolled at 2 draw 2; eliminated i 4,12 allies;
        game finished allies medals; seed revealed
    # 2025 Appendix 3
    a unit on the enemy's objective gives it up with its life
        4: I . i:1/! .; battle I | I > i [grenade star] => rolled at 2; eliminated i 4,12 allies
    # ruling: a battle may say that a unit is worth more than one medal
    a unit worth two medals gives both
        4: I . i:1 .; with worth_two | I > i [grenade star] => rolled at 2;
        eliminated i 4,12 allies medals 2
    of a unit worth two medals only the missing one counts
        medals 1; with worth_two | I > i [grenade star] => rolled at 2; eliminated i 4,12 allies;
        game finished allies medals; seed revealed
    a unit worth two medals that has no way back gives both
        0: i:1; 1: .; 2: I; with driven_back | I > i [flag star] => rolled at 2;
        eliminated i 0,8 retreat_blocked allies medals 2
    # 2004 and 2025, Ambush card; 2004 p. 6, Object of the Game; 2025, Object of the game
    an ambush wins the game in the other side's turn
        4: I:1 i .; 6: I2; medals 1; enemy ambush | I > i; ambush [grenade star star] =>
        ambush played axis ambush i dice 3; ambush rolled [grenade star star];
        eliminated I 4,8 axis; game finished axis medals; seed revealed
    # 2025 Appendix 3; ruling: objectives count after every step of a retreat
    an ambush that pushes the attacker onto the last objective wins for the attacker
        4: I i .; 5: !; medals 1; enemy ambush | I > i; ambush [flag star star]; I back se =>
        retreated I se; objective taken m1 allies; game finished allies medals; seed revealed
    # ruling: where a battle says so, a side whose last unit is gone has lost
    the last unit decides where the battle says so
        4: I . i:1 .; with last_unit_decides_true | I > i [grenade star] => rolled at 2;
        eliminated i 4,12 allies; game finished allies army_destroyed; seed revealed
    the last unit decides nothing where the battle does not say so
        I > i [grenade star] => rolled at 2; eliminated i 4,12 allies
    the last unit but one decides nothing
        4: I . i:1 .; 6: i2; with last_unit_decides_true | I > i [grenade star] => rolled at 2;
        eliminated i 4,12 allies
    the last medal decides before the last unit does
        4: I . i:1 .; with last_unit_decides_true; medals 1 | I > i [grenade star] => rolled at 2;
        eliminated i 4,12 allies; game finished allies medals; seed revealed
    the last unit decides before the objective under it falls back
        4: I . i:1/? .; with last_unit_decides_true | I > i [grenade star] => rolled at 2;
        eliminated i 4,12 allies; game finished allies army_destroyed; seed revealed
    the last unit decides when it dies for want of a way back
        0: i:1; 1: .; 2: I; with last_unit_decides_true | I > i [flag star] => rolled at 2;
        eliminated i 0,8 retreat_blocked allies; game finished allies army_destroyed; seed revealed
    the last unit lost in ambush decides in the own turn
        4: I:1 i .; with last_unit_decides_true; enemy ambush | I > i; ambush [grenade star star] =>
        ambush played axis ambush i dice 3; ambush rolled [grenade star star];
        eliminated I 4,8 axis; game finished axis army_destroyed; seed revealed
    """,
    worth_two={"changes": {"units": worth_two("4: I . i:1 .")}},
    driven_back={"changes": {"units": worth_two("0: i:1\n1: .\n2: I")}},
    last_unit_decides_true={"changes": {"last_unit_decides": True}},
    objective_taken={"then": (e.ObjectiveTaken("gift", Side.ALLIES, 1),)},
)


@runs(CASES)
def test_medals_end_the_game(case: Case) -> None:
    check(case)


def after_attack(drawn: Skirmish, edition: EditionName, dice: str) -> GameState:
    state = drawn.begin(edition)
    after = fold(decide(state, FIRST, Script(dice)), state)
    assert after is not None
    return after


@pytest.mark.parametrize("edition", BOTH)
def test_a_finished_game_waits_for_nobody(edition: EditionName) -> None:
    state = after_attack(Skirmish("4: I . i:1", ordered="I", medals=1), edition, "grenade star")
    assert (state.status, state.winner, state.ending, state.awaited) == (
        Status.FINISHED,
        Side.ALLIES,
        Ending.MEDALS,
        None,
    )


@pytest.mark.parametrize("edition", BOTH)
def test_units_on_their_objectives_hold_the_medals_from_the_start(edition: EditionName) -> None:
    """2025 Appendix 3; only the side that a medal is printed for holds it."""
    state = Skirmish("4: I/! i/! i2/? I2/?", left=8).begin(edition)
    assert (dict(state.medals), dict(state.held)) == (
        {Side.ALLIES: 1, Side.AXIS: 1},
        {"m1": Side.ALLIES, "m3": Side.AXIS},
    )


@pytest.mark.parametrize("edition", BOTH)
def test_a_medal_taken_and_lost_lies_on_the_board_again(edition: EditionName) -> None:
    """2025 Appendix 3."""
    state = after_attack(Skirmish("4: I . i:1/? .", ordered="I"), edition, "grenade star")
    assert (dict(state.medals), dict(state.held)) == ({Side.ALLIES: 1, Side.AXIS: 0}, {})


@pytest.mark.parametrize("edition", BOTH)
def test_an_objective_worth_two_gives_no_more_than_is_missing(edition: EditionName) -> None:
    """2004 p. 6, Object of the Game; 2025, Object of the game."""
    position = Skirmish("4: I i", medals=1).at(edition)
    prize = Objective("prize", Side.ALLIES, ObjectiveKind.TEMPORARY, (at(4, 12),), 2, "")
    assert medals.gained_from(position, prize, Side.ALLIES) == 1
