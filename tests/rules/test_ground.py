"""Taking ground after a close assault, and armor overrun."""

from dataclasses import dataclass, replace

import pytest

from domain.commands import (
    Attack,
    Command,
    EndMoves,
    MoveUnit,
    TakeGround,
)
from domain.editions import EDITIONS
from domain.geometry.hexes import at
from domain.phases import MovePhase, OverrunPhase, TakeGroundPhase
from domain.position import Position
from domain.rules.battles import combat
from domain.setup import PlacedObstacle
from domain.state import GameState
from domain.values import (
    Direction,
    EditionName,
    ObstacleKind,
    Seat,
)
from tests.support.boards import path
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, play

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
HEDGEROW = "2004 p. 13-15; 2025 Appendix 2, Hedgerows: only who began the turn next to it"
EDGE = "2025 Appendix 2, Sea bluffs and Cliffs; 2004, scenario booklet"
ANYWAY = "2004 p. 11; 2025, Taking ground: outside the unit's movement"
STOPPED = "2025 Appendix 2, Wire: no further this turn; ruling: for all ground that ends a move"


@dataclass(frozen=True)
class Advance:
    """``unit`` moves by ``steps``, if any, and kills its neighbor ``i``: may it take the ground?"""

    name: str
    source: str
    picture: str
    unit: str
    offered: bool
    steps: str = ""
    editions: tuple[EditionName, ...] = BOTH


OPEN_TO_ALL = {
    "open ground": ".",
    "a forest": "F",
    "a hedgerow": "R",
    "a hill": "H",
    "a steep hill": "S",
    "a town": "T",
    "a church": "C",
    "a beach": "_",
    "the ocean": "O",
    "a sea bluff": "V",
    "a cliff": "K",
    "a bridge": "~=",
    "wire": "#",
    "wire in a forest": "F#",
    "a sea wall": "w",
}
CLOSED = {"a river": "~", "a lake": "L", "an impassable hill": "H^"}
FOR_INFANTRY = {"a bunker": "b", "the enemy's bunker": "b-", "hedgehogs": "x", "a hill fort": "Hb"}

ADVANCES = (
    *(
        Advance(f"{unit} onto {where}", TERRAIN, f"4: {unit} i:1/{token}", unit, offered)
        for unit in "IEPADG"
        for ground, offered in (
            (OPEN_TO_ALL, unit != "G"),
            (CLOSED, False),
            (FOR_INFANTRY, unit in "IEP"),
        )
        for where, token in ground.items()
    ),
    *(
        Advance(f"{unit} out of {where}", TERRAIN, f"4: {unit}/{token} i:1", unit, offered=True)
        for unit in "IA"
        for where, token in OPEN_TO_ALL.items()
        if token != "O"
    ),
    Advance("infantry from the beach up a sea bluff", EDGE, "4: I/_ i:1/V", "I", True),
    Advance("infantry from the beach up a cliff", EDGE, "4: I/_ i:1/K", "I", True, "", (E2004,)),
    Advance("infantry from the beach up no cliff", EDGE, "4: I/_ i:1/K", "I", False, "", (E2025,)),
    Advance("infantry from a cliff up to the next", EDGE, "4: I/K i:1/K", "I", True),
    Advance("infantry down a sea bluff to the beach", EDGE, "4: I/V i:1/_", "I", True),
    Advance("infantry down a cliff to the beach", EDGE, "4: I/K i:1/_", "I", True),
    Advance("armor from the beach up a sea bluff", EDGE, "4: A/_ i:1/V", "A", False),
    Advance("armor from the beach up a cliff", EDGE, "4: A/_ i:1/K", "A", False),
    Advance("armor down a sea bluff", EDGE, "4: A/V i:1/_", "A", True, "", (E2004,)),
    Advance("armor down no sea bluff", EDGE, "4: A/V i:1/_", "A", False, "", (E2025,)),
    Advance("armor down no cliff", EDGE, "4: A/K i:1/_", "A", False, "", (E2025,)),
    Advance("armor from the beach up a hill", EDGE, "4: A/_ i:1/H", "A", True),
    Advance("infantry from the beach up a steep hill", EDGE, "4: I/_ i:1/S", "I", True),
    Advance("infantry after its one hex", ANYWAY, "4: I . i:1", "I", True, "e"),
    Advance("infantry after one hex, up a steep hill", ANYWAY, "4: I . i:1/S", "I", True, "e"),
    Advance("infantry after one hex, into the ocean", ANYWAY, "4: I . i:1/O", "I", True, "e"),
    Advance("elite infantry after two hexes", ANYWAY, "4: E . . i:1", "E", True, "e e"),
    Advance("elite infantry after a climb", ANYWAY, "4: E S i:1", "E", True, "e"),
    Advance("elite armor after three hexes", ANYWAY, "4: D . . . i:1", "D", True, "e e e"),
    Advance("armor at the end of its way on the beach", ANYWAY, "4: A _ _ i:1/_", "A", True, "e e"),
    Advance("infantry that left a hedgerow", HEDGEROW, "4: I/R . i:1", "I", True, "e"),
    Advance("armor that left a hedgerow", HEDGEROW, "4: A/R . i:1", "A", True, "e"),
    Advance("infantry that left wire", LIMIT, "4: I/# . i:1", "I", True, "e"),
    Advance("infantry that left a forest", LIMIT, "4: I/F . i:1/F", "I", True, "e"),
    Advance("infantry that entered a bunker", LIMIT, "4: I b i:1", "I", True, "e"),
    Advance("infantry that entered hedgehogs", LIMIT, "4: I x i:1", "I", True, "e"),
    Advance("armor that entered a bridge", LIMIT, "4: A ~= i:1", "A", True, "e"),
    Advance("infantry that entered wire", STOPPED, "4: I # i:1", "I", False, "e"),
    Advance("armor that entered wire", STOPPED, "4: A # i:1", "A", False, "e"),
    Advance("Resistance that entered wire", STOPPED, "4: P # i:1", "P", False, "e"),
    *(
        Advance(f"Resistance that entered {where}", STOPPED, f"4: P {token} i:1", "P", False, "e")
        for where, token in (("a forest", "F"), ("a town", "T"), ("a hedgerow", "R"))
    ),
    Advance("Resistance that entered a church", STOPPED, "4: P C i:1", "P", False, "e"),
    Advance("Resistance that moved in the open", ANYWAY, "4: P . i:1/T", "P", True, "e"),
    Advance("Resistance from its forest", LIMIT, "4: P/F i:1/F", "P", True),
    Advance(
        "a hedgerow next to the start, after a move",
        HEDGEROW,
        "3: i:1/R .\n4: . I .",
        "I",
        True,
        "w",
    ),
    Advance("a hedgerow not next to the start", HEDGEROW, "4: I . i:1/R", "I", False, "e"),
    Advance("a hedgerow three hexes from the start", HEDGEROW, "4: A . . i:1/R", "A", False, "e e"),
    Advance("from hedgerow to hedgerow", HEDGEROW, "4: I/R i:1/R", "I", True),
)


