"""What flags ask of a unit, where it may go, and what comes of it."""

from tests.support.cases import Case, cases, check, runs

PUSHES = cases(
    """
    # 2004 p. 10, Resolve Battle; 2025, Retreat
    one flag, two ways | 2: ' '; 3: i; battle; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    one flag, the other way held by a friend
        2: i2 '; 3: i; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    one flag, the other way held by an enemy
        2: I '; 3: i; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    no way back | 2: i2 ~; 3: i'; left 10 | flags 1 on i? => 1 lost, 0 to 0, as marked
    a lake behind | 2: i2 L; 3: i'; left 10 | flags 1 on i? => 1 lost, 0 to 0, as marked
    two flags are two hexes | 1: ' ' '; 2: . .; 3: . i | flags 2 on i? => 0 lost, 2 to 2, as marked
    two flags past a friend
        1: ' '; 2: i2 .; 3: i; left 10 | flags 2 on i? => 0 lost, 2 to 2, as marked
    two flags and one row | 0: ' '; 1: i; left 10 | flags 2 on i? => 1 lost, 1 to 1, as marked
    three flags and no row | 0: i'; left 10 | flags 3 on i? => 3 lost, 0 to 0, as marked
    the Allies go back to the bottom
        5: I; 6: ' '; left 10 | flags 1 on I? => 0 lost, 1 to 1, as marked
    the Allies' own edge | 8: I'; left 10 | flags 1 on I? => 1 lost, 0 to 0, as marked
    beside the western edge there is one way
        3: '; 4: i; left 0 | flags 1 on i? => 0 lost, 1 to 1, as marked
    beside the eastern edge there is one way
        3: '; 4: . i; left 22 | flags 1 on i? => 0 lost, 1 to 1, as marked
    through forest, town and wire without a stop
        0: ' ' ' '; 1: # F #; 2: . F T; 3: . i/F | flags 3 on i? => 0 lost, 3 to 3, as marked
    armor goes one hex a flag | 2: ' '; 3: a; left 10 | flags 1 on a? => 0 lost, 1 to 1, as marked
    artillery goes one hex a flag
        2: ' '; 3: g; left 10 | flags 1 on g? => 0 lost, 1 to 1, as marked
    the Allies beside the western edge
        4: I; 5: '; left 0 | flags 1 on I? => 0 lost, 1 to 1, as marked
    the Allies beside the eastern edge
        4: . I; 5: '; left 22 | flags 1 on I? => 0 lost, 1 to 1, as marked
    two flags along the western edge
        2: ' '; 3: .; 4: i; left 0 | flags 2 on i? => 0 lost, 2 to 2, as marked
    two flags along the eastern edge
        2: ' '; 3: .; 4: . i; left 22 | flags 2 on i? => 0 lost, 2 to 2, as marked
    the one way beside the edge is held
        3: i2; 4: i'; left 0 | flags 1 on i? => 1 lost, 0 to 0, as marked
    the one way beside the edge is water
        3: ~; 4: . i'; left 22 | flags 1 on i? => 1 lost, 0 to 0, as marked
    a friend and an enemy behind
        2: i2 I; 3: i'; left 10 | flags 1 on i? => 1 lost, 0 to 0, as marked
    two enemies behind | 2: I I2; 3: i'; left 10 | flags 2 on i? => 2 lost, 0 to 0, as marked
    an enemy two rows back | 1: ' I '; 2: . . .; 3: . i | flags 2 on i? => 0 lost, 2 to 2, as marked
    no way beyond one row | 1: i2 ~ I; 2: . ' '; 3: . i | flags 2 on i? => 1 lost, 1 to 1, as marked
    three flags and one row | 0: ' '; 1: i; left 10 | flags 3 on i? => 2 lost, 1 to 1, as marked
    three flags and two rows | 0: ' ' '; 1: . .; 2: . i | flags 3 on i? => 1 lost, 2 to 2, as marked
    four flags | 0: ' ' ' ' '; 4: . . i | flags 4 on i? => 0 lost, 4 to 4, as marked
    one row before the own edge | 7: I; 8: ' '; left 10 | flags 1 on I? => 0 lost, 1 to 1, as marked
    two flags, one row before the own edge | left 10 | flags 2 on I? => 1 lost, 1 to 1, as marked
    two flags on the own edge | 8: G'; left 10 | flags 2 on G? => 2 lost, 0 to 0, as marked
    an impassable hill behind
        2: H^ H^; 3: i'; left 10 | flags 1 on i? => 1 lost, 0 to 0, as marked
    beside an impassable hill | 2: H^ '; 3: i; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    round an impassable hill
        1: . ' '; 2: . H^ .; 3: . i | flags 2 on i? => 0 lost, 2 to 2, as marked
    a bridge of its own river, two flags
        1: ' '; 2: ~ ~=; 3: a; left 10 | flags 2 on a? => 0 lost, 2 to 2, as marked
    # 2025, Retreat
    one route reaches its length, a dead end does not
        1: i3 i4 '; 2: . . .; 3: . i | flags 2 on i? => 0 lost, 2 to 2, as marked
    the only route of three rows
        0: i2 i3 I '; 1: . . .; 2: . . .; 3: . i | flags 3 on i? => 0 lost, 3 to 3, as marked
    two routes of two rows where three are asked
        0: i2 i3 I I2; 1: ' ~ '; 2: . . .; 3: . i | flags 3 on i? => 1 lost, 2 to 2, as marked
    # 2004 p. 15-16; 2025 Appendix 2, Bridges
    onto a bridge | 2: ~ ~='; 3: i; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    along bridges | 1: ~=' ~; 2: ~ ~=; 3: i; left 10 | flags 2 on i? => 0 lost, 2 to 2, as marked
    # 2004 p. 15-16, Bridges
    from the water onto a bridge by the older book {2004}
        2: ~ ~='; 3: i/~; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    # 2025 Appendix 2, Bridges
    from the water onto no bridge by the newer book {2025}
        2: ~ ~=; 3: i/~'; left 10 | flags 1 on i? => 1 lost, 0 to 0, as marked
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    sandbags: one flag may be ignored
        2: ' '; 3: i/%'; left 10 | flags 1 on i? => 0 lost, 0 to 1, as marked
    sandbags in a town ignore one flag too
        2: ' '; 3: i/T%'; left 10 | flags 1 on i? => 0 lost, 0 to 1, as marked
    sandbags under armor | 2: ' '; 3: a/%'; left 10 | flags 1 on a? => 0 lost, 0 to 1, as marked
    sandbags, one flag and no way
        2: ~ ~; 3: i/%'; left 10 | flags 1 on i? => 0 lost, 0 to 0, as marked
    sandbags, two flags | 1: ' ' '; 2: . ' '; 3: . i/% | flags 2 on i? => 0 lost, 1 to 2, as marked
    @ left 10
    sandbags, two flags and one row | 0: ' '; 1: i/% | flags 2 on i? => 0 lost, 1 to 1, as marked
    sandbags, two flags and no way | 2: ~ ~; 3: i/%' | flags 2 on i? => 1 lost, 0 to 0, as marked
    sandbags, three flags and one row | 0: ' '; 1: i/% | flags 3 on i? => 1 lost, 1 to 1, as marked
    @
    sandbags left by others | 2: %' ~; 3: i; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    # 2025 Appendix 3
    a hex that wins the game ends the way back
        1: . ' '; 2: . ?' .; 3: . i; medals 1 | flags 2 on i? => 0 lost, 2 to 2, as marked
    # 2004 p. 10; 2025, Retreat: terrain does not stop or slow a retreat
    onto hills | 2: H' S'; 3: i; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    armor onto hills | 2: H' S'; 3: a; left 10 | flags 1 on a? => 0 lost, 1 to 1, as marked
    a gun onto a steep hill | 2: ~ S'; 3: g; left 10 | flags 1 on g? => 0 lost, 1 to 1, as marked
    down a steep hill | 2: ' '; 3: a/S; left 10 | flags 1 on a? => 0 lost, 1 to 1, as marked
    through hedgerows | 1: ' ' '; 2: . R R; 3: . i/R | flags 2 on i? => 0 lost, 2 to 2, as marked
    armor through wire | 1: ' ' '; 2: . # #; 3: . a | flags 2 on a? => 0 lost, 2 to 2, as marked
    onto a church and a beach | 2: C' _'; 3: i; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    three hexes of beach
        0: ' ' ' '; 1: _ _ _; 2: . _ _; 3: . i | flags 3 on i? => 0 lost, 3 to 3, as marked
    a forest ignores no flag | 2: ' '; 3: i/F; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    # 2004 p. 15-16; 2025 Appendix 2, Hedgehogs
    infantry into hedgehogs | 2: x' ~; 3: i; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    armor into no hedgehogs | 2: x x; 3: a'; left 10 | flags 1 on a? => 1 lost, 0 to 0, as marked
    a gun into no hedgehogs | 2: x '; 3: g; left 10 | flags 1 on g? => 0 lost, 1 to 1, as marked
    hedgehogs, one flag | 2: ' '; 3: i/x'; left 10 | flags 1 on i? => 0 lost, 0 to 1, as marked
    hedgehogs, two flags | 1: ' ' '; 2: . ' '; 3: . i/x | flags 2 on i? => 0 lost, 1 to 2, as marked
    # 2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans: nobody retreats into the water
    the Allies before the ocean
        6: . I/_'; 7: O O; left 10 | flags 1 on I? => 1 lost, 0 to 0, as marked
    two flags before the ocean | left 10 | flags 2 on I? => 2 lost, 0 to 0, as marked
    one hex of ocean | 6: . I/_; 7: O _'; left 10 | flags 1 on I? => 0 lost, 1 to 1, as marked
    a beach, and the ocean behind it
        6: . I/_; 7: _' _'; 8: O O O; left 10 | flags 2 on I? => 1 lost, 1 to 1, as marked
    out of the ocean onto the land
        6: ' '; 7: i/O; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    out of the ocean, two flags
        5: ' ' '; 6: . _ _; 7: . i/O | flags 2 on i? => 0 lost, 2 to 2, as marked
    from ocean to ocean | 6: O O; 7: i/O'; left 10 | flags 1 on i? => 1 lost, 0 to 0, as marked
    the Allies in the ocean | 7: I/O'; 8: O O; left 10 | flags 1 on I? => 1 lost, 0 to 0, as marked
    # 2025 Appendix 2, Sea bluffs: a retreat crosses them; ruling: in 2004 too
    armor down a sea bluff
        4: . A/V; 5: _' _'; left 10 | flags 1 on A? => 0 lost, 1 to 1, as marked
    a gun down a cliff | 4: . G/K; 5: _' _'; left 10 | flags 1 on G? => 0 lost, 1 to 1, as marked
    infantry down a cliff, two flags
        4: . I/K; 5: _ ~; 6: _' _'; left 10 | flags 2 on I? => 0 lost, 2 to 2, as marked
    armor up a sea bluff | 2: V' K'; 3: a/_; left 10 | flags 1 on a? => 0 lost, 1 to 1, as marked
    infantry up a cliff | 2: V' K'; 3: i/_; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    # 2004 p. 15-16; 2025 Appendix 2: one flag, and figures are lost only for the others
    three flags, one ignored, three rows
        0: ' ' ' '; 1: ' ' '; 3: . i/% | flags 3 on i? => 0 lost, 2 to 3, as marked
    three flags, one ignored, two rows
        0: ' ' '; 1: . .; 2: . i/% | flags 3 on i? => 0 lost, 2 to 2, as marked
    @ left 10
    three flags, one ignored, no way | 2: ~ ~; 3: i/%' | flags 3 on i? => 2 lost, 0 to 0, as marked
    four flags, one ignored, one row | 0: ' '; 1: i/% | flags 4 on i? => 2 lost, 1 to 1, as marked
    one flag, none ignored, no way | 2: ~ ~; 3: i' | flags 1 on i? => 1 lost, 0 to 0, as marked
    two flags, none ignored, one row | 0: ' '; 1: i | flags 2 on i? => 1 lost, 1 to 1, as marked
    @
    hedgehogs with sandbags ignore one flag
        1: ' ' '; 2: . ' '; 3: . i/x% | flags 2 on i? => 0 lost, 1 to 2, as marked
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    wire ignores no flag | 2: ' '; 3: i/#; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    # 2004 p. 13-15, Towns; 2025 Appendix 2, Churches
    a church ignores no flag in 2004 {2004}
        2: ' '; 3: i/C; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    a church ignores a flag {2025}
        2: ' '; 3: a/C'; left 10 | flags 1 on a? => 0 lost, 0 to 1, as marked
    a church with sandbags ignores one flag {2025}
        1: ' ' '; 2: . ' '; 3: . i/C% | flags 2 on i? => 0 lost, 1 to 2, as marked
    # 2004, scenario booklet, Omaha Beach; 2025 Appendix 2, Sea walls
    a sea wall, one flag | 2: ' '; 3: i/w'; left 10 | flags 1 on i? => 0 lost, 0 to 1, as marked
    a sea wall that is the enemy's {2004}
        2: ' '; 3: i/w+; left 10 | flags 1 on i? => 0 lost, 1 to 1, as marked
    a sea wall is nobody's {2025}
        2: ' '; 3: i/w+'; left 10 | flags 1 on i? => 0 lost, 0 to 1, as marked
    # 2004 p. 12, French Resistance; 2025 Appendix 1: one to three hexes a flag
    Resistance, one flag
        0: ' ' ' '; 1: ' ' '; 2: . ' '; 3: . p | flags 1 on p? => 0 lost, 1 to 3, as marked
    Resistance, two flags
        1: . . . P/F; 3: . . ' ' '; 4: . . ' ' ' '; 5: . ' ' T' ' '; 6: . ' ' ' ' ' ';
        7: ' ' ' ' ' ' '; left 4 | flags 2 on P? => 0 lost, 2 to 6, as marked
    Resistance, two flags and three rows
        0: ' ' ' '; 1: ' ' '; 3: . p | flags 2 on p? => 0 lost, 2 to 3, as marked
    Resistance, three flags and three rows
        0: ' ' ' '; 3: . p | flags 3 on p? => 0 lost, 3 to 3, as marked
    Resistance, one flag and one row
        0: ' '; 1: p; left 10 | flags 1 on p? => 0 lost, 1 to 1, as marked
    Resistance, two flags and one row | left 10 | flags 2 on p? => 1 lost, 1 to 1, as marked
    Resistance, three flags and one row | left 10 | flags 3 on p? => 2 lost, 1 to 1, as marked
    Resistance, no way | 2: ~ ~; 3: p'; left 10 | flags 1 on p? => 1 lost, 0 to 0, as marked
    Resistance, two flags and no way
        2: ~ i2; 3: p'; left 10 | flags 2 on p? => 2 lost, 0 to 0, as marked
    Resistance goes no farther than there is a way
        1: i2 ~ I; 2: . ' '; 3: . p | flags 1 on p? => 0 lost, 1 to 1, as marked
    Resistance may stop short of a dead end or go round it
        0: i2 ~ ' '; 1: ~ ' '; 2: . ' '; 3: . p | flags 1 on p? => 0 lost, 1 to 3, as marked
    Resistance behind sandbags
        0: ' ' ' '; 1: ' ' '; 2: . ' '; 3: . p/%' | flags 1 on p? => 0 lost, 0 to 3, as marked
    Resistance behind sandbags, two flags
        0: ' ' ' '; 1: ' ' '; 2: . ' '; 3: . p/% | flags 2 on p? => 0 lost, 1 to 3, as marked
    Resistance behind sandbags, no way
        2: ~ ~; 3: p/%'; left 10 | flags 1 on p? => 0 lost, 0 to 0, as marked
    @ left 10
    Resistance behind sandbags, two flags, no way | flags 2 on p? => 1 lost, 0 to 0, as marked
    Resistance behind sandbags, two flags, one row
        0: ' '; 1: p/% | flags 2 on p? => 0 lost, 1 to 1, as marked
    Resistance behind sandbags, three flags, one row | flags 3 on p? => 1 lost, 1 to 1, as marked
    """
)


