"""Bunkers, hedgehogs, sandbags, sea walls, wire and bridges, and hexes with a rule of their own."""

from typing import Literal

from domain import events as e
from domain.commands import Attack, Decline, RemoveWire, TakeGround
from domain.errors import Rule
from domain.hexes import at
from domain.setup import PlacedObstacle
from domain.values import (
    Direction,
    EditionName,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Seat,
    Side,
)
from tests.support.cases import Case, check, runs, throw
from tests.support.games import Skirmish
from tests.support.skirmishes import drawn, fight, go, gone, moved

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = EditionName.E2004, EditionName.E2025
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
KILL, MISS = "grenade star star", "star star star"
ATTACK, TAKE = Attack(ALLIES, "I", "i"), TakeGround(ALLIES)


BUNKERS = "2004 p. 15-16, Bunkers; 2025 Appendix 2, Bunkers"
IN_BUNKERS = (
    Case(
        "infantry that entered a bunker battles",
        BUNKERS,
        drawn("4: I b i"),
        (go("I", (4, 8), "e"), ATTACK),
        dice=MISS,
        then=throw("I", "i", MISS),
    ),
    Case(
        "infantry goes through a bunker without a stop",
        BUNKERS,
        drawn("4: I b ."),
        go("I", (4, 8), "e e"),
        then=(moved("I", (4, 8), "e e", battle=False), e.MovesEnded()),
    ),
    *(
        Case(
            f"{word} does not move into a bunker",
            BUNKERS,
            drawn(f"4: {unit} b", unit),
            go(unit, (4, 8), "e"),
            refused=Rule.MOVEMENT_IMPASSABLE,
        )
        for word, unit in (("armor", "A"), ("artillery", "G"))
    ),
    Case(
        "a gun set up in a bunker stays there",
        BUNKERS,
        drawn("4: G/b I", "G I"),
        go("G", (4, 8), "w"),
        refused=Rule.MOVEMENT_HELD,
    ),
    Case(
        "a gun battles from its bunker",
        BUNKERS,
        fight("4: G/b . . i", "G"),
        Attack(ALLIES, "G", "i"),
        dice="star star",
        then=throw("G", "i", "star star", distance=3),
    ),
    Case(
        "a tank set up in a bunker stays there",
        "2025 Appendix 2, Bunkers",
        drawn("4: A/b I", "A I"),
        go("A", (4, 8), "w"),
        refused=Rule.MOVEMENT_HELD,
        editions=(E2025,),
    ),
    Case(
        "a tank set up in a bunker leaves it by the older book",
        "2004 p. 15-16, Bunkers, holds guns alone",
        drawn("4: A/b .", "A"),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e", battle=True), e.MovesEnded()),
        editions=(E2004,),
    ),
    Case(
        "armor takes no ground in a bunker",
        BUNKERS,
        fight("4: A i:1/b", "A"),
        Attack(ALLIES, "A", "i"),
        dice="grenade",
        then=(*throw("A", "i", "grenade"), gone("i", (4, 10))),
    ),
    Case(
        "infantry takes the bunker",
        BUNKERS,
        fight("4: I i:1/b-"),
        (ATTACK, TAKE),
        dice="grenade star",
        then=(e.GroundTaken("I", at(4, 10), True, True),),
    ),
    Case(
        "in a bunker a gun ignores its first flag",
        "2025 Appendix 2, Bunkers; ruling: so in 2004, which also names a figure for each flag",
        fight("4: I g/b"),
        Attack(ALLIES, "I", "g"),
        dice="flag star",
        then=(*throw("I", "g", "flag star"), e.FlagIgnored("g")),
    ),
    Case(
        "in a bunker a gun loses a figure for each flag after the first",
        "2025 Appendix 2, Bunkers; ruling: so in 2004",
        fight("4: I g/b"),
        Attack(ALLIES, "I", "g"),
        dice="flag flag",
        then=(
            *throw("I", "g", "flag flag"),
            e.FiguresLost("g", 1, BLOCKED),
            e.FlagIgnored("g"),
        ),
    ),
    Case(
        "in a bunker a tank loses a figure for each flag after the first",
        "2025 Appendix 2, Bunkers",
        fight("4: I a/b"),
        Attack(ALLIES, "I", "a"),
        dice="flag flag",
        then=(
            *throw("I", "a", "flag flag"),
            e.FiguresLost("a", 1, BLOCKED),
            e.FlagIgnored("a"),
        ),
        editions=(E2025,),
    ),
    Case(
        "infantry retreats from its bunker",
        BUNKERS,
        fight("4: I i/b"),
        ATTACK,
        dice="flag flag",
        then=(*throw("I", "i", "flag flag"), e.RetreatDemanded("i", AXIS, 2, 0, 1, 2)),
    ),
    Case(
        "infantry retreats into a bunker",
        BUNKERS,
        fight("3: b ~\n4: I i"),
        ATTACK,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitRetreated("i", (at(3, 9),)),
            e.GroundOffered("I", at(4, 10)),
        ),
    ),
    Case(
        "armor does not retreat into a bunker",
        BUNKERS,
        fight("3: b ~\n4: I a"),
        Attack(ALLIES, "I", "a"),
        dice="flag star star",
        then=(*throw("I", "a", "flag star star"), e.FiguresLost("a", 1, BLOCKED)),
    ),
    Case(
        "the enemy's bunker shelters nobody else",
        BUNKERS,
        fight("4: I i/b+"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.RetreatDemanded("i", AXIS, 1, 0, 1, 1)),
    ),
    Case(
        "in the enemy's bunker the ground beneath still shelters",
        BUNKERS,
        fight("4: I i/Tb+"),
        ATTACK,
        dice="star star",
        then=throw("I", "i", "star star"),
    ),
    Case(
        "nobody sees through a bunker",
        BUNKERS,
        fight("4: I b i"),
        ATTACK,
        refused=Rule.BATTLE_NO_LINE_OF_SIGHT,
    ),
)

