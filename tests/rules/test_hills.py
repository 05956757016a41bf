"""Hills, steep hills, bluffs and cliffs: what is seen from them, and how they are climbed."""

from dataclasses import dataclass, field, replace

import pytest

from domain import events as e
from domain.book import Edition
from domain.commands import Attack, MoveUnit, TakeGround
from domain.editions import EDITIONS
from domain.errors import Rule
from domain.hexes import at
from domain.position import Position
from domain.rules import combat, movement
from domain.rules.sight import sees
from domain.values import Card, EditionName, LossCause, Seat, Side, TerrainKind
from tests.support.boards import path
from tests.support.cases import Case, check, runs, throw
from tests.support.games import BOTH, Skirmish

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
E2004, E2025 = EditionName.E2004, EditionName.E2025
NOBODY: tuple[EditionName, ...] = ()
HEIGHT = "2004 p. 13-15, Hills; 2025 Appendix 2, Terrain height"

# Ten pairs of enemies who look at each other, each with a number of its own.
TEN_PAIRS = """
    0: .      H      .      .      i2/H   .      .      i3     .      .      .      i4/H   .
    1:     i1/H   H      .      H      H      .      H      H      .      .      H      H
    2: .      .      .      .      .      .      .      .      .      .      .      I4/H   .
    3:     I1     .      .      I2     .      .      I3     .      .      .      .      .
    4: .      .      .      .      .      .      .      .      I10/H  .      H      i10/H  .
    5:     .      .      .      .      .      .      .      .      .      .      .      .
    6: .      i5/H   .      .      i6/H   .      .      i7     .      i8/H   .      H      i9/H
    7:     .      .      .      H      T      .      T      .      I11    .      H      T
    8: .      I5/H   .      .      I6/H   .      I7/H   .      I8/H   .      .      I9/H   .
"""
BY_PAIR = (
    (1, "from a hill along the edge of open ground", BOTH),
    (2, "over the next hex of its own hill down to low ground", NOBODY),
    (3, "over a hill between low ground and low ground", NOBODY),
    (4, "along the edge of their one hill", BOTH),
    (5, "from hill to hill along the edge of open ground", BOTH),
    (6, "along the edge of their hill and of a town", BOTH),
    (7, "from low ground through a town up a hill", NOBODY),
    (8, "from hill to hill over a unit below", (E2025,)),
    (9, "from hill to hill over a town below", (E2025,)),
    (10, "from hill to hill over low ground and a hill", (E2025,)),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("number", "clear"), [pytest.param(n, clear, id=name) for n, name, clear in BY_PAIR]
)
def test_pairs_of_units_among_hills_see_each_other_or_not(
    number: int, clear: tuple[EditionName, ...], edition: EditionName
) -> None:
    """2004 p. 13-15, Hills, the plateau; 2025 Appendix 2, Terrain height."""
    position = Skirmish(TEN_PAIRS, left=0).at(edition)
    one, other = (position.state.units[f"{letter}{number}"].hex for letter in "iI")
    seen = (sees(position, one, other), sees(position, other, one))
    assert seen == (edition in clear, edition in clear)


@dataclass(frozen=True)
class View:
    """Whether the two hexes marked ``'`` see each other, and by which books."""

    name: str
    picture: str
    clear: tuple[EditionName, ...]
    source: str = HEIGHT
    left: int = 8


