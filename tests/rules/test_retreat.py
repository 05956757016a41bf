"""What flags ask of a unit, where it may go, and what comes of it."""

from dataclasses import dataclass

import pytest

from domain import events as e
from domain.commands import Attack, EndTurn, Resign, Retreat
from domain.errors import Rule
from domain.hexes import at
from domain.rules import retreat
from domain.values import EditionName, Ending, LossCause, ObstacleKind, RemovalCause, Seat, Side
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.games import BOTH, SEED, Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = EditionName.E2004, EditionName.E2025
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED


@dataclass(frozen=True)
class Push:
    """What ``flags`` ask of the unit: figures lost, then a retreat onto a hex marked ``'``."""

    name: str
    source: str
    picture: str
    flags: int
    losses: int = 0
    shortest: int = 1
    longest: int = 1
    unit: str = "i"
    left: int = 10
    medals: int = 4
    editions: tuple[EditionName, ...] = BOTH


SOURCE, SANDBAGS = (
    "2004 p. 10, Resolve Battle; 2025, Retreat",
    "2004 p. 15-16; 2025 Appendix 2, Sandbags",
)

PUSHES = (
    Push("one flag, two ways", SOURCE, "2: ' '\n3: i", 1),
    Push("one flag, the other way held by a friend", SOURCE, "2: i2 '\n3: i", 1),
    Push("one flag, the other way held by an enemy", SOURCE, "2: I '\n3: i", 1),
    Push("no way back", SOURCE, "2: i2 ~\n3: i'", 1, 1, 0, 0),
    Push("a lake behind", SOURCE, "2: i2 L\n3: i'", 1, 1, 0, 0),
    Push("two flags are two hexes", SOURCE, "1: ' ' '\n2: . .\n3: . i", 2, 0, 2, 2, left=8),
    Push("two flags past a friend", SOURCE, "1: ' '\n2: i2 .\n3: i", 2, 0, 2, 2),
    Push(
        "one route reaches its length, a dead end does not",
        "2025, Retreat",
        "1: i3 i4 '\n2: . . .\n3: . i",
        2,
        0,
        2,
        2,
        left=8,
    ),
    Push("two flags and one row", SOURCE, "0: ' '\n1: i", 2, 1, 1, 1),
    Push("three flags and no row", SOURCE, "0: i'", 3, 3, 0, 0),
    Push("the Allies go back to the bottom", SOURCE, "5: I\n6: ' '", 1, unit="I"),
    Push("the Allies' own edge", SOURCE, "8: I'", 1, 1, 0, 0, unit="I"),
    Push("beside the western edge there is one way", SOURCE, "3: '\n4: i", 1, left=0),
    Push("beside the eastern edge there is one way", SOURCE, "3: '\n4: . i", 1, left=22),
    Push(
        "through forest, town and wire without a stop",
        SOURCE,
        "0: ' ' ' '\n1: # F #\n2: . F T\n3: . i/F",
        3,
        0,
        3,
        3,
        left=8,
    ),
    Push("armor goes one hex a flag", SOURCE, "2: ' '\n3: a", 1, unit="a"),
    Push("artillery goes one hex a flag", SOURCE, "2: ' '\n3: g", 1, unit="g"),
    Push("onto a bridge", "2004 p. 15-16; 2025 Appendix 2, Bridges", "2: ~ ~='\n3: i", 1),
    Push(
        "along bridges",
        "2004 p. 15-16; 2025 Appendix 2, Bridges",
        "1: ~=' ~\n2: ~ ~=\n3: i",
        2,
        0,
        2,
        2,
    ),
    Push(
        "from the water onto a bridge by the older book",
        "2004 p. 15-16, Bridges",
        "2: ~ ~='\n3: i/~",
        1,
        editions=(E2004,),
    ),
    Push(
        "from the water onto no bridge by the newer book",
        "2025 Appendix 2, Bridges",
        "2: ~ ~=\n3: i/~'",
        1,
        1,
        0,
        0,
        editions=(E2025,),
    ),
    Push("sandbags: one flag may be ignored", SANDBAGS, "2: ' '\n3: i/%'", 1, 0, 0, 1),
    Push("sandbags in a town ignore one flag too", SANDBAGS, "2: ' '\n3: i/T%'", 1, 0, 0, 1),
    Push("sandbags under armor", SANDBAGS, "2: ' '\n3: a/%'", 1, 0, 0, 1, unit="a"),
    Push("sandbags, one flag and no way", SANDBAGS, "2: ~ ~\n3: i/%'", 1, 0, 0, 0),
    Push(
        "sandbags, two flags",
        SANDBAGS,
        "1: ' ' '\n2: . ' '\n3: . i/%",
        2,
        0,
        1,
        2,
        left=8,
    ),
    Push("sandbags, two flags and one row", SANDBAGS, "0: ' '\n1: i/%", 2, 0, 1, 1),
    Push("sandbags, two flags and no way", SANDBAGS, "2: ~ ~\n3: i/%'", 2, 1, 0, 0),
    Push("sandbags, three flags and one row", SANDBAGS, "0: ' '\n1: i/%", 3, 1, 1, 1),
    Push(
        "a hex that wins the game ends the way back",
        "2025 Appendix 3",
        "1: . ' '\n2: . ?' .\n3: . i",
        2,
        0,
        2,
        2,
        left=8,
        medals=1,
    ),
)