HEDGEHOGS = "2004 p. 15-16, Hedgehogs; 2025 Appendix 2, Hedgehogs"
AT_HEDGEHOGS = (
    Case(
        "infantry goes through hedgehogs",
        HEDGEHOGS,
        drawn("4: I x ."),
        go("I", (4, 8), "e e"),
        then=(moved("I", (4, 8), "e e", battle=False), e.MovesEnded()),
    ),
    *(
        Case(
            f"{word} does not move onto hedgehogs",
            HEDGEHOGS,
            drawn(f"4: {unit} x", unit),
            go(unit, (4, 8), "e"),
            refused=Rule.MOVEMENT_IMPASSABLE,
        )
        for word, unit in (("armor", "A"), ("artillery", "G"))
    ),
    Case(
        "hedgehogs stay when their unit leaves",
        HEDGEHOGS,
        drawn("4: I/x ."),
        go("I", (4, 8), "e"),
        then=(moved("I", (4, 8), "e", battle=True), e.MovesEnded()),
    ),
    Case(
        "among hedgehogs infantry may ignore a flag",
        HEDGEHOGS,
        fight("4: I i/x"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.RetreatDemanded("i", AXIS, 1, 0, 0, 1)),
    ),
    Case(
        "among hedgehogs a gun ignores no flag",
        HEDGEHOGS,
        fight("4: I g/x"),
        Attack(ALLIES, "I", "g"),
        dice="flag star star",
        then=(*throw("I", "g", "flag star star"), e.RetreatDemanded("g", AXIS, 1, 0, 1, 1)),
    ),
    Case(
        "armor does not retreat onto hedgehogs",
        HEDGEHOGS,
        fight("3: x ~\n4: I a"),
        Attack(ALLIES, "I", "a"),
        dice="flag star star",
        then=(*throw("I", "a", "flag star star"), e.FiguresLost("a", 1, BLOCKED)),
    ),
    Case(
        "armor takes no ground among hedgehogs",
        HEDGEHOGS,
        fight("4: A i:1/x", "A"),
        Attack(ALLIES, "A", "i"),
        dice=KILL,
        then=(*throw("A", "i", KILL), gone("i", (4, 10))),
    ),
)

