"""How objectives of every kind are gained, kept and lost, and how they end a game."""

from collections.abc import Iterable

import pytest

from domain import decide
from domain import events as e
from domain.commands import (
    AirDrop,
    Attack,
    Command,
    Decline,
    EndTurn,
    MoveUnit,
    Resign,
    Retreat,
    TakeGround,
    TakeSeat,
)
from domain.errors import Rule
from domain.hexes import Hex, at
from domain.rules import movement, retreat
from domain.setup import AirDrop as Drop
from domain.setup import Objective
from domain.state import GameState
from domain.values import (
    Check,
    EditionName,
    Ending,
    LossCause,
    ObjectiveKind,
    Seat,
    Side,
    Status,
    UnitKind,
)
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import Script
from tests.support.games import BOTH, PLAYERS, SEED, Skirmish, after

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
TEMPORARY, PERMANENT = ObjectiveKind.TEMPORARY, ObjectiveKind.PERMANENT
MAJORITY, SUDDEN_DEATH = ObjectiveKind.MAJORITY, ObjectiveKind.SUDDEN_DEATH
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
KILL = "grenade star star"
OBJECT = "2004 p. 6, Object of the Game; 2025, Object of the game"
TEMPORARIES = "2025 Appendix 3, temporary objectives"
PERMANENTS = "2025 Appendix 3, permanent objectives"
MAJORITIES = "2025 Appendix 3, majority"
SUDDEN = "2025 Appendix 3, sudden death"
NEUTRAL = "2025 Appendix 3; ruling: a medal that names no side is taken by either"
GROUP = "2025 Appendix 3; ruling: a group is held by units on as many of its hexes as it asks for"

Spot = tuple[int, int]


def prize(
    kind: ObjectiveKind,
    *spots: Spot,
    side: Side | None = Side.ALLIES,
    name: str = "m1",
    medals: int = 1,
    need: int = 1,
    when: Check = Check.ALWAYS,
) -> Objective:
    return Objective(name, side, kind, tuple(at(*spot) for spot in spots), medals, "", need, when)


def scene(
    picture: str,
    ordered: str,
    *objectives: Objective,
    medals: int = 4,
    first: Side = Side.ALLIES,
    phase: str = "move",
    then: tuple[e.Event, ...] = (),
) -> Skirmish:
    """Units at the start of their moves, and objectives of the test's own."""
    return Skirmish(
        picture,
        ordered=ordered,
        phase=phase,  # type: ignore[arg-type]
        medals=medals,
        first=first,
        changes={"objectives": objectives} if objectives else {},
        then=then,
    )


def go(unit: str, start: Spot, steps: str, seat: Seat = ALLIES) -> MoveUnit:
    return MoveUnit(seat, unit, path(start, steps))


def moved(unit: str, start: Spot, steps: str, *, battle: bool = True) -> e.UnitMoved:
    way = path(start, steps)
    return e.UnitMoved(unit, way, len(way), battle, True)


def took(name: str = "m1", side: Side = Side.ALLIES, medals: int = 1) -> e.ObjectiveTaken:
    return e.ObjectiveTaken(name, side, medals)


def lost(name: str = "m1", side: Side = Side.ALLIES, medals: int = 1) -> e.ObjectiveLost:
    return e.ObjectiveLost(name, side, medals)


def gone(name: str, spot: Spot, to: Side = Side.ALLIES) -> e.UnitEliminated:
    return e.UnitEliminated(name, at(*spot), 1, HITS, to, 1)


def won(side: Side = Side.ALLIES, ending: Ending = Ending.MEDALS) -> tuple[e.Event, ...]:
    return e.GameFinished(side, ending), e.SeedRevealed(SEED)


END = e.MovesEnded()
PAIR = ((4, 10), (4, 12))

