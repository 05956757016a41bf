"""Medals, objectives and the end of the game, over several battles."""

import pytest

from domain import decide, fold
from domain import events as e
from domain.commands import Attack
from domain.hexes import at
from domain.rules import medals
from domain.setup import Objective
from domain.state import GameState
from domain.values import (
    EditionName,
    Ending,
    LossCause,
    ObjectiveKind,
    Seat,
    Side,
    Status,
)
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import Script
from tests.support.games import BOTH, SEED, Skirmish

ALLIES = Seat.ALLIES
DUEL = Skirmish("4: I . i:1 .\n6: I2 . i2:1 .", ordered="I I2", medals=2)
FIRST, SECOND = Attack(ALLIES, "I", "i"), Attack(ALLIES, "I2", "i2")
FINISH = (e.GameFinished(Side.ALLIES, Ending.MEDALS), e.SeedRevealed(SEED))


def gone(name: str, row: int) -> e.UnitEliminated:
    return e.UnitEliminated(name, at(row, 12), 1, LossCause.HITS, Side.ALLIES, 1)


CASES = (
    Case(
        "each eliminated unit is a medal, and the last one needed ends the game at once",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        DUEL,
        (FIRST, SECOND),
        dice="grenade star grenade star",
        then=(
            *throw("I2", "i2", "grenade star", distance=2, draw=2),
            gone("i2", 6),
            *FINISH,
        ),
    ),
    Case(
        "a unit eliminated on its objective gives the attacker's medal first",
        "2025 Appendix 3",
        Skirmish("4: I . i:1/? .", ordered="I", medals=1),
        FIRST,
        dice="grenade star",
        then=(*throw("I", "i", "grenade star", distance=2), gone("i", 4), *FINISH),
    ),
    Case(
        "no medal is counted above the number that wins",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        Skirmish(
            "4: I . i:1 .",
            ordered="I",
            medals=1,
            then=(e.ObjectiveTaken("gift", Side.ALLIES, 1),),
        ),
        FIRST,
        dice="grenade star",
        then=(
            *throw("I", "i", "grenade star", distance=2),
            e.UnitEliminated("i", at(4, 12), 1, LossCause.HITS, Side.ALLIES, 0),
            *FINISH,
        ),
    ),
)


@runs(CASES)
def test_medals_end_the_game(case: Case, edition: EditionName) -> None:
    check(case, edition)


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
