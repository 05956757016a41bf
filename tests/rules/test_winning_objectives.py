"""How objectives end a game: by majority, by sudden death, and with the last medal."""

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
from domain.geometry.hexes import at
from domain.setup import AirDrop as Drop
from domain.state import GameState
from domain.values import Check, EditionName, Ending, ObjectiveKind, Seat, Side, UnitKind
from tests.support.boards import path
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, PLAYERS, SEED, Skirmish, after
from tests.support.objectives import prize, scene

ALLIES, AXIS = Seat.ALLIES, Seat.AXIS
TEMPORARY, PERMANENT = ObjectiveKind.TEMPORARY, ObjectiveKind.PERMANENT
MAJORITY, SUDDEN_DEATH = ObjectiveKind.MAJORITY, ObjectiveKind.SUDDEN_DEATH


OBJECT = "2004 p. 6, Object of the Game; 2025, Object of the game"


Spot = tuple[int, int]


def go(unit: str, start: Spot, steps: str, seat: Seat = ALLIES) -> MoveUnit:
    return MoveUnit(seat, unit, path(start, steps))


def took(name: str = "m1", side: Side = Side.ALLIES, medals: int = 1) -> e.ObjectiveTaken:
    return e.ObjectiveTaken(name, side, medals)


def won(side: Side = Side.ALLIES, ending: Ending = Ending.MEDALS) -> tuple[e.Event, ...]:
    return e.GameFinished(side, ending), e.SeedRevealed(SEED)


PAIR = ((4, 10), (4, 12))


MAJORITY_ONES = cases(
    """
    # 2025 Appendix 3, majority
    @ objective m1 majority 4,10 4,12 4,14
    one hex more than the enemy is the majority
        4: A . . .; move A | A moves e => moved A e; objective taken m1 allies; moves ended
    an enemy that draws level takes the medal off its holder
        4: A . . i | A moves e => moved A e; objective lost m1 axis; moves ended
    @ objective m1 majority 4,12 4,14
    an enemy that draws level with its second step takes the medal off its holder
        A moves e e => moved A e e; objective lost m1 axis; moves ended
    @ objective m1 majority 4,10 4,12 4,14
    who leaves the group at level numbers gives the enemy the majority
        4: . A . i | A moves w => moved A w; objective taken m1 axis; moves ended
    who leaves the group at level numbers may lose the game in its own turn
        medals 1 | A moves w => moved A w; objective taken m1 axis; game finished axis medals;
        seed revealed
    who leaves as the last of its side loses the medal
        4: . A . . | A moves w => moved A w; objective lost m1 allies; moves ended
    a second hex more changes nothing | 4: A . I . | A moves e => moved A e; moves ended
    to move within the group changes nothing | 4: . A . . | A moves e => moved A e; moves ended
    an elimination gives the majority
        4: . A i:1 .; battle A | A > i [grenade star star] => rolled; eliminated i 4,12 allies;
        objective taken m1 allies; ground offered A 4,12
    an elimination ends the majority at level numbers
        4: A i:1 i2 I | A > i [grenade star star] => rolled; eliminated i 4,10 allies;
        objective lost m1 axis; ground offered A 4,10
    ground taken in the group turns the majority
        A > i [grenade star star]; take ground => ground taken A 4,10; objective taken m1 allies;
        overrun offered A
    a retreat out of the group gives up the majority
        3: i2 .; 4: A i | A > i [flag star star] => rolled; retreated i ne; objective lost m1 axis;
        ground offered A 4,10
    @ objective m1 majority allies 4,10 4,12 4,14
    only the named side has the majority | 4: . A . i; move A | A moves w => moved A w; moves ended
    the other side's units count against the named one
        4: A . . i | A moves e => moved A e; moves ended
    the other side draws level with the named one
        4: a . . I; move a; first axis | a moves e => moved a e; objective lost m1 allies;
        moves ended
    """
)


LATER = Check.END_OF_OWN_TURN


SUDDEN_ONES = cases(
    """
    # 2025 Appendix 3, sudden death
    sudden death ends the game the moment its condition is met
        4: A . I .; move A; objective m1 sudden_death allies 4,10 4,12 4,14 need 2 | A moves e =>
        moved A e; game finished allies sudden_death; seed revealed
    a unit may run past a hex of sudden death that does not suffice
        4: A . .; objective m1 sudden_death allies 4,10 4,14 need 2 | A moves e e => moved A e e;
        moves ended
    sudden death asks for all the hexes that it names
        4: A . I .; objective m1 sudden_death allies 4,10 4,12 4,14 need 3 | A moves e => moved A e;
        moves ended
    sudden death is for the named side
        4: A . .; objective m1 sudden_death axis 4,10 | A moves e => moved A e; moves ended
    sudden death that names no side is for either
        4: a . .; move a; first axis; objective m1 sudden_death 4,10 | a moves e => moved a e;
        game finished axis sudden_death; seed revealed
    # ruling: a hex that wins the game is the last of the move
    @ objective m1 sudden_death allies 4,10
    nobody runs past the hex of sudden death
        4: A . .; move A | A moves e e => refused movement.other_path
    # 2025 Appendix 3, sudden death
    a medal on the same hex is taken before sudden death
        4: A .; objective m2 temporary allies 4,10 | A moves e => moved A e;
        objective taken m2 allies; game finished allies sudden_death; seed revealed
    a medal that wins comes before sudden death on the same hex
        medals 1; objective m2 temporary allies 4,10 | A moves e => moved A e;
        objective taken m2 allies; game finished allies medals; seed revealed
    @
    ground taken brings sudden death
        4: A i:1 i2; battle A; objective m1 sudden_death allies 4,10 | A > i [grenade star star];
        take ground => ground taken A 4,10; game finished allies sudden_death; seed revealed
    a retreat brings sudden death in the enemy's turn
        3: i2 .; 4: A i; objective m1 sudden_death axis 3,11 | A > i [flag star star] => rolled;
        retreated i ne; game finished axis sudden_death; seed revealed
    # ruling: a scenario may have its condition looked at when the side ends its turn
    @ objective m1 sudden_death allies 4,10 4,12 need 2 later
    sudden death at the end of the own turn waits for it
        4: A . I; move A | A moves e => moved A e; moves ended
    sudden death at the end of the own turn comes before the cards
        A moves e; end turn => battles ended; game finished allies sudden_death; seed revealed
    @ medals 1; objective m1 sudden_death allies 4,10 later
    a unit may run past a hex that is looked at when the turn ends
        4: A . . | A moves e e => moved A e e; moves ended
    """
)


@runs((*MAJORITY_ONES, *SUDDEN_ONES))
def test_objectives_win_as_the_rulebook_says(case: Case) -> None:
    check(case)


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
