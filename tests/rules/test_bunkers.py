"""Bunkers: whom they shelter, whom they let in, and what never leaves them."""

import pytest

from domain.geometry.hexes import at
from domain.rules.battles import retreat
from domain.rules.moves import movement
from domain.values import EditionName
from tests.support.boards import path
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, Skirmish

AIMS = cases(
    """
    # 2004 p. 15-16; 2025 Appendix 2, Bunkers
    infantry against a bunker | 4: I i/b; battle | dice I? => i 2
    infantry against a bunker at two hexes | 4: I . i/b | dice I? => i 1
    infantry against a bunker at three hexes | 4: I . . i/b | dice I? => none
    armor against a bunker | 4: A i/b | dice A? => i 1
    armor against a bunker at three hexes | 4: A . . i/b | dice A? => i 1
    artillery against a bunker | 4: G . i/b | dice G? => i 3
    armor against a gun in a bunker | 4: A g/b | dice A? => g 1
    infantry out of a bunker | 4: I/b i | dice I? => i 3
    a gun out of a bunker | 4: G/b . . i | dice G? => i 2
    a bunker blocks the line | 4: I b i | dice I? => none
    an enemy's bunker blocks the line too | 4: I b- i | dice I? => none
    a bunker does not stop a gun's fire | 4: G b i | dice G? => i 3
    # 2025 Appendix 2, Bunkers
    armor against armor in a bunker | 4: A a/b | dice A? => a 1
    # 2004 p. 15-16, Bunkers; 2025 Appendix 2, Bunkers: only the side that the scenario names
    the named side is sheltered | 4: A i/b- | dice A? => i 1
    the side that is not named is not sheltered | 4: A i/b+ | dice A? => i 3
    the named Allies are sheltered as well | 4: i I/b+ | dice i? => I 2
    the Allies in an Axis bunker are not | 4: i I/b- | dice i? => I 3
    useless to the enemy, a bunker in a town | 4: A i/Tb+ | dice A? => i 1
    useless to the enemy, a bunker with sandbags | 4: A i/b+% | dice A? => i 2
    useless to the enemy, a bunker on a hill | 4: A i/Hb+ | dice A? => i 2
    # 2025 Appendix 2, Bunkers: both sides' infantry where none is named; ruling: in 2004 too
    with no side named the Axis is sheltered | 4: A i/b | dice A? => i 1
    with no side named the Allies are sheltered | 4: a I/b | dice a? => I 1
    # 2004 p. 15-16; 2025 Appendix 2: the highest protection alone
    of a bunker on a hill only the higher protection counts | 4: A i/Hb | dice A? => i 1
    a bunker on a hill, attacked from a hill | 4: I/H i/Hb | dice I? => i 2
    """
)


@runs(AIMS)
def test_a_bunker_shelters_whom_the_scenario_names(case: Case) -> None:
    check(case)


PUSHES = cases(
    """
    # 2004 p. 15-16; 2025 Appendix 2, Bunkers
    @ left 10
    infantry in a bunker may stay | 2: . .; 3: i/b; battle | flags 1 on i? => 0 lost, 0 to 1
    infantry in a bunker, two flags | flags 2 on i? => 0 lost, 1 to 2
    infantry in a bunker without a way | 2: ~ ~; 3: i/b | flags 1 on i? => 0 lost, 0 to 0
    infantry in a bunker without a way, two flags | flags 2 on i? => 1 lost, 0 to 0
    armor between two bunkers | 2: b b; 3: a | flags 2 on a? => 2 lost, 0 to 0
    infantry retreats into a bunker | 2: b b; 3: i | flags 1 on i? => 0 lost, 1 to 1
    infantry retreats through a bunker | 1: . .; 2: b ~; 3: i | flags 2 on i? => 0 lost, 2 to 2
    # 2004 p. 15-16, Bunkers; 2025 Appendix 2, Bunkers: only the side that the scenario names
    infantry in its own side's bunker | 2: . .; 3: i/b- | flags 1 on i? => 0 lost, 0 to 1
    infantry in the enemy's bunker must go | 2: . .; 3: i/b+ | flags 1 on i? => 0 lost, 1 to 1
    the enemy's bunker in a town is a town | 2: . .; 3: i/Tb+ | flags 2 on i? => 0 lost, 2 to 2
    the enemy's bunker with sandbags has the sandbags
        2: . .; 3: i/b+% | flags 1 on i? => 0 lost, 0 to 1
    infantry retreats into the enemy's bunker | 2: b+ ~; 3: i | flags 1 on i? => 0 lost, 1 to 1
    # 2025 Appendix 2: never more than one flag; ruling: in 2004 too
    two things that ignore a flag ignore one | 2: . .; 3: i/b% | flags 2 on i? => 0 lost, 1 to 2
    # 2025 Appendix 2, Bunkers; ruling: a gun inside ignores its first flag in 2004 too
    a gun in a bunker, flags: 1 | 2: . .; 3: g/b | flags 1 on g? => 0 lost, 0 to 0
    a gun in a bunker, flags: 2 | flags 2 on g? => 1 lost, 0 to 0
    a gun in a bunker, flags: 3 | flags 3 on g? => 2 lost, 0 to 0
    a gun beside a bunker goes the other way | 2: b .; 3: g | flags 1 on g? => 0 lost, 1 to 1
    a gun between two bunkers | 2: b b; 3: g | flags 1 on g? => 1 lost, 0 to 0
    # 2025 Appendix 2, Bunkers
    armor in a bunker, flags: 1 {2025} | 2: . .; 3: a/b | flags 1 on a? => 0 lost, 0 to 0
    armor in a bunker, flags: 2 {2025} | flags 2 on a? => 1 lost, 0 to 0
    armor in a bunker, flags: 3 {2025} | flags 3 on a? => 2 lost, 0 to 0
    """
)


