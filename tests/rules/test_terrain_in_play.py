"""Moves and battles into, out of and across ground of every sort."""

from tests.support.cases import Case, cases, check, runs

IN_THE_HEDGEROWS = cases(
    """
    # 2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows
    a hedgerow two hexes off is not entered
        5: . R; 6: I . .; move I; left 10 | I moves e ne => refused movement.not_from_neighbor
    the unit goes next to the hedgerow first | left 10 | I moves e => moved I e; moves ended
    from next to it the hedgerow is entered, without a battle
        5: . R; 6: . I; left 10 | I moves ne => moved I ne no battle no ground; moves ended
    out of the hedgerow it is one hex, which leaves the battle
        4: . .; 5: . I/R; left 10 | I moves nw => moved I nw; moves ended
    out of the hedgerow it is one hex for armor too
        4: . .; 5: . A/R; move A; left 10 | A moves nw nw => refused movement.terrain_cap
    nobody goes through a hedgerow | 8: A R . | A moves e e => refused movement.stop_terrain
    a hedgerow that the unit began its turn next to is taken even after a move
        4: . i:1/R; 5: I .; move I | I moves e; I > i [grenade star]; take ground =>
        ground taken I 4,10 no battle no ground
    a hedgerow that the unit has only come to this turn is not taken
        4: . . i:1/R; 5: I .; left 6 | I moves e; I > i [grenade star] => rolled;
        eliminated i 4,10 allies
    # ruling: one hex, a stop and no battle
    from hedgerow to hedgerow is one step
        8: I/R R R | I moves e => moved I e no battle no ground; moves ended
    # ruling: one hex of movement, and what a close assault wins; 2025, Hedgerows card
    a unit that has left a hedgerow this turn takes ground
        4: I/R . i:1 | I moves e; I > i [grenade star star]; take ground => ground taken I 4,12
    """
)


ENTERING = cases(
    """
    # 2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows
    a unit that entered a hedgerow does not battle
        4: I R i; move I | I moves e; I > i => refused battle.terrain_entered
    # 2004 p. 13-15, Towns & Villages; 2025 Appendix 2, Churches
    a unit that entered a church does not battle
        4: I C i | I moves e; I > i => refused battle.terrain_entered
    # 2004 p. 12, Special Forces; 2025 Appendix 1, Elite infantry
    special forces move two hexes and battle
        4: E . . i; move E | E moves e e; E > i [star star star] => rolled
    special forces that entered a forest do not battle
        4: E . F i | E moves e e; E > i => refused battle.terrain_entered
    # 2004 p. 12, La Résistance; 2025 Appendix 1, The French Resistance
    the Resistance battles out of a forest that it has just entered
        4: P F i; move P | P moves e; P > i [star star star] => rolled
    the Resistance battles out of a hedgerow that it has just entered
        4: P R i | P moves e; P > i [star star star] => rolled
    the Resistance battles out of a town that it has just entered
        4: P T i | P moves e; P > i [star star star] => rolled
    the Resistance battles out of a church that it has just entered
        4: P C i | P moves e; P > i [star star star] => rolled
    the Resistance stops where the others stop
        4: P F . | P moves e e => refused movement.stop_terrain
    the Resistance that moved two hexes does not battle
        4: P . F i | P moves e e; P > i => refused battle.moved_too_far
    # 2004 p. 11, Taking Ground; 2025, Taking ground
    the Resistance that stopped in a forest advances no further
        4: P F i:1 | P moves e; P > i [grenade star star] => rolled; eliminated i 4,12 allies
    # 2004 p. 13-15, Towns & Villages; 2025 Appendix 2, Towns
    armor in a town has one die against open ground
        4: A/T . . i; battle A | A > i [star] => rolled at 3
    armor in a church that it stood in has one die | 4: A/C i | A > i [star] => rolled
    """
)