@runs(PUSHES)
def test_flags_cost_figures_only_where_there_is_no_way_back(case: Case) -> None:
    check(case)


RETREATS = cases(
    """
    # 2004 p. 10, Resolve Battle; 2025, Retreat
    one figure is lost, then the owner is asked for one of two ways
        2: . .; 3: i .; 4: . I; battle I; left 10 | I > i [flag infantry star] => rolled;
        figures lost i; retreat demanded i axis shortest 1 longest 1
    the owner picks one way, and the ground is offered
        left 10 | I > i [flag infantry star]; i back nw => retreated i nw; ground offered I 3,11
    the owner picks the other way
        left 10 | I > i [flag infantry star]; i back ne => retreated i ne; ground offered I 3,11
    with one way left nobody is asked
        2: i2 .; 3: i .; 4: . I; left 10 | I > i [flag infantry star] => rolled; figures lost i;
        retreated i ne; ground offered I 3,11
    with no way the flag costs a figure and the unit stays
        2: i2 ~; 3: i .; 4: . I; left 10 | I > i [flag infantry star] => rolled; figures lost i;
        figures lost i retreat_blocked
    a flag without a way can take the last figure, once and for one medal
        2: i2 ~; 3: i:2 .; 4: . I; left 10 | I > i [flag infantry star] => rolled; figures lost i;
        eliminated i 3,11 retreat_blocked allies; ground offered I 3,11
    the medal for a unit without a way can win the game
        2: i2 ~; 3: i:1 .; 4: . I; left 10; medals 1 | I > i [flag star star] => rolled;
        eliminated i 3,11 retreat_blocked allies; game finished allies medals; seed revealed
    losses come first, then the steps that there are
        0: i2 .; 1: i .; 2: . I; left 10 | I > i [flag flag star] => rolled;
        figures lost i retreat_blocked; retreated i ne; ground offered I 1,11
    losses come first, then the choice of the steps that there are
        0: . .; 1: i .; 2: . I; left 10 | I > i [flag flag star]; i back ne => retreated i ne;
        ground offered I 1,11
    a unit fired at retreats too, and no ground is offered
        2: i2 .; 3: i .; 4: . .; 5: . I; left 10 | I > i [flag star] => rolled at 2; retreated i ne
    # 2025 Appendix 2, Wire
    armor that retreats over wire leaves it
        2: i2 #; 3: a .; 4: . I; left 10 | I > a [flag star star] => rolled; retreated a ne;
        ground offered I 3,11
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    behind sandbags the owner is asked, even about one flag
        2: . .; 3: i/% .; 4: . I; left 10 | I > i [flag star] => rolled;
        retreat demanded i axis shortest 0 longest 1
    behind sandbags the unit may stay | left 10 | I > i [flag star]; i back => flag ignored i
    a unit that leaves its sandbags loses them
        left 10 | I > i [flag star]; i back nw => retreated i nw;
        obstacle removed 3,11 sandbags unit_left; ground offered I 3,11
    behind sandbags two flags are one hex
        left 10 | I > i [flag flag]; i back nw => flag ignored i; retreated i nw;
        obstacle removed 3,11 sandbags unit_left; ground offered I 3,11
    behind sandbags two flags may be two hexes
        left 10 | I > i [flag flag]; i back nw nw => retreated i nw nw;
        obstacle removed 3,11 sandbags unit_left; ground offered I 3,11
    behind sandbags with no way one flag does nothing
        2: i2 ~; 3: i/% .; 4: . I; left 10 | I > i [flag star] => rolled; flag ignored i
    behind sandbags with no way two flags cost one figure
        left 10 | I > i [flag flag] => rolled; figures lost i retreat_blocked; flag ignored i
    """
)