WIRE = "2004 p. 15-16; 2025 Appendix 2, Wire"
CHURCH = "2004 p. 13-15, Towns; 2025 Appendix 2, Churches"
SEA_WALL = "2004, scenario booklet, Omaha Beach; 2025 Appendix 2, Sea walls"
OCEAN = "2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans: nobody retreats into the water"
RESISTANCE = "2004 p. 12, French Resistance; 2025 Appendix 1: one to three hexes a flag"
BLUFF = "2025 Appendix 2, Sea bluffs: a retreat crosses them; ruling: in 2004 too"
UNHINDERED = "2004 p. 10; 2025, Retreat: terrain does not stop or slow a retreat"
ONE_FLAG = "2004 p. 15-16; 2025 Appendix 2: one flag, and figures are lost only for the others"
HEDGEHOGS = "2004 p. 15-16; 2025 Appendix 2, Hedgehogs"

WAYS = (
    Push("the Allies beside the western edge", SOURCE, "4: I\n5: '", 1, left=0, unit="I"),
    Push("the Allies beside the eastern edge", SOURCE, "4: . I\n5: '", 1, left=22, unit="I"),
    Push("two flags along the western edge", SOURCE, "2: ' '\n3: .\n4: i", 2, 0, 2, 2, left=0),
    Push("two flags along the eastern edge", SOURCE, "2: ' '\n3: .\n4: . i", 2, 0, 2, 2, left=22),
    Push("the one way beside the edge is held", SOURCE, "3: i2\n4: i'", 1, 1, 0, 0, left=0),
    Push("the one way beside the edge is water", SOURCE, "3: ~\n4: . i'", 1, 1, 0, 0, left=22),
    Push("a friend and an enemy behind", SOURCE, "2: i2 I\n3: i'", 1, 1, 0, 0),
    Push("two enemies behind", SOURCE, "2: I I2\n3: i'", 2, 2, 0, 0),
    Push("an enemy two rows back", SOURCE, "1: ' I '\n2: . . .\n3: . i", 2, 0, 2, 2, left=8),
    Push("no way beyond one row", SOURCE, "1: i2 ~ I\n2: . ' '\n3: . i", 2, 1, 1, 1, left=8),
    Push("three flags and one row", SOURCE, "0: ' '\n1: i", 3, 2, 1, 1),
    Push("three flags and two rows", SOURCE, "0: ' ' '\n1: . .\n2: . i", 3, 1, 2, 2, left=8),
    Push("four flags", SOURCE, "0: ' ' ' ' '\n4: . . i", 4, 0, 4, 4, left=8),
    Push("one row before the own edge", SOURCE, "7: I\n8: ' '", 1, unit="I"),
    Push("two flags, one row before the own edge", SOURCE, "7: I\n8: ' '", 2, 1, 1, 1, unit="I"),
    Push("two flags on the own edge", SOURCE, "8: G'", 2, 2, 0, 0, unit="G"),
    Push("an impassable hill behind", SOURCE, "2: H^ H^\n3: i'", 1, 1, 0, 0),
    Push("beside an impassable hill", SOURCE, "2: H^ '\n3: i", 1),
    Push("round an impassable hill", SOURCE, "1: . ' '\n2: . H^ .\n3: . i", 2, 0, 2, 2, left=8),
    Push(
        "the only route of three rows",
        "2025, Retreat",
        "0: i2 i3 I '\n1: . . .\n2: . . .\n3: . i",
        3,
        0,
        3,
        3,
        left=8,
    ),
    Push(
        "two routes of two rows where three are asked",
        "2025, Retreat",
        "0: i2 i3 I I2\n1: ' ~ '\n2: . . .\n3: . i",
        3,
        1,
        2,
        2,
        left=8,
    ),
    Push("onto hills", UNHINDERED, "2: H' S'\n3: i", 1),
    Push("armor onto hills", UNHINDERED, "2: H' S'\n3: a", 1, unit="a"),
    Push("a gun onto a steep hill", UNHINDERED, "2: ~ S'\n3: g", 1, unit="g"),
    Push("down a steep hill", UNHINDERED, "2: ' '\n3: a/S", 1, unit="a"),
    Push(
        "through hedgerows",
        UNHINDERED,
        "1: ' ' '\n2: . R R\n3: . i/R",
        2,
        0,
        2,
        2,
        left=8,
    ),
    Push("armor through wire", UNHINDERED, "1: ' ' '\n2: . # #\n3: . a", 2, 0, 2, 2, "a", 8),
    Push("onto a church and a beach", UNHINDERED, "2: C' _'\n3: i", 1),
    Push(
        "three hexes of beach",
        UNHINDERED,
        "0: ' ' ' '\n1: _ _ _\n2: . _ _\n3: . i",
        3,
        0,
        3,
        3,
        left=8,
    ),
    Push("infantry into hedgehogs", HEDGEHOGS, "2: x' ~\n3: i", 1),
    Push("armor into no hedgehogs", HEDGEHOGS, "2: x x\n3: a'", 1, 1, 0, 0, unit="a"),
    Push("a gun into no hedgehogs", HEDGEHOGS, "2: x '\n3: g", 1, unit="g"),
    Push("the Allies before the ocean", OCEAN, "6: . I/_'\n7: O O", 1, 1, 0, 0, unit="I"),
    Push("two flags before the ocean", OCEAN, "6: . I/_'\n7: O O", 2, 2, 0, 0, unit="I"),
    Push("one hex of ocean", OCEAN, "6: . I/_\n7: O _'", 1, unit="I"),
    Push(
        "a beach, and the ocean behind it",
        OCEAN,
        "6: . I/_\n7: _' _'\n8: O O O",
        2,
        1,
        1,
        1,
        unit="I",
    ),
    Push("out of the ocean onto the land", OCEAN, "6: ' '\n7: i/O", 1),
    Push("out of the ocean, two flags", OCEAN, "5: ' ' '\n6: . _ _\n7: . i/O", 2, 0, 2, 2, left=8),
    Push("from ocean to ocean", OCEAN, "6: O O\n7: i/O'", 1, 1, 0, 0),
    Push("the Allies in the ocean", OCEAN, "7: I/O'\n8: O O", 1, 1, 0, 0, unit="I"),
    Push("armor down a sea bluff", BLUFF, "4: . A/V\n5: _' _'", 1, unit="A"),
    Push("a gun down a cliff", BLUFF, "4: . G/K\n5: _' _'", 1, unit="G"),
    Push(
        "infantry down a cliff, two flags",
        BLUFF,
        "4: . I/K\n5: _ ~\n6: _' _'",
        2,
        0,
        2,
        2,
        unit="I",
    ),
    Push("armor up a sea bluff", BLUFF, "2: V' K'\n3: a/_", 1, unit="a"),
    Push("infantry up a cliff", BLUFF, "2: V' K'\n3: i/_", 1),
    Push("a bridge of its own river, two flags", SOURCE, "1: ' '\n2: ~ ~=\n3: a", 2, 0, 2, 2, "a"),
    Push("sandbags left by others", SANDBAGS, "2: %' ~\n3: i", 1),
)