@pytest.mark.parametrize(
    ("advance", "edition"),
    [
        pytest.param(advance, edition, id=f"{advance.name} ({edition})")
        for advance in ADVANCES
        for edition in advance.editions
    ],
)
def test_ground_is_offered_to_who_can_enter_it(advance: Advance, edition: EditionName) -> None:
    state = killing(advance.picture, advance.unit, advance.steps, edition)
    assert isinstance(state.phase, TakeGroundPhase) is advance.offered, advance.source


def killing(picture: str, name: str, steps: str, edition: EditionName) -> GameState:
    """The state after the unit has moved and its neighbor ``i`` has died."""
    drawn = Skirmish(picture, ordered=name, phase="move")
    state = drawn.begin(edition)
    before: list[Command] = []
    if steps:
        hex_ = state.units[name].hex
        before.append(MoveUnit(ALLIES, name, path((hex_.row, hex_.x), steps)))
    state = play(state, before, Script())
    if isinstance(state.phase, MovePhase):
        state = play(state, [EndMoves(ALLIES)], Script())
    position = Position(EDITIONS[edition], state)
    shot = next(s for s in combat.shots(position, state.units[name]) if s.target.id == "i")
    dice = " ".join(["grenade", *["star"] * (shot.dice - 1)])
    return play(state, [attack(name)], Script(dice))


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("where", "token", "offered"),
    [
        (where, token, token not in ("F", "R", "T", "C", "O", "F#"))
        for where, token in OPEN_TO_ALL.items()
    ],
)
def test_armor_overruns_where_the_ground_taken_lets_it_battle(
    edition: EditionName, where: str, token: str, offered: bool
) -> None:
    """2004 p. 11 and 13-16; 2025, Armor overrun and Appendix 2; ruling: none out of the ocean."""
    state = killing(f"4: A i:1/{token} i2", "A", "", edition)
    state = play(state, [TAKE], Script())
    assert isinstance(state.phase, OverrunPhase) is offered, where


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("ends", "offered"),
    [((Direction.W, Direction.E), True), ((Direction.NE, Direction.SW), False)],
)
def test_a_section_of_a_long_bridge_is_taken_over_its_ends(
    edition: EditionName, ends: tuple[Direction, ...], offered: bool
) -> None:
    """Scenario booklet, Arnhem Bridge."""
    section = PlacedObstacle(SPOT, ObstacleKind.BRIDGE_SECTION, open_ends=ends)
    drawn = replace(line("I i:1/~"), changes={"obstacles": (section,)})
    state = play(drawn.begin(edition), [attack()], Script(KILL))
    assert isinstance(state.phase, TakeGroundPhase) is offered
