"""Medals, objectives and the end of the game, over several battles."""

from dataclasses import replace

import pytest

from domain import decide, fold
from domain import events as e
from domain.commands import Ambush, Attack, Retreat
from domain.hexes import at
from domain.rules import medals
from domain.setup import Objective
from domain.state import GameState
from domain.values import (
    Card,
    EditionName,
    Ending,
    LossCause,
    ObjectiveKind,
    Seat,
    Side,
    Status,
)
from tests.support.boards import board
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import Script, faces
from tests.support.games import BOTH, SEED, Skirmish

ALLIES = Seat.ALLIES
DUEL = Skirmish("4: I . i:1 .\n6: I2 . i2:1 .", ordered="I I2", medals=2)
FIRST, SECOND = Attack(ALLIES, "I", "i"), Attack(ALLIES, "I2", "i2")
SCENARIO = "ruling: a battle may say that a unit is worth more than one medal"
LAST_UNIT = "ruling: where a battle says so, a side whose last unit is gone has lost"
FINISH = (e.GameFinished(Side.ALLIES, Ending.MEDALS), e.SeedRevealed(SEED))


def gone(name: str, row: int) -> e.UnitEliminated:
    return e.UnitEliminated(name, at(row, 12), 1, LossCause.HITS, Side.ALLIES, 1)


