"""How objectives of every kind are gained, kept and lost."""

from collections.abc import Iterable

import pytest

from domain import decide
from domain import events as e
from domain.commands import Attack, TakeGround
from domain.geometry.hexes import Hex, at
from domain.rules.battles import retreat
from domain.rules.moves import movement
from domain.setup import Objective
from domain.values import EditionName, ObjectiveKind, Seat, Side, Status
from tests.support.boards import path
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, after
from tests.support.objectives import ISLES, prize, scene

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
TEMPORARY, PERMANENT = ObjectiveKind.TEMPORARY, ObjectiveKind.PERMANENT
MAJORITY, SUDDEN_DEATH = ObjectiveKind.MAJORITY, ObjectiveKind.SUDDEN_DEATH
KILL = "grenade star star"


Spot = tuple[int, int]


PAIR = ((4, 10), (4, 12))


TEMPORARY_ONES = cases(
    """
    # 2025 Appendix 3, temporary objectives
    an objective worth two gives both medals
        4: A .; move A; objective m1 temporary allies 4,10 medals 2 | A moves e => moved A e;
        objective taken m1 allies medals 2; moves ended
    an objective worth two takes both medals along
        objective m1 temporary allies 4,8 medals 2 | A moves e => moved A e;
        objective lost m1 allies medals 2; moves ended
    two objectives on one hex are two medals
        objective m1 temporary allies 4,10; objective m2 permanent allies 4,10 | A moves e =>
        moved A e; objective taken m1 allies; objective taken m2 allies; moves ended
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    of an objective worth two only the missing medal counts
        4: A . .; 6: I; move A I; medals 1; objective m1 temporary allies 4,10 medals 2 |
        A moves e => moved A e; objective taken m1 allies; game finished allies medals;
        seed revealed
    of two objectives on one hex the second is not taken when the first wins
        4: A .; 6: I; medals 1; objective m1 temporary allies 4,10;
        objective m2 permanent allies 4,10 | A moves e => moved A e; objective taken m1 allies;
        game finished allies medals; seed revealed
    # 2025 Appendix 3; ruling: a group is held by units on as many of its hexes as it asks for
    @ objective m1 temporary allies 4,10 4,12
    any hex of a group gives its one medal
        4: A . .; move A | A moves e e => moved A e e; objective taken m1 allies; moves ended
    a second unit on the group gives no second medal
        4: A . I | A moves e => moved A e; moves ended
    a group is kept while one unit is left on it | 4: . A I | A moves w => moved A w; moves ended
    from one hex of the group to the other the medal is kept
        4: . A . | A moves e => moved A e; moves ended
    a group is lost with its last unit
        A moves w => moved A w; objective lost m1 allies; moves ended
    @ objective m1 temporary allies 4,10 4,12 need 2
    a group that asks for two hexes gives nothing for one
        4: A . . | A moves e => moved A e; moves ended
    a group that asks for two hexes is taken with the second
        4: A . I | A moves e => moved A e; objective taken m1 allies; moves ended
    a group that asks for two hexes is lost with one of them
        4: . A I | A moves w => moved A w; objective lost m1 allies; moves ended
    the enemy's units on a group are no help | 4: A . i | A moves e => moved A e; moves ended
    """
)


NEUTRAL_ONES = cases(
    """
    # 2025 Appendix 3; ruling: a medal that names no side is taken by either
    @ objective m1 temporary 4,10
    a medal that names no side is the Allies'
        4: A .; move A | A moves e => moved A e; objective taken m1 allies; moves ended
    a medal that names no side is the Axis'
        4: a .; move a; first axis | a moves e => moved a e; objective taken m1 axis; moves ended
    @ objective m1 temporary 4,10 4,12
    who holds a neutral group keeps it when an enemy enters too
        4: a . I; first axis | a moves e => moved a e; moves ended
    who leaves a neutral group leaves it to the enemy on it
        4: . A i; move A | A moves w => moved A w; objective lost m1 allies;
        objective taken m1 axis; moves ended
    who leaves a neutral group may hand the enemy the game in its own turn
        4: . A i; 6: i2; medals 2; objective m2 temporary axis 6,8 | A moves w => moved A w;
        objective lost m1 allies; objective taken m1 axis; game finished axis medals; seed revealed
    @ objective m1 permanent 4,10; with objective_taken
    a neutral permanent medal stays with who came first
        4: A . | A moves e => moved A e; moves ended
    """,
    objective_taken={"then": (e.ObjectiveTaken("m1", Side.AXIS, 1),)},
)