ON_THE_SHORE = cases(
    """
    # 2004 p. 13-15, Beaches; 2025 Appendix 2, Beaches
    onto the beach armor moves two hexes in all
        8: A _ .; move A | A moves e e => moved A e e; moves ended
    over the beach armor moves no third hex, whatever it is
        8: A _ . . | A moves e e e => refused movement.terrain_cap
    off the beach armor moves three hexes
        8: A/_ . . . | A moves e e e => moved A e e e; moves ended
    after two hexes of open ground armor stops before the beach
        8: A . . _ | A moves e e e => refused movement.terrain_cap
    after one hex of open ground armor comes to the beach
        8: A . _ | A moves e e => moved A e e; moves ended
    a unit that has moved onto the beach takes ground
        4: A . _ i:1/_ | A moves e e; A > i [grenade star star]; take ground => ground taken A 4,14
    # 2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans
    in the water a tank moves one hex {2004}
        6: _ _; 7: O O; 8: . A/O; left 10 | A moves nw => moved A nw; moves ended
    in the water a tank stops after one hex {2025}
        left 10 | A moves nw => moved A nw no ground; moves ended
    in the water a tank does not move on to the sand in the same turn {2004}
        left 10 | A moves nw nw => refused movement.terrain_cap
    in the water a tank does not move on after its stop {2025}
        left 10 | A moves nw nw => refused movement.stop_terrain
    out of the water a tank goes two hexes onto the sand
        5: _ _; 6: _ _; 7: A/O; left 10 | A moves ne nw => moved A ne nw; moves ended
    nobody battles from the water | 4: I/O i; battle I | I > i => refused battle.from_water
    nobody battles from the water just entered
        8: I O i; move I | I moves e; I > i => refused battle.from_water
    from the water onto the sand a unit may battle
        8: I/O _ i | I moves e; I > i [star star star] => rolled
    with the water behind it a flag costs a figure more
        5: . i; 6: . I/_; 7: O O; battle i; left 10; first axis | i > I [infantry flag star] =>
        rolled; figures lost I; figures lost I retreat_blocked
    # 2004 p. 13-15, Oceans
    into the water leads the first step alone {2004}
        8: I . O; move I | I moves e e => refused movement.terrain_cap
    # 2025 Appendix 2, Oceans
    into the water may lead the second step {2025}
        I moves e e => moved I e e no battle no ground; moves ended
    # ruling: who cannot attack cannot ambush
    a unit in the water lies in no ambush
        4: I i/O; battle I; enemy ambush | I > i [star star star] => rolled
    # ruling: the water bars retreats into it, not out of it
    out of the water a unit retreats onto the sand toward its baseline
        6: _ _; 7: i/O I; left 10 | I > i [flag star star] => rolled;
        retreat demanded i axis shortest 1 longest 1
    landing troops lose a figure where only water lies behind
        6: i/_ .; 7: I/O; 8: O O; battle i; left 10; first axis | i > I [flag star star] => rolled;
        figures lost I retreat_blocked
    # ruling: no rule bars it, and nobody battles from there
    armor takes ground in the water and overruns nobody, by the older book {2004}
        6: . A/_ .; 7: . i:1/O i2; battle A; left 10 | A > i [grenade star star]; take ground =>
        ground taken A 7,13
    armor takes ground in the water and overruns nobody, by the newer book {2025}
        left 10 | A > i [grenade star star]; take ground => ground taken A 7,13 no ground
    """
)


HELD = cases(
    """
    # 2025 Appendix 2, Churches
    in a church one flag may be ignored {2025}
        4: I i/C; battle I | I > i [flag star] => rolled;
        retreat demanded i axis shortest 0 longest 1
    a unit in a church stays {2025} | I > i [flag star]; i back => flag ignored i
    # ruling: a church is a town in 2004
    a church holds nobody by the older book {2004}
        I > i [flag star] => rolled; retreat demanded i axis shortest 1 longest 1
    # 2025 Appendix 2, Obstacles
    sandbags before a church let one flag be ignored, not two
        3: ~ ~; 4: I i/C% | I > i [flag flag] => rolled; figures lost i retreat_blocked;
        flag ignored i
    # 2004 p. 13-15, Rivers; 2025 Appendix 2, Rivers
    a river behind bars the retreat
        3: ~ ~; 4: I i | I > i [flag star star] => rolled; figures lost i retreat_blocked
    # 2004 p. 13-15, Rivers; 2025 Appendix 2, Lakes
    a lake behind bars the retreat
        3: L L; 4: I i | I > i [flag star star] => rolled; figures lost i retreat_blocked
    # 2004 p. 10, Resolve Battle; 2025, Retreat
    a retreat goes through hedgerows without a stop
        2: R R R; 3: ~ R R; 4: I i/R | I > i [flag flag] => rolled;
        retreat demanded i axis flags 2 shortest 2 longest 2
    """
)


