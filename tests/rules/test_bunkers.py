"""Bunkers: whom they shelter, whom they let in, and what never leaves them."""

from dataclasses import dataclass, field

import pytest

from domain import events as e
from domain.commands import Attack, EndMoves, MoveUnit, NameTarget, PlayCard, Retreat, TakeGround
from domain.errors import Rule
from domain.hexes import at
from domain.rules import combat, movement, retreat
from domain.values import Card, EditionName, LossCause, Seat, Side
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import faces
from tests.support.games import BOTH, Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = EditionName.E2004, EditionName.E2025
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
BUNKER = "2004 p. 15-16; 2025 Appendix 2, Bunkers"
NAMED = "2004 p. 15-16, Bunkers; 2025 Appendix 2, Bunkers: only the side that the scenario names"
NOBODY_NAMED = (
    "2025 Appendix 2, Bunkers: both sides' infantry where none is named; ruling: in 2004 too"
)
GUN = "2025 Appendix 2, Bunkers; ruling: a gun inside ignores its first flag in 2004 too"
KILL = "grenade star star"


@dataclass(frozen=True)
class Aim:
    """The dice that a unit has against each enemy it may attack."""

    name: str
    source: str
    picture: str
    unit: str
    dice: dict[str, int] = field(default_factory=dict)
    editions: tuple[EditionName, ...] = BOTH


AIMS = (
    Aim("infantry against a bunker", BUNKER, "4: I i/b", "I", {"i": 2}),
    Aim("infantry against a bunker at two hexes", BUNKER, "4: I . i/b", "I", {"i": 1}),
    Aim("infantry against a bunker at three hexes", BUNKER, "4: I . . i/b", "I"),
    Aim("armor against a bunker", BUNKER, "4: A i/b", "A", {"i": 1}),
    Aim("armor against a bunker at three hexes", BUNKER, "4: A . . i/b", "A", {"i": 1}),
    Aim("artillery against a bunker", BUNKER, "4: G . i/b", "G", {"i": 3}),
    Aim("armor against a gun in a bunker", BUNKER, "4: A g/b", "A", {"g": 1}),
    Aim("armor against armor in a bunker", "2025 Appendix 2, Bunkers", "4: A a/b", "A", {"a": 1}),
    Aim("infantry out of a bunker", BUNKER, "4: I/b i", "I", {"i": 3}),
    Aim("a gun out of a bunker", BUNKER, "4: G/b . . i", "G", {"i": 2}),
    Aim("the named side is sheltered", NAMED, "4: A i/b-", "A", {"i": 1}),
    Aim("the side that is not named is not sheltered", NAMED, "4: A i/b+", "A", {"i": 3}),
    Aim("the named Allies are sheltered as well", NAMED, "4: i I/b+", "i", {"I": 2}),
    Aim("the Allies in an Axis bunker are not", NAMED, "4: i I/b-", "i", {"I": 3}),
    Aim("with no side named the Axis is sheltered", NOBODY_NAMED, "4: A i/b", "A", {"i": 1}),
    Aim("with no side named the Allies are sheltered", NOBODY_NAMED, "4: a I/b", "a", {"I": 1}),
    Aim("useless to the enemy, a bunker in a town", NAMED, "4: A i/Tb+", "A", {"i": 1}),
    Aim("useless to the enemy, a bunker with sandbags", NAMED, "4: A i/b+%", "A", {"i": 2}),
    Aim("useless to the enemy, a bunker on a hill", NAMED, "4: A i/Hb+", "A", {"i": 2}),
    Aim(
        "of a bunker on a hill only the higher protection counts",
        "2004 p. 15-16; 2025 Appendix 2: the highest protection alone",
        "4: A i/Hb",
        "A",
        {"i": 1},
    ),
    Aim(
        "a bunker on a hill, attacked from a hill",
        "2004 p. 15-16; 2025 Appendix 2: the highest protection alone",
        "4: I/H i/Hb",
        "I",
        {"i": 2},
    ),
    Aim("a bunker blocks the line", BUNKER, "4: I b i", "I"),
    Aim("an enemy's bunker blocks the line too", BUNKER, "4: I b- i", "I"),
    Aim("a bunker does not stop a gun's fire", BUNKER, "4: G b i", "G", {"i": 3}),
)


@pytest.mark.parametrize(
    ("aim", "edition"),
    [
        pytest.param(aim, edition, id=f"{aim.name} ({edition})")
        for aim in AIMS
        for edition in aim.editions
    ],
)
def test_a_bunker_shelters_whom_the_scenario_names(aim: Aim, edition: EditionName) -> None:
    position = Skirmish(aim.picture).at(edition)
    shots = combat.shots(position, position.state.units[aim.unit])
    assert {shot.target.id: shot.dice for shot in shots} == aim.dice, aim.source


@dataclass(frozen=True)
class Push:
    """What ``flags`` ask of the unit: figures lost, and then between so many hexes."""

    name: str
    source: str
    picture: str
    flags: int
    terms: tuple[int, int, int]
    unit: str = "i"
    editions: tuple[EditionName, ...] = BOTH


