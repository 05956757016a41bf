"""Taking ground after a close assault, and armor overrun."""

from domain import events as e
from domain.commands import Attack, Decline, EndTurn, MoveUnit, RemoveWire, Retreat, TakeGround
from domain.errors import Rule
from domain.hexes import at
from domain.values import EditionName, Ending, LossCause, ObstacleKind, RemovalCause, Seat, Side
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.games import SEED, Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
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


def gone(name: str, spot: tuple[int, int]) -> e.UnitEliminated:
    return e.UnitEliminated(name, at(*spot), 1, HITS, Side.ALLIES, 1)


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

CASES = (*TAKING, *OVERRUNS, *OBJECTIVES)


@runs(CASES)
def test_ground_is_taken_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)