IGNORING = (
    Push(
        "three flags, one ignored, three rows",
        ONE_FLAG,
        "0: ' ' ' '\n1: ' ' '\n3: . i/%",
        3,
        0,
        2,
        3,
        left=8,
    ),
    Push(
        "three flags, one ignored, two rows",
        ONE_FLAG,
        "0: ' ' '\n1: . .\n2: . i/%",
        3,
        0,
        2,
        2,
        left=8,
    ),
    Push("three flags, one ignored, no way", ONE_FLAG, "2: ~ ~\n3: i/%'", 3, 2, 0, 0),
    Push("four flags, one ignored, one row", ONE_FLAG, "0: ' '\n1: i/%", 4, 2, 1, 1),
    Push("one flag, none ignored, no way", ONE_FLAG, "2: ~ ~\n3: i'", 1, 1, 0, 0),
    Push("two flags, none ignored, one row", ONE_FLAG, "0: ' '\n1: i", 2, 1, 1, 1),
    Push("hedgehogs, one flag", HEDGEHOGS, "2: ' '\n3: i/x'", 1, 0, 0, 1),
    Push("hedgehogs, two flags", HEDGEHOGS, "1: ' ' '\n2: . ' '\n3: . i/x", 2, 0, 1, 2, left=8),
    Push(
        "hedgehogs with sandbags ignore one flag",
        ONE_FLAG,
        "1: ' ' '\n2: . ' '\n3: . i/x%",
        2,
        0,
        1,
        2,
        left=8,
    ),
    Push("wire ignores no flag", WIRE, "2: ' '\n3: i/#", 1),
    Push("a forest ignores no flag", UNHINDERED, "2: ' '\n3: i/F", 1),
    Push("a church ignores no flag in 2004", CHURCH, "2: ' '\n3: i/C", 1, editions=(E2004,)),
    Push("a church ignores a flag", CHURCH, "2: ' '\n3: a/C'", 1, 0, 0, 1, "a", editions=(E2025,)),
    Push(
        "a church with sandbags ignores one flag",
        CHURCH,
        "1: ' ' '\n2: . ' '\n3: . i/C%",
        2,
        0,
        1,
        2,
        left=8,
        editions=(E2025,),
    ),
    Push("a sea wall, one flag", SEA_WALL, "2: ' '\n3: i/w'", 1, 0, 0, 1),
    Push("a sea wall that is the enemy's", SEA_WALL, "2: ' '\n3: i/w+", 1, editions=(E2004,)),
    Push("a sea wall is nobody's", SEA_WALL, "2: ' '\n3: i/w+'", 1, 0, 0, 1, editions=(E2025,)),
)