FARTHER_FIELDS = cases(
    """
    # Pacific, Jungles
    a unit that moved one hex into a jungle battles
        4: E . <jungle> i; move E; left 10 | E moves e => moved E e; moves ended
    one that moved two hexes into a jungle does not
        E moves e e => moved E e e no battle; moves ended
    the Resistance does
        4: P <jungle> i; move P | P moves e; P > i [star star star] => rolled
    infantry that entered a jungle takes ground
        4: I <jungle> i:1; move I | I moves e; I > i [grenade star star]; take ground =>
        ground taken I 4,12
    armor that has not moved takes a jungle and overruns
        4: A i:1/<jungle> i2; battle A | A > i [grenade]; take ground =>
        ground taken A 4,10; overrun offered A
    armor that has moved does not take a jungle
        4: A . i:1/<jungle>; move A | A moves e; A > i [grenade] =>
        rolled; eliminated i 4,12 allies
    # Terrain Pack, Marshes
    armor that enters a marsh does not battle
        4: A <marsh> i | A moves e; A > i => refused battle.terrain_entered
    armor that leaves a marsh does not battle
        4: A/<marsh> . i | A moves e; A > i => refused battle.terrain_entered
    infantry that leaves a marsh does
        4: I/<marsh> . i; move I | I moves e; I > i [star star star] => rolled
    out of a marsh it is one hex
        I moves e e => refused movement.occupied
    armor takes a marsh and does not overrun
        4: A i:1/<marsh> i2; battle A | A > i [grenade star star]; take ground =>
        ground taken A 4,10 no battle no ground
    # Terrain Pack, Railroads
    armor that stopped on a railroad takes ground and overruns
        4: A <railroad> i:1 i2; move A | A moves e; A > i [grenade star star]; take ground =>
        ground taken A 4,12; overrun offered A
    armor stops on a railroad
        4: A <railroad> . | A moves e e => refused movement.stop_terrain
    # Eastern Front, Trenches
    armor in trenches does not battle
        4: A/<trenches> i; battle A | A > i => refused battle.not_from_here
    armor in trenches lies in no ambush
        4: I a/<trenches>; battle I; enemy ambush | I > a [star star] => rolled
    # Terrain Pack, Fortresses
    in a fortress any number of flags may be ignored
        4: I i/<fortress>; battle I | I > i [flag flag] => rolled;
        retreat demanded i axis flags 2 shortest 0 longest 2
    the unit in it stays | I > i [flag flag]; i back => flag ignored i
    # Terrain Pack, Mountains
    onto a mountain leads a hill
        4: I/H <mountain> <mountain>; move I | I moves e e => moved I e e no battle; moves ended
    level ground does not
        4: I <mountain> . | I moves e => refused movement.closed_edge
    nor is it left for level ground
        4: I/<mountain> . | I moves e => refused movement.closed_edge
    with level ground behind it a flag costs a figure
        4: I i/<mountain>; battle I | I > i [flag] => rolled; figures lost i retreat_blocked
    a gun on a mountain shoots seven hexes
        4: G/<mountain> . . . . . . i; left 0; battle G | G > i [star] => rolled at 7
    a gun elsewhere does not
        4: G . . . . . . i; left 0 | G > i => refused battle.out_of_range
    """
)


CASES = (*IN_THE_HEDGEROWS, *ENTERING, *ON_THE_SHORE, *HELD, *FARTHER_FIELDS)


@runs(CASES)
def test_terrain_rules_moves_and_battles(case: Case) -> None:
    check(case)