PERMANENT_ONES = cases(
    """
    # 2025 Appendix 3, permanent objectives
    a permanent medal is kept when its unit moves off
        4: A .; move A; objective m1 permanent allies 4,8 | A moves e => moved A e; moves ended
    a permanent medal is captured by passing over it
        4: A . .; objective m1 permanent allies 4,10 | A moves e e => moved A e e;
        objective taken m1 allies; moves ended
    permanent medals are captured in the order in which they are passed
        4: A . . .; objective m1 permanent allies 4,14; objective m2 permanent allies 4,12;
        objective m3 permanent allies 4,10 | A moves e e e => moved A e e e;
        objective taken m3 allies; objective taken m2 allies; objective taken m1 allies; moves ended
    the enemy's permanent medal is passed over for nothing
        4: A . .; objective m1 permanent axis 4,10 | A moves e e => moved A e e; moves ended
    a permanent medal is captured once
        objective m1 permanent allies 4,10; with objective_taken | A moves e e => moved A e e;
        moves ended
    a unit eliminated on its permanent objective leaves the medal to its side
        4: A i:1; battle A; objective m1 permanent axis 4,10 | A > i [grenade star star] => rolled;
        eliminated i 4,10 allies; ground offered A 4,10
    # ruling: a hex that wins the game is the last of the move
    nobody passes over the permanent medal that wins
        4: A . .; move A; medals 1; objective m1 permanent allies 4,10 | A moves e e =>
        refused movement.other_path
    nobody runs past the medal that wins with the permanent one left behind
        medals 2; objective m1 permanent allies 4,8; objective m2 temporary allies 4,10 |
        A moves e e => refused movement.other_path
    nobody runs past the medal that wins with the group that it belongs to
        medals 2; objective m1 temporary allies 4,8 4,10; objective m2 temporary allies 4,10 |
        A moves e e => refused movement.other_path
    a unit may run past a medal that does not win without the one left behind
        medals 2; objective m1 temporary allies 4,8; objective m2 temporary allies 4,10 |
        A moves e e => moved A e e; objective lost m1 allies; moves ended
    with one medal captured in passing the next one may win
        4: A . . .; medals 2; objective m1 permanent allies 4,10;
        objective m2 temporary allies 4,12 | A moves e e => moved A e e; objective taken m1 allies;
        objective taken m2 allies; game finished allies medals; seed revealed
    with one medal captured in passing nobody runs past the one that wins
        medals 2; objective m1 permanent allies 4,10; objective m2 temporary allies 4,12 |
        A moves e e e => refused movement.other_path
    who comes back to a medal that wins captures no more than the win asks for
        4: A . .; medals 3; objective m1 permanent allies 4,10; objective m2 permanent allies 4,10;
        objective m3 temporary allies 4,8 medals 2 | A moves e w => moved A e w;
        objective taken m1 allies; game finished allies medals; seed revealed
    # 2025 Appendix 3; ruling: a medal that names no side is taken by either
    a unit may run past a neutral medal that the enemy has for good
        4: A . .; 6: I; medals 2; objective m1 permanent 4,10; objective m2 temporary allies 6,8;
        with objective_taken2 | A moves e e => moved A e e; moves ended
    # 2025 Appendix 3; ruling: a group is held by units on as many of its hexes as it asks for
    a second hex of a permanent group captures nothing more
        4: A . . .; medals 2; objective m1 permanent allies 4,10 4,12 | A moves e e e =>
        moved A e e e; objective taken m1 allies; moves ended
    @ objective m1 permanent allies 4,10 4,12 need 2
    one unit does not hold two hexes of a group by passing over one of them
        4: A . . | A moves e e => moved A e e; moves ended
    a permanent group that asks for two hexes is captured by passing over the second
        3: . . .; 4: A . I . | A moves e ne => moved A e ne; objective taken m1 allies; moves ended
    a permanent group is kept when its units are gone
        4: . A I | A moves w => moved A w; moves ended
    """,
    objective_taken={"then": (e.ObjectiveTaken("m1", Side.ALLIES, 1),)},
    objective_taken2={"then": (e.ObjectiveTaken("m1", Side.AXIS, 1),)},
)


FLEEING = "2: . .\n3: i .\n4: . I"


def fleeing(picture: str, *objectives: Objective, left: int = 10, medals: int = 4) -> Skirmish:
    return Skirmish(
        picture, left, "I", medals=medals, changes={"objectives": objectives} if objectives else {}
    )


def marked(kind: ObjectiveKind, *hexes: Spot, name: str = "m1") -> Objective:
    return prize(kind, *hexes, side=Side.AXIS, name=name)