CONE = "0: ' ' ' '\n1: ' ' '\n2: . ' '\n3: . p"

PARTISANS = (
    Push("Resistance, one flag", RESISTANCE, CONE, 1, 0, 1, 3, "p", 8),
    Push(
        "Resistance, two flags",
        RESISTANCE,
        """
        1:    .   .   .   P/F
        3:    .   .   '   '   '
        4:  .   .   '   '   '   '
        5:    .   '   '   T'  '   '
        6:  .   '   '   '   '   '   '
        7:    '   '   '   '   '   '   '
        """,
        2,
        0,
        2,
        6,
        "P",
        4,
    ),
    Push(
        "Resistance, two flags and three rows",
        RESISTANCE,
        "0: ' ' ' '\n1: ' ' '\n3: . p",
        2,
        0,
        2,
        3,
        "p",
        8,
    ),
    Push(
        "Resistance, three flags and three rows",
        RESISTANCE,
        "0: ' ' ' '\n3: . p",
        3,
        0,
        3,
        3,
        "p",
        8,
    ),
    Push("Resistance, one flag and one row", RESISTANCE, "0: ' '\n1: p", 1, 0, 1, 1, "p"),
    Push("Resistance, two flags and one row", RESISTANCE, "0: ' '\n1: p", 2, 1, 1, 1, "p"),
    Push("Resistance, three flags and one row", RESISTANCE, "0: ' '\n1: p", 3, 2, 1, 1, "p"),
    Push("Resistance, no way", RESISTANCE, "2: ~ ~\n3: p'", 1, 1, 0, 0, "p"),
    Push("Resistance, two flags and no way", RESISTANCE, "2: ~ i2\n3: p'", 2, 2, 0, 0, "p"),
    Push(
        "Resistance goes no farther than there is a way",
        RESISTANCE,
        "1: i2 ~ I\n2: . ' '\n3: . p",
        1,
        0,
        1,
        1,
        "p",
        8,
    ),
    Push(
        "Resistance may stop short of a dead end or go round it",
        RESISTANCE,
        "0: i2 ~ ' '\n1: ~ ' '\n2: . ' '\n3: . p",
        1,
        0,
        1,
        3,
        "p",
        8,
    ),
    Push("Resistance behind sandbags", RESISTANCE, CONE.replace("p", "p/%'"), 1, 0, 0, 3, "p", 8),
    Push(
        "Resistance behind sandbags, two flags",
        RESISTANCE,
        CONE.replace("p", "p/%"),
        2,
        0,
        1,
        3,
        "p",
        8,
    ),
    Push("Resistance behind sandbags, no way", RESISTANCE, "2: ~ ~\n3: p/%'", 1, 0, 0, 0, "p"),
    Push(
        "Resistance behind sandbags, two flags, no way",
        RESISTANCE,
        "2: ~ ~\n3: p/%'",
        2,
        1,
        0,
        0,
        "p",
    ),
    Push(
        "Resistance behind sandbags, two flags, one row",
        RESISTANCE,
        "0: ' '\n1: p/%",
        2,
        0,
        1,
        1,
        "p",
    ),
    Push(
        "Resistance behind sandbags, three flags, one row",
        RESISTANCE,
        "0: ' '\n1: p/%",
        3,
        1,
        1,
        1,
        "p",
    ),
)

