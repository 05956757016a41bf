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

CASES = (*RETREATS, *OBJECTIVES, *REFUSED, *RESIGNED)


@runs(CASES)
def test_a_unit_retreats_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)