@runs(PUSHES)
def test_a_bunker_ignores_a_flag_and_holds_guns(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
def test_a_gun_beside_a_bunker_retreats_past_it(edition: EditionName) -> None:
    position = Skirmish("2: b .\n3: g", 10).at(edition)
    assert retreat.routes(position, position.state.units["g"], 1, 1) == [(at(2, 12),)]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(("unit", "enters"), [("I", True), ("E", True), ("P", True), ("A", False)])
@pytest.mark.parametrize("token", ["b", "b+", "b-"])
def test_infantry_of_either_side_enters_and_nobody_else(
    edition: EditionName, unit: str, enters: bool, token: str
) -> None:
    """2004 p. 15-16; 2025 Appendix 2, Bunkers: the other side's infantry has no benefit."""
    position = Skirmish(f"4: {unit} {token} .", phase="move", ordered=unit).at(edition)
    moves = {move.path: move for move in movement.moves(position, position.state.units[unit])}
    into = path((4, 8), "e")
    assert (into in moves) is enters
    if enters:
        assert moves[into].may_battle
        assert path((4, 8), "e e") in moves


INSIDE = Skirmish("4: G/b . i", ordered="G", phase="move")


CASES = cases(
    """
    # 2004 p. 15-16; 2025 Appendix 2, Bunkers
    a gun set up in a bunker does not leave it
        4: G/b . I; move G I | G moves e => refused movement.held
    a gun beside a bunker does not move into it
        4: G b I | G moves e => refused movement.impassable
    armor does not move into a bunker
        4: A b I; move A I | A moves e => refused movement.impassable
    infantry enters a bunker and battles
        4: I b i; move I | I moves e; I > i [star star star] => rolled
    infantry leaves a bunker | 4: I/b . i | I moves e => moved I e; moves ended
    infantry in its bunker may stay
        3: i2 .; 4: I i/b; battle I | I > i [flag star]; i back => flag ignored i
    infantry takes a bunker
        4: I i:1/b- i2 | I > i [grenade star]; take ground => ground taken I 4,10
    armor takes no bunker
        4: A i:1/b; battle A | A > i [grenade] => rolled; eliminated i 4,10 allies
    a gun in a bunker battles like any other
        4: G/b . i; move G | end moves; G > i [star star star] => rolled at 2
    # 2025 Appendix 2, Bunkers
    armor set up in a bunker does not leave it {2025}
        4: A/b . I; move A I | A moves e => refused movement.held
    armor does not move out of one bunker into the next {2025}
        4: A/b b I | A moves e => refused movement.held
    of two flags armor in a bunker loses one figure {2025}
        4: G . a/b; battle G | G > a [flag flag star] => rolled at 2;
        figures lost a retreat_blocked; flag ignored a
    armor in a bunker takes no ground {2025}
        4: A/b i:1; battle A | A > i [grenade star star] => rolled; eliminated i 4,10 allies
    # 2025 Appendix 2, Bunkers; ruling: a gun inside ignores its first flag in 2004 too
    one flag does nothing to a gun in a bunker
        4: I . g/b; battle I | I > g [flag] => rolled at 2; flag ignored g
    of two flags a gun in a bunker loses one figure
        4: G . g/b; battle G | G > g [flag flag star] => rolled at 2;
        figures lost g retreat_blocked; flag ignored g
    three flags are the end of a gun in a bunker
        G > g [flag flag flag] => rolled at 2; eliminated g 4,12 count 2 retreat_blocked allies
    # 2004 p. 15-16, Bunkers; 2025 Appendix 2, Bunkers: only the side that the scenario names
    infantry in the enemy's bunker goes back at the first flag
        3: i2 .; 4: I i/b+; battle I | I > i [flag star star] => rolled; retreated i ne;
        ground offered I 4,10
    # 2004 and 2025, Air Power card; ruling: a figure for every flag
    no flag of a strike from the air is ignored in a bunker
        4: I . . g/b; play_card; card barrage | play barrage; target g [flag star star star] =>
        target named g; targets fixed; strike rolled g [flag star star star];
        figures lost g retreat_blocked
    """
)


@runs(CASES)
def test_bunkers_work_as_the_rulebook_says(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
def test_a_turn_of_held_guns_alone_has_no_moves(edition: EditionName) -> None:
    """Moves end by themselves where nobody can move."""
    position = INSIDE.at(edition)
    assert not movement.can_move(position, position.state.units["G"])
