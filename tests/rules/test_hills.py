"""Hills, steep hills, bluffs and cliffs: what is seen from them, and how they are climbed."""

from dataclasses import replace

import pytest

from domain.editions import EDITIONS
from domain.geometry.hexes import at
from domain.position import Position
from domain.rulebook.book import Edition
from domain.rules.battles.sight import sees
from domain.rules.moves import movement
from domain.values import EditionName, TerrainKind
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, Skirmish

E2004, E2025 = EditionName.E2004, EditionName.E2025
NOBODY: tuple[EditionName, ...] = ()

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


VIEWS = cases(
    """
    # 2004 p. 13-15, Hills; 2025 Appendix 2, Terrain height
    up a hill | 4: I' . i/H'; battle | sight? => clear
    up the second hex of a hill | 4: I' H i/H' | sight? => blocked
    down over another hex of the hill | 4: I/H' H i' | sight? => blocked
    on one hill over the hill | 4: I/H' H H i/H' | sight? => clear
    between two hills over low ground | 4: I/H' . i/H' | sight? => clear
    between two hills over a third | 4: I/H' . H . i/H' | sight? => blocked / clear
    between two hills over a town | 4: I/H' T i/H' | sight? => blocked / clear
    between two hills over a forest | 4: I/H' F i/H' | sight? => blocked / clear
    between two hills over a hedgerow | 4: I/H' R i/H' | sight? => blocked / clear
    between two hills over a church | 4: I/H' C i/H' | sight? => blocked / clear
    between two hills over a bunker | 4: I/H' b i/H' | sight? => blocked / clear
    between two hills over a unit | 4: I/H' i2 i/H' | sight? => blocked / clear
    between two hills over a friend | 4: I/H' I2 i/H' | sight? => blocked / clear
    between two hills over a river | 4: I/H' ~ i/H' | sight? => clear
    from a hill over a forest down | 4: I/H' F i' | sight? => blocked
    from a hill over a unit down | 4: I/H' i2 i' | sight? => blocked
    from low ground over a unit up a hill | 4: I' i2 i/H' | sight? => blocked
    on one hill over a unit on it | 4: I/H' i2/H i/H' | sight? => blocked
    on one hill over a bunker on it | 4: I/H' Hb i/H' | sight? => blocked
    between two hills over a unit on a third | 4: I/H' . i2/H . i/H' | sight? => blocked
    between two hills over a bunker on a third | 4: I/H' . Hb . i/H' | sight? => blocked
    along the edge between two hills and two forests
        4: . i/H'; 5: F F; 6: . I/H' | sight? => blocked / clear
    along the edge between low ground and two hills | 4: . i'; 5: H H; 6: . I' | sight? => blocked
    along the edge with one hill | 4: . i'; 5: H .; 6: . I' | sight? => clear
    along the edge between a unit on the hill and a bunker on it
        4: . i/H'; 5: i2/H Hb; 6: . I/H' | sight? => blocked
    down over two hills beside the line | 4: . i/H'; 5: H H; 6: . I' | sight? => blocked
    over a steep hill | 4: I' S i' | sight? => blocked
    over a sea bluff | 4: I' V i' | sight? => blocked
    over a cliff | 4: I' K i' | sight? => blocked
    over an impassable hill | 4: I' H^ i' | sight? => blocked
    all high ground together is one hill | 4: I/H' S i/V' | sight? => clear
    from one cliff to the other over the sand | 4: I/K' _ i/K' | sight? => clear
    between two hills over two lake hexes | 4: I/H' L L i/H' | sight? => clear
    # ruling: a forest below two hills hinders nobody in 2025; 2004 knows no half-hexes
    along the side of the board between two hills | 4: i/H'; 5: F; 6: I/H'; left 0 | sight? => clear
    # 2025, Line of sight, half-hexes, at any height
    along the side of the board between two hills, a unit on the hill beside them
        4: i/H'; 5: i2/H; 6: I/H'; left 0 | sight? => clear / blocked
    """
)


