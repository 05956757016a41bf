"""Taking ground after a close assault, and armor overrun."""

from dataclasses import dataclass, replace

import pytest

from domain import events as e
from domain.commands import (
    Ambush,
    Attack,
    Command,
    Decline,
    EndMoves,
    EndTurn,
    MoveUnit,
    RemoveWire,
    Retreat,
    TakeGround,
)
from domain.editions import EDITIONS
from domain.errors import Rule
from domain.hexes import at
from domain.position import Position
from domain.rules import combat
from domain.setup import PlacedObstacle
from domain.state import GameState, MovePhase, OverrunPhase, TakeGroundPhase
from domain.values import (
    Card,
    Direction,
    EditionName,
    Ending,
    LossCause,
    ObjectiveKind,
    ObstacleKind,
    RemovalCause,
    Seat,
    Side,
)
from tests.support.boards import board, path
from tests.support.cases import Case, check, runs, throw
from tests.support.chance import Script, faces
from tests.support.games import BOTH, SEED, Skirmish, play
from tests.support.skirmishes import gone

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = EditionName.E2004, EditionName.E2025
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED
GROUND, OVERRUN = (
    "2004 p. 11, Taking Ground; 2025, Taking ground",
    "2004 p. 11, Armor Overrun; 2025, Armor overrun",
)
WIRE = "2004 p. 15-16; 2025 Appendix 2, Wire"
TAKE = TakeGround(ALLIES)
SPOT = at(4, 10)


def line(row: str, ordered: str = "I", medals: int = 4) -> Skirmish:
    """Units side by side in row 4, from x = 8."""
    return Skirmish(f"4: {row}", ordered=ordered, medals=medals)


def on_the_move(row: str, ordered: str) -> Skirmish:
    return Skirmish(f"4: {row}", ordered=ordered, phase="move")


def attack(unit: str = "I", target: str = "i") -> Attack:
    return Attack(ALLIES, unit, target)


KILL = "grenade star star"
MISS = "star star star"
INFANTRY_WON = line("I i:1")
ARMOR_WON = line("A i:1 i2", "A")
IN_THE_WOOD = Skirmish("2: i2 .\n3: i/F .\n4: . I", 10, "I")
PUSHED_BY_ARMOR = Skirmish("2: . .\n3: i .\n4: . A", 10, "A")

