"""Bunkers, hedgehogs, sandbags, sea walls, wire and bridges, and hexes with a rule of their own."""

from domain.geometry.hexes import at
from domain.setup import PlacedObstacle
from domain.values import (
    Direction,
    ObstacleKind,
)
from tests.support.cases import Case, cases, check, runs

IN_BUNKERS = cases(
    """
    # 2004 p. 15-16, Bunkers; 2025 Appendix 2, Bunkers
    infantry that entered a bunker battles
        4: I b i; move I | I moves e; I > i [star star star] => rolled
    infantry goes through a bunker without a stop
        4: I b . | I moves e e => moved I e e no battle; moves ended
    armor does not move into a bunker | 4: A b; move A | A moves e => refused movement.impassable
    artillery does not move into a bunker
        4: G b; move G | G moves e => refused movement.impassable
    a gun set up in a bunker stays there | 4: G/b I; move G I | G moves w => refused movement.held
    a gun battles from its bunker | 4: G/b . . i; battle G | G > i [star star] => rolled at 3
    armor takes no ground in a bunker
        4: A i:1/b; battle A | A > i [grenade] => rolled; eliminated i 4,10 allies
    infantry takes the bunker
        4: I i:1/b-; battle I | I > i [grenade star]; take ground => ground taken I 4,10
    infantry retreats from its bunker
        4: I i/b | I > i [flag flag] => rolled; retreat demanded i axis flags 2 shortest 1 longest 2
    infantry retreats into a bunker
        3: b ~; 4: I i | I > i [flag star star] => rolled; retreated i nw; ground offered I 4,10
    armor does not retreat into a bunker
        3: b ~; 4: I a | I > a [flag star star] => rolled; figures lost a retreat_blocked
    the enemy's bunker shelters nobody else
        4: I i/b+ | I > i [flag star star] => rolled; retreat demanded i axis shortest 1 longest 1
    in the enemy's bunker the ground beneath still shelters
        4: I i/Tb+ | I > i [star star] => rolled
    nobody sees through a bunker | 4: I b i | I > i => refused battle.no_line_of_sight
    # 2025 Appendix 2, Bunkers
    a tank set up in a bunker stays there {2025}
        4: A/b I; move A I | A moves w => refused movement.held
    in a bunker a tank loses a figure for each flag after the first {2025}
        4: I a/b; battle I | I > a [flag flag] => rolled; figures lost a retreat_blocked;
        flag ignored a
    # 2004 p. 15-16, Bunkers, holds guns alone
    a tank set up in a bunker leaves it by the older book {2004}
        4: A/b .; move A | A moves e => moved A e; moves ended
    # 2025 Appendix 2, Bunkers; ruling: so in 2004, which also names a figure for each flag
    in a bunker a gun ignores its first flag
        4: I g/b; battle I | I > g [flag star] => rolled; flag ignored g
    # 2025 Appendix 2, Bunkers; ruling: so in 2004
    in a bunker a gun loses a figure for each flag after the first
        I > g [flag flag] => rolled; figures lost g retreat_blocked; flag ignored g
    """
)

AT_HEDGEHOGS = cases(
    """
    # 2004 p. 15-16, Hedgehogs; 2025 Appendix 2, Hedgehogs
    infantry goes through hedgehogs
        4: I x .; move I | I moves e e => moved I e e no battle; moves ended
    armor does not move onto hedgehogs | 4: A x; move A | A moves e => refused movement.impassable
    artillery does not move onto hedgehogs
        4: G x; move G | G moves e => refused movement.impassable
    hedgehogs stay when their unit leaves | 4: I/x .; move I | I moves e => moved I e; moves ended
    among hedgehogs infantry may ignore a flag
        4: I i/x; battle I | I > i [flag star star] => rolled;
        retreat demanded i axis shortest 0 longest 1
    among hedgehogs a gun ignores no flag
        4: I g/x | I > g [flag star star] => rolled; retreat demanded g axis shortest 1 longest 1
    armor does not retreat onto hedgehogs
        3: x ~; 4: I a | I > a [flag star star] => rolled; figures lost a retreat_blocked
    armor takes no ground among hedgehogs
        4: A i:1/x; battle A | A > i [grenade star star] => rolled; eliminated i 4,10 allies
    """
)