SANDBAGS = "2004 p. 15-16, Sandbags; 2025 Appendix 2, Sandbags"
SEA_WALLS = "2004, Omaha Beach; 2025 Appendix 2, Sea walls"
BEHIND_SANDBAGS = (
    Case(
        "sandbags that nobody holds shelter the unit that comes to them",
        SANDBAGS,
        fight("3: I2 % ~\n4: . I i", "I I2", left=6),
        (ATTACK, Decline(ALLIES), Attack(ALLIES, "I2", "i")),
        dice="flag star star star star",
        then=throw("I2", "i", "star star", draw=2),
    ),
    Case(
        "a sea wall stays when its unit leaves",
        SEA_WALLS,
        drawn("4: I/w+ ."),
        go("I", (4, 8), "e"),
        then=(moved("I", (4, 8), "e", battle=True), e.MovesEnded()),
    ),
    Case(
        "behind a sea wall a flag may be ignored",
        SEA_WALLS,
        fight("4: i I/w+", "i", first=Side.AXIS),
        Attack(AXIS, "i", "I"),
        dice="flag star",
        then=(*throw("i", "I", "flag star"), e.RetreatDemanded("I", ALLIES, 1, 0, 0, 1)),
    ),
    Case(
        "a sea wall shelters its own side alone",
        "2004, Omaha Beach",
        fight("4: I i/w+"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.RetreatDemanded("i", AXIS, 1, 0, 1, 1)),
        editions=(E2004,),
    ),
    Case(
        "a sea wall shelters either side",
        "2025 Appendix 2, Sea walls",
        fight("4: I i/w+"),
        ATTACK,
        dice="flag star",
        then=(*throw("I", "i", "flag star"), e.RetreatDemanded("i", AXIS, 1, 0, 0, 1)),
        editions=(E2025,),
    ),
    Case(
        "an eliminated unit leaves its sea wall behind",
        SEA_WALLS,
        fight("4: I i:1/w"),
        ATTACK,
        dice="grenade star",
        then=(
            *throw("I", "i", "grenade star"),
            gone("i", (4, 10)),
            e.GroundOffered("I", at(4, 10)),
        ),
    ),
)

WIRE = "2004 p. 15-16, Wire; 2025 Appendix 2, Wire"
ON_WIRE = (
    Case(
        "armor that leaves wire without a battle leaves it there",
        "ruling: wire gives way to armor that enters it or battles from it",
        drawn("4: A/# .", "A"),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e", battle=True), e.MovesEnded()),
    ),
    Case(
        "armor that stands on wire crushes it before its dice, and loses none",
        "ruling: wire gives way to armor that enters it or battles from it",
        fight("4: A/# i", "A"),
        Attack(ALLIES, "A", "i"),
        dice=MISS,
        then=(
            throw("A", "i", MISS)[0],
            e.ObstacleRemoved(at(4, 8), ObstacleKind.WIRE, RemovalCause.ARMOR_BATTLED),
            throw("A", "i", MISS)[1],
        ),
    ),
    Case(
        "a gun fires from wire with all its dice and leaves it there",
        "ruling: neither book names guns",
        fight("4: G/# . i", "G"),
        Attack(ALLIES, "G", "i"),
        dice=MISS,
        then=throw("G", "i", MISS, distance=2),
    ),
    Case(
        "special forces that came two hexes to the wire clear it",
        WIRE,
        drawn("4: E . #", "E"),
        (go("E", (4, 8), "e e"), RemoveWire(ALLIES, "E")),
        then=(e.WireCleared("E", at(4, 12)),),
    ),
    Case(
        "infantry that entered wire in a forest clears nothing this turn",
        "ruling: every limit of a hex counts; 2025 Appendix 2, Wire",
        drawn("4: I F#"),
        (go("I", (4, 8), "e"), RemoveWire(ALLIES, "I")),
        refused=Rule.BATTLE_TERRAIN_ENTERED,
    ),
    Case(
        "infantry that retreats onto wire leaves it there",
        "2004 p. 10, Resolve Battle; 2025, Retreat",
        fight("3: # ~\n4: I i"),
        ATTACK,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitRetreated("i", (at(3, 9),)),
            e.GroundOffered("I", at(4, 10)),
        ),
    ),
)

# Three sections of a long bridge, from (6,12) up to (2,16); the land reaches in at two places.
LONG = """
    2:  . . . . .
    3:   ~& . ~& ~&
    4:  ~& . ~& ~&
    5:   ~& ~& ~& ~&
    6:  . . . . .
"""
ENDS = (Direction.NE, Direction.SW)
SECTIONS = tuple(
    PlacedObstacle(at(row, x), ObstacleKind.BRIDGE_SECTION, open_ends=ENDS)
    for row, x in ((5, 13), (4, 14), (3, 15))
)


