"""Whom a unit may attack, with how many dice, and what its hits do."""

from dataclasses import dataclass, field

import pytest

from domain import events as e
from domain.commands import Attack, EndMoves, MoveUnit, RemoveWire
from domain.errors import Rule
from domain.hexes import at
from domain.rules import combat
from domain.values import (
    Card,
    EditionName,
    LossCause,
    ObstacleKind,
    RemovalCause,
    Seat,
    Side,
)
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
    card: Card = Card.ASSAULT_CENTER


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

HILL = "2004 p. 13-15, Hills; 2025 Appendix 2, Hills"
OBLIGED = "2004 p. 8, Close Assault; 2025, Close assault"
ADDED = "2025, Battle: what both hexes take off adds up; ruling: in 2004 too"
HIGHEST = "2004 p. 10 and 16; 2025 Appendix 2: the highest reduction alone"
BONUS = "2004 and 2025, tactic cards; ruling: the card's dice come before none is too few"

AIMS = (
    *AIMS,
    *(
        Aim(f"{name} at {hexes} hexes", RANGES, f"4: {unit} {'. ' * (hexes - 1)} i", unit, found)
        for name, unit, table in (
            ("elite infantry", "E", (3, 2, 1, 0)),
            ("French Resistance", "P", (3, 2, 1, 0)),
            ("elite armor", "D", (3, 3, 3, 0)),
        )
        for hexes, dice in enumerate(table, start=1)
        for found in ({"i": dice} if dice else {},)
    ),
    Aim("one enemy adjacent, two farther off", OBLIGED, "4: i2 . I i . i3", dice={"i": 3}),
    Aim("armor too must attack the adjacent enemy", OBLIGED, "4: i2 . A a", "A", {"a": 3}),
    Aim(
        "the obligation is to some adjacent enemy", OBLIGED, "4: i A i2 i3", "A", {"i": 3, "i2": 3}
    ),
    Aim(
        "an adjacent enemy out of reach leaves the other adjacent one",
        OBLIGED,
        "4: i/F A/T i2",
        "A",
        {"i2": 1},
    ),
    Aim("an adjacent friend binds nobody", OBLIGED, "4: i . I I2", dice={"i": 2}),
    Aim("an adjacent enemy in the ocean binds too", OBLIGED, "4: i2 . I i/O", dice={"i": 3}),
    Aim("an adjacent enemy across a river binds too", OBLIGED, "4: i2 . I i/~", dice={"i": 3}),
    Aim("an adjacent gun binds infantry", OBLIGED, "4: i . I g", dice={"g": 3}),
    Aim("an enemy two hexes off hides the one behind", RANGES, "4: I . i i2", dice={"i": 2}),
    Aim("a gun fires over friend and enemy", RANGES, "4: G . I i i2", "G", {"i": 2, "i2": 2}),
    Aim("the unit in the wood is seen", FOREST, "4: I . i/F", dice={"i": 1}),
    Aim("the unit behind the wood is not", FOREST, "4: I F i"),
    Aim("armor in a town against a hill", ADDED, "4: A/T i/H", "A"),
    Aim("armor in a town against a hill, from afar", ADDED, "4: A/T . i/H", "A"),
    Aim("armor in a church against a hill", ADDED, "4: A/C i/H", "A"),
    Aim("armor in a town against open ground", ADDED, "4: A/T i", "A", {"i": 1}),
    Aim("armor in a town against a town", ADDED, "4: A/T i/T", "A"),
    Aim("armor on low ground against a hill", HILL, "4: A i/H", "A", {"i": 2}),
    Aim("infantry in a town against a hill", ADDED, "4: I/T i/H", dice={"i": 2}),
    Aim("a gun in a town against a hill", ADDED, "4: G/T i/H", "G", {"i": 3}),
    Aim("infantry on wire against a hill", ADDED, "4: I/# i/H", dice={"i": 1}),
    Aim("infantry on wire at two hexes against a hill", ADDED, "4: I/# . i/H"),
    Aim("infantry on wire at two hexes", ADDED, "4: I/# . i", dice={"i": 1}),
    Aim("infantry on wire against a bunker", ADDED, "4: I/# i/b", dice={"i": 1}),
    Aim("infantry on wire against sandbags", ADDED, "4: I/# i/%", dice={"i": 1}),
    Aim("infantry on wire on a hill against a hill", ADDED, "4: I/H# i/H", dice={"i": 2}),
    Aim("infantry on wire in a town", HIGHEST, "4: I/T# i", dice={"i": 2}),
    Aim("sandbags on a hill, from below", HIGHEST, "4: A i/H%", "A", {"i": 2}),
    Aim("sandbags on a hill, from a hill", HIGHEST, "4: A/H i/H%", "A", {"i": 2}),
    Aim("sandbags in a forest", HIGHEST, "4: A i/F%", "A", {"i": 1}),
    Aim("a bunker with sandbags", HIGHEST, "4: A i/b%", "A", {"i": 1}),
    Aim("wire with sandbags", HIGHEST, "4: I i/#%", dice={"i": 2}),
    *(
        Aim(f"infantry at three hexes against {where}", ADDED, f"4: I . . i/{token}")
        for where, token in (("a town", "T"), ("a hill", "H"), ("sandbags", "%"), ("a bunker", "b"))
    ),
    Aim("infantry at three hexes against hedgehogs", RANGES, "4: I . . i/x", dice={"i": 1}),
    *(
        Aim(
            f"armor at {hexes} hexes against {where}",
            ADDED,
            f"4: A {'. ' * (hexes - 1)} i/{token}",
            "A",
            {"i": left},
        )
        for hexes in (1, 2, 3)
        for where, token, left in (("a forest", "F", 1), ("a hill", "H", 2), ("sandbags", "%", 2))
    ),
    Aim(
        "a card's die lifts an attack above nothing",
        BONUS,
        "4: A/T i/H",
        "A",
        {"i": 1},
        card=Card.ARMOR_ASSAULT,
    ),
    Aim("a card's die is not enough", BONUS, "4: A/T i/F", "A", card=Card.ARMOR_ASSAULT),
    Aim(
        "a card's die for close assault does nothing from afar",
        BONUS,
        "4: A/T . i/H",
        "A",
        card=Card.ARMOR_ASSAULT,
    ),
    Aim(
        "a card's die lifts fire above nothing",
        BONUS,
        "4: I . . i/F",
        dice={"i": 1},
        card=Card.FIREFIGHT,
    ),
    Aim("a card's die takes no unit beyond its range", BONUS, "4: I . . . i", card=Card.FIREFIGHT),
    Aim(
        "a card's die comes on top of penalty and protection",
        BONUS,
        "4: I/# i/F",
        dice={"i": 2},
        card=Card.CLOSE_ASSAULT,
    ),
)