PUSHES = (*PUSHES, *WAYS, *IGNORING, *PARTISANS)


@pytest.mark.parametrize(
    ("push", "edition"),
    [
        pytest.param(push, edition, id=f"{push.name} ({edition})")
        for push in PUSHES
        for edition in push.editions
    ],
)
def test_flags_cost_figures_only_where_there_is_no_way_back(
    push: Push, edition: EditionName
) -> None:
    drawn = Skirmish(push.picture, push.left, medals=push.medals)
    position = drawn.at(edition)
    unit = position.state.units[push.unit]
    terms = retreat.terms(position, unit, push.flags)
    ways = retreat.routes(position, unit, terms.shortest, terms.longest)
    assert terms == retreat.RetreatTerms(push.flags, push.losses, push.shortest, push.longest), (
        push.source
    )
    ends = sorted(way[-1] if way else unit.hex for way in ways)
    assert ends == sorted(drawn.board.marks["'"]), push.source


FREE = "2: .  .\n3:  i  .\n4: .  I"
HELD = "2: i2 .\n3:  i  .\n4: .  I"
SHUT = "2: i2 ~\n3:  i  .\n4: .  I"
BAGS = "2: .  .\n3:  i/%  .\n4: .  I"
ATTACK = Attack(ALLIES, "I", "i")
OFFER = e.GroundOffered("I", at(3, 11))


def pushed(picture: str, medals: int = 4, left: int = 10) -> Skirmish:
    return Skirmish(picture, left, "I", medals=medals)


def back(steps: str, unit: str = "i", start: tuple[int, int] = (3, 11)) -> Retreat:
    return Retreat(AXIS, unit, path(start, steps))


def went(steps: str) -> e.UnitRetreated:
    return e.UnitRetreated("i", path((3, 11), steps))