FURTHER = cases(
    """
    # 2004 p. 12, French Resistance; 2025 Appendix 1: one to three hexes a flag
    Resistance goes one hex for one flag
        0: . . . .; 1: . . .; 2: . . .; 3: . p; 4: . . I; battle I | I > p [flag star star];
        p back nw => retreated p nw; ground offered I 3,11
    Resistance goes two hexes for one flag
        I > p [flag star star]; p back nw ne => retreated p nw ne; ground offered I 3,11
    Resistance goes three for one flag
        I > p [flag star star]; p back nw nw ne => retreated p nw nw ne; ground offered I 3,11
    Resistance is asked for one to three hexes
        I > p [flag star star] => rolled; retreat demanded p axis shortest 1 longest 3
    Resistance is asked for two to three hexes where three rows are left
        I > p [flag flag star] => rolled; retreat demanded p axis flags 2 shortest 2 longest 3
    Resistance goes no single hex for two flags
        I > p [flag flag star]; p back nw => refused retreat.path
    Resistance behind sandbags may stay
        0: . . . .; 1: . . .; 2: . . .; 3: . p/%; 4: . . I | I > p [flag star]; p back =>
        flag ignored p
    Resistance behind sandbags ignores one of two flags
        I > p [flag flag]; p back nw => flag ignored p; retreated p nw;
        obstacle removed 3,11 sandbags unit_left; ground offered I 3,11
    Resistance behind sandbags may go for every flag and more
        I > p [flag flag]; p back nw nw ne => retreated p nw nw ne;
        obstacle removed 3,11 sandbags unit_left; ground offered I 3,11
    Resistance without a way loses a figure for the flag
        2: . ~ ~; 3: . p; 4: . . I | I > p [flag star star] => rolled;
        figures lost p retreat_blocked
    # 2004 p. 10; 2025, Retreat; ruling: losses come before the steps
    losses eliminate a unit where it stands, with steps left to go
        0: . .; 1: i:2 .; 2: . I; left 10 | I > i [flag flag flag] => rolled;
        eliminated i 1,11 count 2 retreat_blocked allies; ground offered I 1,11
    # 2004 p. 10, Resolve Battle; 2025, Retreat
    surplus losses of a retreat are lost
        0: i:2 .; 1: I; left 10 | I > i [flag flag flag] => rolled;
        eliminated i 0,10 count 2 retreat_blocked allies; ground offered I 0,10
    a gun retreats like any unit
        2: i2 .; 3: g .; 4: . I; left 10 | I > g [flag flag star] => rolled;
        retreat demanded g axis flags 2 shortest 2 longest 2
    # 2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans: nobody retreats into the water
    before the ocean a hit and a flag take two figures
        5: i .; 6: . I/_; 7: O O; battle i; left 10; first axis | i > I [infantry flag star] =>
        rolled; figures lost I; figures lost I retreat_blocked
    # 2004 p. 15-16; 2025 Appendix 2, Wire
    infantry that retreats onto wire leaves it
        2: i2 #; 3: i .; 4: . I; battle I; left 10 | I > i [flag star star] => rolled;
        retreated i ne; ground offered I 3,11
    armor that retreats through wire leaves it
        1: . ~; 2: i2 #; 3: a .; 4: . I; left 10 | I > a [flag flag star] => rolled;
        retreated a ne nw; ground offered I 3,11
    # 2004 p. 15-16; 2025 Appendix 2, Sandbags
    sandbags that lie behind shelter who retreats there
        2: i2 %; 3: i .; 4: . I; left 10 | I > i [flag star star] => rolled; retreated i ne;
        ground offered I 3,11
    # 2004 p. 15-16; 2025 Appendix 2, Hedgehogs
    hedgehogs stay where they are when their unit goes
        2: i2 .; 3: i/x .; 4: . I; left 10 | I > i [flag star star]; i back ne => retreated i ne;
        ground offered I 3,11
    # 2025 Appendix 2, Sea bluffs: a retreat crosses them; ruling: in 2004 too
    armor goes down a sea bluff that it could not drive down
        3: a .; 4: A/V .; 5: _ _; battle a; left 10; first axis | a > A [flag star]; A back se =>
        retreated A se; ground offered a 4,10
    """
)