RETREATING = cases(
    """
    # 2025 Appendix 3, permanent objectives
    @ left 10; objective m1 permanent axis 2,12
    a retreat captures the permanent medal that it passes
        0: . . .; 1: . . .; 2: i2 . .; 3: i .; 4: . I; battle I | I > i [flag flag star];
        i back ne nw => retreated i ne nw; objective taken m1 axis; ground offered I 3,11
    of two ways back to one hex either may be chosen for what it captures
        1: . .; 2: . .; 3: i .; 4: . I | I > i [flag flag star]; i back nw ne => retreated i nw ne;
        ground offered I 3,11
    # ruling: a hex that wins the game is the last of the retreat
    a retreat ends where the second medal of the way wins
        0: . . .; 1: . . .; 2: i2 . .; 3: i .; 4: . I; medals 2; objective m2 temporary axis 1,11 |
        I > i [flag flag flag]; i back ne nw => retreated i ne nw; objective taken m1 axis;
        objective taken m2 axis; game finished axis medals; seed revealed
    a retreat does not run past the second medal of the way when it wins
        medals 2; objective m2 temporary axis 1,11 | I > i [flag flag flag]; i back ne nw nw =>
        refused retreat.path
    two permanent medals passed in a retreat win the game at the second
        0: . .; 1: i3 .; 2: i2 . .; 3: i .; 4: . I; medals 2; objective m2 permanent axis 1,13 |
        I > i [flag flag flag] => rolled; retreated i ne ne; objective taken m1 axis;
        objective taken m2 axis; game finished axis medals; seed revealed
    # 2025 Appendix 3; ruling: a group is held by units on as many of its hexes as it asks for
    @ left 10; medals 2; objective m1 permanent axis 2,12 1,13
    a second hex of a permanent group does not end a retreat
        0: i4 .; 1: i3 .; 2: i2 . .; 3: i .; 4: . I | I > i [flag flag flag] => rolled;
        retreat demanded i axis flags 3 shortest 3 longest 3
    # 2025 Appendix 3; ruling: the medal for the unit comes first
    @ left 10; objective m1 temporary axis 3,11
    a unit that dies for want of a way back loses its medal after the enemy's
        2: i2 ~; 3: i:1 .; 4: . I | I > i [flag star star] => rolled;
        eliminated i 3,11 retreat_blocked allies; objective lost m1 axis; ground offered I 3,11
    # 2025 Appendix 3, temporary objectives
    figures lost on the spot leave the objective held
        2: i2 ~; 3: i .; 4: . I | I > i [flag star star] => rolled; figures lost i retreat_blocked
    a retreat from one objective to the next keeps the count
        2: i2 .; 3: i .; 4: . I; medals 2; objective m2 temporary axis 2,12 |
        I > i [flag star star] => rolled; retreated i ne; objective lost m1 axis;
        objective taken m2 axis; ground offered I 3,11
    # 2025 Appendix 3, majority
    @ left 10; objective m1 majority 3,11 4,12
    a retreat that loses the game takes no medal off the winner any more
        2: i2 .; 3: i .; 4: . I I2; medals 2; objective m2 majority 2,12 4,14 |
        I > i [flag star star] => rolled; retreated i ne; objective taken m1 allies;
        game finished allies medals; seed revealed
    a retreat that loses the game captures nothing any more
        1: . i3; 2: i2 .; 3: i .; 4: . I; medals 2; objective m2 permanent axis 2,12;
        objective m3 temporary allies 4,12 | I > i [flag flag star] => rolled; retreated i ne nw;
        objective taken m1 allies; game finished allies medals; seed revealed
    a retreat that gives up the majority may win the attacker the game
        2: i2 .; 3: i .; 4: . I; medals 1 | I > i [flag star star] => rolled; retreated i ne;
        objective taken m1 allies; game finished allies medals; seed revealed
    """
)


@runs((*TEMPORARY_ONES, *NEUTRAL_ONES, *PERMANENT_ONES, *RETREATING))
def test_objectives_are_gained_and_lost_as_the_rulebook_says(case: Case) -> None:
    check(case)


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
def test_a_neutral_medal_goes_from_a_dead_holder_to_who_takes_its_ground(
    edition: EditionName,
) -> None:
    """2025 Appendix 3: lost at once with the unit, gained with the ground."""
    state = scene("4: A i:1 .", "A", prize(TEMPORARY, (4, 10), side=None), phase="battle").begin(
        edition
    )
    items: list[tuple[dict[Side, int], dict[str, Side]]] = [(dict(state.medals), dict(state.held))]
    chance = Script(KILL)
    for command in (Attack(ALLIES, "A", "i"), TakeGround(ALLIES)):
        state = after(state, decide(state, command, chance))
        items.append((dict(state.medals), dict(state.held)))
    assert items == [
        ({Side.ALLIES: 0, Side.AXIS: 1}, {"m1": Side.AXIS}),
        ({Side.ALLIES: 1, Side.AXIS: 0}, {}),
        ({Side.ALLIES: 2, Side.AXIS: 0}, {"m1": Side.ALLIES}),
    ]
    assert state.status is Status.ACTIVE