TEMPORARY_ONES = (
    Case(
        "an objective worth two gives both medals",
        TEMPORARIES,
        scene("4: A .", "A", prize(TEMPORARY, (4, 10), medals=2)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took(medals=2), END),
    ),
    Case(
        "an objective worth two takes both medals along",
        TEMPORARIES,
        scene("4: A .", "A", prize(TEMPORARY, (4, 8), medals=2)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), lost(medals=2), END),
    ),
    Case(
        "of an objective worth two only the missing medal counts",
        OBJECT,
        scene("4: A . .\n6: I", "A I", prize(TEMPORARY, (4, 10), medals=2), medals=1),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took(medals=1), *won()),
    ),
    Case(
        "two objectives on one hex are two medals",
        TEMPORARIES,
        scene("4: A .", "A", prize(TEMPORARY, (4, 10)), prize(PERMANENT, (4, 10), name="m2")),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took(), took("m2"), END),
    ),
    Case(
        "of two objectives on one hex the second is not taken when the first wins",
        OBJECT,
        scene(
            "4: A .\n6: I",
            "A I",
            prize(TEMPORARY, (4, 10)),
            prize(PERMANENT, (4, 10), name="m2"),
            medals=1,
        ),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took(), *won()),
    ),
    Case(
        "any hex of a group gives its one medal",
        GROUP,
        scene("4: A . .", "A", prize(TEMPORARY, *PAIR)),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), took(), END),
    ),
    Case(
        "a second unit on the group gives no second medal",
        GROUP,
        scene("4: A . I", "A", prize(TEMPORARY, *PAIR)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
    Case(
        "a group is kept while one unit is left on it",
        GROUP,
        scene("4: . A I", "A", prize(TEMPORARY, *PAIR)),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), END),
    ),
    Case(
        "from one hex of the group to the other the medal is kept",
        GROUP,
        scene("4: . A .", "A", prize(TEMPORARY, *PAIR)),
        go("A", (4, 10), "e"),
        then=(moved("A", (4, 10), "e"), END),
    ),
    Case(
        "a group is lost with its last unit",
        GROUP,
        scene("4: . A .", "A", prize(TEMPORARY, *PAIR)),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), lost(), END),
    ),
    Case(
        "a group that asks for two hexes gives nothing for one",
        GROUP,
        scene("4: A . .", "A", prize(TEMPORARY, *PAIR, need=2)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
    Case(
        "a group that asks for two hexes is taken with the second",
        GROUP,
        scene("4: A . I", "A", prize(TEMPORARY, *PAIR, need=2)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took(), END),
    ),
    Case(
        "a group that asks for two hexes is lost with one of them",
        GROUP,
        scene("4: . A I", "A", prize(TEMPORARY, *PAIR, need=2)),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), lost(), END),
    ),
    Case(
        "the enemy's units on a group are no help",
        GROUP,
        scene("4: A . i", "A", prize(TEMPORARY, *PAIR, need=2)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
)

NEUTRAL_ONES = (
    Case(
        "a medal that names no side is the Allies'",
        NEUTRAL,
        scene("4: A .", "A", prize(TEMPORARY, (4, 10), side=None)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took(), END),
    ),
    Case(
        "a medal that names no side is the Axis'",
        NEUTRAL,
        scene("4: a .", "a", prize(TEMPORARY, (4, 10), side=None), first=Side.AXIS),
        go("a", (4, 8), "e", AXIS),
        then=(moved("a", (4, 8), "e"), took(side=Side.AXIS), END),
    ),
    Case(
        "who holds a neutral group keeps it when an enemy enters too",
        NEUTRAL,
        scene("4: a . I", "a", prize(TEMPORARY, *PAIR, side=None), first=Side.AXIS),
        go("a", (4, 8), "e", AXIS),
        then=(moved("a", (4, 8), "e"), END),
    ),
    Case(
        "who leaves a neutral group leaves it to the enemy on it",
        NEUTRAL,
        scene("4: . A i", "A", prize(TEMPORARY, *PAIR, side=None)),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), lost(), took(side=Side.AXIS), END),
    ),
    Case(
        "who leaves a neutral group may hand the enemy the game in its own turn",
        NEUTRAL,
        scene(
            "4: . A i\n6: i2",
            "A",
            prize(TEMPORARY, *PAIR, side=None),
            prize(TEMPORARY, (6, 8), side=Side.AXIS, name="m2"),
            medals=2,
        ),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), lost(), took(side=Side.AXIS), *won(Side.AXIS)),
    ),
    Case(
        "a neutral permanent medal stays with who came first",
        NEUTRAL,
        scene("4: A .", "A", prize(PERMANENT, (4, 10), side=None), then=(took(side=Side.AXIS),)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
)

PERMANENT_ONES = (
    Case(
        "a permanent medal is kept when its unit moves off",
        PERMANENTS,
        scene("4: A .", "A", prize(PERMANENT, (4, 8))),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
    Case(
        "a permanent medal is captured by passing over it",
        PERMANENTS,
        scene("4: A . .", "A", prize(PERMANENT, (4, 10))),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), took(), END),
    ),
    Case(
        "permanent medals are captured in the order in which they are passed",
        PERMANENTS,
        scene(
            "4: A . . .",
            "A",
            prize(PERMANENT, (4, 14), name="m1"),
            prize(PERMANENT, (4, 12), name="m2"),
            prize(PERMANENT, (4, 10), name="m3"),
        ),
        go("A", (4, 8), "e e e"),
        then=(moved("A", (4, 8), "e e e"), took("m3"), took("m2"), took("m1"), END),
    ),
    Case(
        "the enemy's permanent medal is passed over for nothing",
        PERMANENTS,
        scene("4: A . .", "A", prize(PERMANENT, (4, 10), side=Side.AXIS)),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), END),
    ),
    Case(
        "a permanent medal is captured once",
        PERMANENTS,
        scene("4: A . .", "A", prize(PERMANENT, (4, 10)), then=(took(),)),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), END),
    ),
    Case(
        "nobody passes over the permanent medal that wins",
        "ruling: a hex that wins the game is the last of the move",
        scene("4: A . .", "A", prize(PERMANENT, (4, 10)), medals=1),
        go("A", (4, 8), "e e"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
    Case(
        "nobody runs past the medal that wins with the permanent one left behind",
        "ruling: a hex that wins the game is the last of the move",
        scene(
            "4: A . .",
            "A",
            prize(PERMANENT, (4, 8)),
            prize(TEMPORARY, (4, 10), name="m2"),
            medals=2,
        ),
        go("A", (4, 8), "e e"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
    Case(
        "nobody runs past the medal that wins with the group that it belongs to",
        "ruling: a hex that wins the game is the last of the move",
        scene(
            "4: A . .",
            "A",
            prize(TEMPORARY, (4, 8), (4, 10)),
            prize(TEMPORARY, (4, 10), name="m2"),
            medals=2,
        ),
        go("A", (4, 8), "e e"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
    Case(
        "a unit may run past a medal that does not win without the one left behind",
        "ruling: a hex that wins the game is the last of the move",
        scene(
            "4: A . .",
            "A",
            prize(TEMPORARY, (4, 8)),
            prize(TEMPORARY, (4, 10), name="m2"),
            medals=2,
        ),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), lost(), END),
    ),
    Case(
        "a unit may run past a neutral medal that the enemy has for good",
        NEUTRAL,
        scene(
            "4: A . .\n6: I",
            "A",
            prize(PERMANENT, (4, 10), side=None),
            prize(TEMPORARY, (6, 8), name="m2"),
            medals=2,
            then=(took(side=Side.AXIS),),
        ),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), END),
    ),
    Case(
        "with one medal captured in passing the next one may win",
        "ruling: a hex that wins the game is the last of the move",
        scene(
            "4: A . . .",
            "A",
            prize(PERMANENT, (4, 10)),
            prize(TEMPORARY, (4, 12), name="m2"),
            medals=2,
        ),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), took(), took("m2"), *won()),
    ),
    Case(
        "with one medal captured in passing nobody runs past the one that wins",
        "ruling: a hex that wins the game is the last of the move",
        scene(
            "4: A . . .",
            "A",
            prize(PERMANENT, (4, 10)),
            prize(TEMPORARY, (4, 12), name="m2"),
            medals=2,
        ),
        go("A", (4, 8), "e e e"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
    Case(
        "a second hex of a permanent group captures nothing more",
        GROUP,
        scene("4: A . . .", "A", prize(PERMANENT, *PAIR), medals=2),
        go("A", (4, 8), "e e e"),
        then=(moved("A", (4, 8), "e e e"), took(), END),
    ),
    Case(
        "one unit does not hold two hexes of a group by passing over one of them",
        GROUP,
        scene("4: A . .", "A", prize(PERMANENT, *PAIR, need=2)),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), END),
    ),
    Case(
        "a permanent group that asks for two hexes is captured by passing over the second",
        GROUP,
        scene("3: . . .\n4: A . I .", "A", prize(PERMANENT, *PAIR, need=2)),
        go("A", (4, 8), "e ne"),
        then=(moved("A", (4, 8), "e ne"), took(), END),
    ),
    Case(
        "a permanent group is kept when its units are gone",
        GROUP,
        scene("4: . A I", "A", prize(PERMANENT, *PAIR, need=2)),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), END),
    ),
    Case(
        "a unit eliminated on its permanent objective leaves the medal to its side",
        PERMANENTS,
        scene("4: A i:1", "A", prize(PERMANENT, (4, 10), side=Side.AXIS), phase="battle"),
        Attack(ALLIES, "A", "i"),
        dice=KILL,
        then=(*throw("A", "i", KILL), gone("i", (4, 10)), e.GroundOffered("A", at(4, 10))),
    ),
)