OBJECTIVES = cases(
    """
    # 2025 Appendix 3
    a unit pushed off its medal hex loses the medal
        2: i2 .; 3: i/? .; 4: . I; battle I; left 10 | I > i [flag star star] => rolled;
        retreated i ne; objective lost m1 axis; ground offered I 3,11
    a retreat may end on a medal
        2: i2 ?; 3: i .; 4: . I; left 10 | I > i [flag star star] => rolled; retreated i ne;
        objective taken m1 axis; ground offered I 3,11
    a retreat may win the game
        left 10; medals 1 | I > i [flag star star] => rolled; retreated i ne;
        objective taken m1 axis; game finished axis medals; seed revealed
    a retreat that wins ends there, with flags left
        2: ? .; 3: i .; 4: . I; left 10; medals 1 | I > i [flag flag star]; i back nw =>
        retreated i nw; objective taken m1 axis; game finished axis medals; seed revealed
    a medal passed in a retreat is not kept
        2: i2 ?; 3: i .; 4: . I; left 10 | I > i [flag flag star]; i back ne ne =>
        retreated i ne ne; ground offered I 3,11
    """
)

REFUSED = cases(
    """
    # 2004 p. 10, Resolve Battle; 2025, Retreat
    a retreat is asked of the pushed unit
        1: . i2; 2: . .; 3: i .; 4: . I; battle I; left 10 | I > i [flag star star]; i2 back ne =>
        refused retreat.other_unit
    a retreat does not stay where it must go
        2: . .; 3: i .; 4: . I; left 10 | I > i [flag star star]; i back => refused retreat.path
    a retreat does not go sideways
        left 10 | I > i [flag star star]; i back e => refused retreat.path
    a retreat does not go forward
        left 10 | I > i [flag star star]; i back sw => refused retreat.path
    a retreat does not go farther than the flags
        left 10 | I > i [flag star star]; i back nw ne => refused retreat.path
    the attacker waits for the retreat
        left 10 | I > i [flag star star]; allies: end turn => refused turn.not_yours
    a unit pushed back does nothing else
        left 10 | I > i [flag star star]; end turn => refused phase.other_decision
    # 2025, Retreat
    a retreat does not choose a dead end
        1: i3 i4 . .; 2: . . . .; 3: . i . .; 4: . . I | I > i [flag flag flag]; i back nw =>
        refused retreat.path
    # ruling: one way is listed for each different outcome
    of two ways back that come to the same only one is listed
        2: . .; 3: i .; 4: . I; left 10 | I > i [flag flag star]; i back ne nw =>
        refused retreat.path
    """
)

RESIGNED = cases(
    """
    # a player may always give up
    the attacker may resign while the retreat is chosen
        2: . .; 3: i .; 4: . I; battle I; left 10 | I > i [flag star star]; allies: resign =>
        seat resigned allies resignation; game finished axis resignation; seed revealed
    """
)

CASES = (*RETREATS, *FURTHER, *OBJECTIVES, *REFUSED, *RESIGNED)


@runs(CASES)
def test_a_unit_retreats_as_the_rulebook_says(case: Case) -> None:
    check(case)