@runs(VIEWS)
def test_high_ground_opens_and_closes_a_view(case: Case) -> None:
    check(case)


AIMS = cases(
    """
    # 2004 p. 13-15, Hills; 2025 Appendix 2, Hills
    infantry up a hill | 4: I i/H; battle | dice I? => i 2
    infantry up a hill at two hexes | 4: I . i/H | dice I? => i 1
    infantry up a hill at three hexes | 4: I . . i/H | dice I? => none
    armor up a hill | 4: A . . i/H | dice A? => i 2
    artillery up a hill | 4: G . . i/H | dice G? => i 2
    infantry on the same hill | 4: I/H i/H | dice I? => i 3
    infantry from another hill | 4: I/H . i/H | dice I? => i 2
    infantry down a hill | 4: I/H i | dice I? => i 3
    up a steep hill | 4: I i/S | dice I? => i 2
    from a hill at a steep hill | 4: I/H i/S | dice I? => i 3
    up a sea bluff | 4: I/_ i/V | dice I? => i 2
    up a cliff | 4: A/_ i/K | dice A? => i 2
    out of the wire up a hill | 4: I/# i/H | dice I? => i 1
    armor from the hill at a bunker on it | 4: A/H i/Hb | dice A? => i 1
    infantry from below at sandbags on a hill | 4: I i/H% | dice I? => i 2
    infantry from the hill at sandbags on it | 4: I/H i/H% | dice I? => i 2
    armor in a town at open ground | 4: A/T i | dice A? => i 1
    armor in front of a town up a hill | 4: A i/H | dice A? => i 2
    armor in front of a town | 4: A i/T | dice A? => i 1
    armor in front of a forest | 4: A i/F | dice A? => i 1
    the infantry below fights armor on the hill | 4: A/H i a/H | dice i? => A 2
    the armor between them has an enemy next to it first | dice A? => i 3
    armor on a hill with a forest below before it | 4: A/H F a | dice A? => none
    armor below with a forest before it | dice a? => none
    # 2004 p. 15-16, Fixed obstacles; 2025 Appendix 2, Obstacles
    armor from below at a bunker on a hill | 4: A i/Hb | dice A? => i 1
    # 2025 Appendix 2, Bunkers
    from below at the enemy's bunker on a hill, where only the hill counts
        4: A i/Hb+ | dice A? => i 2
    # 2025, Battle; ruling: so in 2004
    armor in a town up a hill: both reductions count | 4: A/T i/H | dice A? => none
    # 2025 Appendix 2, Terrain height
    armor on a hill sees the other hill over a town {2025} | 4: A/H T a/H | dice A? => a 3
    armor on the other hill fires over its infantry below {2025} | 4: A/H i a/H | dice a? => A 3
    # 2004 p. 13-15, Hills
    armor on a hill does not see the other hill over a town {2004} | 4: A/H T a/H | dice A? => none
    # 2004 p. 9, Line of Sight
    armor on the other hill does not fire over its infantry {2004} | 4: A/H i a/H | dice a? => none
    """
)


@runs(AIMS)
def test_a_unit_attacks_up_and_down_with_the_dice_of_the_table(case: Case) -> None:
    check(case)