def crossing(
    unit: str,
    place: tuple[int, int],
    *others: tuple[str, tuple[int, int]],
    phase: Literal["move", "battle"] = "move",
) -> Skirmish:
    """The long bridge with units on some hexes of the picture; the first one is ordered."""
    rows = [line.split() for line in LONG.split("\n")[1:-1]]
    for name, (row, x) in ((unit, place), *others):
        tokens, index = rows[row - 2], 1 + (x - 10) // 2
        tokens[index] = f"{name}/{tokens[index]}"
    picture = "\n".join(" ".join(tokens) for tokens in rows)
    return Skirmish(picture, 10, unit, phase, changes={"obstacles": SECTIONS})


ARNHEM = "2004, Arnhem Bridge"
BRIDGES = "2004 p. 13-15, Rivers; 2025 Appendix 2, Bridges"
ON_BRIDGES = (
    Case(
        "a bridge stops nobody, and armor battles on the other bank",
        BRIDGES,
        drawn("4: A ~= . i", "A"),
        (go("A", (4, 8), "e e"), Attack(ALLIES, "A", "i")),
        dice=MISS,
        then=throw("A", "i", MISS),
    ),
    Case(
        "a unit on a bridge has no shelter",
        BRIDGES,
        fight("4: I i/~="),
        ATTACK,
        dice=MISS,
        then=throw("I", "i", MISS),
    ),
    Case(
        "a unit on a bridge retreats to land alone",
        BRIDGES,
        fight("3: ~ .\n4: I i/~="),
        ATTACK,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitRetreated("i", (at(3, 11),)),
            e.GroundOffered("I", at(4, 10)),
        ),
    ),
    Case(
        "a bridge between water and water lets nobody off it backward",
        BRIDGES,
        fight("3: ~ ~\n4: I i/~="),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.FiguresLost("i", 1, BLOCKED)),
    ),
    Case(
        "from the ocean a bridge is entered by the older book",
        "2004 p. 13-15, Rivers",
        drawn("4: I/O ~="),
        go("I", (4, 8), "e"),
        then=(moved("I", (4, 8), "e", battle=True), e.MovesEnded()),
        editions=(E2004,),
    ),
    Case(
        "from the ocean a bridge is closed by the newer book",
        "2025 Appendix 2, Bridges",
        drawn("4: I/O ~="),
        go("I", (4, 8), "e"),
        refused=Rule.MOVEMENT_BRIDGE_FROM_LAND,
        editions=(E2025,),
    ),
    Case(
        "from a beach a bridge is entered",
        BRIDGES,
        drawn("4: I/_ ~="),
        go("I", (4, 8), "e"),
        then=(moved("I", (4, 8), "e", battle=True), e.MovesEnded()),
    ),
    Case(
        "armor goes along a long bridge",
        ARNHEM,
        crossing("A", (6, 12)),
        go("A", (6, 12), "ne ne ne"),
        then=(moved("A", (6, 12), "ne ne ne", battle=True), e.MovesEnded()),
    ),
    Case(
        "a long bridge is left at its end",
        ARNHEM,
        crossing("I", (3, 15)),
        go("I", (3, 15), "ne"),
        then=(moved("I", (3, 15), "ne", battle=True), e.MovesEnded()),
    ),
    Case(
        "a long bridge is not entered from the side",
        ARNHEM,
        crossing("I", (4, 12)),
        go("I", (4, 12), "e"),
        refused=Rule.MOVEMENT_BRIDGE_ENDS,
    ),
    Case(
        "a long bridge is not entered from the other side of its end",
        ARNHEM,
        crossing("I", (6, 14)),
        go("I", (6, 14), "nw"),
        refused=Rule.MOVEMENT_BRIDGE_ENDS,
    ),
    Case(
        "a long bridge is not left over its side",
        ARNHEM,
        crossing("I", (4, 14)),
        go("I", (4, 14), "w"),
        refused=Rule.MOVEMENT_BRIDGE_ENDS,
    ),
    Case(
        "a long bridge is not left beside its end",
        ARNHEM,
        crossing("I", (3, 15)),
        go("I", (3, 15), "nw"),
        refused=Rule.MOVEMENT_BRIDGE_ENDS,
    ),
    Case(
        "a retreat goes along the long bridge",
        ARNHEM,
        crossing("I", (5, 13), ("i", (4, 14)), phase="battle"),
        ATTACK,
        dice="flag flag star",
        then=(
            *throw("I", "i", "flag flag star"),
            e.UnitRetreated("i", (at(3, 15), at(2, 16))),
            e.GroundOffered("I", at(4, 14)),
        ),
    ),
    Case(
        "a retreat stops where the long bridge is held, though land lies beside it",
        ARNHEM,
        crossing("I", (5, 13), ("i", (4, 14)), ("i2", (3, 15)), phase="battle"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.FiguresLost("i", 1, BLOCKED)),
    ),
    Case(
        "ground on the long bridge is taken along it",
        ARNHEM,
        crossing("I", (5, 13), ("i:1", (4, 14)), phase="battle"),
        (ATTACK, TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", at(4, 14), True, True),),
    ),
    Case(
        "ground on the long bridge is not taken from its side",
        ARNHEM,
        crossing("I", (4, 12), ("i:1", (4, 14)), phase="battle"),
        ATTACK,
        dice=KILL,
        then=(*throw("I", "i", KILL), gone("i", (4, 14))),
    ),
)

