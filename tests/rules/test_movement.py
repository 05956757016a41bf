"""Where ordered units may move, and what their moves leave behind."""

from dataclasses import dataclass, replace

import pytest

from domain import events as e
from domain.commands import EndMoves, MoveUnit
from domain.errors import Rule
from domain.hexes import Hex, at
from domain.rules import movement
from domain.setup import Objective
from domain.values import (
    Card,
    EditionName,
    Ending,
    ObjectiveKind,
    ObstacleKind,
    RemovalCause,
    Seat,
    Side,
)
from tests.support.cases import Case, check, runs
from tests.support.games import BOTH, SEED, Skirmish
from tests.support.skirmishes import go, moved

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = EditionName.E2004, EditionName.E2025


@dataclass(frozen=True)
class Reach:
    """Where ``unit`` may move: to hexes marked ``'`` and battle, to those marked ` without."""

    name: str
    source: str
    picture: str
    unit: str
    left: int = 8
    editions: tuple[EditionName, ...] = BOTH
    card: Card = Card.ASSAULT_CENTER


REACHES = (
    Reach(
        "infantry moves two hexes, and battles after one",
        "2004 p. 7-8, Move Units; 2025, Infantry",
        """
        2:  .   `   `   `   .
        3:    `   '   '   `
        4:  `   '   I   '   `
        5:    `   '   '   `
        6:  .   `   `   `   .
        """,
        "I",
    ),
    Reach(
        "armor moves three hexes and battles",
        "2004 p. 7-8, Move Units; 2025, Armor",
        """
        1:    .   '   '   '   '   .
        2:  .   '   '   '   '   '   .
        3:    '   '   '   '   '   '
        4:  '   '   '   A   '   '   '
        5:    '   '   '   '   '   '
        6:  .   '   '   '   '   '   .
        7:    .   '   '   '   '   .
        """,
        "A",
        left=6,
    ),
    Reach(
        "artillery moves one hex or battles",
        "2004 p. 7-8, Move Units; 2025, Artillery",
        """
        3:    .   `   `   .
        4:  .   `   G   `   .
        5:    .   `   `   .
        """,
        "G",
    ),
    Reach(
        "no unit passes a friend",
        "2004 p. 7-8, Move Units; 2025, Move units",
        """
        4:  .   `   `   .
        5:    `   '   I2  F
        6:  `   '   I   I3
        7:    `   '   '   `
        8:  .   `   `   `
        """,
        "I",
        left=6,
    ),
    Reach(
        "no unit passes an enemy",
        "2004 p. 7-8, Move Units; 2025, Move units",
        """
        6:  .   i   i2  `
        7:    i3  I   '   `
        8:  .   i4  '   `
        """,
        "I",
        left=6,
    ),
    Reach(
        "a forest stops infantry and forbids its battle",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Forests",
        """
        2:  .   .   .   .   .
        3:    F   F`  F`  F
        4:  .   F`  I   F`  .
        5:    F   F`  T`  F
        6:  .   .   .   .   .
        """,
        "I",
    ),
    Reach(
        "a town stops armor and forbids its battle",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Towns",
        """
        7:    ~   ~   ~   ~   ~
        8:  ~   A   '   T`  .   .
        """,
        "A",
    ),
    Reach(
        "leaving a forest or a town costs nothing",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Forests",
        """
        7:    ~   ~   ~   ~
        8:  ~   I/F '   `   .
        """,
        "I",
    ),
    Reach(
        "wire stops infantry, which may battle after one hex",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        """
        7:    ~   ~   ~   ~
        8:  #'  I   '   #`  .
        """,
        "I",
    ),
    Reach(
        "wire stops armor, which may battle",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        """
        7:    ~   ~   ~   ~
        8:  #'  A   '   #'  .
        """,
        "A",
    ),
    Reach(
        "wire stops artillery and never gives way to it",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        """
        7:    ~   ~   ~   ~
        8:  #`  G   `   .   .
        """,
        "G",
    ),
    Reach(
        "sandbags hinder nobody",
        "2004 p. 15-16; 2025 Appendix 2, Sandbags",
        """
        7:    ~   ~   ~   ~
        8:  ~   I   %'  %`  .
        """,
        "I",
    ),
    Reach(
        "armor crosses a river by the bridge alone, and does not stop on it",
        "2004 p. 13-16, Terrain; 2025 Appendix 2, Rivers, Bridges",
        """
        2:  .   '   '   '   .
        3:    ~   '   '   ~
        4:  ~   ~   ~=' ~   ~
        5:    ~   A   ~   ~
        6:  ~   ~   ~   ~   ~
        """,
        "A",
        left=4,
    ),
    Reach(
        "a bridge leads on to the next bridge",
        "2004 p. 15-16; 2025 Appendix 2, Bridges",
        """
        7:    ~   ~   ~   ~
        8:  ~   A   ~=' ~=' '
        """,
        "A",
    ),
    Reach(
        "a lake is impassable",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Lakes",
        """
        7:    L   L   L   L
        8:  L   I   '   L   .
        """,
        "I",
    ),
    Reach(
        "from the water a bridge is open by the older book alone",
        "2004 p. 15-16, Bridges",
        """
        7:    ~   ~   ~   ~
        8:  ~   I/~ ~=' `   .
        """,
        "I",
        editions=(E2004,),
    ),
    Reach(
        "from the water a bridge is closed by the newer book",
        "2025 Appendix 2, Bridges",
        """
        7:    ~   ~   ~   ~
        8:  '   I/~ ~=  .   .
        """,
        "I",
        left=0,
        editions=(E2025,),
    ),
    Reach(
        "special forces move two hexes and battle",
        "2004 p. 12, Special Forces; 2025 Appendix 1, Elite infantry",
        """
        2:  .   '   '   '   .
        3:    '   '   '   '
        4:  '   '   E   '   '
        5:    '   '   '   '
        6:  .   '   '   '   .
        """,
        "E",
    ),
    Reach(
        "special forces are held by a forest like others",
        "2004 p. 12, Special Forces; 2025 Appendix 1, Elite infantry",
        """
        7:    ~   ~   ~   ~   ~
        8:  F`  '   E   '   F`
        """,
        "E",
    ),
    Reach(
        "the Resistance moves two hexes, and battles after one wherever that leads",
        "2004 p. 12, La Résistance; 2025 Appendix 1, The French Resistance",
        """
        2:  .   .   .   .   .
        3:    C   T'  F'  .
        4:  .   R'  P   C'  .
        5:    `   '   '   F`
        6:  .   `   `   `   .
        """,
        "P",
    ),
    Reach(
        "elite armor moves like armor",
        "2004 p. 12, Elite Armor; 2025 Appendix 1, Elite armor",
        """
        7:    ~   ~   ~   ~   ~   ~
        8:  '   '   '   D   '   '   '   .
        """,
        "D",
        left=2,
    ),
    Reach(
        "out of a hedgerow armor moves one hex",
        "2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows",
        """
        2:  .   .   .   .   .
        3:    .   F`  '   .
        4:  .   R`  A/R '   .
        5:    .   '   '   .
        6:  .   .   .   .   .
        """,
        "A",
    ),
    Reach(
        "onto a beach it is two hexes in all, by any way",
        "2004 p. 13-15, Beaches; 2025 Appendix 2, Beaches",
        """
        2:  ~   ~   ~   ~   ~   ~   ~   ~
        3:    '   '   '   A   '   '   '
        4:  _   _   _'  _'  _'  _'  _   _
        5:    _   _   _'  _'  _'  _   _
        6:  _   _   _   _   _   _   _   _
        """,
        "A",
        left=4,
    ),
    Reach(
        "off a beach it is three hexes, but none of them beach",
        "2004 p. 13-15, Beaches; 2025 Appendix 2, Beaches",
        """
        7:    ~   ~   ~   ~   ~   ~
        8:  .   _'  _'  A/_ '   '   '
        """,
        "A",
    ),
    Reach(
        "two hexes of hills cost as much as two of open ground",
        "2004 p. 13-15, Hills; 2025 Appendix 2, Hills",
        """
        7:    ~   ~   ~   ~   ~
        8:  H`  H'  I   H'  `
        """,
        "I",
    ),
    Reach(
        "a bunker and hedgehogs let infantry through",
        "2004 p. 15-16; 2025 Appendix 2, Bunkers, Anti-tank defenses",
        """
        7:    ~   ~   ~   ~   ~
        8:  `   b'  I   x'  `
        """,
        "I",
    ),
    Reach(
        "a bunker and hedgehogs let no armor through",
        "2004 p. 15-16; 2025 Appendix 2, Bunkers, Anti-tank defenses",
        """
        7:    ~   ~   ~   ~   ~
        8:  .   b   A   x   .
        """,
        "A",
    ),
    Reach(
        "in an assault infantry moves three hexes, and battles after two",
        "2004 and 2025, Infantry Assault card",
        """
        7:    ~   ~   ~   ~   ~   ~   ~
        8:  `   '   '   I   '   '   `   .
        """,
        "I",
        card=Card.INFANTRY_ASSAULT,
    ),
    Reach(
        "behind enemy lines no terrain stops or limits a move",
        "2004 and 2025, Behind Enemy Lines card; ruling: every hex costs one",
        """
        7:    ~   ~   ~   ~   ~   ~   ~
        8:  '   #'  S'  I/R '   _'  O'  .
        """,
        "I",
        card=Card.BEHIND_ENEMY_LINES,
    ),
    Reach(
        "behind enemy lines a move that ends in a forest ends the battle",
        "ruling: the card lifts the limits of moves, not those of battles",
        """
        7:    ~   ~   ~   ~   ~   ~   ~
        8:  F`  F`  F`  I   H^  .   .
        """,
        "I",
        card=Card.BEHIND_ENEMY_LINES,
    ),
)