ISLES = ((4, 10), (4, 12), (4, 14))

MAJORITY_ONES = (
    Case(
        "one hex more than the enemy is the majority",
        MAJORITIES,
        scene("4: A . . .", "A", prize(MAJORITY, *ISLES, side=None)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took(), END),
    ),
    Case(
        "an enemy that draws level takes the medal off its holder",
        MAJORITIES,
        scene("4: A . . i", "A", prize(MAJORITY, *ISLES, side=None)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), lost(side=Side.AXIS), END),
    ),
    Case(
        "an enemy that draws level with its second step takes the medal off its holder",
        MAJORITIES,
        scene("4: A . . i", "A", prize(MAJORITY, (4, 12), (4, 14), side=None)),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), lost(side=Side.AXIS), END),
    ),
    Case(
        "who leaves the group at level numbers gives the enemy the majority",
        MAJORITIES,
        scene("4: . A . i", "A", prize(MAJORITY, *ISLES, side=None)),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), took(side=Side.AXIS), END),
    ),
    Case(
        "who leaves the group at level numbers may lose the game in its own turn",
        MAJORITIES,
        scene("4: . A . i", "A", prize(MAJORITY, *ISLES, side=None), medals=1),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), took(side=Side.AXIS), *won(Side.AXIS)),
    ),
    Case(
        "who leaves as the last of its side loses the medal",
        MAJORITIES,
        scene("4: . A . .", "A", prize(MAJORITY, *ISLES, side=None)),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), lost(), END),
    ),
    Case(
        "a second hex more changes nothing",
        MAJORITIES,
        scene("4: A . I .", "A", prize(MAJORITY, *ISLES, side=None)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
    Case(
        "to move within the group changes nothing",
        MAJORITIES,
        scene("4: . A . .", "A", prize(MAJORITY, *ISLES, side=None)),
        go("A", (4, 10), "e"),
        then=(moved("A", (4, 10), "e"), END),
    ),
    Case(
        "an elimination gives the majority",
        MAJORITIES,
        scene("4: . A i:1 .", "A", prize(MAJORITY, *ISLES, side=None), phase="battle"),
        Attack(ALLIES, "A", "i"),
        dice=KILL,
        then=(
            *throw("A", "i", KILL),
            gone("i", (4, 12)),
            took(),
            e.GroundOffered("A", at(4, 12)),
        ),
    ),
    Case(
        "an elimination ends the majority at level numbers",
        MAJORITIES,
        scene("4: A i:1 i2 I", "A", prize(MAJORITY, *ISLES, side=None), phase="battle"),
        Attack(ALLIES, "A", "i"),
        dice=KILL,
        then=(
            *throw("A", "i", KILL),
            gone("i", (4, 10)),
            lost(side=Side.AXIS),
            e.GroundOffered("A", at(4, 10)),
        ),
    ),
    Case(
        "ground taken in the group turns the majority",
        MAJORITIES,
        scene("4: A i:1 i2 I", "A", prize(MAJORITY, *ISLES, side=None), phase="battle"),
        (Attack(ALLIES, "A", "i"), TakeGround(ALLIES)),
        dice=KILL,
        then=(
            e.GroundTaken("A", at(4, 10), True, True),
            took(),
            e.OverrunOffered("A"),
        ),
    ),
    Case(
        "a retreat out of the group gives up the majority",
        MAJORITIES,
        scene("3: i2 .\n4: A i", "A", prize(MAJORITY, *ISLES, side=None), phase="battle"),
        Attack(ALLIES, "A", "i"),
        dice="flag star star",
        then=(
            *throw("A", "i", "flag star star"),
            e.UnitRetreated("i", (at(3, 11),)),
            lost(side=Side.AXIS),
            e.GroundOffered("A", at(4, 10)),
        ),
    ),
    Case(
        "only the named side has the majority",
        MAJORITIES,
        scene("4: . A . i", "A", prize(MAJORITY, *ISLES)),
        go("A", (4, 10), "w"),
        then=(moved("A", (4, 10), "w"), END),
    ),
    Case(
        "the other side's units count against the named one",
        MAJORITIES,
        scene("4: A . . i", "A", prize(MAJORITY, *ISLES)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
    Case(
        "the other side draws level with the named one",
        MAJORITIES,
        scene("4: a . . I", "a", prize(MAJORITY, *ISLES), first=Side.AXIS),
        go("a", (4, 8), "e", AXIS),
        then=(moved("a", (4, 8), "e"), lost(), END),
    ),
)

TOWNS = ((4, 10), (4, 12), (4, 14))
LATER = Check.END_OF_OWN_TURN

SUDDEN_ONES = (
    Case(
        "sudden death ends the game the moment its condition is met",
        SUDDEN,
        scene("4: A . I .", "A", prize(SUDDEN_DEATH, *TOWNS, need=2)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), *won(ending=Ending.SUDDEN_DEATH)),
    ),
    Case(
        "a unit may run past a hex of sudden death that does not suffice",
        SUDDEN,
        scene("4: A . .", "A", prize(SUDDEN_DEATH, (4, 10), (4, 14), need=2)),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), END),
    ),
    Case(
        "sudden death asks for all the hexes that it names",
        SUDDEN,
        scene("4: A . I .", "A", prize(SUDDEN_DEATH, *TOWNS, need=3)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
    Case(
        "sudden death is for the named side",
        SUDDEN,
        scene("4: A . .", "A", prize(SUDDEN_DEATH, (4, 10), side=Side.AXIS)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
    Case(
        "sudden death that names no side is for either",
        SUDDEN,
        scene("4: a . .", "a", prize(SUDDEN_DEATH, (4, 10), side=None), first=Side.AXIS),
        go("a", (4, 8), "e", AXIS),
        then=(moved("a", (4, 8), "e"), *won(Side.AXIS, Ending.SUDDEN_DEATH)),
    ),
    Case(
        "nobody runs past the hex of sudden death",
        "ruling: a hex that wins the game is the last of the move",
        scene("4: A . .", "A", prize(SUDDEN_DEATH, (4, 10))),
        go("A", (4, 8), "e e"),
        refused=Rule.MOVEMENT_OTHER_PATH,
    ),
    Case(
        "a medal on the same hex is taken before sudden death",
        SUDDEN,
        scene("4: A .", "A", prize(SUDDEN_DEATH, (4, 10)), prize(TEMPORARY, (4, 10), name="m2")),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took("m2"), *won(ending=Ending.SUDDEN_DEATH)),
    ),
    Case(
        "a medal that wins comes before sudden death on the same hex",
        SUDDEN,
        scene(
            "4: A .",
            "A",
            prize(SUDDEN_DEATH, (4, 10)),
            prize(TEMPORARY, (4, 10), name="m2"),
            medals=1,
        ),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), took("m2"), *won()),
    ),
    Case(
        "ground taken brings sudden death",
        SUDDEN,
        scene("4: A i:1 i2", "A", prize(SUDDEN_DEATH, (4, 10)), phase="battle"),
        (Attack(ALLIES, "A", "i"), TakeGround(ALLIES)),
        dice=KILL,
        then=(
            e.GroundTaken("A", at(4, 10), True, True),
            *won(ending=Ending.SUDDEN_DEATH),
        ),
    ),
    Case(
        "a retreat brings sudden death in the enemy's turn",
        SUDDEN,
        scene("3: i2 .\n4: A i", "A", prize(SUDDEN_DEATH, (3, 11), side=Side.AXIS), phase="battle"),
        Attack(ALLIES, "A", "i"),
        dice="flag star star",
        then=(
            *throw("A", "i", "flag star star"),
            e.UnitRetreated("i", (at(3, 11),)),
            *won(Side.AXIS, Ending.SUDDEN_DEATH),
        ),
    ),
    Case(
        "sudden death at the end of the own turn waits for it",
        "ruling: a scenario may have its condition looked at when the side ends its turn",
        scene("4: A . I", "A", prize(SUDDEN_DEATH, *PAIR, need=2, when=LATER)),
        go("A", (4, 8), "e"),
        then=(moved("A", (4, 8), "e"), END),
    ),
    Case(
        "sudden death at the end of the own turn comes before the cards",
        "ruling: a scenario may have its condition looked at when the side ends its turn",
        scene("4: A . I", "A", prize(SUDDEN_DEATH, *PAIR, need=2, when=LATER)),
        (go("A", (4, 8), "e"), EndTurn(ALLIES)),
        then=(e.BattlesEnded(), *won(ending=Ending.SUDDEN_DEATH)),
    ),
    Case(
        "a unit may run past a hex that is looked at when the turn ends",
        "ruling: a scenario may have its condition looked at when the side ends its turn",
        scene("4: A . .", "A", prize(SUDDEN_DEATH, (4, 10), when=LATER), medals=1),
        go("A", (4, 8), "e e"),
        then=(moved("A", (4, 8), "e e"), END),
    ),
)

FLEEING = "2: . .\n3: i .\n4: . I"


def fleeing(picture: str, *objectives: Objective, left: int = 10, medals: int = 4) -> Skirmish:
    return Skirmish(
        picture, left, "I", medals=medals, changes={"objectives": objectives} if objectives else {}
    )


def back(steps: str, start: Spot = (3, 11)) -> Retreat:
    return Retreat(AXIS, "i", path(start, steps))


def marked(kind: ObjectiveKind, *spots: Spot, name: str = "m1") -> Objective:
    return prize(kind, *spots, side=Side.AXIS, name=name)


HIT_BY_FLAG = Attack(ALLIES, "I", "i")
GROUND = e.GroundOffered("I", at(3, 11))
PASSING = "0: . . .\n1: . . .\n2: i2 . .\n3: i .\n4: . I"

RETREATING = (
    Case(
        "a retreat captures the permanent medal that it passes",
        PERMANENTS,
        fleeing(PASSING, marked(PERMANENT, (2, 12))),
        (HIT_BY_FLAG, back("ne nw")),
        dice="flag flag star",
        then=(e.UnitRetreated("i", path((3, 11), "ne nw")), took(side=Side.AXIS), GROUND),
    ),
    Case(
        "of two ways back to one hex either may be chosen for what it captures",
        PERMANENTS,
        fleeing("1: . .\n2: . .\n3: i .\n4: . I", marked(PERMANENT, (2, 12))),
        (HIT_BY_FLAG, back("nw ne")),
        dice="flag flag star",
        then=(e.UnitRetreated("i", path((3, 11), "nw ne")), GROUND),
    ),
    Case(
        "a retreat ends where the second medal of the way wins",
        "ruling: a hex that wins the game is the last of the retreat",
        fleeing(
            PASSING,
            marked(PERMANENT, (2, 12)),
            marked(TEMPORARY, (1, 11), name="m2"),
            medals=2,
        ),
        (HIT_BY_FLAG, back("ne nw")),
        dice="flag flag flag",
        then=(
            e.UnitRetreated("i", path((3, 11), "ne nw")),
            took(side=Side.AXIS),
            took("m2", Side.AXIS),
            *won(Side.AXIS),
        ),
    ),
    Case(
        "a retreat does not run past the second medal of the way when it wins",
        "ruling: a hex that wins the game is the last of the retreat",
        fleeing(
            PASSING,
            marked(PERMANENT, (2, 12)),
            marked(TEMPORARY, (1, 11), name="m2"),
            medals=2,
        ),
        (HIT_BY_FLAG, back("ne nw nw")),
        dice="flag flag flag",
        refused=Rule.RETREAT_PATH,
    ),
    Case(
        "two permanent medals passed in a retreat win the game at the second",
        "ruling: a hex that wins the game is the last of the retreat",
        fleeing(
            "0: . .\n1: i3 .\n2: i2 . .\n3: i .\n4: . I",
            marked(PERMANENT, (2, 12)),
            marked(PERMANENT, (1, 13), name="m2"),
            medals=2,
        ),
        HIT_BY_FLAG,
        dice="flag flag flag",
        then=(
            *throw("I", "i", "flag flag flag"),
            e.UnitRetreated("i", path((3, 11), "ne ne")),
            took(side=Side.AXIS),
            took("m2", Side.AXIS),
            *won(Side.AXIS),
        ),
    ),
    Case(
        "a second hex of a permanent group does not end a retreat",
        GROUP,
        fleeing(
            "0: i4 .\n1: i3 .\n2: i2 . .\n3: i .\n4: . I",
            marked(PERMANENT, (2, 12), (1, 13)),
            medals=2,
        ),
        HIT_BY_FLAG,
        dice="flag flag flag",
        then=(
            *throw("I", "i", "flag flag flag"),
            e.RetreatDemanded("i", AXIS, 3, 0, 3, 3),
        ),
    ),
    Case(
        "a unit that dies for want of a way back loses its medal after the enemy's",
        "2025 Appendix 3; ruling: the medal for the unit comes first",
        fleeing("2: i2 ~\n3: i:1 .\n4: . I", marked(TEMPORARY, (3, 11))),
        HIT_BY_FLAG,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitEliminated("i", at(3, 11), 1, BLOCKED, Side.ALLIES, 1),
            lost(side=Side.AXIS),
            GROUND,
        ),
    ),
    Case(
        "figures lost on the spot leave the objective held",
        TEMPORARIES,
        fleeing("2: i2 ~\n3: i .\n4: . I", marked(TEMPORARY, (3, 11))),
        HIT_BY_FLAG,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.FiguresLost("i", 1, BLOCKED)),
    ),
    Case(
        "a retreat from one objective to the next keeps the count",
        TEMPORARIES,
        fleeing(
            "2: i2 .\n3: i .\n4: . I",
            marked(TEMPORARY, (3, 11)),
            marked(TEMPORARY, (2, 12), name="m2"),
            medals=2,
        ),
        HIT_BY_FLAG,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitRetreated("i", (at(2, 12),)),
            lost(side=Side.AXIS),
            took("m2", Side.AXIS),
            GROUND,
        ),
    ),
    Case(
        "a retreat that loses the game takes no medal off the winner any more",
        MAJORITIES,
        fleeing(
            "2: i2 .\n3: i .\n4: . I I2",
            prize(MAJORITY, (3, 11), (4, 12), side=None),
            prize(MAJORITY, (2, 12), (4, 14), side=None, name="m2"),
            medals=2,
        ),
        HIT_BY_FLAG,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitRetreated("i", (at(2, 12),)),
            took(),
            *won(),
        ),
    ),
    Case(
        "a retreat that loses the game captures nothing any more",
        MAJORITIES,
        fleeing(
            "1: . i3\n2: i2 .\n3: i .\n4: . I",
            prize(MAJORITY, (3, 11), (4, 12), side=None),
            marked(PERMANENT, (2, 12), name="m2"),
            prize(TEMPORARY, (4, 12), name="m3"),
            medals=2,
        ),
        HIT_BY_FLAG,
        dice="flag flag star",
        then=(
            *throw("I", "i", "flag flag star"),
            e.UnitRetreated("i", path((3, 11), "ne nw")),
            took(),
            *won(),
        ),
    ),
    Case(
        "a retreat that gives up the majority may win the attacker the game",
        MAJORITIES,
        fleeing("2: i2 .\n3: i .\n4: . I", prize(MAJORITY, (3, 11), (4, 12), side=None), medals=1),
        HIT_BY_FLAG,
        dice="flag star star",
        then=(
            *throw("I", "i", "flag star star"),
            e.UnitRetreated("i", (at(2, 12),)),
            took(),
            *won(),
        ),
    ),
)