RETREATS = (
    Case(
        "one figure is lost, then the owner is asked for one of two ways",
        SOURCE,
        pushed(FREE),
        ATTACK,
        dice="flag infantry star",
        then=(
            *throw("I", "i", "flag infantry star"),
            e.FiguresLost("i", 1, HITS),
            e.RetreatDemanded("i", AXIS, 1, 0, 1, 1),
        ),
    ),
    Case(
        "the owner picks one way, and the ground is offered",
        SOURCE,
        pushed(FREE),
        (ATTACK, back("nw")),
        dice="flag infantry star",
        then=(went("nw"), OFFER),
    ),
    Case(
        "the owner picks the other way",
        SOURCE,
        pushed(FREE),
        (ATTACK, back("ne")),
        dice="flag infantry star",
        then=(went("ne"), OFFER),
    ),
    Case(
        "with one way left nobody is asked",
        SOURCE,
        pushed(HELD),
        ATTACK,
        dice="flag infantry star",
        then=(
            *throw("I", "i", "flag infantry star"),
            e.FiguresLost("i", 1, HITS),
            went("ne"),
            OFFER,
        ),
    ),
    Case(
        "with no way the flag costs a figure and the unit stays",
        SOURCE,
        pushed(SHUT),
        ATTACK,
        dice="flag infantry star",
        then=(
            *throw("I", "i", "flag infantry star"),
            e.FiguresLost("i", 1, HITS),
            e.FiguresLost("i", 1, BLOCKED),
        ),
    ),
    Case(
        "a flag without a way can take the last figure, once and for one medal",
        SOURCE,
        pushed("2: i2 ~\n3: i:2 .\n4: . I"),
        ATTACK,
        dice="flag infantry star",
        then=(
            *throw("I", "i", "flag infantry star"),
            e.FiguresLost("i", 1, HITS),
            e.UnitEliminated("i", at(3, 11), 1, BLOCKED, Side.ALLIES, 1),
            OFFER,
        ),
    ),
    Case(
        "the medal for a unit without a way can win the game",
        SOURCE,
        pushed("2: i2 ~\n3: i:1 .\n4: . I", medals=1),
        ATTACK,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitEliminated("i", at(3, 11), 1, BLOCKED, Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "losses come first, then the steps that there are",
        SOURCE,
        Skirmish("0: i2 .\n1: i .\n2: . I", 10, "I"),
        ATTACK,
        dice="flag flag star",
        then=(
            *throw("I", "i", "flag flag star"),
            e.FiguresLost("i", 1, BLOCKED),
            e.UnitRetreated("i", (at(0, 12),)),
            e.GroundOffered("I", at(1, 11)),
        ),
    ),
    Case(
        "losses come first, then the choice of the steps that there are",
        SOURCE,
        Skirmish("0: . .\n1: i .\n2: . I", 10, "I"),
        (ATTACK, back("ne", start=(1, 11))),
        dice="flag flag star",
        then=(
            e.UnitRetreated("i", (at(0, 12),)),
            e.GroundOffered("I", at(1, 11)),
        ),
    ),
    Case(
        "a unit fired at retreats too, and no ground is offered",
        SOURCE,
        pushed("2: i2 .\n3: i .\n4: . .\n5: . I"),
        ATTACK,
        dice="flag star",
        then=(*throw("I", "i", "flag star", distance=2), went("ne")),
    ),
    Case(
        "armor that retreats over wire leaves it",
        "2025 Appendix 2, Wire",
        pushed("2: i2 #\n3: a .\n4: . I"),
        Attack(ALLIES, "I", "a"),
        dice="flag star star",
        then=(
            *throw("I", "a", "flag star star"),
            e.UnitRetreated("a", (at(2, 12),)),
            OFFER,
        ),
    ),
    Case(
        "behind sandbags the owner is asked, even about one flag",
        SANDBAGS,
        pushed(BAGS),
        ATTACK,
        dice="flag star",
        then=(*throw("I", "i", "flag star"), e.RetreatDemanded("i", AXIS, 1, 0, 0, 1)),
    ),
    Case(
        "behind sandbags the unit may stay",
        SANDBAGS,
        pushed(BAGS),
        (ATTACK, back("")),
        dice="flag star",
        then=(e.FlagIgnored("i"),),
    ),
    Case(
        "a unit that leaves its sandbags loses them",
        SANDBAGS,
        pushed(BAGS),
        (ATTACK, back("nw")),
        dice="flag star",
        then=(
            went("nw"),
            e.ObstacleRemoved(at(3, 11), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            OFFER,
        ),
    ),
    Case(
        "behind sandbags two flags are one hex",
        SANDBAGS,
        pushed(BAGS),
        (ATTACK, back("nw")),
        dice="flag flag",
        then=(
            e.FlagIgnored("i"),
            went("nw"),
            e.ObstacleRemoved(at(3, 11), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            OFFER,
        ),
    ),
    Case(
        "behind sandbags two flags may be two hexes",
        SANDBAGS,
        pushed(BAGS),
        (ATTACK, back("nw nw")),
        dice="flag flag",
        then=(
            went("nw nw"),
            e.ObstacleRemoved(at(3, 11), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            OFFER,
        ),
    ),
    Case(
        "behind sandbags with no way one flag does nothing",
        SANDBAGS,
        pushed("2: i2 ~\n3: i/% .\n4: . I"),
        ATTACK,
        dice="flag star",
        then=(*throw("I", "i", "flag star"), e.FlagIgnored("i")),
    ),
    Case(
        "behind sandbags with no way two flags cost one figure",
        SANDBAGS,
        pushed("2: i2 ~\n3: i/% .\n4: . I"),
        ATTACK,
        dice="flag flag",
        then=(
            *throw("I", "i", "flag flag"),
            e.FiguresLost("i", 1, BLOCKED),
            e.FlagIgnored("i"),
        ),
    ),
)

FAR = "0: . . . .\n1: . . .\n2: . . .\n3: . p\n4: . . I"


def partisans(picture: str) -> Skirmish:
    return Skirmish(picture, 8, "I")


def fled(steps: str) -> e.UnitRetreated:
    return e.UnitRetreated("p", path((3, 11), steps))


FIRE = Attack(ALLIES, "I", "p")

FURTHER = (
    *(
        Case(
            f"Resistance goes {hexes} for one flag",
            RESISTANCE,
            partisans(FAR),
            (FIRE, back(steps, "p")),
            dice="flag star star",
            then=(fled(steps), OFFER),
        )
        for hexes, steps in (("one hex", "nw"), ("two hexes", "nw ne"), ("three", "nw nw ne"))
    ),
    Case(
        "Resistance is asked for one to three hexes",
        RESISTANCE,
        partisans(FAR),
        FIRE,
        dice="flag star star",
        then=(*throw("I", "p", "flag star star"), e.RetreatDemanded("p", AXIS, 1, 0, 1, 3)),
    ),
    Case(
        "Resistance is asked for two to three hexes where three rows are left",
        RESISTANCE,
        partisans(FAR),
        FIRE,
        dice="flag flag star",
        then=(*throw("I", "p", "flag flag star"), e.RetreatDemanded("p", AXIS, 2, 0, 2, 3)),
    ),
    Case(
        "Resistance goes no single hex for two flags",
        RESISTANCE,
        partisans(FAR),
        (FIRE, back("nw", "p")),
        dice="flag flag star",
        refused=Rule.RETREAT_PATH,
    ),
    Case(
        "Resistance behind sandbags may stay",
        RESISTANCE,
        partisans(FAR.replace("p", "p/%")),
        (FIRE, back("", "p")),
        dice="flag star",
        then=(e.FlagIgnored("p"),),
    ),
    Case(
        "Resistance behind sandbags ignores one of two flags",
        RESISTANCE,
        partisans(FAR.replace("p", "p/%")),
        (FIRE, back("nw", "p")),
        dice="flag flag",
        then=(
            e.FlagIgnored("p"),
            fled("nw"),
            e.ObstacleRemoved(at(3, 11), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            OFFER,
        ),
    ),
    Case(
        "Resistance behind sandbags may go for every flag and more",
        RESISTANCE,
        partisans(FAR.replace("p", "p/%")),
        (FIRE, back("nw nw ne", "p")),
        dice="flag flag",
        then=(
            fled("nw nw ne"),
            e.ObstacleRemoved(at(3, 11), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            OFFER,
        ),
    ),
    Case(
        "Resistance without a way loses a figure for the flag",
        RESISTANCE,
        partisans("2: . ~ ~\n3: . p\n4: . . I"),
        FIRE,
        dice="flag star star",
        then=(*throw("I", "p", "flag star star"), e.FiguresLost("p", 1, BLOCKED)),
    ),
    Case(
        "losses eliminate a unit where it stands, with steps left to go",
        "2004 p. 10; 2025, Retreat; ruling: losses come before the steps",
        Skirmish("0: . .\n1: i:2 .\n2: . I", 10, "I"),
        ATTACK,
        dice="flag flag flag",
        then=(
            *throw("I", "i", "flag flag flag"),
            e.UnitEliminated("i", at(1, 11), 2, BLOCKED, Side.ALLIES, 1),
            e.GroundOffered("I", at(1, 11)),
        ),
    ),
    Case(
        "surplus losses of a retreat are lost",
        SOURCE,
        Skirmish("0: i:2 .\n1: I", 10, "I"),
        ATTACK,
        dice="flag flag flag",
        then=(
            *throw("I", "i", "flag flag flag"),
            e.UnitEliminated("i", at(0, 10), 2, BLOCKED, Side.ALLIES, 1),
            e.GroundOffered("I", at(0, 10)),
        ),
    ),
    Case(
        "before the ocean a hit and a flag take two figures",
        OCEAN,
        Skirmish("5: i .\n6: . I/_\n7: O O", 10, "i", first=Side.AXIS),
        Attack(AXIS, "i", "I"),
        dice="infantry flag star",
        then=(
            *throw("i", "I", "infantry flag star"),
            e.FiguresLost("I", 1, HITS),
            e.FiguresLost("I", 1, BLOCKED),
        ),
    ),
    Case(
        "infantry that retreats onto wire leaves it",
        WIRE,
        pushed("2: i2 #\n3: i .\n4: . I"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), went("ne"), OFFER),
    ),
    Case(
        "armor that retreats through wire leaves it",
        WIRE,
        pushed("1: . ~\n2: i2 #\n3: a .\n4: . I"),
        Attack(ALLIES, "I", "a"),
        dice="flag flag star",
        then=(
            *throw("I", "a", "flag flag star"),
            e.UnitRetreated("a", (at(2, 12), at(1, 11))),
            OFFER,
        ),
    ),
    Case(
        "sandbags that lie behind shelter who retreats there",
        SANDBAGS,
        pushed("2: i2 %\n3: i .\n4: . I"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), went("ne"), OFFER),
    ),
    Case(
        "hedgehogs stay where they are when their unit goes",
        HEDGEHOGS,
        pushed("2: i2 .\n3: i/x .\n4: . I"),
        (ATTACK, back("ne")),
        dice="flag star star",
        then=(went("ne"), OFFER),
    ),
    Case(
        "armor goes down a sea bluff that it could not drive down",
        BLUFF,
        Skirmish("3: a .\n4: A/V .\n5: _ _", 10, "a", first=Side.AXIS),
        (Attack(AXIS, "a", "A"), Retreat(ALLIES, "A", path((4, 10), "se"))),
        dice="flag star",
        then=(
            e.UnitRetreated("A", path((4, 10), "se")),
            e.GroundOffered("a", at(4, 10)),
        ),
    ),
    Case(
        "a gun retreats like any unit",
        SOURCE,
        pushed("2: i2 .\n3: g .\n4: . I"),
        Attack(ALLIES, "I", "g"),
        dice="flag flag star",
        then=(
            *throw("I", "g", "flag flag star"),
            e.RetreatDemanded("g", AXIS, 2, 0, 2, 2),
        ),
    ),
)

OBJECTIVES = (
    Case(
        "a unit pushed off its medal hex loses the medal",
        "2025 Appendix 3",
        pushed("2: i2 .\n3: i/? .\n4: . I"),
        ATTACK,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            went("ne"),
            e.ObjectiveLost("m1", Side.AXIS, 1),
            OFFER,
        ),
    ),
    Case(
        "a retreat may end on a medal",
        "2025 Appendix 3",
        pushed("2: i2 ?\n3: i .\n4: . I"),
        ATTACK,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            went("ne"),
            e.ObjectiveTaken("m1", Side.AXIS, 1),
            OFFER,
        ),
    ),
    Case(
        "a retreat may win the game",
        "2025 Appendix 3",
        pushed("2: i2 ?\n3: i .\n4: . I", medals=1),
        ATTACK,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            went("ne"),
            e.ObjectiveTaken("m1", Side.AXIS, 1),
            e.GameFinished(Side.AXIS, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "a retreat that wins ends there, with flags left",
        "2025 Appendix 3",
        pushed("2: ? .\n3: i .\n4: . I", medals=1),
        (ATTACK, back("nw")),
        dice="flag flag star",
        then=(
            went("nw"),
            e.ObjectiveTaken("m1", Side.AXIS, 1),
            e.GameFinished(Side.AXIS, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "a medal passed in a retreat is not kept",
        "2025 Appendix 3",
        pushed("2: i2 ?\n3: i .\n4: . I"),
        (ATTACK, back("ne ne")),
        dice="flag flag star",
        then=(went("ne ne"), OFFER),
    ),
)

REFUSED = (
    Case(
        "a retreat is asked of the pushed unit",
        SOURCE,
        pushed("1: . i2\n" + FREE),
        (ATTACK, back("ne", "i2", (1, 13))),
        dice="flag star star",
        refused=Rule.RETREAT_OTHER_UNIT,
    ),
    *(
        Case(
            f"a retreat does not {what}",
            SOURCE,
            pushed(FREE),
            (ATTACK, back(steps)),
            dice="flag star star",
            refused=Rule.RETREAT_PATH,
        )
        for what, steps in (
            ("stay where it must go", ""),
            ("go sideways", "e"),
            ("go forward", "sw"),
            ("go farther than the flags", "nw ne"),
        )
    ),
    Case(
        "a retreat does not choose a dead end",
        "2025, Retreat",
        pushed("1: i3 i4 . .\n2: . . . .\n3: . i . .\n4: . . I", left=8),
        (ATTACK, back("nw")),
        dice="flag flag flag",
        refused=Rule.RETREAT_PATH,
    ),
    Case(
        "of two ways back that come to the same only one is listed",
        "ruling: one way is listed for each different outcome",
        pushed(FREE),
        (ATTACK, back("ne nw")),
        dice="flag flag star",
        refused=Rule.RETREAT_PATH,
    ),
    Case(
        "the attacker waits for the retreat",
        SOURCE,
        pushed(FREE),
        (ATTACK, EndTurn(ALLIES)),
        dice="flag star star",
        refused=Rule.TURN_NOT_YOURS,
    ),
    Case(
        "a unit pushed back does nothing else",
        SOURCE,
        pushed(FREE),
        (ATTACK, EndTurn(AXIS)),
        dice="flag star star",
        refused=Rule.PHASE_OTHER_DECISION,
    ),
)

RESIGNED = (
    Case(
        "the attacker may resign while the retreat is chosen",
        "a player may always give up",
        pushed(FREE),
        (ATTACK, Resign(ALLIES)),
        dice="flag star star",
        then=(
            e.SeatResigned(ALLIES, Ending.RESIGNATION),
            e.GameFinished(Side.AXIS, Ending.RESIGNATION),
            e.SeedRevealed(SEED),
        ),
    ),
)

CASES = (*RETREATS, *FURTHER, *OBJECTIVES, *REFUSED, *RESIGNED)


@runs(CASES)
def test_a_unit_retreats_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)
