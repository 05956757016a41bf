"""Whom a unit may attack, with how many dice, and what its hits do."""

from dataclasses import dataclass, field

import pytest

from domain import events as e
from domain.commands import Attack, EndMoves, MoveUnit, RemoveWire
from domain.errors import Rule
from domain.hexes import at
from domain.rules import combat
from domain.values import EditionName, LossCause, ObstacleKind, RemovalCause, Seat, Side
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.games import BOTH, Skirmish

ALLIES = Seat.ALLIES
HITS = LossCause.HITS


@dataclass(frozen=True)
class Aim:
    """The dice that ``unit`` has against each enemy it may attack."""

    name: str
    source: str
    picture: str
    unit: str = "I"
    dice: dict[str, int] = field(default_factory=dict)
    left: int = 8


RANGES = "2004 p. 8-10, Battle; 2025, Battle"
FOREST, TOWN = (
    "2004 p. 13-15, Terrain; 2025 Appendix 2, Forests",
    "2004 p. 13-15, Terrain; 2025 Appendix 2, Towns",
)
WIRE, SANDBAGS = "2004 p. 15-16; 2025 Appendix 2, Wire", "2004 p. 15-16; 2025 Appendix 2, Sandbags"

AIMS = (
    Aim("infantry next to its target", RANGES, "4: I i", dice={"i": 3}),
    Aim("infantry at two hexes", RANGES, "4: I . i", dice={"i": 2}),
    Aim("infantry at three hexes", RANGES, "4: I . . i", dice={"i": 1}),
    Aim("infantry at four hexes", RANGES, "4: I . . . i"),
    Aim("armor next to its target", RANGES, "4: A i", "A", {"i": 3}),
    Aim("armor at two hexes", RANGES, "4: A . i", "A", {"i": 3}),
    Aim("armor at three hexes", RANGES, "4: A . . i", "A", {"i": 3}),
    Aim("armor at four hexes", RANGES, "4: A . . . i", "A"),
    *(
        Aim(
            f"artillery at {hexes} hexes",
            RANGES,
            f"4: G {'. ' * (hexes - 1)} i",
            "G",
            {"i": dice} if dice else {},
        )
        for hexes, dice in enumerate((3, 3, 2, 2, 1, 1, 0), start=1)
    ),
    Aim("losses take no dice", "2004 p. 8-10, Battle; 2025, Battle", "4: I:1 i", dice={"i": 3}),
    Aim("an enemy next to the unit comes first", RANGES, "4: i2 . I i", dice={"i": 3}),
    Aim(
        "of several enemies next to it the unit chooses",
        RANGES,
        "3: i2 i3\n4: . I i\n5: i4 .",
        dice={"i": 3, "i2": 3, "i3": 3, "i4": 3},
    ),
    Aim("artillery too is bound to an enemy next to it", RANGES, "4: i2 . G i", "G", {"i": 3}),
    Aim(
        "an enemy next to the unit that it has no dice against binds it too",
        RANGES,
        "4: i2 . A/T i/F",
        "A",
    ),
    Aim(
        "a friend in the way",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: I I2 i",
    ),
    Aim(
        "the friend in the way itself",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        "4: I I2 i",
        "I2",
        {"i": 3},
    ),
    Aim(
        "artillery needs no line of sight",
        "2004 p. 8-10, Battle; 2025, Artillery",
        "4: G F i2 i",
        "G",
        {"i2": 3, "i": 2},
    ),
    Aim(
        "infantry fires across the river",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Rivers",
        "3: i i2\n4: . ~\n5: I .",
        dice={"i": 2, "i2": 2},
        left=4,
    ),
    Aim("infantry against a forest", FOREST, "4: I i/F", dice={"i": 2}),
    Aim("infantry against a forest at two hexes", FOREST, "4: I . i/F", dice={"i": 1}),
    Aim("infantry against a forest at three hexes", FOREST, "4: I . . i/F"),
    Aim("armor against a forest", FOREST, "4: A . . i/F", "A", {"i": 1}),
    Aim("artillery against a forest", FOREST, "4: G . . i/F", "G", {"i": 2}),
    Aim("infantry out of a forest", FOREST, "4: I/F i", dice={"i": 3}),
    Aim("infantry against a town", TOWN, "4: I i/T", dice={"i": 2}),
    Aim("armor against a town", TOWN, "4: A i/T", "A", {"i": 1}),
    Aim("artillery against a town", TOWN, "4: G i/T", "G", {"i": 3}),
    Aim("armor out of a town", TOWN, "4: A/T . . i", "A", {"i": 1}),
    Aim("infantry out of a town", TOWN, "4: I/T i", dice={"i": 3}),
    Aim("armor out of a town against sandbags", TOWN, "4: A/T i/%", "A"),
    Aim("infantry out of wire", WIRE, "4: I/# i", dice={"i": 2}),
    Aim("infantry out of wire at three hexes", WIRE, "4: I/# . . i"),
    Aim("armor out of wire", WIRE, "4: A/# i", "A", {"i": 3}),
    Aim("artillery out of wire", WIRE, "4: G/# i", "G", {"i": 3}),
    Aim("infantry against a unit in wire", WIRE, "4: I i/#", dice={"i": 3}),
    Aim(
        "of two penalties on a hex only the higher counts",
        "2004 p. 10 and 16; 2025 Appendix 2",
        "4: A/T# i",
        "A",
        {"i": 1},
    ),
    Aim("infantry against sandbags", SANDBAGS, "4: I i/%", dice={"i": 2}),
    Aim("armor against sandbags", SANDBAGS, "4: A . . i/%", "A", {"i": 2}),
    Aim("artillery against sandbags", SANDBAGS, "4: G . . i/%", "G", {"i": 2}),
    Aim("infantry against sandbags in a town", SANDBAGS, "4: I i/T%", dice={"i": 2}),
    Aim("armor against sandbags in a town", SANDBAGS, "4: A i/T%", "A", {"i": 1}),
    Aim(
        "a penalty and a protection add up",
        "2004 p. 10 and 16; 2025 Appendix 2",
        "4: I/# i/F",
        dice={"i": 1},
    ),
)