CASES = (
    *TEMPORARY_ONES,
    *NEUTRAL_ONES,
    *PERMANENT_ONES,
    *MAJORITY_ONES,
    *SUDDEN_ONES,
    *RETREATING,
)


@runs(CASES)
def test_objectives_are_gained_and_lost_as_the_rulebook_says(
    case: Case, edition: EditionName
) -> None:
    check(case, edition)


def ends(ways: Iterable[tuple[Hex, ...]], last: Hex) -> set[tuple[Hex, ...]]:
    return {way for way in ways if way and way[-1] == last}


@pytest.mark.parametrize("edition", BOTH)
def test_a_move_is_listed_for_each_different_capture(edition: EditionName) -> None:
    """2025 Appendix 3, permanent objectives."""
    drawn = scene("4: I . .\n5: . .", "I", prize(PERMANENT, (4, 10)))
    position = drawn.at(edition)
    listed = [move.path for move in movement.moves(position, position.state.units["I"])]
    assert ends(listed, at(5, 11)) == {path((4, 8), "e se"), path((4, 8), "se e")}


@pytest.mark.parametrize("edition", BOTH)
def test_moves_that_capture_alike_are_listed_once(edition: EditionName) -> None:
    drawn = scene("4: I . .\n5: . .", "I", prize(PERMANENT, (4, 10), side=Side.AXIS))
    position = drawn.at(edition)
    listed = [move.path for move in movement.moves(position, position.state.units["I"])]
    assert len(ends(listed, at(5, 11))) == 1