PUSHES = (
    Push("infantry in a bunker may stay", BUNKER, "2: . .\n3: i/b", 1, (0, 0, 1)),
    Push("infantry in a bunker, two flags", BUNKER, "2: . .\n3: i/b", 2, (0, 1, 2)),
    Push("infantry in a bunker without a way", BUNKER, "2: ~ ~\n3: i/b", 1, (0, 0, 0)),
    Push("infantry in a bunker without a way, two flags", BUNKER, "2: ~ ~\n3: i/b", 2, (1, 0, 0)),
    Push("infantry in its own side's bunker", NAMED, "2: . .\n3: i/b-", 1, (0, 0, 1)),
    Push("infantry in the enemy's bunker must go", NAMED, "2: . .\n3: i/b+", 1, (0, 1, 1)),
    Push("the enemy's bunker in a town is a town", NAMED, "2: . .\n3: i/Tb+", 2, (0, 2, 2)),
    Push(
        "the enemy's bunker with sandbags has the sandbags",
        NAMED,
        "2: . .\n3: i/b+%",
        1,
        (0, 0, 1),
    ),
    Push(
        "two things that ignore a flag ignore one",
        "2025 Appendix 2: never more than one flag; ruling: in 2004 too",
        "2: . .\n3: i/b%",
        2,
        (0, 1, 2),
    ),
    *(
        Push(f"a gun in a bunker, flags: {flags}", GUN, "2: . .\n3: g/b", flags, terms, "g")
        for flags, terms in ((1, (0, 0, 0)), (2, (1, 0, 0)), (3, (2, 0, 0)))
    ),
    *(
        Push(
            f"armor in a bunker, flags: {flags}",
            "2025 Appendix 2, Bunkers",
            "2: . .\n3: a/b",
            flags,
            terms,
            "a",
            (E2025,),
        )
        for flags, terms in ((1, (0, 0, 0)), (2, (1, 0, 0)), (3, (2, 0, 0)))
    ),
    Push("a gun beside a bunker goes the other way", GUN, "2: b .\n3: g", 1, (0, 1, 1), "g"),
    Push("a gun between two bunkers", GUN, "2: b b\n3: g", 1, (1, 0, 0), "g"),
    Push("armor between two bunkers", BUNKER, "2: b b\n3: a", 2, (2, 0, 0), "a"),
    Push("infantry retreats into a bunker", BUNKER, "2: b b\n3: i", 1, (0, 1, 1)),
    Push("infantry retreats into the enemy's bunker", NAMED, "2: b+ ~\n3: i", 1, (0, 1, 1)),
    Push("infantry retreats through a bunker", BUNKER, "1: . .\n2: b ~\n3: i", 2, (0, 2, 2)),
)


@pytest.mark.parametrize(
    ("push", "edition"),
    [
        pytest.param(push, edition, id=f"{push.name} ({edition})")
        for push in PUSHES
        for edition in push.editions
    ],
)
def test_a_bunker_ignores_a_flag_and_holds_guns(push: Push, edition: EditionName) -> None:
    position = Skirmish(push.picture, 10).at(edition)
    found = retreat.terms(position, position.state.units[push.unit], push.flags)
    assert (found.losses, found.shortest, found.longest) == push.terms, push.source


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