@pytest.mark.parametrize(
    ("reach", "edition"),
    [
        pytest.param(reach, edition, id=f"{reach.name} ({edition})")
        for reach in REACHES
        for edition in reach.editions
    ],
)
def test_a_unit_reaches_exactly_the_marked_hexes(reach: Reach, edition: EditionName) -> None:
    drawn = Skirmish(reach.picture, reach.left, ordered=reach.unit, phase="move", card=reach.card)
    position = drawn.at(edition)
    found = movement.moves(position, position.state.units[reach.unit])
    reached = {("and battles" if move.may_battle else "only", move.path[-1]) for move in found}
    marks = drawn.board.marks
    expected = {("and battles", spot) for spot in marks["'"]} | {
        ("only", spot) for spot in marks["`"]
    }
    assert sorted(reached) == sorted(expected), reach.source


def drawn(
    picture: str,
    ordered: str = "I",
    left: int = 8,
    medals: int = 4,
    then: tuple[e.Event, ...] = (),
) -> Skirmish:
    return Skirmish(picture, left, ordered, phase="move", medals=medals, then=then)


AROUND = """
    4: .   .   .   .
    5:   .   I   .
    6: .   A   .   .
"""
LINE = "8: I . . . ."
ON_ITS_WAY = drawn(LINE)