@pytest.mark.parametrize("edition", BOTH)
def test_a_retreat_is_listed_for_each_different_capture(edition: EditionName) -> None:
    """2025 Appendix 3, permanent objectives."""
    drawn = fleeing(FLEEING, marked(PERMANENT, (2, 12)))
    position = drawn.at(edition)
    listed = retreat.routes(position, position.state.units["i"], 2, 2)
    assert ends(listed, at(1, 11)) == {path((3, 11), "nw ne"), path((3, 11), "ne nw")}


def standing(drawn: Skirmish, edition: EditionName) -> tuple[dict[Side, int], dict[str, Side]]:
    state = drawn.begin(edition)
    return dict(state.medals), dict(state.held)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("picture", "objective", "holder"),
    [
        ("4: . I i", prize(PERMANENT, (4, 10)), Side.ALLIES),
        ("4: . I i", prize(PERMANENT, (4, 12)), None),
        ("4: . I i", prize(PERMANENT, (4, 12), side=None), Side.AXIS),
        ("4: . I i", prize(TEMPORARY, *PAIR, need=2), None),
        ("4: . I I2", prize(TEMPORARY, *PAIR, need=2), Side.ALLIES),
        ("4: . I i", prize(TEMPORARY, *PAIR, side=None), Side.ALLIES),
        ("4: . I i", prize(MAJORITY, *ISLES, side=None), None),
        ("4: . I i i2", prize(MAJORITY, *ISLES, side=None), Side.AXIS),
        ("4: . I i i2", prize(MAJORITY, *ISLES), None),
        ("4: . I I2", prize(SUDDEN_DEATH, *PAIR, need=3), None),
    ],
)
def test_objectives_are_held_from_the_set_up(
    edition: EditionName, picture: str, objective: Objective, holder: Side | None
) -> None:
    """2025 Appendix 3. Ruling: where both sides could hold one, the side that plays first does."""
    medals, held = standing(scene(picture, "", objective, phase="play_card"), edition)
    assert held == ({} if holder is None else {"m1": holder})
    assert medals == {side: int(side is holder) for side in Side}