def worth(each: int, picture: str, medals: int = 4, left: int = 8) -> Skirmish:
    """A battle whose units are worth several medals each."""
    units = tuple(replace(unit, medals=each) for unit in board(picture, left).units)
    return Skirmish(picture, left, "I", medals=medals, changes={"units": units})


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
        "2025 Appendix 3; ruling: the medal for the unit comes before its objective falls back",
        Skirmish("4: I . i:1/? .", ordered="I"),
        FIRST,
        dice="grenade star",
        then=(
            *throw("I", "i", "grenade star", distance=2),
            gone("i", 4),
            e.ObjectiveLost("m1", Side.AXIS, 1),
        ),
    ),
    Case(
        "the loser keeps the objective of the unit whose elimination ends the game",
        "2025 Appendix 3; ruling: the medal for the unit comes before its objective falls back",
        Skirmish("4: I . i:1/? .\n6: I2 . i2:1 .", ordered="I I2", medals=2),
        (SECOND, FIRST),
        dice="grenade star grenade star",
        then=(*throw("I", "i", "grenade star", distance=2, draw=2), gone("i", 4), *FINISH),
    ),
    Case(
        "a unit on the enemy's objective gives it up with its life",
        "2025 Appendix 3",
        Skirmish("4: I . i:1/! .", ordered="I"),
        FIRST,
        dice="grenade star",
        then=(*throw("I", "i", "grenade star", distance=2), gone("i", 4)),
    ),
    Case(
        "a unit worth two medals gives both",
        SCENARIO,
        worth(2, "4: I . i:1 ."),
        FIRST,
        dice="grenade star",
        then=(
            *throw("I", "i", "grenade star", distance=2),
            e.UnitEliminated("i", at(4, 12), 1, LossCause.HITS, Side.ALLIES, 2),
        ),
    ),
    Case(
        "of a unit worth two medals only the missing one counts",
        SCENARIO,
        worth(2, "4: I . i:1 .", medals=1),
        FIRST,
        dice="grenade star",
        then=(*throw("I", "i", "grenade star", distance=2), gone("i", 4), *FINISH),
    ),
    Case(
        "a unit worth two medals that has no way back gives both",
        SCENARIO,
        worth(2, "0: i:1\n1: .\n2: I", left=8),
        FIRST,
        dice="flag star",
        then=(
            *throw("I", "i", "flag star", distance=2),
            e.UnitEliminated("i", at(0, 8), 1, LossCause.RETREAT_BLOCKED, Side.ALLIES, 2),
        ),
    ),
    Case(
        "an ambush wins the game in the other side's turn",
        "2004 and 2025, Ambush card; 2004 p. 6, Object of the Game; 2025, Object of the game",
        Skirmish("4: I:1 i .\n6: I2", ordered="I", enemy=(Card.AMBUSH,), medals=1),
        (FIRST, Ambush(Seat.AXIS)),
        dice="grenade star star",
        then=(
            e.AmbushPlayed(Seat.AXIS, Card.AMBUSH, "i", 3),
            e.AmbushRolled(faces("grenade star star"), 1),
            e.UnitEliminated("I", at(4, 8), 1, LossCause.HITS, Side.AXIS, 1),
            e.GameFinished(Side.AXIS, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "an ambush that pushes the attacker onto the last objective wins for the attacker",
        "2025 Appendix 3; ruling: objectives count after every step of a retreat",
        Skirmish("4: I i .\n5: !", 8, "I", enemy=(Card.AMBUSH,), medals=1),
        (FIRST, Ambush(Seat.AXIS), Retreat(ALLIES, "I", (at(5, 9),))),
        dice="flag star star",
        then=(
            e.UnitRetreated("I", (at(5, 9),)),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            *FINISH,
        ),
    ),
    Case(
        "the last unit decides where the battle says so",
        LAST_UNIT,
        Skirmish("4: I . i:1 .", ordered="I", changes={"last_unit_decides": True}),
        FIRST,
        dice="grenade star",
        then=(
            *throw("I", "i", "grenade star", distance=2),
            gone("i", 4),
            e.GameFinished(Side.ALLIES, Ending.ARMY_DESTROYED),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "the last unit decides nothing where the battle does not say so",
        LAST_UNIT,
        Skirmish("4: I . i:1 .", ordered="I"),
        FIRST,
        dice="grenade star",
        then=(*throw("I", "i", "grenade star", distance=2), gone("i", 4)),
    ),
    Case(
        "the last unit but one decides nothing",
        LAST_UNIT,
        Skirmish("4: I . i:1 .\n6: i2", ordered="I", changes={"last_unit_decides": True}),
        FIRST,
        dice="grenade star",
        then=(*throw("I", "i", "grenade star", distance=2), gone("i", 4)),
    ),
    Case(
        "the last medal decides before the last unit does",
        LAST_UNIT,
        Skirmish("4: I . i:1 .", ordered="I", medals=1, changes={"last_unit_decides": True}),
        FIRST,
        dice="grenade star",
        then=(*throw("I", "i", "grenade star", distance=2), gone("i", 4), *FINISH),
    ),
    Case(
        "the last unit decides before the objective under it falls back",
        LAST_UNIT,
        Skirmish("4: I . i:1/? .", ordered="I", changes={"last_unit_decides": True}),
        FIRST,
        dice="grenade star",
        then=(
            *throw("I", "i", "grenade star", distance=2),
            gone("i", 4),
            e.GameFinished(Side.ALLIES, Ending.ARMY_DESTROYED),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "the last unit decides when it dies for want of a way back",
        LAST_UNIT,
        Skirmish("0: i:1\n1: .\n2: I", ordered="I", changes={"last_unit_decides": True}),
        FIRST,
        dice="flag star",
        then=(
            *throw("I", "i", "flag star", distance=2),
            e.UnitEliminated("i", at(0, 8), 1, LossCause.RETREAT_BLOCKED, Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.ARMY_DESTROYED),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "the last unit lost in ambush decides in the own turn",
        LAST_UNIT,
        Skirmish(
            "4: I:1 i .",
            ordered="I",
            enemy=(Card.AMBUSH,),
            changes={"last_unit_decides": True},
        ),
        (FIRST, Ambush(Seat.AXIS)),
        dice="grenade star star",
        then=(
            e.AmbushPlayed(Seat.AXIS, Card.AMBUSH, "i", 3),
            e.AmbushRolled(faces("grenade star star"), 1),
            e.UnitEliminated("I", at(4, 8), 1, LossCause.HITS, Side.AXIS, 1),
            e.GameFinished(Side.AXIS, Ending.ARMY_DESTROYED),
            e.SeedRevealed(SEED),
        ),
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