@pytest.mark.parametrize(
    ("aim", "edition"),
    [pytest.param(aim, edition, id=f"{aim.name} ({edition})") for aim in AIMS for edition in BOTH],
)
def test_a_unit_attacks_with_the_dice_of_the_table(aim: Aim, edition: EditionName) -> None:
    position = Skirmish(aim.picture, aim.left).at(edition)
    attacker = position.state.units[aim.unit]
    shots = {shot.target.id: shot.dice for shot in combat.shots(position, attacker)}
    assert shots == aim.dice, aim.source


@pytest.mark.parametrize("edition", BOTH)
def test_nothing_reaches_farther_than_its_range(edition: EditionName) -> None:
    """2004 p. 8-10, Battle; 2025, Battle."""
    position = Skirmish("4: I A G i").at(edition)
    units = position.state.units
    dice = {name: combat.battle_dice(position, units[name], units["i"], 7) for name in "IAG"}
    assert dice == {"I": 0, "A": 0, "G": 0}


def fight(picture: str, ordered: str = "I", left: int = 8, medals: int = 4) -> Skirmish:
    return Skirmish(picture, left, ordered, medals=medals)


def on_the_move(picture: str, ordered: str = "I") -> Skirmish:
    return Skirmish(picture, 8, ordered, phase="move")


ATTACK = Attack(ALLIES, "I", "i")