@pytest.mark.parametrize("edition", BOTH)
def test_of_two_sides_that_could_hold_it_the_first_to_play_has_a_neutral_group(
    edition: EditionName,
) -> None:
    group = prize(TEMPORARY, *PAIR, side=None)
    drawn = scene("4: . I i", "", group, first=Side.AXIS, phase="play_card")
    assert standing(drawn, edition)[1] == {"m1": Side.AXIS}


@pytest.mark.parametrize("edition", BOTH)
def test_a_set_up_that_wins_ends_the_game_before_the_first_turn(edition: EditionName) -> None:
    drawn = scene("4: . I", "", prize(TEMPORARY, (4, 10)), phase="seating", medals=1)
    state = seated(drawn, edition)
    events = decide(state, TakeSeat(AXIS, PLAYERS[AXIS]), Script())
    assert events[-3:] == (took(), *won())


def seated(drawn: Skirmish, edition: EditionName) -> GameState:
    """The game with one player at the table."""
    state = drawn.begin(edition)
    return after(state, decide(state, TakeSeat(ALLIES, PLAYERS[ALLIES]), Script()))


@pytest.mark.parametrize("edition", BOTH)
def test_a_landing_that_wins_is_the_last_thing_that_happens(edition: EditionName) -> None:
    drops = (Drop(Side.ALLIES, UnitKind.INFANTRY, 3, 4, 0),)
    drawn = Skirmish("4: i !", phase="seating", medals=1, changes={"air_drops": drops})
    state = seated(drawn, edition)
    state = after(state, decide(state, TakeSeat(AXIS, PLAYERS[AXIS]), Script()))
    events = decide(state, AirDrop(ALLIES, at(4, 10)), Script())
    landed = e.UnitLanded(
        "allies-1", Side.ALLIES, UnitKind.INFANTRY, 4, at(4, 10), at(4, 10), (), 1
    )
    assert events == (landed, took(), *won())