CLIMBING = cases(
    """
    # 2004 p. 13-15, Hills; 2025 Appendix 2, Terrain height
    up a hill and down again is two hexes
        4: A H .; move A | A moves e e => moved A e e; moves ended
    # 2004, Mortain; 2025 Appendix 2, Steep hills
    up a steep hill takes both hexes of infantry, and its battle
        4: I S; move I | I moves e => moved I e cost 2 no battle; moves ended
    infantry that climbed a steep hill does not battle
        4: I S i | I moves e; I > i => refused battle.moved_too_far
    special forces that climbed a steep hill battle
        4: E S i; move E | E moves e; E > i [star star star] => rolled
    armor goes one hex on from a steep hill
        4: A S .; move A | A moves e e => moved A e e cost 3; moves ended
    armor does not climb a steep hill with its third hex
        4: A . . S | A moves e e e => refused movement.too_far
    a gun does not climb a steep hill | 4: G S; move G | G moves e => refused movement.too_far
    down a steep hill is one hex | 4: I/S .; move I | I moves e => moved I e; moves ended
    from a hill to a steep hill is one hex | 4: I/H S | I moves e => moved I e; moves ended
    up a steep hill ground is taken
        4: I i:1/S; battle I | I > i [grenade star]; take ground => ground taken I 4,10
    # ruling: its three hexes are enough
    a bombarding gun moves up a steep hill
        4: G S .; move G; card artillery_bombard | G moves e e => moved G e e cost 3 no battle;
        moves ended
    # ruling: two hexes of movement however they are spent
    in an assault infantry climbs a steep hill and battles
        4: I S; move I; card infantry_assault | I moves e => moved I e cost 2; moves ended
    in an assault infantry goes one hex on from a steep hill
        4: I S .; card infantry_assault | I moves e e => moved I e e cost 3 no battle; moves ended
    # ruling: a unit that leaves a hedgerow enters one hex, whatever it costs
    out of a hedgerow infantry climbs a steep hill: one hex, though it costs two
        4: I/R S | I moves e => moved I e cost 2 no battle; moves ended
    out of a hedgerow and up a steep hill armor goes no further
        4: A/R S .; move A | A moves e e => refused movement.terrain_cap
    # 2004 p. 13-15, Hedgerows; 2025 Appendix 2, Hedgerows
    out of a hedgerow it is one hex in an assault too
        4: I/R . .; move I; card infantry_assault | I moves e e => refused movement.terrain_cap
    out of a hedgerow onto the beach is one hex
        4: A/R _; move A | A moves e => moved A e; moves ended
    """
)

ON_BLUFFS = cases(
    """
    # 2004, Omaha Beach; 2025 Appendix 2, Sea bluffs
    from the beach up a sea bluff infantry spends two hexes
        4: I/_ V; move I | I moves e => moved I e cost 2 no battle; moves ended
    special forces climb a sea bluff and battle
        4: E/_ V i; move E | E moves e; E > i [star star star] => rolled
    from the beach armor does not climb a sea bluff
        4: A/_ V; move A | A moves e => refused movement.closed_edge
    from the beach artillery does not climb a sea bluff
        4: G/_ V; move G | G moves e => refused movement.closed_edge
    from inland armor drives onto a sea bluff
        4: A V .; move A | A moves e e => moved A e e; moves ended
    armor retreats from a sea bluff to the beach
        4: a A/V; 5: _ ~; battle a; first axis | a > A [flag star] => rolled; retreated A sw;
        ground offered a 4,10
    armor does not take ground up a sea bluff from the beach
        4: A/_ i:1/V; battle A | A > i [grenade star] => rolled; eliminated i 4,10 allies
    from the sea bluff infantry takes ground on the beach
        4: I/V i:1/_; battle I | I > i [grenade star star]; take ground => ground taken I 4,10
    # ruling: 2004, Omaha Beach prices the climb alone
    from the sea bluff down to the beach infantry spends one hex by the older book {2004}
        4: I/V _; move I | I moves e => moved I e; moves ended
    # 2025 Appendix 2, Sea bluffs
    from the sea bluff down to the beach infantry spends two hexes by the newer book {2025}
        I moves e => moved I e cost 2 no battle; moves ended
    from the sea bluff armor does not get down to the beach by the newer book {2025}
        4: A/V _; move A | A moves e => refused movement.closed_edge
    # ruling: 2004, Omaha Beach bars the climb alone
    from the sea bluff armor rolls down to the beach by the older book {2004}
        A moves e => moved A e; moves ended
    # 2004, Pointe du Hoc; 2025 Appendix 2, Cliffs
    from the beach up a cliff infantry spends two hexes
        4: I/_ K; move I | I moves e => moved I e cost 2 no battle; moves ended
    special forces climb a cliff and battle
        4: E/_ K i; move E | E moves e; E > i [star star star] => rolled
    from the beach armor does not climb a cliff
        4: A/_ K; move A | A moves e => refused movement.closed_edge
    from the beach artillery does not climb a cliff
        4: G/_ K; move G | G moves e => refused movement.closed_edge
    from inland armor drives onto a cliff
        4: A K .; move A | A moves e e => moved A e e; moves ended
    armor retreats from a cliff to the beach
        4: a A/K; 5: _ ~; battle a; first axis | a > A [flag star] => rolled; retreated A sw;
        ground offered a 4,10
    armor does not take ground up a cliff from the beach
        4: A/_ i:1/K; battle A | A > i [grenade star] => rolled; eliminated i 4,10 allies
    from the cliff infantry takes ground on the beach
        4: I/K i:1/_; battle I | I > i [grenade star star]; take ground => ground taken I 4,10
    # ruling: 2004, Pointe du Hoc prices the climb alone
    from the cliff down to the beach infantry spends one hex by the older book {2004}
        4: I/K _; move I | I moves e => moved I e; moves ended
    # 2025 Appendix 2, Cliffs
    from the cliff down to the beach infantry spends two hexes by the newer book {2025}
        I moves e => moved I e cost 2 no battle; moves ended
    from the cliff armor does not get down to the beach by the newer book {2025}
        4: A/K _; move A | A moves e => refused movement.closed_edge
    # ruling: 2004, Pointe du Hoc bars the climb alone
    from the cliff armor rolls down to the beach by the older book {2004}
        A moves e => moved A e; moves ended
    """
)