ACROSS = (
    Case(
        "infantry does not fire across a wide river",
        ARNHEM,
        fight("4: I ~& i"),
        ATTACK,
        refused=Rule.BATTLE_FIRE_STOPPED,
    ),
    Case(
        "special forces do not fire across a wide river",
        ARNHEM,
        fight("4: E ~& i", "E"),
        Attack(ALLIES, "E", "i"),
        refused=Rule.BATTLE_FIRE_STOPPED,
    ),
    *(
        Case(
            f"{word} fires across a wide river",
            ARNHEM,
            fight(f"4: {unit} ~& i", unit),
            Attack(ALLIES, unit, "i"),
            dice=MISS,
            then=throw(unit, "i", MISS, distance=2),
        )
        for word, unit in (("armor", "A"), ("artillery", "G"))
    ),
    Case(
        "infantry fires along a bridge over a wide river",
        "ruling: the bridge carries fire as it carries units",
        fight("4: I ~&= i"),
        ATTACK,
        dice="star star",
        then=throw("I", "i", "star star", distance=2),
    ),
    Case(
        "infantry fires over an ordinary river",
        "2004 p. 13-15, Rivers; 2025 Appendix 2, Rivers",
        fight("4: I ~ i"),
        ATTACK,
        dice="star star",
        then=throw("I", "i", "star star", distance=2),
    ),
    Case(
        "infantry fires past a wide river on one side of its line",
        "ruling: as with sight, along an edge both sides are needed",
        fight("4: . i\n5: ~& .\n6: . I"),
        ATTACK,
        dice="star star",
        then=throw("I", "i", "star star", distance=2),
    ),
    Case(
        "infantry does not fire along the edge between two hexes of a wide river",
        "ruling: as with sight, along an edge both sides are needed",
        fight("4: . i\n5: ~& ~&\n6: . I"),
        ATTACK,
        refused=Rule.BATTLE_FIRE_STOPPED,
    ),
    Case(
        "guns do not fire over a hill that stops them",
        "2004, Saverne",
        fight("4: G H^| i", "G"),
        Attack(ALLIES, "G", "i"),
        refused=Rule.BATTLE_FIRE_STOPPED,
    ),
    Case(
        "guns fire over any other impassable hill",
        "2004, Montélimar and St. Vith",
        fight("4: G H^ i", "G"),
        Attack(ALLIES, "G", "i"),
        dice=MISS,
        then=throw("G", "i", MISS, distance=2),
    ),
    Case(
        "an impassable hill is entered by nobody",
        "2004, Montélimar and St. Vith",
        drawn("4: I H^"),
        go("I", (4, 8), "e"),
        refused=Rule.MOVEMENT_IMPASSABLE,
    ),
    Case(
        "nobody retreats onto an impassable hill",
        "2004, Montélimar and St. Vith",
        fight("3: H^ H^\n4: I i"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.FiguresLost("i", 1, BLOCKED)),
    ),
)

CASES = (*IN_BUNKERS, *AT_HEDGEHOGS, *BEHIND_SANDBAGS, *ON_WIRE, *ON_BRIDGES, *ACROSS)


@runs(CASES)
def test_obstacles_hinder_and_shelter(case: Case, edition: EditionName) -> None:
    check(case, edition)