BEHIND_SANDBAGS = cases(
    """
    # 2004 p. 15-16, Sandbags; 2025 Appendix 2, Sandbags
    sandbags that nobody holds shelter the unit that comes to them
        3: I2 % ~; 4: . I i; battle I I2; left 6 | I > i [flag star star]; decline;
        I2 > i [star star] => rolled draw 2
    # 2004, Omaha Beach; 2025 Appendix 2, Sea walls
    a sea wall stays when its unit leaves | 4: I/w+ .; move I | I moves e => moved I e; moves ended
    behind a sea wall a flag may be ignored
        4: i I/w+; battle i; first axis | i > I [flag star] => rolled;
        retreat demanded I allies shortest 0 longest 1
    an eliminated unit leaves its sea wall behind
        4: I i:1/w; battle I | I > i [grenade star] => rolled; eliminated i 4,10 allies;
        ground offered I 4,10
    # 2004, Omaha Beach
    a sea wall shelters its own side alone {2004}
        4: I i/w+ | I > i [flag star star] => rolled; retreat demanded i axis shortest 1 longest 1
    # 2025 Appendix 2, Sea walls
    a sea wall shelters either side {2025}
        I > i [flag star] => rolled; retreat demanded i axis shortest 0 longest 1
    """
)

ON_WIRE = cases(
    """
    # ruling: wire gives way to armor that enters it or battles from it
    armor that leaves wire without a battle leaves it there
        4: A/# .; move A | A moves e => moved A e; moves ended
    armor that stands on wire crushes it before its dice, and loses none
        4: A/# i; battle A | A > i [star star star] => attack declared A i dice 3;
        obstacle removed 4,8 wire armor_battled; dice rolled [star star star]
    # ruling: neither book names guns
    a gun fires from wire with all its dice and leaves it there
        4: G/# . i; battle G | G > i [star star star] => rolled at 2
    # 2004 p. 15-16, Wire; 2025 Appendix 2, Wire
    special forces that came two hexes to the wire clear it
        4: E . #; move E | E moves e e; E clears wire => wire cleared E 4,12
    # ruling: every limit of a hex counts; 2025 Appendix 2, Wire
    infantry that entered wire in a forest clears nothing this turn
        4: I F#; move I | I moves e; I clears wire => refused battle.terrain_entered
    # 2004 p. 10, Resolve Battle; 2025, Retreat
    infantry that retreats onto wire leaves it there
        3: # ~; 4: I i; battle I | I > i [flag star star] => rolled; retreated i nw;
        ground offered I 4,10
    """
)

ENDS = (Direction.NE, Direction.SW)
SECTIONS = tuple(
    PlacedObstacle(at(row, x), ObstacleKind.BRIDGE_SECTION, open_ends=ENDS)
    for row, x in ((5, 13), (4, 14), (3, 15))
)