VIEWS = (
    View("up a hill", "4: I' . i/H'", BOTH),
    View("up the second hex of a hill", "4: I' H i/H'", NOBODY),
    View("down over another hex of the hill", "4: I/H' H i'", NOBODY),
    View("on one hill over the hill", "4: I/H' H H i/H'", BOTH),
    View("between two hills over low ground", "4: I/H' . i/H'", BOTH),
    View("between two hills over a third", "4: I/H' . H . i/H'", (E2025,)),
    View("between two hills over a town", "4: I/H' T i/H'", (E2025,)),
    View("between two hills over a forest", "4: I/H' F i/H'", (E2025,)),
    View("between two hills over a hedgerow", "4: I/H' R i/H'", (E2025,)),
    View("between two hills over a church", "4: I/H' C i/H'", (E2025,)),
    View("between two hills over a bunker", "4: I/H' b i/H'", (E2025,)),
    View("between two hills over a unit", "4: I/H' i2 i/H'", (E2025,)),
    View("between two hills over a friend", "4: I/H' I2 i/H'", (E2025,)),
    View("between two hills over a river", "4: I/H' ~ i/H'", BOTH),
    View("from a hill over a forest down", "4: I/H' F i'", NOBODY),
    View("from a hill over a unit down", "4: I/H' i2 i'", NOBODY),
    View("from low ground over a unit up a hill", "4: I' i2 i/H'", NOBODY),
    View("on one hill over a unit on it", "4: I/H' i2/H i/H'", NOBODY),
    View("on one hill over a bunker on it", "4: I/H' Hb i/H'", NOBODY),
    View("between two hills over a unit on a third", "4: I/H' . i2/H . i/H'", NOBODY),
    View("between two hills over a bunker on a third", "4: I/H' . Hb . i/H'", NOBODY),
    View(
        "along the edge between two hills and two forests",
        "4: . i/H'\n5: F F\n6: . I/H'",
        (E2025,),
    ),
    View("along the edge between low ground and two hills", "4: . i'\n5: H H\n6: . I'", NOBODY),
    View("along the edge with one hill", "4: . i'\n5: H .\n6: . I'", BOTH),
    View(
        "along the edge between a unit on the hill and a bunker on it",
        "4: . i/H'\n5: i2/H Hb\n6: . I/H'",
        NOBODY,
    ),
    View("down over two hills beside the line", "4: . i/H'\n5: H H\n6: . I'", NOBODY),
    View("over a steep hill", "4: I' S i'", NOBODY),
    View("over a sea bluff", "4: I' V i'", NOBODY),
    View("over a cliff", "4: I' K i'", NOBODY),
    View("over an impassable hill", "4: I' H^ i'", NOBODY),
    View("all high ground together is one hill", "4: I/H' S i/V'", BOTH),
    View("from one cliff to the other over the sand", "4: I/K' _ i/K'", BOTH),
    View(
        "along the side of the board between two hills",
        "4: i/H'\n5: F\n6: I/H'",
        (E2004, E2025),
        "ruling: a forest below two hills hinders nobody in 2025; 2004 knows no half-hexes",
        left=0,
    ),
    View(
        "along the side of the board between two hills, a unit on the hill beside them",
        "4: i/H'\n5: i2/H\n6: I/H'",
        (E2004,),
        "2025, Line of sight, half-hexes, at any height",
        left=0,
    ),
    View("between two hills over two lake hexes", "4: I/H' L L i/H'", BOTH),
)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_high_ground_opens_and_closes_a_view(view: View, edition: EditionName) -> None:
    drawn = Skirmish(view.picture, view.left)
    position = drawn.at(edition)
    one, other = drawn.board.marks["'"]
    clear = edition in view.clear
    seen = (sees(position, one, other), sees(position, other, one))
    assert seen == (clear, clear), view.source


@dataclass(frozen=True)
class Aim:
    """The dice that ``unit`` has against each enemy it may attack."""

    name: str
    picture: str
    unit: str = "I"
    dice: dict[str, int] = field(default_factory=dict)
    source: str = "2004 p. 13-15, Hills; 2025 Appendix 2, Hills"
    editions: tuple[EditionName, ...] = BOTH