HITTING = (
    Case(
        "infantry is hit by both its own symbol and grenades",
        "2004 p. 10, Resolve Battle; 2025, Battle",
        fight("4: I i"),
        ATTACK,
        dice="infantry grenade armor",
        then=(*throw("I", "i", "infantry grenade armor"), e.FiguresLost("i", 2, HITS)),
    ),
    Case(
        "armor is hit by both its own symbol and grenades",
        "2004 p. 10, Resolve Battle; 2025, Battle",
        fight("4: I a"),
        Attack(ALLIES, "I", "a"),
        dice="infantry grenade armor",
        then=(*throw("I", "a", "infantry grenade armor"), e.FiguresLost("a", 2, HITS)),
    ),
    Case(
        "artillery is hit by grenades alone",
        "2004 p. 10, Resolve Battle; 2025, Battle",
        fight("4: I g"),
        Attack(ALLIES, "I", "g"),
        dice="infantry grenade armor",
        then=(*throw("I", "g", "infantry grenade armor"), e.FiguresLost("g", 1, HITS)),
    ),
    Case(
        "stars do nothing",
        "2004 p. 10, Resolve Battle; 2025, Battle",
        fight("4: I i"),
        ATTACK,
        dice="star star star",
        then=throw("I", "i", "star star star"),
    ),
    Case(
        "surplus hits are lost and the last figure is a medal",
        "2004 p. 10, Resolve Battle; 2025, Battle",
        fight("4: . I . i:1"),
        ATTACK,
        dice="grenade infantry",
        then=(
            *throw("I", "i", "grenade infantry", distance=2),
            e.UnitEliminated("i", at(4, 14), 1, HITS, Side.ALLIES, 1),
        ),
    ),
    Case(
        "hits come before flags",
        "2004 p. 10, Resolve Battle; 2025, Battle",
        fight("4: I . i:1"),
        ATTACK,
        dice="grenade flag",
        then=(
            *throw("I", "i", "grenade flag", distance=2),
            e.UnitEliminated("i", at(4, 12), 1, HITS, Side.ALLIES, 1),
        ),
    ),
    Case(
        "sandbags go with the unit they covered",
        "2004 p. 15-16; 2025 Appendix 2, Sandbags",
        fight("4: I . i:1/%"),
        ATTACK,
        dice="grenade",
        then=(
            *throw("I", "i", "grenade", distance=2),
            e.UnitEliminated("i", at(4, 12), 1, HITS, Side.ALLIES, 1),
            e.ObstacleRemoved(at(4, 12), ObstacleKind.SANDBAGS, RemovalCause.UNIT_ELIMINATED),
        ),
    ),
    Case(
        "infantry that moved one hex battles",
        "2004 p. 7-8, Move Units; 2025, Infantry",
        on_the_move("4: I . i"),
        (MoveUnit(ALLIES, "I", path((4, 8), "e")), ATTACK),
        dice="star star star",
        then=throw("I", "i", "star star star"),
    ),
    Case(
        "armor that moved three hexes battles",
        "2004 p. 7-8, Move Units; 2025, Armor",
        on_the_move("4: A . . . . i", "A"),
        (MoveUnit(ALLIES, "A", path((4, 8), "e e e")), Attack(ALLIES, "A", "i")),
        dice="star star star",
        then=throw("A", "i", "star star star", distance=2),
    ),
)

CLEARING = (
    Case(
        "infantry clears the wire under it instead of battling",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        fight("4: I/# i"),
        RemoveWire(ALLIES, "I"),
        then=(e.WireCleared("I", at(4, 8)),),
    ),
    Case(
        "infantry clears the wire that it has just entered",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        on_the_move("4: I #"),
        (MoveUnit(ALLIES, "I", path((4, 8), "e")), RemoveWire(ALLIES, "I")),
        then=(e.WireCleared("I", at(4, 10)),),
    ),
    Case(
        "wire under a town's sandbags leaves them in place",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        fight("4: I/%# i"),
        RemoveWire(ALLIES, "I"),
        then=(e.WireCleared("I", at(4, 8)),),
    ),
    Case(
        "clearing wire was the unit's battle",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        fight("4: I/# i"),
        (RemoveWire(ALLIES, "I"), ATTACK),
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "a unit that has battled clears no wire",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        fight("4: I/# i"),
        (ATTACK, RemoveWire(ALLIES, "I")),
        dice="star star",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "a unit that moved too far clears no wire",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        on_the_move("4: I . #"),
        (MoveUnit(ALLIES, "I", path((4, 8), "e e")), RemoveWire(ALLIES, "I")),
        refused=Rule.BATTLE_MOVED_TOO_FAR,
    ),
    Case(
        "there must be wire to clear",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        fight("4: I i"),
        RemoveWire(ALLIES, "I"),
        refused=Rule.WIRE_NONE_HERE,
    ),
    Case(
        "armor does not clear wire instead of battling",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        fight("4: A/# i", "A"),
        RemoveWire(ALLIES, "A"),
        refused=Rule.WIRE_INFANTRY_ONLY,
    ),
    Case(
        "artillery does not clear wire",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        fight("4: G/# i", "G"),
        RemoveWire(ALLIES, "G"),
        refused=Rule.WIRE_INFANTRY_ONLY,
    ),
    Case(
        "only an ordered unit clears wire",
        "2004 p. 15-16; 2025 Appendix 2, Wire",
        fight("4: I . I2/#"),
        RemoveWire(ALLIES, "I2"),
        refused=Rule.UNIT_NOT_ORDERED,
    ),
)