CASES = (
    Case(
        "a gun set up in a bunker does not leave it",
        BUNKER,
        Skirmish("4: G/b . I", ordered="G I", phase="move"),
        MoveUnit(ALLIES, "G", path((4, 8), "e")),
        refused=Rule.MOVEMENT_HELD,
    ),
    Case(
        "armor set up in a bunker does not leave it",
        "2025 Appendix 2, Bunkers",
        Skirmish("4: A/b . I", ordered="A I", phase="move"),
        MoveUnit(ALLIES, "A", path((4, 8), "e")),
        refused=Rule.MOVEMENT_HELD,
        editions=(E2025,),
    ),
    Case(
        "a gun beside a bunker does not move into it",
        BUNKER,
        Skirmish("4: G b I", ordered="G I", phase="move"),
        MoveUnit(ALLIES, "G", path((4, 8), "e")),
        refused=Rule.MOVEMENT_IMPASSABLE,
    ),
    Case(
        "armor does not move into a bunker",
        BUNKER,
        Skirmish("4: A b I", ordered="A I", phase="move"),
        MoveUnit(ALLIES, "A", path((4, 8), "e")),
        refused=Rule.MOVEMENT_IMPASSABLE,
    ),
    Case(
        "armor does not move out of one bunker into the next",
        "2025 Appendix 2, Bunkers",
        Skirmish("4: A/b b I", ordered="A I", phase="move"),
        MoveUnit(ALLIES, "A", path((4, 8), "e")),
        refused=Rule.MOVEMENT_HELD,
        editions=(E2025,),
    ),
    Case(
        "infantry enters a bunker and battles",
        BUNKER,
        Skirmish("4: I b i", ordered="I", phase="move"),
        (MoveUnit(ALLIES, "I", path((4, 8), "e")), Attack(ALLIES, "I", "i")),
        dice="star star star",
        then=throw("I", "i", "star star star"),
    ),
    Case(
        "infantry leaves a bunker",
        BUNKER,
        Skirmish("4: I/b . i", ordered="I", phase="move"),
        MoveUnit(ALLIES, "I", path((4, 8), "e")),
        then=(e.UnitMoved("I", path((4, 8), "e"), 1, True, True), e.MovesEnded()),
    ),
    Case(
        "one flag does nothing to a gun in a bunker",
        GUN,
        Skirmish("4: I . g/b", ordered="I"),
        Attack(ALLIES, "I", "g"),
        dice="flag",
        then=(*throw("I", "g", "flag", distance=2), e.FlagIgnored("g")),
    ),
    Case(
        "of two flags a gun in a bunker loses one figure",
        GUN,
        Skirmish("4: G . g/b", ordered="G"),
        Attack(ALLIES, "G", "g"),
        dice="flag flag star",
        then=(
            *throw("G", "g", "flag flag star", distance=2),
            e.FiguresLost("g", 1, BLOCKED),
            e.FlagIgnored("g"),
        ),
    ),
    Case(
        "three flags are the end of a gun in a bunker",
        GUN,
        Skirmish("4: G . g/b", ordered="G"),
        Attack(ALLIES, "G", "g"),
        dice="flag flag flag",
        then=(
            *throw("G", "g", "flag flag flag", distance=2),
            e.UnitEliminated("g", at(4, 12), 2, BLOCKED, Side.ALLIES, 1),
        ),
    ),
    Case(
        "of two flags armor in a bunker loses one figure",
        "2025 Appendix 2, Bunkers",
        Skirmish("4: G . a/b", ordered="G"),
        Attack(ALLIES, "G", "a"),
        dice="flag flag star",
        then=(
            *throw("G", "a", "flag flag star", distance=2),
            e.FiguresLost("a", 1, BLOCKED),
            e.FlagIgnored("a"),
        ),
        editions=(E2025,),
    ),
    Case(
        "infantry in the enemy's bunker goes back at the first flag",
        NAMED,
        Skirmish("3: i2 .\n4: I i/b+", ordered="I"),
        Attack(ALLIES, "I", "i"),
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitRetreated("i", (at(3, 11),)),
            e.GroundOffered("I", at(4, 10)),
        ),
    ),
    Case(
        "infantry in its bunker may stay",
        BUNKER,
        Skirmish("3: i2 .\n4: I i/b", ordered="I"),
        (Attack(ALLIES, "I", "i"), Retreat(AXIS, "i", ())),
        dice="flag star",
        then=(e.FlagIgnored("i"),),
    ),
    Case(
        "infantry takes a bunker",
        BUNKER,
        Skirmish("4: I i:1/b- i2", ordered="I"),
        (Attack(ALLIES, "I", "i"), TakeGround(ALLIES)),
        dice="grenade star",
        then=(e.GroundTaken("I", at(4, 10), True, True),),
    ),
    Case(
        "armor takes no bunker",
        BUNKER,
        Skirmish("4: A i:1/b", ordered="A"),
        Attack(ALLIES, "A", "i"),
        dice="grenade",
        then=(
            *throw("A", "i", "grenade"),
            e.UnitEliminated("i", at(4, 10), 1, HITS, Side.ALLIES, 1),
        ),
    ),
    Case(
        "armor in a bunker takes no ground",
        "2025 Appendix 2, Bunkers",
        Skirmish("4: A/b i:1", ordered="A"),
        Attack(ALLIES, "A", "i"),
        dice=KILL,
        then=(
            *throw("A", "i", KILL),
            e.UnitEliminated("i", at(4, 10), 1, HITS, Side.ALLIES, 1),
        ),
        editions=(E2025,),
    ),
    Case(
        "a gun in a bunker battles like any other",
        BUNKER,
        INSIDE,
        (EndMoves(ALLIES), Attack(ALLIES, "G", "i")),
        dice="star star star",
        then=throw("G", "i", "star star star", distance=2),
    ),
    Case(
        "no flag of a strike from the air is ignored in a bunker",
        "2004 and 2025, Air Power card; ruling: a figure for every flag",
        Skirmish("4: I . . g/b", phase="play_card", card=Card.BARRAGE),
        (PlayCard(ALLIES, Card.BARRAGE), NameTarget(ALLIES, "g")),
        dice="flag star star star",
        then=(
            e.TargetNamed("g"),
            e.TargetsFixed(),
            e.StrikeRolled("g", faces("flag star star star"), 1),
            e.FiguresLost("g", 1, BLOCKED),
        ),
    ),
)


@runs(CASES)
def test_bunkers_work_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)


@pytest.mark.parametrize("edition", BOTH)
def test_a_turn_of_held_guns_alone_has_no_moves(edition: EditionName) -> None:
    """Moves end by themselves where nobody can move."""
    position = INSIDE.at(edition)
    assert not movement.can_move(position, position.state.units["G"])