AIMS = (
    Aim("infantry up a hill", "4: I i/H", dice={"i": 2}),
    Aim("infantry up a hill at two hexes", "4: I . i/H", dice={"i": 1}),
    Aim("infantry up a hill at three hexes", "4: I . . i/H"),
    Aim("armor up a hill", "4: A . . i/H", "A", {"i": 2}),
    Aim("artillery up a hill", "4: G . . i/H", "G", {"i": 2}),
    Aim("infantry on the same hill", "4: I/H i/H", dice={"i": 3}),
    Aim("infantry from another hill", "4: I/H . i/H", dice={"i": 2}),
    Aim("infantry down a hill", "4: I/H i", dice={"i": 3}),
    Aim("up a steep hill", "4: I i/S", dice={"i": 2}),
    Aim("from a hill at a steep hill", "4: I/H i/S", dice={"i": 3}),
    Aim("up a sea bluff", "4: I/_ i/V", dice={"i": 2}),
    Aim("up a cliff", "4: A/_ i/K", "A", {"i": 2}),
    Aim("out of the wire up a hill", "4: I/# i/H", dice={"i": 1}),
    Aim(
        "armor from below at a bunker on a hill",
        "4: A i/Hb",
        "A",
        {"i": 1},
        "2004 p. 15-16, Fixed obstacles; 2025 Appendix 2, Obstacles",
    ),
    Aim("armor from the hill at a bunker on it", "4: A/H i/Hb", "A", {"i": 1}),
    Aim("infantry from below at sandbags on a hill", "4: I i/H%", dice={"i": 2}),
    Aim("infantry from the hill at sandbags on it", "4: I/H i/H%", dice={"i": 2}),
    Aim(
        "from below at the enemy's bunker on a hill, where only the hill counts",
        "4: A i/Hb+",
        "A",
        {"i": 2},
        "2025 Appendix 2, Bunkers",
    ),
    Aim(
        "armor in a town up a hill: both reductions count",
        "4: A/T i/H",
        "A",
        source="2025, Battle; ruling: so in 2004",
    ),
    Aim("armor in a town at open ground", "4: A/T i", "A", {"i": 1}),
    Aim("armor in front of a town up a hill", "4: A i/H", "A", {"i": 2}),
    Aim("armor in front of a town", "4: A i/T", "A", {"i": 1}),
    Aim("armor in front of a forest", "4: A i/F", "A", {"i": 1}),
    Aim(
        "armor on a hill sees the other hill over a town",
        "4: A/H T a/H",
        "A",
        {"a": 3},
        "2025 Appendix 2, Terrain height",
        (E2025,),
    ),
    Aim(
        "armor on a hill does not see the other hill over a town",
        "4: A/H T a/H",
        "A",
        {},
        "2004 p. 13-15, Hills",
        (E2004,),
    ),
    Aim(
        "armor on the other hill fires over its infantry below",
        "4: A/H i a/H",
        "a",
        {"A": 3},
        "2025 Appendix 2, Terrain height",
        (E2025,),
    ),
    Aim("the infantry below fights armor on the hill", "4: A/H i a/H", "i", {"A": 2}),
    Aim(
        "armor on the other hill does not fire over its infantry",
        "4: A/H i a/H",
        "a",
        {},
        "2004 p. 9, Line of Sight",
        (E2004,),
    ),
    Aim("the armor between them has an enemy next to it first", "4: A/H i a/H", "A", {"i": 3}),
    Aim("armor on a hill with a forest below before it", "4: A/H F a", "A"),
    Aim("armor below with a forest before it", "4: A/H F a", "a"),
)


@pytest.mark.parametrize(
    ("aim", "edition"),
    [
        pytest.param(aim, edition, id=f"{aim.name} ({edition})")
        for aim in AIMS
        for edition in aim.editions
    ],
)
def test_a_unit_attacks_up_and_down_with_the_dice_of_the_table(
    aim: Aim, edition: EditionName
) -> None:
    position = Skirmish(aim.picture).at(edition)
    attacker = position.state.units[aim.unit]
    shots = {shot.target.id: shot.dice for shot in combat.shots(position, attacker)}
    assert shots == aim.dice, aim.source


def drawn(
    picture: str, ordered: str = "I", left: int = 8, card: Card = Card.ASSAULT_CENTER
) -> Skirmish:
    """Before the moves."""
    return Skirmish(picture, left, ordered, phase="move", card=card)


def fight(
    picture: str,
    ordered: str = "I",
    left: int = 8,
    first: Side = Side.ALLIES,
    card: Card = Card.ASSAULT_CENTER,
) -> Skirmish:
    """Before the battles."""
    return Skirmish(picture, left, ordered, first=first, card=card)


def go(unit: str, steps: str, start: tuple[int, int] = (4, 8)) -> MoveUnit:
    return MoveUnit(ALLIES, unit, path(start, steps))


def moved(
    unit: str, steps: str, cost: int, *, battle: bool, start: tuple[int, int] = (4, 8)
) -> e.UnitMoved:
    return e.UnitMoved(unit, path(start, steps), cost, battle, may_take_ground=True)