REFUSED = (
    Case(
        "only an ordered unit battles",
        "2004 p. 8-10, Battle; 2025, Battle",
        fight("4: I I2 i"),
        Attack(ALLIES, "I2", "i"),
        refused=Rule.UNIT_NOT_ORDERED,
    ),
    Case(
        "the enemy's units do not battle in this turn",
        "2004 p. 8-10, Battle; 2025, Battle",
        fight("4: I i"),
        Attack(ALLIES, "i", "I"),
        refused=Rule.UNIT_NOT_YOURS,
    ),
    Case(
        "what is not on the board cannot be attacked",
        "2004 p. 8-10, Battle; 2025, Battle",
        fight("4: I i"),
        Attack(ALLIES, "I", "i2"),
        refused=Rule.UNIT_UNKNOWN,
    ),
    Case(
        "no unit attacks its own side",
        "2004 p. 8-10, Battle; 2025, Battle",
        fight("4: I I2 i"),
        Attack(ALLIES, "I", "I2"),
        refused=Rule.BATTLE_OWN_SIDE,
    ),
    Case(
        "a unit battles once",
        "2004 p. 8-10, Battle; 2025, Battle",
        fight("4: I i"),
        (ATTACK, ATTACK),
        dice="star star star",
        refused=Rule.BATTLE_ALREADY_FOUGHT,
    ),
    Case(
        "an enemy farther off is spared while one stands next to the unit",
        "2004 p. 8-10, Battle; 2025, Battle",
        fight("4: i2 . I i"),
        Attack(ALLIES, "I", "i2"),
        refused=Rule.BATTLE_ADJACENT_ENEMY_FIRST,
    ),
    Case(
        "an enemy that no die is left for shields the one behind",
        "2004 p. 8-10, Battle; 2025, Battle",
        fight("4: i2 . A/T i/F", "A"),
        Attack(ALLIES, "A", "i2"),
        refused=Rule.BATTLE_ADJACENT_ENEMY_FIRST,
    ),
    Case(
        "four hexes are too far for infantry",
        "2004 p. 8-10, Battle; 2025, Infantry",
        fight("4: I . . . i"),
        ATTACK,
        refused=Rule.BATTLE_OUT_OF_RANGE,
    ),
    Case(
        "no unit fires at what it cannot see",
        "2004 p. 9, Line of Sight; 2025, Line of sight",
        fight("4: I F i"),
        ATTACK,
        refused=Rule.BATTLE_NO_LINE_OF_SIGHT,
    ),
    Case(
        "no attack without a die",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Forests",
        fight("4: I . . i/F"),
        ATTACK,
        refused=Rule.BATTLE_NO_DICE,
    ),
    Case(
        "armor in a town has no die against a unit in the forest",
        "2004 p. 10 and 16; 2025 Appendix 2",
        fight("4: A/T i/F", "A"),
        Attack(ALLIES, "A", "i"),
        refused=Rule.BATTLE_NO_DICE,
    ),
    Case(
        "infantry that moved two hexes does not battle",
        "2004 p. 7-8, Move Units; 2025, Infantry",
        on_the_move("4: I . . i"),
        (MoveUnit(ALLIES, "I", path((4, 8), "e e")), ATTACK),
        refused=Rule.BATTLE_MOVED_TOO_FAR,
    ),
    Case(
        "artillery that moved does not battle",
        "2004 p. 7-8, Move Units; 2025, Artillery",
        on_the_move("4: G . . i", "G"),
        (MoveUnit(ALLIES, "G", path((4, 8), "e")), Attack(ALLIES, "G", "i")),
        refused=Rule.BATTLE_MOVED_TOO_FAR,
    ),
    Case(
        "a unit that entered a forest does not battle in the same turn",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Forests",
        on_the_move("4: I F i"),
        (MoveUnit(ALLIES, "I", path((4, 8), "e")), ATTACK),
        refused=Rule.BATTLE_TERRAIN_ENTERED,
    ),
    Case(
        "armor that entered a town does not battle in the same turn",
        "2004 p. 13-15, Terrain; 2025 Appendix 2, Towns",
        on_the_move("4: A T i", "A"),
        (MoveUnit(ALLIES, "A", path((4, 8), "e")), Attack(ALLIES, "A", "i")),
        refused=Rule.BATTLE_TERRAIN_ENTERED,
    ),
    Case(
        "all moves end before the first battle",
        "2004 p. 6, Game Turn; 2025, Game turn",
        on_the_move("4: I i . I2", "I I2"),
        (EndMoves(ALLIES), MoveUnit(ALLIES, "I2", path((4, 14), "e"))),
        refused=Rule.PHASE_OTHER_DECISION,
    ),
)

CASES = (*HITTING, *CLEARING, *REFUSED)


@runs(CASES)
def test_a_battle_goes_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)


@pytest.mark.parametrize("edition", BOTH)
def test_clearing_wire_leaves_what_else_lies_there(edition: EditionName) -> None:
    """2004 p. 15-16; 2025 Appendix 2, Wire."""
    game = Skirmish("4: I/%# i", ordered="I", then=(e.WireCleared("I", at(4, 8)),)).begin(edition)
    assert game.obstacles[at(4, 8)] == (ObstacleKind.SANDBAGS,)
