"""What every sort of ground does: to moves, battles, sight, flags and the taking of ground."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import pytest

from domain import events as e
from domain.commands import Attack, Retreat, TakeGround
from domain.errors import Rule
from domain.hexes import at
from domain.rules import combat, ground, movement, orders, retreat
from domain.rules.sight import fire_is_stopped, sees
from domain.state import Fight, Unit
from domain.values import Card, EditionName, LossCause, Seat, Side
from tests.support.cases import Case, check, runs, throw
from tests.support.games import BOTH, Skirmish
from tests.support.skirmishes import drawn, fight, go, gone, moved

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = EditionName.E2004, EditionName.E2025
HITS, BLOCKED = LossCause.HITS, LossCause.RETREAT_BLOCKED


@dataclass(frozen=True)
class Ground:
    """A sort of hex, drawn as ``token``. Triples are for infantry, armor and artillery; letters
    name those of them of whom something holds. Each default is that of open ground."""

    name: str
    source: str
    token: str
    by: tuple[int, ...] = (2, 3, 1)
    """The latest step of a move that can enter; 0 is none."""
    on: tuple[int, ...] = (1, 2, 0)
    """Hexes that the unit can go on when its first step has entered."""
    off: tuple[int, ...] = (2, 3, 1)
    """Hexes that a unit can go which starts here."""
    battle: str = "IA"
    """Who may battle here after entering by the first step."""
    against: tuple[int, ...] = (3, 3, 3)
    """Dice at an enemy here, from open ground next to it."""
    out: tuple[int, ...] = (3, 3, 3)
    """Dice from here at an enemy on open ground next to it."""
    across: bool = True
    """Whether units two hexes apart see each other over it."""
    stops: str = ""
    """Whose fire it stops."""
    steady: str = ""
    """Whose units can ignore a flag here (units of the Allies)."""
    height: int = 0
    taken: str = "IA"
    """Who can take this ground from open ground."""
    dug: bool = True
    """Whether sandbags can be put here."""
    editions: tuple[EditionName, ...] = BOTH


LANES = """
    0: U1 . . X . . . . . . . . .
    1:  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    2: U2 . X . . . . . . . . . .
    3:  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    4: U3 X . . . . . . . . . . .
    5:  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    6: i4 U4/X . . . . . . . . . . .
    7:  ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
    8: U5/X . . U6 i6/X . . U7 X i7 . . .