KILL = "grenade star"
TAKE = TakeGround(ALLIES)
STEEP = "2004, Mortain; 2025 Appendix 2, Steep hills"
BLUFFS = "2004, Omaha Beach; 2025 Appendix 2, Sea bluffs"
CLIFFS = "2004, Pointe du Hoc; 2025 Appendix 2, Cliffs"


def attack(unit: str = "I") -> Attack:
    return Attack(ALLIES, unit, "i")


def gone(name: str, x: int) -> e.UnitEliminated:
    return e.UnitEliminated(name, at(4, x), 1, LossCause.HITS, Side.ALLIES, 1)


CLIMBING = (
    Case(
        "up a hill and down again is two hexes",
        HEIGHT,
        drawn("4: A H .", "A"),
        go("A", "e e"),
        then=(moved("A", "e e", 2, battle=True), e.MovesEnded()),
    ),
    Case(
        "up a steep hill takes both hexes of infantry, and its battle",
        STEEP,
        drawn("4: I S"),
        go("I", "e"),
        then=(moved("I", "e", 2, battle=False), e.MovesEnded()),
    ),
    Case(
        "infantry that climbed a steep hill does not battle",
        STEEP,
        drawn("4: I S i"),
        (go("I", "e"), attack()),
        refused=Rule.BATTLE_MOVED_TOO_FAR,
    ),
    Case(
        "special forces that climbed a steep hill battle",
        STEEP,
        drawn("4: E S i", "E"),
        (go("E", "e"), attack("E")),
        dice="star star star",
        then=throw("E", "i", "star star star"),
    ),
    Case(
        "armor goes one hex on from a steep hill",
        STEEP,
        drawn("4: A S .", "A"),
        go("A", "e e"),
        then=(moved("A", "e e", 3, battle=True), e.MovesEnded()),
    ),
    Case(
        "armor does not climb a steep hill with its third hex",
        STEEP,
        drawn("4: A . . S", "A"),
        go("A", "e e e"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "a gun does not climb a steep hill",
        STEEP,
        drawn("4: G S", "G"),
        go("G", "e"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "a bombarding gun moves up a steep hill",
        "ruling: its three hexes are enough",
        drawn("4: G S .", "G", card=Card.ARTILLERY_BOMBARD),
        go("G", "e e"),
        then=(moved("G", "e e", 3, battle=False), e.MovesEnded()),
    ),
    Case(
        "in an assault infantry climbs a steep hill and battles",
        "ruling: two hexes of movement however they are spent",
        drawn("4: I S", card=Card.INFANTRY_ASSAULT),
        go("I", "e"),
        then=(moved("I", "e", 2, battle=True), e.MovesEnded()),
    ),
    Case(
        "in an assault infantry goes one hex on from a steep hill",
        "ruling: two hexes of movement however they are spent",
        drawn("4: I S .", card=Card.INFANTRY_ASSAULT),
        go("I", "e e"),
        then=(moved("I", "e e", 3, battle=False), e.MovesEnded()),
    ),
    Case(
        "down a steep hill is one hex",
        STEEP,
        drawn("4: I/S ."),
        go("I", "e"),
        then=(moved("I", "e", 1, battle=True), e.MovesEnded()),
    ),
    Case(
        "from a hill to a steep hill is one hex",
        STEEP,
        drawn("4: I/H S"),
        go("I", "e"),
        then=(moved("I", "e", 1, battle=True), e.MovesEnded()),
    ),
    Case(
        "out of a hedgerow infantry climbs a steep hill: one hex, though it costs two",
        "ruling: a unit that leaves a hedgerow enters one hex, whatever it costs",
        drawn("4: I/R S"),
        go("I", "e"),
        then=(moved("I", "e", 2, battle=False), e.MovesEnded()),
    ),
    Case(
        "out of a hedgerow and up a steep hill armor goes no further",
        "ruling: a unit that leaves a hedgerow enters one hex, whatever it costs",
        drawn("4: A/R S .", "A"),
        go("A", "e e"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
    ),
    Case(
        "out of a hedgerow it is one hex in an assault too",
        "2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows",
        drawn("4: I/R . .", card=Card.INFANTRY_ASSAULT),
        go("I", "e e"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
    ),
    Case(
        "out of a hedgerow onto the beach is one hex",
        "2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows",
        drawn("4: A/R _", "A"),
        go("A", "e"),
        then=(moved("A", "e", 1, battle=True), e.MovesEnded()),
    ),
    Case(
        "up a steep hill ground is taken",
        STEEP,
        fight("4: I i:1/S"),
        (attack(), TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", at(4, 10), True, True),),
    ),
)

ON_BLUFFS = tuple(
    case
    for name, token, source in (("sea bluff", "V", BLUFFS), ("cliff", "K", CLIFFS))
    for case in (
        Case(
            f"from the beach up a {name} infantry spends two hexes",
            source,
            drawn(f"4: I/_ {token}"),
            go("I", "e"),
            then=(moved("I", "e", 2, battle=False), e.MovesEnded()),
        ),
        Case(
            f"special forces climb a {name} and battle",
            source,
            drawn(f"4: E/_ {token} i", "E"),
            (go("E", "e"), attack("E")),
            dice="star star star",
            then=throw("E", "i", "star star star"),
        ),
        *(
            Case(
                f"from the beach {word} does not climb a {name}",
                source,
                drawn(f"4: {unit}/_ {token}", unit),
                go(unit, "e"),
                refused=Rule.MOVEMENT_CLOSED_EDGE,
            )
            for word, unit in (("armor", "A"), ("artillery", "G"))
        ),
        Case(
            f"from the {name} down to the beach infantry spends one hex by the older book",
            f"ruling: {source.split(';')[0]} prices the climb alone",
            drawn(f"4: I/{token} _"),
            go("I", "e"),
            then=(moved("I", "e", 1, battle=True), e.MovesEnded()),
            editions=(E2004,),
        ),
        Case(
            f"from the {name} down to the beach infantry spends two hexes by the newer book",
            source.split("; ")[1],
            drawn(f"4: I/{token} _"),
            go("I", "e"),
            then=(moved("I", "e", 2, battle=False), e.MovesEnded()),
            editions=(E2025,),
        ),
        Case(
            f"from the {name} armor rolls down to the beach by the older book",
            f"ruling: {source.split(';')[0]} bars the climb alone",
            drawn(f"4: A/{token} _", "A"),
            go("A", "e"),
            then=(moved("A", "e", 1, battle=True), e.MovesEnded()),
            editions=(E2004,),
        ),
        Case(
            f"from the {name} armor does not get down to the beach by the newer book",
            source.split("; ")[1],
            drawn(f"4: A/{token} _", "A"),
            go("A", "e"),
            refused=Rule.MOVEMENT_CLOSED_EDGE,
            editions=(E2025,),
        ),
        Case(
            f"from inland armor drives onto a {name}",
            source,
            drawn(f"4: A {token} .", "A"),
            go("A", "e e"),
            then=(moved("A", "e e", 2, battle=True), e.MovesEnded()),
        ),
        Case(
            f"armor retreats from a {name} to the beach",
            source,
            Skirmish(f"4: a A/{token}\n5: _ ~", 8, "a", first=Side.AXIS),
            Attack(AXIS, "a", "A"),
            dice="flag star",
            then=(
                *throw("a", "A", "flag star"),
                e.UnitRetreated("A", (at(5, 9),)),
                e.GroundOffered("a", at(4, 10)),
            ),
        ),
        Case(
            f"armor does not take ground up a {name} from the beach",
            source,
            fight(f"4: A/_ i:1/{token}", "A"),
            attack("A"),
            dice=KILL,
            then=(*throw("A", "i", KILL), gone("i", 10)),
        ),
        Case(
            f"from the {name} infantry takes ground on the beach",
            source,
            fight(f"4: I/{token} i:1/_"),
            (attack(), TAKE),
            dice=f"{KILL} star",
            then=(e.GroundTaken("I", at(4, 10), True, True),),
        ),
    )
)

TAKING = (
    Case(
        "from the beach infantry takes ground up a sea bluff",
        BLUFFS,
        fight("4: I/_ i:1/V"),
        (attack(), TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", at(4, 10), True, True),),
    ),
    Case(
        "from the beach infantry takes ground up a cliff by the older book",
        "2004, Pointe du Hoc, bars nothing of the sort",
        fight("4: I/_ i:1/K"),
        (attack(), TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", at(4, 10), True, True),),
        editions=(E2004,),
    ),
    Case(
        "from the beach no ground is taken up a cliff by the newer book",
        "2025 Appendix 2, Cliffs",
        fight("4: I/_ i:1/K"),
        attack(),
        dice=KILL,
        then=(*throw("I", "i", KILL), gone("i", 10)),
        editions=(E2025,),
    ),
    Case(
        "from inland ground is taken on a cliff",
        CLIFFS,
        fight("4: I i:1/K"),
        (attack(), TAKE),
        dice=KILL,
        then=(e.GroundTaken("I", at(4, 10), True, True),),
    ),
    Case(
        "from the cliff armor takes no ground on the beach by the newer book",
        "2025 Appendix 2, Cliffs",
        fight("4: A/K i:1/_", "A"),
        attack("A"),
        dice=f"{KILL} star",
        then=(*throw("A", "i", f"{KILL} star"), gone("i", 10)),
        editions=(E2025,),
    ),
    Case(
        "over the sand and up a bluff infantry does not get in one turn",
        BLUFFS,
        drawn("4: I _ V"),
        go("I", "e e"),
        refused=Rule.MOVEMENT_TOO_FAR,
    ),
    Case(
        "over the sand and up a bluff infantry does not get in an assault either",
        "ruling: a move that enters a beach is two hexes, however they are spent",
        drawn("4: I _ V", card=Card.INFANTRY_ASSAULT),
        go("I", "e e"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
    ),
    Case(
        "down a bluff onto the sand is the whole move even in an assault",
        "2025 Appendix 2, Sea bluffs and Beaches",
        drawn("4: I/V _ .", card=Card.INFANTRY_ASSAULT),
        go("I", "e e"),
        refused=Rule.MOVEMENT_TERRAIN_CAP,
        editions=(E2025,),
    ),
    Case(
        "a card's die is added to what the town and the hill have left",
        "ruling: first all reductions, then the card's dice; 2025, Battle",
        fight("4: A/T i/H", "A", card=Card.ARMOR_ASSAULT),
        attack("A"),
        then=(
            e.AttackDeclared("A", "i", 1, 1, overrun=False),
            e.AmbushOffered("i", AXIS),
        ),
    ),
)

CASES = (*CLIMBING, *ON_BLUFFS, *TAKING)


@runs(CASES)
def test_high_ground_is_climbed_and_taken(case: Case, edition: EditionName) -> None:
    check(case, edition)


def with_mountains(edition: EditionName) -> Edition:
    """The book with steep hills twice as high."""
    book = EDITIONS[edition]
    mountain = replace(book.terrain[TerrainKind.STEEP_HILL], height=2, climb_cost=1)
    return replace(book, terrain={**book.terrain, TerrainKind.STEEP_HILL: mountain})


@pytest.mark.parametrize(
    ("row", "reached"),
    [
        ("4: A H", True),
        ("4: A/H S", True),
        ("4: A/S H", True),
        ("4: A S", False),
        ("4: A/S .", False),
    ],
)
def test_a_step_leads_one_level_up_or_down(row: str, reached: bool) -> None:
    """2025 Appendix 2, Terrain height; no ground in the box is two levels high."""
    position = Position(with_mountains(E2025), Skirmish(row).begin(E2025))
    found = movement.moves(position, position.state.units["A"])
    assert ((at(4, 10),) in [move.path for move in found]) is reached


def test_the_older_book_knows_no_level_too_high() -> None:
    """2004 p. 13-15, Hills."""
    position = Position(with_mountains(E2004), Skirmish("4: A S").begin(E2004))
    found = movement.moves(position, position.state.units["A"])
    assert (at(4, 10),) in [move.path for move in found]


@pytest.mark.parametrize(
    ("row", "clear"),
    [
        ("4: I/S' H i/S'", True),
        ("4: I/S' H . i'", False),
        ("4: I/H' i2/S i/H'", False),
        ("4: I/S' i2/H i/S'", True),
        ("4: I/S' i2/H i/H'", False),
    ],
)
def test_only_what_is_as_high_as_the_lower_unit_hinders_its_view(row: str, clear: bool) -> None:
    """2025 Appendix 2, Terrain height, with ground two levels high."""
    drawn_row = Skirmish(row)
    position = Position(with_mountains(E2025), drawn_row.begin(E2025))
    one, other = drawn_row.board.marks["'"]
    assert sees(position, one, other) is clear