TAKING = (
    Case(
        "the hex of a unit eliminated in close assault is offered",
        GROUND,
        INFANTRY_WON,
        attack(),
        dice=KILL,
        then=(*throw("I", "i", KILL), gone("i", (4, 10)), e.GroundOffered("I", SPOT)),
    ),
    Case(
        "infantry takes the ground",
        GROUND,
        INFANTRY_WON,
        (attack(), TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", SPOT, True, True),),
    ),
    Case(
        "the ground may be left alone",
        GROUND,
        INFANTRY_WON,
        (attack(), Decline(ALLIES)),
        dice=KILL,
        then=(e.GroundDeclined("I"),),
    ),
    Case(
        "a unit driven out of the forest leaves its cover",
        GROUND,
        IN_THE_WOOD,
        attack(),
        dice="flag infantry",
        then=(
            *throw("I", "i", "flag infantry"),
            e.FiguresLost("i", 1, HITS),
            e.UnitRetreated("i", (at(2, 12),)),
            e.GroundOffered("I", at(3, 11)),
        ),
    ),
    Case(
        "infantry takes the forest and stops there",
        GROUND,
        IN_THE_WOOD,
        (attack(), TAKE),
        dice="flag infantry",
        then=(e.GroundTaken("I", at(3, 11), False, False),),
    ),
    Case(
        "infantry that took ground has no further battle",
        GROUND,
        line("I i:1 i2"),
        (attack(), TAKE, attack("I", "i2")),
        dice=KILL,
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "the ground must be decided on first",
        GROUND,
        INFANTRY_WON,
        (attack(), EndTurn(ALLIES)),
        dice=KILL,
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "a unit that has moved its full allowance takes ground",
        GROUND,
        on_the_move("A . . . i:1", "A"),
        (MoveUnit(ALLIES, "A", path((4, 8), "e e e")), attack("A"), TAKE),
        dice=KILL,
        then=(e.GroundTaken("A", at(4, 16), True, True),),
    ),
    Case(
        "fire wins no ground",
        GROUND,
        line("I . i:1"),
        attack(),
        dice="grenade star",
        then=(*throw("I", "i", "grenade star", distance=2), gone("i", (4, 12))),
    ),
    Case(
        "artillery takes no ground",
        GROUND,
        line("G i:1", "G"),
        attack("G"),
        dice=KILL,
        then=(*throw("G", "i", KILL), gone("i", (4, 10))),
    ),
    Case(
        "a hex that the unit cannot enter is not offered",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers",
        line("I i:1/~"),
        attack(),
        dice=KILL,
        then=(*throw("I", "i", KILL), gone("i", (4, 10))),
    ),
    Case(
        "a bridge is taken like any ground",
        "2004 p. 15-16; 2025 Appendix 2, Bridges",
        line("I i:1/~="),
        (attack(), TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", SPOT, True, True),),
    ),
    Case(
        "the sandbags left behind go",
        "2004 p. 15-16; 2025 Appendix 2, Sandbags",
        line("I/% i:1"),
        (attack(), TAKE),
        dice=KILL,
        then=(
            e.GroundTaken("I", SPOT, True, True),
            e.ObstacleRemoved(at(4, 8), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
        ),
    ),
    Case(
        "a unit that entered wire this turn advances no further",
        WIRE,
        on_the_move("I # i:1", "I"),
        (MoveUnit(ALLIES, "I", path((4, 8), "e")), attack()),
        dice="grenade star",
        then=(*throw("I", "i", "grenade star"), gone("i", (4, 12))),
    ),
    Case(
        "armor that crushed wire this turn advances no further",
        WIRE,
        on_the_move("A # i:1", "A"),
        (MoveUnit(ALLIES, "A", path((4, 8), "e")), attack("A")),
        dice=KILL,
        then=(*throw("A", "i", KILL), gone("i", (4, 12))),
    ),
    Case(
        "a unit that stood on wire from the start advances",
        WIRE,
        line("I/# i:1"),
        attack(),
        dice="grenade star",
        then=(
            *throw("I", "i", "grenade star"),
            gone("i", (4, 10)),
            e.GroundOffered("I", SPOT),
        ),
    ),
    Case(
        "infantry that takes wired ground stays on the wire",
        WIRE,
        line("I i:1/#"),
        (attack(), TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", SPOT, True, False),),
    ),
    Case(
        "infantry on wired ground that it took has battled",
        WIRE,
        line("I i:1/#"),
        (attack(), TAKE, RemoveWire(ALLIES, "I")),
        dice=KILL,
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
)

OVERRUNS = (
    Case(
        "armor that took ground is offered a further battle",
        OVERRUN,
        ARMOR_WON,
        (attack("A"), TAKE),
        dice=KILL,
        then=(e.GroundTaken("A", SPOT, True, True), e.OverrunOffered("A")),
    ),
    Case(
        "the overrun may hit the unit just pushed back, and take its ground too",
        OVERRUN,
        PUSHED_BY_ARMOR,
        (
            attack("A"),
            Retreat(AXIS, "i", path((3, 11), "nw")),
            TAKE,
            attack("A"),
        ),
        dice="flag infantry star grenade infantry infantry",
        then=(
            *throw("A", "i", "grenade infantry infantry", overrun=True, draw=2),
            e.UnitEliminated("i", at(2, 10), 3, HITS, Side.ALLIES, 1),
            e.GroundOffered("A", at(2, 10)),
        ),
    ),
    Case(
        "armor takes ground a second time without a third battle",
        OVERRUN,
        line("A i:1 i2:1 i3", "A"),
        (attack("A"), TAKE, attack("A", "i2"), TAKE),
        dice=f"{KILL} {KILL}",
        then=(e.GroundTaken("A", at(4, 12), True, True),),
    ),
    Case(
        "there is never a third battle",
        OVERRUN,
        line("A i:1 i2:1 i3", "A"),
        (attack("A"), TAKE, attack("A", "i2"), TAKE, attack("A", "i3")),
        dice=f"{KILL} {KILL}",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "an overrun may fire when nothing is adjacent",
        OVERRUN,
        line("A i:1 . i2", "A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"{KILL} {MISS}",
        then=throw("A", "i2", MISS, distance=2, overrun=True, draw=2),
    ),
    Case(
        "an overrun is bound to an enemy next to it",
        OVERRUN,
        Skirmish("3: i3 .\n4: A i:1 . . i2", ordered="A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=KILL,
        refused=Rule.BATTLE_ADJACENT_ENEMY_FIRST,
    ),
    Case(
        "an overrun is the battle of the unit that took ground",
        OVERRUN,
        line("A i:1 i2 A2", "A A2"),
        (attack("A"), TAKE, attack("A2", "i2")),
        dice=KILL,
        refused=Rule.OVERRUN_OTHER_UNIT,
    ),
    Case(
        "an overrun may be passed over",
        OVERRUN,
        ARMOR_WON,
        (attack("A"), TAKE, Decline(ALLIES)),
        dice=KILL,
        then=(e.OverrunDeclined("A"),),
    ),
    Case(
        "the overrun must be decided on first",
        OVERRUN,
        ARMOR_WON,
        (attack("A"), TAKE, EndTurn(ALLIES)),
        dice=KILL,
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "an overrun that was passed over is gone",
        OVERRUN,
        ARMOR_WON,
        (attack("A"), TAKE, Decline(ALLIES), attack("A", "i2")),
        dice=KILL,
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "no overrun without an enemy in reach",
        OVERRUN,
        line("A i:1", "A"),
        (attack("A"), TAKE),
        dice=KILL,
        then=(e.GroundTaken("A", SPOT, True, True),),
    ),
    Case(
        "no overrun out of a forest just taken",
        OVERRUN,
        line("A i:1/F i2", "A"),
        (attack("A"), TAKE),
        dice="grenade",
        then=(e.GroundTaken("A", SPOT, False, False),),
    ),
    Case(
        "no overrun out of a town just taken",
        OVERRUN,
        line("A i:1/T i2", "A"),
        (attack("A"), TAKE),
        dice="grenade",
        then=(e.GroundTaken("A", SPOT, False, False),),
    ),
    Case(
        "armor crushes the wire it takes and overruns",
        WIRE,
        line("A i:1/# i2", "A"),
        (attack("A"), TAKE),
        dice=KILL,
        then=(
            e.GroundTaken("A", SPOT, True, False),
            e.ObstacleRemoved(SPOT, ObstacleKind.WIRE, RemovalCause.ARMOR_ENTERED),
            e.OverrunOffered("A"),
        ),
    ),
    Case(
        "armor that stands on wire crushes it when it battles",
        WIRE,
        line("A/# i", "A"),
        attack("A"),
        dice=MISS,
        then=(
            throw("A", "i", MISS)[0],
            e.ObstacleRemoved(at(4, 8), ObstacleKind.WIRE, RemovalCause.ARMOR_BATTLED),
            throw("A", "i", MISS)[1],
        ),
    ),
    Case(
        "armor that took wired ground takes no second",
        WIRE,
        line("A i:1/# i2:1", "A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"{KILL} {KILL}",
        then=(
            *throw("A", "i2", KILL, overrun=True, draw=2),
            e.UnitEliminated("i2", at(4, 12), 1, HITS, Side.ALLIES, 1),
        ),
    ),
)

OBJECTIVES = (
    Case(
        "the last medal ends the battle before any ground is taken",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        line("I i:1", medals=1),
        attack(),
        dice=KILL,
        then=(
            *throw("I", "i", KILL),
            gone("i", (4, 10)),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "a unit eliminated on its objective loses that medal",
        "2025 Appendix 3",
        line("I i:1/?"),
        attack(),
        dice=KILL,
        then=(
            *throw("I", "i", KILL),
            gone("i", (4, 10)),
            e.ObjectiveLost("m1", Side.AXIS, 1),
            e.GroundOffered("I", SPOT),
        ),
    ),
    Case(
        "taking ground takes the objective on it, which may win",
        "2025 Appendix 3",
        line("I i:1/!", medals=2),
        (attack(), TAKE),
        dice=KILL,
        then=(
            e.GroundTaken("I", SPOT, True, True),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "armor that wins by the ground it takes does not overrun",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        line("A i:1/! i2", "A", medals=2),
        (attack("A"), TAKE),
        dice=KILL,
        then=(
            e.GroundTaken("A", SPOT, True, True),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "taking ground gives up the objective left behind",
        "2025 Appendix 3",
        line("I/! i:1"),
        (attack(), TAKE),
        dice=KILL,
        then=(
            e.GroundTaken("I", SPOT, True, True),
            e.ObjectiveLost("m1", Side.ALLIES, 1),
        ),
    ),
)

LIMITS = (
    Case(
        "the unit that stays takes its losses, and no ground is offered",
        GROUND,
        Skirmish("0: i\n1: I", ordered="I"),
        attack(),
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.FiguresLost("i", 1, BLOCKED)),
    ),
    Case(
        "a unit that ignores its flag keeps its ground",
        GROUND,
        Skirmish("3: . i2\n4: I i/%", ordered="I"),
        (attack(), Retreat(AXIS, "i", ())),
        dice="flag star",
        then=(e.FlagIgnored("i"),),
    ),
    Case(
        "ground that was not offered is not taken",
        GROUND,
        line("I i"),
        (attack(), TAKE),
        dice=MISS,
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "ground that was left alone is not taken later",
        GROUND,
        INFANTRY_WON,
        (attack(), Decline(ALLIES), TAKE),
        dice=KILL,
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "the enemy does not decide on the ground",
        GROUND,
        INFANTRY_WON,
        (attack(), TakeGround(AXIS)),
        dice=KILL,
        refused=Rule.TURN_NOT_YOURS,
    ),
    Case(
        "there is nothing to decline but what is offered",
        GROUND,
        line("I i"),
        Decline(ALLIES),
        refused=Rule.PHASE_OTHER_DECISION,
    ),
    Case(
        "the next unit may battle from beside the ground taken",
        "2004 p. 11; 2025: one battle is complete before the next begins",
        line("I i:1 i2 I2", "I I2"),
        (attack(), TAKE, attack("I2", "i2")),
        dice=f"{KILL} {MISS}",
        then=throw("I2", "i2", MISS, draw=2),
    ),
    Case(
        "an ambush wins no ground",
        "2004 and 2025, Ambush card; ruling: the ambusher does not advance",
        Skirmish("4: I:1 i .\n6: I2", ordered="I", enemy=(Card.AMBUSH,)),
        (attack(), Ambush(AXIS)),
        dice=KILL,
        then=(
            e.AmbushPlayed(AXIS, Card.AMBUSH, "i", 3),
            e.AmbushRolled(faces(KILL), 1),
            e.UnitEliminated("I", at(4, 8), 1, HITS, Side.AXIS, 1),
            e.AttackCancelled("I"),
        ),
    ),
    Case(
        "an overrun opens the ambush window once more",
        "2004 and 2025, Ambush card",
        Skirmish("4: A i:1 i2", ordered="A", enemy=(Card.AMBUSH,)),
        (attack("A"), Decline(AXIS), TAKE, attack("A", "i2")),
        dice=KILL,
        then=(
            e.AttackDeclared("A", "i2", 1, 3, True),
            e.AmbushOffered("i2", AXIS),
        ),
    ),
    Case(
        "armor pushed back by an ambush in its overrun has lost it",
        "2004 and 2025, Ambush card; 2004 p. 11, Armor Overrun",
        Skirmish("4: A i:1 i2\n5: A2 .", ordered="A", enemy=(Card.AMBUSH,)),
        (attack("A"), Decline(AXIS), TAKE, attack("A", "i2"), Ambush(AXIS)),
        dice=f"{KILL} flag star star",
        then=(
            e.AmbushPlayed(AXIS, Card.AMBUSH, "i2", 3),
            e.AmbushRolled(faces("flag star star"), 2),
            e.UnitRetreated("A", (at(5, 11),)),
            e.AttackCancelled("A"),
        ),
    ),
    Case(
        "Armor Assault adds its die to an overrun in close assault",
        "2025, Armor overrun: cards that add dice do so again; ruling: in 2004 too",
        Skirmish("4: A i:1 i2", ordered="A", card=Card.ARMOR_ASSAULT),
        (attack("A"), Decline(AXIS), TAKE, attack("A", "i2"), Decline(AXIS)),
        dice=f"{KILL} star {MISS} star",
        then=(e.AmbushDeclined(AXIS), e.DiceRolled(faces(f"{MISS} star"), 2)),
    ),
    Case(
        "Armor Assault adds no die to an overrun from afar",
        "2025, Armor overrun: cards that add dice do so again; ruling: in 2004 too",
        Skirmish("4: A i:1 . i2", ordered="A", card=Card.ARMOR_ASSAULT),
        (attack("A"), Decline(AXIS), TAKE, attack("A", "i2")),
        dice=f"{KILL} star {MISS}",
        then=throw("A", "i2", MISS, distance=2, overrun=True, draw=2),
    ),
    Case(
        "Close Assault lets an overrun fire, without its die",
        "2025, Armor overrun: cards that add dice do so again; ruling: in 2004 too",
        Skirmish("4: A i:1 . i2", ordered="A", card=Card.CLOSE_ASSAULT),
        (attack("A"), Decline(AXIS), TAKE, attack("A", "i2")),
        dice=f"{KILL} star {MISS}",
        then=throw("A", "i2", MISS, distance=2, overrun=True, draw=2),
    ),
    Case(
        "Close Assault adds its die to an overrun next to the enemy",
        "2025, Armor overrun: cards that add dice do so again; ruling: in 2004 too",
        Skirmish("4: A i:1 i2", ordered="A", card=Card.CLOSE_ASSAULT),
        (attack("A"), Decline(AXIS), TAKE, attack("A", "i2"), Decline(AXIS)),
        dice=f"{KILL} star {MISS} star",
        then=(e.AmbushDeclined(AXIS), e.DiceRolled(faces(f"{MISS} star"), 2)),
    ),
    Case(
        "an overrun that fires wins no ground",
        OVERRUN,
        line("A i:1 . i2:1", "A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"{KILL} {KILL}",
        then=(*throw("A", "i2", KILL, distance=2, overrun=True, draw=2), gone("i2", (4, 14))),
    ),
    Case(
        "an overrun that pushes the enemy back wins its ground",
        OVERRUN,
        Skirmish("3: . i3 .\n4: A i:1 i2", ordered="A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"{KILL} flag star star",
        then=(
            *throw("A", "i2", "flag star star", overrun=True, draw=2),
            e.UnitRetreated("i2", (at(3, 13),)),
            e.GroundOffered("A", at(4, 12)),
        ),
    ),
    Case(
        "elite armor overruns like any armor",
        OVERRUN,
        line("D i:1 i2", "D"),
        (attack("D"), TAKE),
        dice=KILL,
        then=(e.GroundTaken("D", SPOT, True, True), e.OverrunOffered("D")),
    ),
    Case(
        "elite infantry does not overrun",
        OVERRUN,
        line("E i:1 i2", "E"),
        (attack("E"), TAKE),
        dice=KILL,
        then=(e.GroundTaken("E", SPOT, True, True),),
    ),
    Case(
        "armor on a hill just taken counts its dice from there",
        OVERRUN,
        line("A i:1/H i2/H", "A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"grenade star {MISS}",
        then=throw("A", "i2", MISS, overrun=True, draw=2),
    ),
    Case(
        "no second ground in a hedgerow that was not next to the armor when its turn began",
        "2004 p. 13-15; 2025 Appendix 2, Hedgerows",
        line("A i:1 i2:1/R", "A"),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"{KILL} grenade",
        then=(*throw("A", "i2", "grenade", overrun=True, draw=2), gone("i2", (4, 12))),
    ),
    Case(
        "armor that has declined the ground does not overrun",
        OVERRUN,
        ARMOR_WON,
        (attack("A"), Decline(ALLIES), attack("A", "i2")),
        dice=KILL,
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "an overrun wins the game before its ground is taken",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        line("A i:1 i2:1 i3", "A", medals=2),
        (attack("A"), TAKE, attack("A", "i2")),
        dice=f"{KILL} {KILL}",
        then=(
            *throw("A", "i2", KILL, overrun=True, draw=2),
            gone("i2", (4, 12)),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "the second ground may win the game",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        line("A i:1 i2:1/!", "A", medals=3),
        (attack("A"), TAKE, attack("A", "i2"), TAKE),
        dice=f"{KILL} {KILL}",
        then=(
            e.GroundTaken("A", at(4, 12), True, True),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "armor crushes the wire on the ground that wins",
        "2004 p. 6, Object of the Game; 2025, Object of the game",
        line("A i:1/!# i2", "A", medals=2),
        (attack("A"), TAKE),
        dice=KILL,
        then=(
            e.GroundTaken("A", SPOT, True, False),
            e.ObstacleRemoved(SPOT, ObstacleKind.WIRE, RemovalCause.ARMOR_ENTERED),
            e.ObjectiveTaken("m1", Side.ALLIES, 1),
            e.GameFinished(Side.ALLIES, Ending.MEDALS),
            e.SeedRevealed(SEED),
        ),
    ),
    Case(
        "a permanent objective is captured by the ground taken",
        "2025 Appendix 3, permanent objectives",
        replace(
            line("I i:1/!"),
            changes={
                "objectives": tuple(
                    replace(medal, kind=ObjectiveKind.PERMANENT)
                    for medal in board("4: I i:1/!").objectives
                )
            },
        ),
        (attack(), TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", SPOT, True, True), e.ObjectiveTaken("m1", Side.ALLIES, 1)),
    ),
    Case(
        "sandbags of the unit driven out are not won with its ground",
        "2004 p. 15-16; 2025 Appendix 2, Sandbags",
        Skirmish("3: i2 .\n4: I i/%", ordered="I"),
        (attack(), Retreat(AXIS, "i", path((4, 10), "ne"))),
        dice="flag star",
        then=(
            e.UnitRetreated("i", path((4, 10), "ne")),
            e.ObstacleRemoved(SPOT, ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            e.GroundOffered("I", SPOT),
        ),
    ),
    Case(
        "the sandbags of armor that takes ground stay behind and go",
        "2004 p. 15-16; 2025 Appendix 2, Sandbags",
        line("A/% i:1 i2", "A"),
        (attack("A"), TAKE),
        dice=KILL,
        then=(
            e.GroundTaken("A", SPOT, True, True),
            e.ObstacleRemoved(at(4, 8), ObstacleKind.SANDBAGS, RemovalCause.UNIT_LEFT),
            e.OverrunOffered("A"),
        ),
    ),
)

CASES = (*TAKING, *OVERRUNS, *OBJECTIVES, *LIMITS)


@runs(CASES)
def test_ground_is_taken_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)


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
        spot = state.units[name].hex
        before.append(MoveUnit(ALLIES, name, path((spot.row, spot.x), steps)))
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
