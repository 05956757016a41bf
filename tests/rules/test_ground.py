"""Taking ground after a close assault, and armor overrun."""

from domain.commands import (
    Attack,
    TakeGround,
)
from domain.geometry.hexes import at
from domain.values import (
    EditionName,
    Seat,
)
from tests.support.cases import Case, cases, check, runs
from tests.support.games import Skirmish

ALLIES = Seat.ALLIES
E2004, E2025 = EditionName.E2004, EditionName.E2025
TAKE = TakeGround(ALLIES)
SPOT = at(4, 10)


def line(row: str, ordered: str = "I", medals: int = 4) -> Skirmish:
    """Units side by side in row 4, from x = 8."""
    return Skirmish(f"4: {row}", ordered=ordered, medals=medals)


def attack(unit: str = "I", target: str = "i") -> Attack:
    return Attack(ALLIES, unit, target)


KILL = "grenade star star"
TAKING = cases(
    """
    # 2004 p. 11, Taking Ground; 2025, Taking ground
    the hex of a unit eliminated in close assault is offered
        4: I i:1; battle I | I > i [grenade star star] => rolled; eliminated i 4,10 allies;
        ground offered I 4,10
    infantry takes the ground | I > i [grenade star star]; take ground => ground taken I 4,10
    the ground may be left alone | I > i [grenade star star]; decline => ground declined I
    a unit driven out of the forest leaves its cover
        2: i2 .; 3: i/F .; 4: . I; left 10 | I > i [flag infantry] => rolled; figures lost i;
        retreated i ne; ground offered I 3,11
    infantry takes the forest and stops there
        left 10 | I > i [flag infantry]; take ground => ground taken I 3,11 no battle no ground
    infantry that took ground has no further battle
        4: I i:1 i2 | I > i [grenade star star]; take ground; I > i2 =>
        refused battle.already_fought
    the ground must be decided on first
        4: I i:1 | I > i [grenade star star]; end turn => refused phase.other_decision
    a unit that has moved its full allowance takes ground
        4: A . . . i:1; move A | A moves e e e; A > i [grenade star star]; take ground =>
        ground taken A 4,16
    fire wins no ground
        4: I . i:1; battle I | I > i [grenade star] => rolled at 2; eliminated i 4,12 allies
    artillery takes no ground
        4: G i:1; battle G | G > i [grenade star star] => rolled; eliminated i 4,10 allies
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers
    a hex that the unit cannot enter is not offered
        4: I i:1/~; battle I | I > i [grenade star star] => rolled; eliminated i 4,10 allies
    # 2004 p. 15-16; 2025 Appendix 2, Bridges
    a bridge is taken like any ground
        4: I i:1/~= | I > i [grenade star star]; take ground => ground taken I 4,10
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    the sandbags left behind go
        4: I/% i:1 | I > i [grenade star star]; take ground => ground taken I 4,10;
        obstacle removed 4,8 sandbags unit_left
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    a unit that entered wire this turn advances no further
        4: I # i:1; move I | I moves e; I > i [grenade star] => rolled; eliminated i 4,12 allies
    armor that crushed wire this turn advances no further
        4: A # i:1; move A | A moves e; A > i [grenade star star] => rolled;
        eliminated i 4,12 allies
    a unit that stood on wire from the start advances
        4: I/# i:1; battle I | I > i [grenade star] => rolled; eliminated i 4,10 allies;
        ground offered I 4,10
    infantry that takes wired ground stays on the wire
        4: I i:1/# | I > i [grenade star star]; take ground => ground taken I 4,10 no ground
    infantry on wired ground that it took has battled
        I > i [grenade star star]; take ground; I clears wire => refused battle.already_fought
    """
)
OVERRUNS = cases(
    """
    # 2004 p. 11, Armor Overrun; 2025, Armor overrun
    armor that took ground is offered a further battle
        4: A i:1 i2; battle A | A > i [grenade star star]; take ground => ground taken A 4,10;
        overrun offered A
    the overrun may hit the unit just pushed back, and take its ground too
        2: . .; 3: i .; 4: . A; left 10 | A > i [flag infantry star]; i back nw; take ground;
        A > i [grenade infantry infantry] => rolled overrun draw 2;
        eliminated i 2,10 count 3 allies; ground offered A 2,10
    armor takes ground a second time without a third battle
        4: A i:1 i2:1 i3 | A > i [grenade star star]; take ground; A > i2 [grenade star star];
        take ground => ground taken A 4,12
    there is never a third battle
        A > i [grenade star star]; take ground; A > i2 [grenade star star]; take ground; A > i3 =>
        refused battle.already_fought
    an overrun may fire when nothing is adjacent
        4: A i:1 . i2 | A > i [grenade star star]; take ground; A > i2 [star star star] =>
        rolled at 2 overrun draw 2
    an overrun is bound to an enemy next to it
        3: i3 .; 4: A i:1 . . i2 | A > i [grenade star star]; take ground; A > i2 =>
        refused battle.adjacent_enemy_first
    an overrun is the battle of the unit that took ground
        4: A i:1 i2 A2; battle A A2 | A > i [grenade star star]; take ground; A2 > i2 =>
        refused overrun.other_unit
    an overrun may be passed over
        4: A i:1 i2; battle A | A > i [grenade star star]; take ground; decline =>
        overrun declined A
    the overrun must be decided on first
        A > i [grenade star star]; take ground; end turn => refused phase.other_decision
    an overrun that was passed over is gone
        A > i [grenade star star]; take ground; decline; A > i2 => refused battle.already_fought
    no overrun without an enemy in reach
        4: A i:1 | A > i [grenade star star]; take ground => ground taken A 4,10
    no overrun out of a forest just taken
        4: A i:1/F i2 | A > i [grenade]; take ground => ground taken A 4,10 no battle no ground
    no overrun out of a town just taken
        4: A i:1/T i2 | A > i [grenade]; take ground => ground taken A 4,10 no battle no ground
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    armor crushes the wire it takes and overruns
        4: A i:1/# i2 | A > i [grenade star star]; take ground => ground taken A 4,10 no ground;
        obstacle removed 4,10 wire armor_entered; overrun offered A
    armor that stands on wire crushes it when it battles
        4: A/# i | A > i [star star star] => attack declared A i dice 3;
        obstacle removed 4,8 wire armor_battled; dice rolled [star star star]
    armor that took wired ground takes no second
        4: A i:1/# i2:1 | A > i [grenade star star]; take ground; A > i2 [grenade star star] =>
        rolled overrun draw 2; eliminated i2 4,12 allies
    """
)
OBJECTIVES = cases(
    """
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    the last medal ends the battle before any ground is taken
        4: I i:1; battle I; medals 1 | I > i [grenade star star] => rolled;
        eliminated i 4,10 allies; game finished allies medals; seed revealed
    armor that wins by the ground it takes does not overrun
        4: A i:1/! i2; battle A; medals 2 | A > i [grenade star star]; take ground =>
        ground taken A 4,10; objective taken m1 allies; game finished allies medals; seed revealed
    # 2025 Appendix 3
    a unit eliminated on its objective loses that medal
        4: I i:1/?; battle I | I > i [grenade star star] => rolled; eliminated i 4,10 allies;
        objective lost m1 axis; ground offered I 4,10
    taking ground takes the objective on it, which may win
        4: I i:1/!; medals 2 | I > i [grenade star star]; take ground => ground taken I 4,10;
        objective taken m1 allies; game finished allies medals; seed revealed
    taking ground gives up the objective left behind
        4: I/! i:1 | I > i [grenade star star]; take ground => ground taken I 4,10;
        objective lost m1 allies
    """
)
LIMITS = cases(
    """
    # 2004 p. 11, Taking Ground; 2025, Taking ground
    the unit that stays takes its losses, and no ground is offered
        0: i; 1: I; battle I | I > i [flag star star] => rolled; figures lost i retreat_blocked
    a unit that ignores its flag keeps its ground
        3: . i2; 4: I i/% | I > i [flag star]; i back => flag ignored i
    ground that was not offered is not taken
        4: I i | I > i [star star star]; take ground => refused phase.other_decision
    ground that was left alone is not taken later
        4: I i:1 | I > i [grenade star star]; decline; take ground => refused phase.other_decision
    the enemy does not decide on the ground
        I > i [grenade star star]; axis: take ground => refused turn.not_yours
    there is nothing to decline but what is offered
        4: I i | decline => refused phase.other_decision
    # 2004 p. 11; 2025: one battle is complete before the next begins
    the next unit may battle from beside the ground taken
        4: I i:1 i2 I2; battle I I2 | I > i [grenade star star]; take ground;
        I2 > i2 [star star star] => rolled draw 2
    # 2004 and 2025, Ambush card; ruling: the ambusher does not advance
    an ambush wins no ground
        4: I:1 i .; 6: I2; battle I; enemy ambush | I > i; ambush [grenade star star] =>
        ambush played axis ambush i dice 3; ambush rolled [grenade star star];
        eliminated I 4,8 axis; attack cancelled I
    # 2004 and 2025, Ambush card
    an overrun opens the ambush window once more
        4: A i:1 i2; battle A; enemy ambush | A > i; decline [grenade star star]; take ground;
        A > i2 => attack declared A i2 dice 3 overrun; ambush offered i2 axis
    # 2004 and 2025, Ambush card; 2004 p. 11, Armor Overrun
    armor pushed back by an ambush in its overrun has lost it
        4: A i:1 i2; 5: A2 .; enemy ambush | A > i; decline [grenade star star]; take ground;
        A > i2; ambush [flag star star] => ambush played axis ambush i2 dice 3;
        ambush rolled [flag star star] draw 2; retreated A se; attack cancelled A
    # 2025, Armor overrun: cards that add dice do so again; ruling: in 2004 too
    Armor Assault adds its die to an overrun in close assault
        4: A i:1 i2; card armor_assault | A > i; decline [grenade star star star]; take ground;
        A > i2; decline [star star star star] => ambush declined axis;
        dice rolled [star star star star] draw 2
    Armor Assault adds no die to an overrun from afar
        4: A i:1 . i2; card armor_assault | A > i; decline [grenade star star star]; take ground;
        A > i2 [star star star] => rolled at 2 overrun draw 2
    Close Assault lets an overrun fire, without its die
        card close_assault | A > i; decline [grenade star star star]; take ground;
        A > i2 [star star star] => rolled at 2 overrun draw 2
    Close Assault adds its die to an overrun next to the enemy
        4: A i:1 i2; card close_assault | A > i; decline [grenade star star star]; take ground;
        A > i2; decline [star star star star] => ambush declined axis;
        dice rolled [star star star star] draw 2
    # 2004 p. 11, Armor Overrun; 2025, Armor overrun
    an overrun that fires wins no ground
        4: A i:1 . i2:1 | A > i [grenade star star]; take ground; A > i2 [grenade star star] =>
        rolled at 2 overrun draw 2; eliminated i2 4,14 allies
    an overrun that pushes the enemy back wins its ground
        3: . i3 .; 4: A i:1 i2 | A > i [grenade star star]; take ground; A > i2 [flag star star] =>
        rolled overrun draw 2; retreated i2 ne; ground offered A 4,12
    elite armor overruns like any armor
        4: D i:1 i2; battle D | D > i [grenade star star]; take ground => ground taken D 4,10;
        overrun offered D
    elite infantry does not overrun
        4: E i:1 i2; battle E | E > i [grenade star star]; take ground => ground taken E 4,10
    armor on a hill just taken counts its dice from there
        4: A i:1/H i2/H; battle A | A > i [grenade star]; take ground; A > i2 [star star star] =>
        rolled overrun draw 2
    armor that has declined the ground does not overrun
        4: A i:1 i2 | A > i [grenade star star]; decline; A > i2 => refused battle.already_fought
    # 2004 p. 13-15; 2025 Appendix 2, Hedgerows
    no second ground in a hedgerow that was not next to the armor when its turn began
        4: A i:1 i2:1/R | A > i [grenade star star]; take ground; A > i2 [grenade] =>
        rolled overrun draw 2; eliminated i2 4,12 allies
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    an overrun wins the game before its ground is taken
        4: A i:1 i2:1 i3; medals 2 | A > i [grenade star star]; take ground;
        A > i2 [grenade star star] => rolled overrun draw 2; eliminated i2 4,12 allies;
        game finished allies medals; seed revealed
    the second ground may win the game
        4: A i:1 i2:1/!; medals 3 | A > i [grenade star star]; take ground;
        A > i2 [grenade star star]; take ground => ground taken A 4,12; objective taken m1 allies;
        game finished allies medals; seed revealed
    armor crushes the wire on the ground that wins
        4: A i:1/!# i2; medals 2 | A > i [grenade star star]; take ground =>
        ground taken A 4,10 no ground; obstacle removed 4,10 wire armor_entered;
        objective taken m1 allies; game finished allies medals; seed revealed
    # 2025 Appendix 3, permanent objectives
    a permanent objective is captured by the ground taken
        4: I i:1/!; battle I; objective m1 permanent allies 4,10 | I > i [grenade star star];
        take ground => ground taken I 4,10; objective taken m1 allies
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    sandbags of the unit driven out are not won with its ground
        3: i2 .; 4: I i/% | I > i [flag star]; i back ne => retreated i ne;
        obstacle removed 4,10 sandbags unit_left; ground offered I 4,10
    the sandbags of armor that takes ground stay behind and go
        4: A/% i:1 i2; battle A | A > i [grenade star star]; take ground => ground taken A 4,10;
        obstacle removed 4,8 sandbags unit_left; overrun offered A
    """
)
CASES = (*TAKING, *OVERRUNS, *OBJECTIVES, *LIMITS)


@runs(CASES)
def test_ground_is_taken_as_the_rulebook_says(case: Case) -> None:
    check(case)


TERRAIN, LIMIT = "2004 p. 13-15, Terrain; 2025 Appendix 2", "2004 p. 15-16; 2025 Appendix 2"