"""
ENTERED = at(4, 2)


class Measured:
    """What one type of unit can do about one sort of ground, each question in a lane of its own."""

    def __init__(self, token: str, letter: str, edition: EditionName) -> None:
        picture = LANES.replace("X", token).replace("U", letter)
        self._position = Skirmish(picture, left=0, ordered=f"{letter}3").at(edition)
        self._letter = letter

    def unit(self, lane: int) -> Unit:
        return self._position.state.units[f"{self._letter}{lane}"]

    def moves(self, lane: int) -> list[movement.Move]:
        """Moves along the lane, away from where it begins."""
        unit = self.unit(lane)
        found = movement.moves(self._position, unit)
        return [move for move in found if move.path[0].x > unit.hex.x]

    def by(self) -> int:
        ends = {1: (3, at(4, 2)), 2: (2, at(2, 4)), 3: (1, at(0, 6))}
        able = [
            step
            for step, (lane, spot) in ends.items()
            if any(move.path[-1] == spot for move in self.moves(lane))
        ]
        return max(able, default=0)

    def on(self) -> int:
        return max((len(move.path) - 1 for move in self.moves(3)), default=0)

    def off(self) -> int:
        return max((len(move.path) for move in self.moves(4)), default=0)

    def battles(self) -> bool:
        entries = [move for move in self.moves(3) if move.path == (ENTERED,)]
        return any(move.may_battle for move in entries) and self.out() > 0

    def against(self) -> int:
        return self._dice(6)

    def out(self) -> int:
        return self._dice(4)

    def across(self) -> bool:
        return sees(self._position, at(8, 14), at(8, 18))

    def is_stopped(self) -> bool:
        kind = self._position.traits(self.unit(7)).type
        return fire_is_stopped(self._position, kind, at(8, 14), at(8, 18))

    def is_steady(self) -> bool:
        """On its baseline a unit cannot retreat: each flag that it must obey is a figure."""
        return retreat.terms(self._position, self.unit(5), 1).losses == 0

    def takes(self) -> bool:
        fight = Fight(self.unit(3).id, "i", self.unit(3).hex, ENTERED, 1, 3, overrun=False)
        return ground.may_take_ground(self._position, self.unit(3), fight)

    def height(self) -> int:
        return self._position.ground(ENTERED).height

    def _dice(self, lane: int) -> int:
        shots = combat.shots(self._position, self.unit(lane))
        return next((shot.dice for shot in shots if shot.target.id == f"i{lane}"), 0)


def measured(row: Ground, edition: EditionName) -> Ground:
    """The same row as the rules have it."""
    units = {letter: Measured(row.token, letter, edition) for letter in "IAG"}

    def triple(what: Callable[[Measured], int]) -> tuple[int, ...]:
        return tuple(what(unit) for unit in units.values())

    def letters(what: Callable[[Measured], bool]) -> str:
        return "".join(letter for letter, unit in units.items() if what(unit))

    return replace(
        row,
        by=triple(Measured.by),
        on=triple(Measured.on),
        off=triple(Measured.off),
        battle=letters(Measured.battles),
        against=triple(Measured.against),
        out=triple(Measured.out),
        across=units["I"].across(),
        stops=letters(Measured.is_stopped),
        steady=letters(Measured.is_steady),
        height=units["I"].height(),
        taken=letters(Measured.takes),
        dug=can_be_dug(row, edition),
    )


def can_be_dug(row: Ground, edition: EditionName) -> bool:
    position = Skirmish(f"8: I/{row.token}", card=Card.DIG_IN, phase="order").at(edition)
    return orders.refusal(position, position.state.units["I"]) is None


OPEN = Ground("open ground", "2004 p. 13-15; 2025 Appendix 2", ".")
FOREST = replace(
    OPEN,
    name="forest",
    source="2004 p. 13-15, Forests; 2025 Appendix 2, Forests",
    token="F",
    on=(0, 0, 0),
    battle="",
    against=(2, 1, 3),
    across=False,
)
HILL = replace(
    OPEN,
    name="hill",
    source="2004 p. 13-15, Hills; 2025 Appendix 2, Hills",
    token="H",
    against=(2, 2, 3),
    across=False,
    height=1,
)
TOWN = replace(
    FOREST,
    name="town",
    source="2004 p. 13-15, Towns & Villages; 2025 Appendix 2, Towns",
    token="T",
    out=(3, 1, 3),
)
CHURCH = replace(TOWN, name="church", source="2025 Appendix 2, Churches", token="C")
WATER = replace(
    OPEN,
    name="river",
    source="2004 p. 13-15, Rivers; 2025 Appendix 2, Rivers",
    token="~",
    by=(0, 0, 0),
    on=(0, 0, 0),
    battle="",
    taken="",
)
OCEAN = replace(
    OPEN,
    name="ocean",
    source="2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans",
    token="O",
    on=(0, 0, 0),
    battle="",
    out=(0, 0, 0),
    dug=False,
)

TERRAIN = (
    OPEN,
    FOREST,
    replace(
        FOREST,
        name="hedgerow",
        source="2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows",
        token="R",
        by=(1, 1, 1),
        off=(1, 1, 1),
    ),
    HILL,
    replace(
        HILL,
        name="steep hill",
        source="2004, Mortain; 2025 Appendix 2, Steep hills",
        token="S",
        by=(1, 2, 0),
        on=(0, 1, 0),
        battle="A",
    ),
    TOWN,
    replace(CHURCH, source="ruling: a church is a town in 2004", editions=(E2004,)),
    replace(CHURCH, steady="IAG", editions=(E2025,)),
    WATER,
    replace(WATER, name="one lake hex", source="2025 Appendix 2, Lakes", token="L"),
    replace(
        OPEN,
        name="beach",
        source="2004 p. 13-15, Beaches; 2025 Appendix 2, Beaches",
        token="_",
        by=(2, 2, 1),
        on=(1, 1, 0),
    ),
    replace(OCEAN, by=(1, 1, 1), editions=(E2004,)),
    replace(OCEAN, editions=(E2025,)),
    replace(
        HILL,
        name="sea bluff, from inland",
        source="2004, Omaha Beach; 2025 Appendix 2, Sea bluffs",
        token="V",
    ),
    replace(
        HILL,
        name="cliff, from inland",
        source="2004, Pointe du Hoc; 2025 Appendix 2, Cliffs",
        token="K",
    ),
)

BUNKER = replace(
    OPEN,
    name="bunker",
    source="2004 p. 15-16, Bunkers; 2025 Appendix 2, Bunkers",
    token="b",
    by=(2, 0, 0),
    on=(1, 0, 0),
    off=(2, 0, 0),
    battle="I",
    against=(2, 1, 3),
    across=False,
    steady="IAG",
    taken="I",
)
SANDBAGS = replace(
    OPEN,
    name="sandbags",
    source="2004 p. 15-16, Sandbags; 2025 Appendix 2, Sandbags",
    token="%",
    against=(2, 2, 3),
    steady="IAG",
    dug=False,
)
SEA_WALL = replace(
    SANDBAGS,
    name="sea wall",
    source="2004, Omaha Beach; 2025 Appendix 2, Sea walls",
    token="w",
)
WIRE = replace(
    OPEN,
    name="wire",
    source="2004 p. 15-16, Wire; 2025 Appendix 2, Wire",
    token="#",
    on=(0, 0, 0),
    out=(2, 3, 3),
)
CLOSED_HILL = replace(
    HILL,
    name="impassable hill",
    source="2004, Montélimar and St. Vith",
    token="H^",
    by=(0, 0, 0),
    on=(0, 0, 0),
    battle="",
    taken="",
)

OBSTACLES = (
    replace(BUNKER, off=(2, 3, 0), editions=(E2004,)),
    replace(BUNKER, editions=(E2025,)),
    replace(
        BUNKER,
        name="bunker of the enemy alone",
        token="b-",
        off=(2, 3, 0),
        steady="",
        editions=(E2004,),
    ),
    replace(BUNKER, name="bunker of the enemy alone", token="b-", steady="", editions=(E2025,)),
    replace(
        BUNKER,
        name="bunker of one's own side alone",
        token="b+",
        off=(2, 3, 0),
        against=(3, 3, 3),
        editions=(E2004,),
    ),
    replace(
        BUNKER,
        name="bunker of one's own side alone",
        token="b+",
        against=(3, 3, 3),
        editions=(E2025,),
    ),
    replace(
        OPEN,
        name="hedgehogs",
        source="2004 p. 15-16, Hedgehogs; 2025 Appendix 2, Hedgehogs",
        token="x",
        by=(2, 0, 0),
        on=(1, 0, 0),
        battle="I",
        steady="I",
        taken="I",
    ),
    SANDBAGS,
    SEA_WALL,
    replace(SEA_WALL, name="sea wall of the enemy", token="w-", steady="", editions=(E2004,)),
    replace(
        SEA_WALL,
        name="sea wall of one's own side",
        token="w+",
        against=(3, 3, 3),
        editions=(E2004,),
    ),
    replace(SEA_WALL, name="sea wall of the enemy", token="w-", editions=(E2025,)),
    replace(SEA_WALL, name="sea wall of one's own side", token="w+", editions=(E2025,)),
    WIRE,
    replace(
        OPEN,
        name="bridge",
        source="2004 p. 13-15, Rivers; 2025 Appendix 2, Bridges",
        token="~=",
    ),
)

FEATURES = (
    CLOSED_HILL,
    replace(
        CLOSED_HILL,
        name="impassable hill that stops guns",
        source="2004, Saverne",
        token="H^|",
        stops="G",
    ),
    replace(WATER, name="wide river", source="2004, Arnhem Bridge", token="~&", stops="I"),
    replace(
        OPEN,
        name="bridge over a wide river",
        source="ruling: the bridge carries fire as it carries units",
        token="~&=",
    ),
)

BOTH_COUNT = "2004 p. 15-16, Fixed obstacles; 2025 Appendix 2, Obstacles"
TOGETHER = (
    replace(
        BUNKER,
        name="bunker on a hill",
        source=BOTH_COUNT,
        token="Hb",
        height=1,
        editions=(E2025,),
    ),
    replace(
        BUNKER,
        name="bunker on a hill",
        source=BOTH_COUNT,
        token="Hb",
        height=1,
        off=(2, 3, 0),
        editions=(E2004,),
    ),
    replace(
        HILL,
        name="the enemy's bunker on a hill is but a hill to others",
        source="2025 Appendix 2, Bunkers",
        token="Hb+",
        by=(2, 0, 0),
        on=(1, 0, 0),
        off=(2, 0, 0),
        battle="I",
        steady="IAG",
        taken="I",
        editions=(E2025,),
    ),
    replace(
        BUNKER,
        name="bunker in a town",
        source=BOTH_COUNT,
        token="Tb",
        on=(0, 0, 0),
        off=(2, 3, 0),
        battle="",
        out=(3, 1, 3),
        editions=(E2004,),
    ),
    replace(
        TOWN, name="sandbags in a town", source=BOTH_COUNT, token="T%", steady="IAG", dug=False
    ),
    replace(
        HILL, name="sandbags on a hill", source=BOTH_COUNT, token="H%", steady="IAG", dug=False
    ),
    replace(FOREST, name="wire in a forest", source=BOTH_COUNT, token="F#", out=(2, 3, 3)),
    replace(WIRE, name="wire on a beach", source=BOTH_COUNT, token="_#", by=(2, 2, 1)),
    replace(TOWN, name="wire in a town", source=BOTH_COUNT, token="T#", out=(2, 1, 3)),
    replace(
        WIRE,
        name="wire on a bridge",
        source=BOTH_COUNT,
        token="~=#",
    ),
)
GROUNDS = (*TERRAIN, *OBSTACLES, *FEATURES, *TOGETHER)


@pytest.mark.parametrize(
    ("row", "edition"),
    [
        pytest.param(row, edition, id=f"{row.name} ({edition})")
        for row in GROUNDS
        for edition in row.editions
    ],
)
def test_ground_does_what_the_summary_cards_say(row: Ground, edition: EditionName) -> None:
    found = measured(row, edition)
    differs = {
        field.name: (getattr(found, field.name), getattr(row, field.name))
        for field in fields(Ground)
        if getattr(found, field.name) != getattr(row, field.name)
    }
    assert differs == {}, f"(is, should be), {row.source}"


KILL = "grenade star star"
ATTACK, TAKE = Attack(ALLIES, "I", "i"), TakeGround(ALLIES)
HEDGEROWS = "2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows"
NEAR_A_HEDGEROW = "5: . R\n6: I . ."

IN_THE_HEDGEROWS = (
    Case(
        "a hedgerow two hexes off is not entered",
        HEDGEROWS,
        drawn(NEAR_A_HEDGEROW, left=10),
        go("I", (6, 10), "e ne"),
        refused=Rule.MOVEMENT_NOT_FROM_NEIGHBOR,
    ),
    Case(
        "the unit goes next to the hedgerow first",
        HEDGEROWS,
        drawn(NEAR_A_HEDGEROW, left=10),
        go("I", (6, 10), "e"),
        then=(moved("I", (6, 10), "e", battle=True), e.MovesEnded()),
    ),
    Case(
        "from next to it the hedgerow is entered, without a battle",
        HEDGEROWS,
        drawn("5: . R\n6: . I", left=10),
        go("I", (6, 12), "ne"),
        then=(moved("I", (6, 12), "ne", battle=False, ground=False), e.MovesEnded()),
    ),
    Case(
        "out of the hedgerow it is one hex, which leaves the battle",
        HEDGEROWS,
        drawn("4: . .\n5: . I/R", left=10),
        go("I", (5, 13), "nw"),
        then=(moved("I", (5, 13), "nw", battle=True), e.MovesEnded()),
    ),
    Case(
        "out of the hedgerow it is one hex for armor too",
        HEDGEROWS,
        drawn("4: . .\n5: . A/R", "A", left=10),
        go("A", (5, 13), "nw nw"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
    ),
    Case(
        "from hedgerow to hedgerow is one step",
        "ruling: one hex, a stop and no battle",
        drawn("8: I/R R R"),
        go("I", (8, 8), "e"),
        then=(moved("I", (8, 8), "e", battle=False, ground=False), e.MovesEnded()),
    ),
    Case(
        "nobody goes through a hedgerow",
        HEDGEROWS,
        drawn("8: A R .", "A"),
        go("A", (8, 8), "e e"),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
    Case(
        "a hedgerow that the unit began its turn next to is taken even after a move",
        HEDGEROWS,
        drawn("4: . i:1/R\n5: I .", left=8),
        (go("I", (5, 9), "e"), ATTACK, TAKE),
        dice="grenade star",
        then=(e.GroundTaken("I", at(4, 10), False, False),),
    ),
    Case(
        "a hedgerow that the unit has only come to this turn is not taken",
        HEDGEROWS,
        drawn("4: . . i:1/R\n5: I .", left=6),
        (go("I", (5, 7), "e"), ATTACK),
        dice="grenade star",
        then=(*throw("I", "i", "grenade star"), gone("i", (4, 10))),
    ),
    Case(
        "a unit that has left a hedgerow this turn takes ground",
        "ruling: one hex of movement, and what a close assault wins; 2025, Hedgerows card",
        drawn("4: I/R . i:1"),
        (go("I", (4, 8), "e"), ATTACK, TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", at(4, 12), True, True),),
    ),
)

TOWNS = "2004 p. 13-15, Towns & Villages; 2025 Appendix 2, Towns"
ENTERING = (
    Case(
        "a unit that entered a hedgerow does not battle",
        HEDGEROWS,
        drawn("4: I R i"),
        (go("I", (4, 8), "e"), ATTACK),
        refused=Rule.BATTLE_TERRAIN_ENTERED,
    ),
    Case(
        "a unit that entered a church does not battle",
        "2004 p. 13-15, Towns & Villages; 2025 Appendix 2, Churches",
        drawn("4: I C i"),
        (go("I", (4, 8), "e"), ATTACK),
        refused=Rule.BATTLE_TERRAIN_ENTERED,
    ),
    Case(
        "special forces move two hexes and battle",
        "2004 p. 12, Special Forces; 2025 Appendix 1, Elite infantry",
        drawn("4: E . . i", "E"),
        (go("E", (4, 8), "e e"), Attack(ALLIES, "E", "i")),
        dice="star star star",
        then=throw("E", "i", "star star star"),
    ),
    Case(
        "special forces that entered a forest do not battle",
        "2004 p. 12, Special Forces; 2025 Appendix 1, Elite infantry",
        drawn("4: E . F i", "E"),
        (go("E", (4, 8), "e e"), Attack(ALLIES, "E", "i")),
        refused=Rule.BATTLE_TERRAIN_ENTERED,
    ),
    *(
        Case(
            f"the Resistance battles out of a {name} that it has just entered",
            "2004 p. 12, La Résistance; 2025 Appendix 1, The French Resistance",
            drawn(f"4: P {token} i", "P"),
            (go("P", (4, 8), "e"), Attack(ALLIES, "P", "i")),
            dice="star star star",
            then=throw("P", "i", "star star star"),
        )
        for name, token in (("forest", "F"), ("hedgerow", "R"), ("town", "T"), ("church", "C"))
    ),
    Case(
        "the Resistance stops where the others stop",
        "2004 p. 12, La Résistance; 2025 Appendix 1, The French Resistance",
        drawn("4: P F .", "P"),
        go("P", (4, 8), "e e"),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
    ),
    Case(
        "the Resistance that moved two hexes does not battle",
        "2004 p. 12, La Résistance; 2025 Appendix 1, The French Resistance",
        drawn("4: P . F i", "P"),
        (go("P", (4, 8), "e e"), Attack(ALLIES, "P", "i")),
        refused=Rule.BATTLE_MOVED_TOO_FAR,
    ),
    Case(
        "the Resistance that stopped in a forest advances no further",
        "2004 p. 11, Taking Ground; 2025, Taking ground",
        drawn("4: P F i:1", "P"),
        (go("P", (4, 8), "e"), Attack(ALLIES, "P", "i")),
        dice=KILL,
        then=(*throw("P", "i", KILL), gone("i", (4, 12))),
    ),
    Case(
        "armor in a town has one die against open ground",
        TOWNS,
        fight("4: A/T . . i", "A"),
        Attack(ALLIES, "A", "i"),
        dice="star",
        then=throw("A", "i", "star", distance=3),
    ),
    Case(
        "armor in a church that it stood in has one die",
        TOWNS,
        fight("4: A/C i", "A"),
        Attack(ALLIES, "A", "i"),
        dice="star",
        then=throw("A", "i", "star"),
    ),
)

BEACHES = "2004 p. 13-15, Beaches; 2025 Appendix 2, Beaches"
OCEANS = "2004 p. 13-15, Oceans; 2025 Appendix 2, Oceans"
ON_THE_SHORE = (
    Case(
        "onto the beach armor moves two hexes in all",
        BEACHES,
        drawn("8: A _ .", "A"),
        go("A", (8, 8), "e e"),
        then=(moved("A", (8, 8), "e e", battle=True), e.MovesEnded()),
    ),
    Case(
        "over the beach armor moves no third hex, whatever it is",
        BEACHES,
        drawn("8: A _ . .", "A"),
        go("A", (8, 8), "e e e"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
    ),
    Case(
        "off the beach armor moves three hexes",
        BEACHES,
        drawn("8: A/_ . . .", "A"),
        go("A", (8, 8), "e e e"),
        then=(moved("A", (8, 8), "e e e", battle=True), e.MovesEnded()),
    ),
    Case(
        "after two hexes of open ground armor stops before the beach",
        BEACHES,
        drawn("8: A . . _", "A"),
        go("A", (8, 8), "e e e"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
    ),
    Case(
        "after one hex of open ground armor comes to the beach",
        BEACHES,
        drawn("8: A . _", "A"),
        go("A", (8, 8), "e e"),
        then=(moved("A", (8, 8), "e e", battle=True), e.MovesEnded()),
    ),
    Case(
        "a unit that has moved onto the beach takes ground",
        BEACHES,
        drawn("4: A . _ i:1/_", "A"),
        (go("A", (4, 8), "e e"), Attack(ALLIES, "A", "i"), TAKE),
        dice=KILL,
        then=(e.GroundTaken("A", at(4, 14), True, True),),
    ),
    Case(
        "in the water a tank moves one hex",
        OCEANS,
        drawn("6: _ _\n7: O O\n8: . A/O", "A", left=10),
        go("A", (8, 12), "nw"),
        then=(moved("A", (8, 12), "nw", battle=True), e.MovesEnded()),
        editions=(E2004,),
    ),
    Case(
        "in the water a tank stops after one hex",
        OCEANS,
        drawn("6: _ _\n7: O O\n8: . A/O", "A", left=10),
        go("A", (8, 12), "nw"),
        then=(moved("A", (8, 12), "nw", battle=True, ground=False), e.MovesEnded()),
        editions=(E2025,),
    ),
    Case(
        "in the water a tank does not move on to the sand in the same turn",
        OCEANS,
        drawn("6: _ _\n7: O O\n8: . A/O", "A", left=10),
        go("A", (8, 12), "nw nw"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
        editions=(E2004,),
    ),
    Case(
        "in the water a tank does not move on after its stop",
        OCEANS,
        drawn("6: _ _\n7: O O\n8: . A/O", "A", left=10),
        go("A", (8, 12), "nw nw"),
        refused=Rule.MOVEMENT_STOP_TERRAIN,
        editions=(E2025,),
    ),
    Case(
        "out of the water a tank goes two hexes onto the sand",
        OCEANS,
        drawn("5: _ _\n6: _ _\n7: A/O", "A", left=10),
        go("A", (7, 11), "ne nw"),
        then=(moved("A", (7, 11), "ne nw", battle=True), e.MovesEnded()),
    ),
    Case(
        "into the water leads the first step alone",
        "2004 p. 13-15, Oceans",
        drawn("8: I . O"),
        go("I", (8, 8), "e e"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
        editions=(E2004,),
    ),
    Case(
        "into the water may lead the second step",
        "2025 Appendix 2, Oceans",
        drawn("8: I . O"),
        go("I", (8, 8), "e e"),
        then=(moved("I", (8, 8), "e e", battle=False, ground=False), e.MovesEnded()),
        editions=(E2025,),
    ),
    Case(
        "nobody battles from the water",
        OCEANS,
        fight("4: I/O i"),
        ATTACK,
        refused=Rule.BATTLE_FROM_WATER,
    ),
    Case(
        "nobody battles from the water just entered",
        OCEANS,
        drawn("8: I O i"),
        (go("I", (8, 8), "e"), ATTACK),
        refused=Rule.BATTLE_FROM_WATER,
    ),
    Case(
        "from the water onto the sand a unit may battle",
        OCEANS,
        drawn("8: I/O _ i"),
        (go("I", (8, 8), "e"), ATTACK),
        dice="star star star",
        then=throw("I", "i", "star star star"),
    ),
    Case(
        "a unit in the water lies in no ambush",
        "ruling: who cannot attack cannot ambush",
        Skirmish("4: I i/O", ordered="I", enemy=(Card.AMBUSH,)),
        ATTACK,
        dice="star star star",
        then=throw("I", "i", "star star star"),
    ),
    Case(
        "with the water behind it a flag costs a figure more",
        OCEANS,
        fight("5: . i\n6: . I/_\n7: O O", "i", 10, Side.AXIS),
        Attack(AXIS, "i", "I"),
        dice="infantry flag star",
        then=(
            *throw("i", "I", "infantry flag star"),
            e.FiguresLost("I", 1, HITS),
            e.FiguresLost("I", 1, BLOCKED),
        ),
    ),
    Case(
        "out of the water a unit retreats onto the sand toward its baseline",
        "ruling: the water bars retreats into it, not out of it",
        fight("6: _ _\n7: i/O I", left=10),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.RetreatDemanded("i", AXIS, 1, 0, 1, 1)),
    ),
    Case(
        "landing troops lose a figure where only water lies behind",
        "ruling: the water bars retreats into it, not out of it",
        fight("6: i/_ .\n7: I/O\n8: O O", "i", 10, Side.AXIS),
        Attack(AXIS, "i", "I"),
        dice="flag star star",
        then=(*throw("i", "I", "flag star star"), e.FiguresLost("I", 1, BLOCKED)),
    ),
    *(
        Case(
            f"armor takes ground in the water and overruns nobody, by the {book} book",
            "ruling: no rule bars it, and nobody battles from there",
            fight("6: . A/_ .\n7: . i:1/O i2", "A", 10),
            (Attack(ALLIES, "A", "i"), TAKE),
            dice=KILL,
            then=(e.GroundTaken("A", at(7, 13), True, on),),
            editions=(edition,),
        )
        for book, edition, on in (("older", E2004, True), ("newer", E2025, False))
    ),
)

CHURCHES = "2025 Appendix 2, Churches"
HELD = (
    Case(
        "in a church one flag may be ignored",
        CHURCHES,
        fight("4: I i/C"),
        ATTACK,
        dice="flag star",
        then=(*throw("I", "i", "flag star"), e.RetreatDemanded("i", AXIS, 1, 0, 0, 1)),
        editions=(E2025,),
    ),
    Case(
        "a unit in a church stays",
        CHURCHES,
        fight("4: I i/C"),
        (ATTACK, Retreat(AXIS, "i", ())),
        dice="flag star",
        then=(e.FlagIgnored("i"),),
        editions=(E2025,),
    ),
    Case(
        "a church holds nobody by the older book",
        "ruling: a church is a town in 2004",
        fight("4: I i/C"),
        ATTACK,
        dice="flag star",
        then=(*throw("I", "i", "flag star"), e.RetreatDemanded("i", AXIS, 1, 0, 1, 1)),
        editions=(E2004,),
    ),
    Case(
        "sandbags before a church let one flag be ignored, not two",
        "2025 Appendix 2, Obstacles",
        fight("3: ~ ~\n4: I i/C%"),
        ATTACK,
        dice="flag flag",
        then=(
            *throw("I", "i", "flag flag"),
            e.FiguresLost("i", 1, BLOCKED),
            e.FlagIgnored("i"),
        ),
    ),
    Case(
        "a river behind bars the retreat",
        "2004 p. 13-15, Rivers; 2025 Appendix 2, Rivers",
        fight("3: ~ ~\n4: I i"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.FiguresLost("i", 1, BLOCKED)),
    ),
    Case(
        "a lake behind bars the retreat",
        "2004 p. 13-15, Rivers; 2025 Appendix 2, Lakes",
        fight("3: L L\n4: I i"),
        ATTACK,
        dice="flag star star",
        then=(*throw("I", "i", "flag star star"), e.FiguresLost("i", 1, BLOCKED)),
    ),
    Case(
        "a retreat goes through hedgerows without a stop",
        "2004 p. 10, Resolve Battle; 2025, Retreat",
        fight("2: R R R\n3: ~ R R\n4: I i/R", left=8),
        ATTACK,
        dice="flag flag",
        then=(*throw("I", "i", "flag flag"), e.RetreatDemanded("i", AXIS, 2, 0, 2, 2)),
    ),
)

CASES = (*IN_THE_HEDGEROWS, *ENTERING, *ON_THE_SHORE, *HELD)


@runs(CASES)
def test_terrain_rules_moves_and_battles(case: Case, edition: EditionName) -> None:
    check(case, edition)