@pytest.mark.parametrize("edition", BOTH)
def test_sudden_death_at_the_end_of_the_own_turn_passes_the_enemys_by(
    edition: EditionName,
) -> None:
    """Ruling: a scenario may have its condition looked at when the side ends its turn."""
    towns = prize(SUDDEN_DEATH, *PAIR, need=2, when=LATER)
    drawn = scene("4: i A I", "i", towns, first=Side.AXIS, phase="battle")
    state = drawn.begin(edition)
    state = after(state, decide(state, EndTurn(AXIS), Script()))
    assert (state.winner, state.awaited) == (None, ALLIES)


OVER = scene("4: A . .\n6: I i", "A I", prize(TEMPORARY, (4, 10)), medals=1)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    "command",
    [
        go("I", (6, 8), "w"),
        Attack(ALLIES, "I", "i"),
        EndTurn(ALLIES),
        EndTurn(AXIS),
        TakeGround(ALLIES),
        Decline(ALLIES),
        Retreat(AXIS, "i", ()),
        Resign(ALLIES),
        Resign(AXIS),
    ],
    ids=str,
)
def test_nothing_is_done_after_the_end(edition: EditionName, command: Command) -> None:
    """2004 p. 6, Object of the Game; 2025, Object of the game."""
    check(
        Case(
            "after the end",
            OBJECT,
            OVER,
            (go("A", (4, 8), "e"), command),
            refused=Rule.GAME_OVER,
        ),
        edition,
    )


@pytest.mark.parametrize("edition", BOTH)
def test_a_neutral_medal_goes_from_a_dead_holder_to_who_takes_its_ground(
    edition: EditionName,
) -> None:
    """2025 Appendix 3: lost at once with the unit, gained with the ground."""
    state = scene("4: A i:1 .", "A", prize(TEMPORARY, (4, 10), side=None), phase="battle").begin(
        edition
    )
    told: list[tuple[dict[Side, int], dict[str, Side]]] = [(dict(state.medals), dict(state.held))]
    chance = Script(KILL)
    for command in (Attack(ALLIES, "A", "i"), TakeGround(ALLIES)):
        state = after(state, decide(state, command, chance))
        told.append((dict(state.medals), dict(state.held)))
    assert told == [
        ({Side.ALLIES: 0, Side.AXIS: 1}, {"m1": Side.AXIS}),
        ({Side.ALLIES: 1, Side.AXIS: 0}, {}),
        ({Side.ALLIES: 2, Side.AXIS: 0}, {"m1": Side.ALLIES}),
    ]
    assert state.status is Status.ACTIVE