TAKING = cases(
    """
    # 2004, Omaha Beach; 2025 Appendix 2, Sea bluffs
    from the beach infantry takes ground up a sea bluff
        4: I/_ i:1/V; battle I | I > i [grenade star]; take ground => ground taken I 4,10
    over the sand and up a bluff infantry does not get in one turn
        4: I _ V; move I | I moves e e => refused movement.too_far
    # 2004, Pointe du Hoc, bars nothing of the sort
    from the beach infantry takes ground up a cliff by the older book {2004}
        4: I/_ i:1/K; battle I | I > i [grenade star]; take ground => ground taken I 4,10
    # 2025 Appendix 2, Cliffs
    from the beach no ground is taken up a cliff by the newer book {2025}
        I > i [grenade star] => rolled; eliminated i 4,10 allies
    from the cliff armor takes no ground on the beach by the newer book {2025}
        4: A/K i:1/_; battle A | A > i [grenade star star] => rolled; eliminated i 4,10 allies
    # 2004, Pointe du Hoc; 2025 Appendix 2, Cliffs
    from inland ground is taken on a cliff
        4: I i:1/K; battle I | I > i [grenade star]; take ground => ground taken I 4,10
    # ruling: a move that enters a beach is two hexes, however they are spent
    over the sand and up a bluff infantry does not get in an assault either
        4: I _ V; move I; card infantry_assault | I moves e e => refused movement.terrain_cap
    # 2025 Appendix 2, Sea bluffs and Beaches
    down a bluff onto the sand is the whole move even in an assault {2025}
        4: I/V _ .; card infantry_assault | I moves e e => refused movement.terrain_cap
    # ruling: first all reductions, then the card's dice; 2025, Battle
    a card's die is added to what the town and the hill have left
        4: A/T i/H; battle A; card armor_assault | A > i => attack declared A i dice 1;
        ambush offered i axis
    """
)

CASES = (*CLIMBING, *ON_BLUFFS, *TAKING)


@runs(CASES)
def test_high_ground_is_climbed_and_taken(case: Case) -> None:
    check(case)


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