# A long bridge has three sections, from (6,12) up to (2,16); the land reaches in at two places.
ON_BRIDGES = cases(
    """
    # 2004 p. 13-15, Rivers; 2025 Appendix 2, Bridges
    a bridge stops nobody, and armor battles on the other bank
        4: A ~= . i; move A | A moves e e; A > i [star star star] => rolled
    a unit on a bridge has no shelter | 4: I i/~=; battle I | I > i [star star star] => rolled
    a unit on a bridge retreats to land alone
        3: ~ .; 4: I i/~= | I > i [flag star star] => rolled; retreated i ne; ground offered I 4,10
    a bridge between water and water lets nobody off it backward
        3: ~ ~; 4: I i/~= | I > i [flag star star] => rolled; figures lost i retreat_blocked
    from a beach a bridge is entered | 4: I/_ ~=; move I | I moves e => moved I e; moves ended
    # 2004 p. 13-15, Rivers
    from the ocean a bridge is entered by the older book {2004}
        4: I/O ~= | I moves e => moved I e; moves ended
    # 2025 Appendix 2, Bridges
    from the ocean a bridge is closed by the newer book {2025}
        I moves e => refused movement.bridge_from_land
    # 2004, Arnhem Bridge
    armor goes along a long bridge
        2: . . . . .; 3: ~& . ~& ~&; 4: ~& . ~& ~&; 5: ~& ~& ~& ~&; 6: . A/. . . .; move A; left 10;
        with obstacles | A moves ne ne ne => moved A ne ne ne; moves ended
    a long bridge is left at its end
        2: . . . . .; 3: ~& . I/~& ~&; 4: ~& . ~& ~&; 5: ~& ~& ~& ~&; 6: . . . . .; move I; left 10;
        with obstacles | I moves ne => moved I ne; moves ended
    a long bridge is not entered from the side
        2: . . . . .; 3: ~& . ~& ~&; 4: ~& I/. ~& ~&; 5: ~& ~& ~& ~&; 6: . . . . .; left 10;
        with obstacles | I moves e => refused movement.bridge_ends
    a long bridge is not entered from the other side of its end
        2: . . . . .; 3: ~& . ~& ~&; 4: ~& . ~& ~&; 5: ~& ~& ~& ~&; 6: . . I/. . .; left 10;
        with obstacles | I moves nw => refused movement.bridge_ends
    a long bridge is not left over its side
        2: . . . . .; 3: ~& . ~& ~&; 4: ~& . I/~& ~&; 5: ~& ~& ~& ~&; 6: . . . . .; left 10;
        with obstacles | I moves w => refused movement.bridge_ends
    a long bridge is not left beside its end
        2: . . . . .; 3: ~& . I/~& ~&; 4: ~& . ~& ~&; 5: ~& ~& ~& ~&; 6: . . . . .; left 10;
        with obstacles | I moves nw => refused movement.bridge_ends
    a retreat goes along the long bridge
        2: . . . . .; 3: ~& . ~& ~&; 4: ~& . i/~& ~&; 5: ~& I/~& ~& ~&; 6: . . . . .; battle I;
        left 10; with obstacles | I > i [flag flag star] => rolled; retreated i ne ne;
        ground offered I 4,14
    a retreat stops where the long bridge is held, though land lies beside it
        2: . . . . .; 3: ~& . i2/~& ~&; 4: ~& . i/~& ~&; 5: ~& I/~& ~& ~&; 6: . . . . .; left 10;
        with obstacles | I > i [flag star star] => rolled; figures lost i retreat_blocked
    ground on the long bridge is taken along it
        2: . . . . .; 3: ~& . ~& ~&; 4: ~& . i:1/~& ~&; 5: ~& I/~& ~& ~&; 6: . . . . .; left 10;
        with obstacles | I > i [grenade star star]; take ground => ground taken I 4,14
    ground on the long bridge is not taken from its side
        2: . . . . .; 3: ~& . ~& ~&; 4: ~& I/. i:1/~& ~&; 5: ~& ~& ~& ~&; 6: . . . . .; left 10;
        with obstacles | I > i [grenade star star] => rolled; eliminated i 4,14 allies
    """,
    obstacles={"changes": {"obstacles": SECTIONS}},
)

ACROSS = cases(
    """
    # 2004, Arnhem Bridge
    infantry does not fire across a wide river
        4: I ~& i; battle I | I > i => refused battle.fire_stopped
    special forces do not fire across a wide river
        4: E ~& i; battle E | E > i => refused battle.fire_stopped
    armor fires across a wide river | 4: A ~& i; battle A | A > i [star star star] => rolled at 2
    artillery fires across a wide river
        4: G ~& i; battle G | G > i [star star star] => rolled at 2
    # ruling: the bridge carries fire as it carries units
    infantry fires along a bridge over a wide river
        4: I ~&= i; battle I | I > i [star star] => rolled at 2
    # 2004 p. 13-15, Rivers; 2025 Appendix 2, Rivers
    infantry fires over an ordinary river | 4: I ~ i | I > i [star star] => rolled at 2
    # ruling: as with sight, along an edge both sides are needed
    infantry fires past a wide river on one side of its line
        4: . i; 5: ~& .; 6: . I | I > i [star star] => rolled at 2
    infantry does not fire along the edge between two hexes of a wide river
        4: . i; 5: ~& ~&; 6: . I | I > i => refused battle.fire_stopped
    # 2004, Saverne
    guns do not fire over a hill that stops them
        4: G H^| i; battle G | G > i => refused battle.fire_stopped
    # 2004, Montélimar and St. Vith
    guns fire over any other impassable hill | 4: G H^ i | G > i [star star star] => rolled at 2
    an impassable hill is entered by nobody
        4: I H^; move I | I moves e => refused movement.impassable
    nobody retreats onto an impassable hill
        3: H^ H^; 4: I i; battle I | I > i [flag star star] => rolled;
        figures lost i retreat_blocked
    """
)

CASES = (*IN_BUNKERS, *AT_HEDGEHOGS, *BEHIND_SANDBAGS, *ON_WIRE, *ON_BRIDGES, *ACROSS)


@runs(CASES)
def test_obstacles_hinder_and_shelter(case: Case) -> None:
    check(case)