@pytest.mark.parametrize(
    ("aim", "edition"),
    [pytest.param(aim, edition, id=f"{aim.name} ({edition})") for aim in AIMS for edition in BOTH],
)
def test_a_unit_attacks_with_the_dice_of_the_table(aim: Aim, edition: EditionName) -> None:
    position = Skirmish(aim.picture, aim.left, card=aim.card).at(edition)
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

KINDS = (
    Case(
        "elite infantry is hit by the infantry symbol",
        "2004 p. 10 and 12; 2025 Appendix 1",
        fight("4: I e"),
        Attack(ALLIES, "I", "e"),
        dice="infantry infantry armor",
        then=(*throw("I", "e", "infantry infantry armor"), e.FiguresLost("e", 2, HITS)),
    ),
    Case(
        "French Resistance is hit by the infantry symbol",
        "2004 p. 10 and 12; 2025 Appendix 1",
        fight("4: I p"),
        Attack(ALLIES, "I", "p"),
        dice="infantry grenade armor",
        then=(*throw("I", "p", "infantry grenade armor"), e.FiguresLost("p", 2, HITS)),
    ),
    Case(
        "elite armor is hit by the armor symbol, and has a fourth figure",
        "2004 p. 10 and 12; 2025 Appendix 1",
        fight("4: G . d", "G"),
        Attack(ALLIES, "G", "d"),
        dice="armor grenade armor",
        then=(
            *throw("G", "d", "armor grenade armor", distance=2),
            e.FiguresLost("d", 3, HITS),
        ),
    ),
    Case(
        "armor is gone with its third figure",
        "2004 p. 10, Resolve Battle; 2025, Battle",
        fight("4: G . a", "G"),
        Attack(ALLIES, "G", "a"),
        dice="armor grenade armor",
        then=(
            *throw("G", "a", "armor grenade armor", distance=2),
            e.UnitEliminated("a", at(4, 12), 3, HITS, Side.ALLIES, 1),
        ),
    ),
    Case(
        "protection takes dice, not hits",
        "2004 p. 10; 2025, Battle",
        fight("4: A i/F", "A"),
        Attack(ALLIES, "A", "i"),
        dice="grenade",
        then=(*throw("A", "i", "grenade"), e.FiguresLost("i", 1, HITS)),
    ),
    Case(
        "elite infantry that moved two hexes battles",
        "2004 p. 12, Special Forces; 2025 Appendix 1",
        on_the_move("4: E . . i", "E"),
        (MoveUnit(ALLIES, "E", path((4, 8), "e e")), Attack(ALLIES, "E", "i")),
        dice="star star star",
        then=throw("E", "i", "star star star"),
    ),
    Case(
        "Resistance battles out of the forest that it entered",
        "2004 p. 12, French Resistance; 2025 Appendix 1",
        on_the_move("4: P F i", "P"),
        (MoveUnit(ALLIES, "P", path((4, 8), "e")), Attack(ALLIES, "P", "i")),
        dice="star star star",
        then=throw("P", "i", "star star star"),
    ),
    Case(
        "Resistance that moved two hexes does not battle",
        "2004 p. 12, French Resistance; 2025 Appendix 1",
        on_the_move("4: P . . i", "P"),
        (MoveUnit(ALLIES, "P", path((4, 8), "e e")), Attack(ALLIES, "P", "i")),
        refused=Rule.BATTLE_MOVED_TOO_FAR,
    ),
    Case(
        "armor in a town has no die against a unit up a hill",
        ADDED,
        fight("4: A/T i/H", "A"),
        Attack(ALLIES, "A", "i"),
        refused=Rule.BATTLE_NO_DICE,
    ),
    Case(
        "nobody attacks out of the ocean",
        "2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans",
        fight("4: I/O i"),
        ATTACK,
        refused=Rule.BATTLE_FROM_WATER,
    ),
    Case(
        "units battle in any order, whatever the order of their moves",
        "2004 p. 6, Game Turn; 2025, Game turn",
        on_the_move("4: I . i\n6: I2 . i2", "I I2"),
        (
            MoveUnit(ALLIES, "I", path((4, 8), "e")),
            MoveUnit(ALLIES, "I2", path((6, 8), "e")),
            Attack(ALLIES, "I2", "i2"),
        ),
        dice="star star star",
        then=throw("I2", "i2", "star star star"),
    ),
    Case(
        "two units may attack the same enemy, one after the other",
        "2004 p. 8-10, Battle; 2025, Battle",
        fight("4: I i I2", "I I2"),
        (ATTACK, Attack(ALLIES, "I2", "i")),
        dice="infantry star star star star star",
        then=throw("I2", "i", "star star star", draw=2),
    ),
)

CASES = (*HITTING, *CLEARING, *REFUSED, *KINDS)


@runs(CASES)
def test_a_battle_goes_as_the_rulebook_says(case: Case, edition: EditionName) -> None:
    check(case, edition)


@pytest.mark.parametrize("edition", BOTH)
def test_clearing_wire_leaves_what_else_lies_there(edition: EditionName) -> None:
    """2004 p. 15-16; 2025 Appendix 2, Wire."""
    game = Skirmish("4: I/%# i", ordered="I", then=(e.WireCleared("I", at(4, 8)),)).begin(edition)
    assert game.obstacles[at(4, 8)] == (ObstacleKind.SANDBAGS,)