MOVING = (
    Case(
        "the last unit to move ends the moves",
        "2004 p. 7-8, Move Units; 2025, Move units",
        ON_ITS_WAY,
        go("I", (8, 8), "e e"),
        then=(moved("I", (8, 8), "e e", battle=False), e.MovesEnded()),
    ),
    Case(
        "another unit may still move",
        "2004 p. 7-8, Move Units; 2025, Move units",
        drawn("8: I . . I2", "I I2"),
        go("I", (8, 8), "e"),
        then=(moved("I", (8, 8), "e", battle=True),),
    ),
    Case(
        "nobody need move",
        "2004 p. 7-8, Move Units; 2025, Move units",
        ON_ITS_WAY,
        EndMoves(ALLIES),
        then=(e.MovesEnded(),),
    ),
    Case(
        "a friend that moves away clears the way to the wood",
        "2004 p. 7-8, Move Units; 2025, Move units",
        drawn("5: . I2 F\n6: . I I3", "I I3"),
        (go("I3", (6, 12), "e"), go("I", (6, 10), "e ne")),
        then=(
            moved("I", (6, 10), "e ne", battle=False, ground=False),
            e.MovesEnded(),
        ),
    ),
    Case(
        "armor goes around a friend in three hexes",
        "2004 p. 7-8, Move Units",
        drawn(AROUND, "A"),
        go("A", (6, 10), "e ne nw"),
        then=(moved("A", (6, 10), "e ne nw", battle=True), e.MovesEnded()),
    ),
    Case(
        "armor does not pass its friend",
        "2004 p. 7-8, Move Units",
        drawn(AROUND, "A"),
        go("A", (6, 10), "ne ne"),
        refused=Rule.MOVEMENT_OCCUPIED,
    ),
    Case(
        "of two ways alike in everything one is listed",
        "2004 p. 7-8, Move Units; 2025, Move units",
        drawn(AROUND, "A"),
        go("A", (6, 10), "nw ne e"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
    Case(
        "units never merge",
        "2004 p. 7-8, Move Units; 2025, Move units",
        drawn("8: I:2 I2:1", "I"),
        go("I", (8, 8), "e"),
        refused=Rule.MOVEMENT_OCCUPIED,
    ),
    Case(
        "an ordered unit may end in another section",
        "2004 p. 6, Order Units; 2025, Move units",
        drawn("4: I .", left=6),
        go("I", (4, 6), "e"),
        then=(moved("I", (4, 6), "e", battle=True), e.MovesEnded()),
    ),
    Case(
        "armor uses the bridge",
        "2004 p. 15-16; 2025 Appendix 2, Bridges",
        drawn("4: ~ ~= ~\n5: . A ~", "A", left=4),
        go("A", (5, 7), "nw ne"),
        then=(moved("A", (5, 7), "nw ne", battle=True), e.MovesEnded()),
    ),
    Case(
        "armor does not swim",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers",
        drawn("4: ~ ~\n5: . A", "A", left=4),
        go("A", (5, 7), "nw"),
        refused=Rule.MOVEMENT_IMPASSABLE,
    ),
    Case(
        "a bridge is entered from land",
        "2025 Appendix 2, Bridges",
        drawn("8: I/~ ~= ."),
        go("I", (8, 8), "e"),
        refused=Rule.MOVEMENT_BRIDGE_FROM_LAND,
        editions=(E2025,),
    ),
    Case(
        "armor crushes the wire it enters and takes no ground this turn",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        drawn("8: A #", "A"),
        go("A", (8, 8), "e"),
        then=(
            moved("A", (8, 8), "e", battle=True, ground=False),
            e.ObstacleRemoved(at(8, 10), ObstacleKind.WIRE, RemovalCause.ARMOR_ENTERED),
            e.MovesEnded(),
        ),
    ),
    Case(
        "infantry leaves the wire it enters where it is",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        drawn("8: I #"),
        go("I", (8, 8), "e"),
        then=(moved("I", (8, 8), "e", battle=True, ground=False), e.MovesEnded()),
    ),
    Case(
        "artillery leaves the wire it enters where it is",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        drawn("8: G #", "G"),
        go("G", (8, 8), "e"),
        then=(moved("G", (8, 8), "e", battle=False, ground=False), e.MovesEnded()),
    ),
    Case(
        "sandbags go when their unit moves off",
        "2004 p. 15-16; 2025 Appendix 2, Sandbags",
        drawn("8: I/T%"),
        go("I", (8, 8), "e"),
        then=(
            moved("I", (8, 8), "e", battle=True),
            e.ObstacleRemoved(at(8, 8), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            e.MovesEnded(),
        ),
    ),
    Case(
        "sandbags that nobody holds stay for the unit that comes",
        "2004 p. 15-16; 2025 Appendix 2, Sandbags",
        drawn("8: I %"),
        go("I", (8, 8), "e"),
        then=(moved("I", (8, 8), "e", battle=True), e.MovesEnded()),
    ),
)

REFUSED = (
    Case(
        "a unit moves once",
        "2004 p. 7-8, Move Units; 2025, Move units",
        drawn("8: I . . I2", "I I2"),
        (go("I", (8, 8), "e"), go("I", (8, 10), "e")),
        refused=Rule.MOVEMENT_ALREADY_MOVED,
    ),
    Case(
        "only ordered units move",
        "2004 p. 7-8, Move Units; 2025, Move units",
        drawn("8: I . . I2"),
        go("I2", (8, 14), "e"),
        refused=Rule.UNIT_NOT_ORDERED,
    ),
    Case(
        "nobody moves the enemy's units",
        "2004 p. 7-8, Move Units; 2025, Move units",
        drawn("8: I . . i"),
        go("i", (8, 14), "e"),
        refused=Rule.UNIT_NOT_YOURS,
    ),
    Case(
        "a move enters at least one hex",
        "2004 p. 7-8, Move Units; 2025, Move units",
        ON_ITS_WAY,
        MoveUnit(ALLIES, "I", ()),
        refused=Rule.MOVEMENT_NO_PATH,
    ),
    Case(
        "a move does not leap",
        "2004 p. 7-8, Move Units; 2025, Move units",
        ON_ITS_WAY,
        MoveUnit(ALLIES, "I", (at(8, 12),)),
        refused=Rule.MOVEMENT_NOT_ADJACENT,
    ),
    Case(
        "a move stays on the board",
        "2004 p. 7-8, Move Units; 2025, Move units",
        ON_ITS_WAY,
        MoveUnit(ALLIES, "I", (Hex(9, 4),)),
        refused=Rule.MOVEMENT_OFF_BOARD,
    ),
    Case(
        "infantry does not move three hexes",
        "2004 p. 7-8, Move Units; 2025, Infantry",
        ON_ITS_WAY,
        go("I", (8, 8), "e e e"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "armor does not move four hexes",
        "2004 p. 7-8, Move Units; 2025, Armor",
        drawn("8: A . . . .", "A"),
        go("A", (8, 8), "e e e e"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "no move goes on after a forest",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Forests",
        drawn("8: A F .", "A"),
        go("A", (8, 8), "e e"),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
    Case(
        "no move goes on after wire",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        drawn("8: A # .", "A"),
        go("A", (8, 8), "e e"),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
    Case(
        "a detour to a hex nearer by is not listed",
        "2004 p. 7-8, Move Units; 2025, Move units",
        ON_ITS_WAY,
        go("I", (8, 8), "ne se"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
    Case(
        "a move that returns to its start is not listed",
        "2004 p. 7-8, Move Units; 2025, Move units",
        ON_ITS_WAY,
        go("I", (8, 8), "e w"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
)

BRIDGES = "8: A ! . !"
WON = (e.GameFinished(Side.ALLIES, Ending.MEDALS), e.SeedRevealed(SEED))

OBJECTIVES = (
    Case(
        "a medal is gained on entering its hex",
        "2025 Appendix 3",
        drawn(BRIDGES, "A"),
        go("A", (8, 8), "e"),
        then=(
            moved("A", (8, 8), "e", battle=True),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.MovesEnded(),
        ),
    ),
    Case(
        "a medal passed by is gained and lost again",
        "2025 Appendix 3",
        drawn(BRIDGES, "A"),
        go("A", (8, 8), "e e"),
        then=(moved("A", (8, 8), "e e", battle=True), e.MovesEnded()),
    ),
    Case(
        "a medal is lost when its unit moves off",
        "2025 Appendix 3",
        drawn("8: A/! . .", "A"),
        go("A", (8, 8), "e"),
        then=(
            moved("A", (8, 8), "e", battle=True),
            e.ObjectiveLost("m1", Side.ALLIES, 1),
            e.MovesEnded(),
        ),
    ),
    Case(
        "from one medal to the next the count stays",
        "2025 Appendix 3",
        drawn("8: A/! . !", "A", medals=2),
        go("A", (8, 8), "e e"),
        then=(
            moved("A", (8, 8), "e e", battle=True),
            e.ObjectiveLost("m1", Side.ALLIES, 1),
            e.ObjectiveTaken("m2", Side.ALLIES, 1),
            e.MovesEnded(),
        ),
    ),
    Case(
        "the last medal ends the game at once",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        drawn("8: A/! . I !", "A I", medals=2),
        go("I", (8, 12), "e"),
        then=(
            moved("I", (8, 12), "e", battle=True),
            e.ObjectiveTaken("m2", Side.ALLIES, 1),
            *WON,
        ),
    ),
    Case(
        "the winning move is the last thing that happens",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        drawn("8: I !", medals=1),
        go("I", (8, 8), "e"),
        then=(
            moved("I", (8, 8), "e", battle=True),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            *WON,
        ),
    ),
    Case(
        "a second medal does not win for the unit that leaves the first",
        "2025 Appendix 3",
        drawn("8: A/! ! .", "A", medals=2),
        go("A", (8, 8), "e e"),
        then=(
            moved("A", (8, 8), "e e", battle=True),
            e.ObjectiveLost("m1", Side.ALLIES, 1),
            e.MovesEnded(),
        ),
    ),
    Case(
        "nobody runs past the medal that wins",
        "2025 Appendix 3",
        drawn(BRIDGES, "A", medals=1),
        go("A", (8, 8), "e e"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
    Case(
        "the enemy's medals are not taken",
        "2025 Appendix 3",
        drawn("8: A ?", "A"),
        go("A", (8, 8), "e"),
        then=(moved("A", (8, 8), "e", battle=True), e.MovesEnded()),
    ),
    Case(
        "a medal held by a friend is not gained twice",
        "2025 Appendix 3",
        drawn("8: A !", "A", then=(e.ObjectiveTaken("m1", Side.ALLIES, 1),)),
        go("A", (8, 8), "e"),
        then=(moved("A", (8, 8), "e", battle=True), e.MovesEnded()),
    ),
)

# Two ways lead around the unit; the medal on one of them is kept for ever once it is passed.
TWO_WAYS = Skirmish(
    "7: ~ ~ .\n8: ~ A ! .",
    8,
    "A",
    phase="move",
    changes={
        "objectives": (
            Objective("m1", Side.ALLIES, ObjectiveKind.PERMANENT, (at(8, 12),), 1, "the road"),
        )
    },
)
BY_THE_WAY = (
    Case(
        "a move may go over a medal that is kept for ever",
        "2025 Appendix 3; ruling: each hex entered counts",
        TWO_WAYS,
        go("A", (8, 10), "e e"),
        then=(
            moved("A", (8, 10), "e e", battle=True),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.MovesEnded(),
        ),
    ),
    Case(
        "a medal that lasts is not gained by a way around it",
        "ruling: the path counts, not its end alone",
        replace(TWO_WAYS, picture="7: ~ . .\n8: ~ A ! ."),
        go("A", (8, 10), "ne e se"),
        then=(moved("A", (8, 10), "ne e se", battle=True), e.MovesEnded()),
    ),
    Case(
        "a step that no terrain lets the unit take is named before the length of the way",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers",
        drawn("8: I ~ . ."),
        go("I", (8, 8), "e e e"),
        refused=Rule.MOVEMENT_IMPASSABLE,
    ),
)

CASES = (*MOVING, *REFUSED, *OBJECTIVES, *BY_THE_WAY)


@runs(CASES)
def test_a_move_is_carried_out_or_refused_as_the_rulebook_says(
    case: Case, edition: EditionName
) -> None:
    check(case, edition)
