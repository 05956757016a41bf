"""Rules that meet: terrain with terrain, cards with terrain, objectives with ways."""

from dataclasses import replace

import pytest

from domain import decide, evolve, legal_commands, view
from domain import events as e
from domain.commands import (
    AirDrop,
    Ambush,
    Attack,
    Decline,
    EndTurn,
    ExitBoard,
    MoveUnit,
    NameTarget,
    OrderUnit,
    PlayCard,
    TakeGround,
)
from domain.editions import EDITIONS as EDITIONS_BY_NAME
from domain.geometry.hexes import Hex, at
from domain.phases import AirDropPhase, PlayCardPhase, StrikePhase
from domain.rules.moves.movement import can_move, moves
from domain.setup import AirDrop as Drop
from domain.setup import Objective
from domain.state import GameState, Unit
from domain.steps.units import strikes
from domain.values import (
    Card,
    EditionName,
    ObjectiveKind,
    Seat,
    Side,
    UnitKind,
)
from domain.values.replacing import replace_fields
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.games import BOTH, Skirmish, after, play, start_game
from tests.support.seating import SEATS

EDITIONS = pytest.mark.parametrize("edition", BOTH)


def ends(state: GameState, unit: str) -> set[Hex]:
    """Where a unit may move to."""
    seat = state.turn.seat
    return {
        command.path[-1]
        for command in legal_commands(state, seat)
        if isinstance(command, MoveUnit) and command.unit == unit
    }


@EDITIONS
@pytest.mark.parametrize("unit", ["I", "A"])
def test_one_step_off_a_hedgerow_may_climb(unit: str, edition: EditionName) -> None:
    """2004 p. 14, Hedgerows; 2025 Appendix 2, Hedgerows and Steep hills: one hex, which costs two
    here. Nothing beyond it is entered."""
    drawn = Skirmish(f"4: {unit}/R S .\n5: . .", ordered=unit, phase="move")
    state = drawn.begin(edition)
    near = set(drawn.at(edition).grid.neighbors[at(4, 8)])
    assert at(4, 10) in near
    assert ends(state, unit) == near


@EDITIONS
def test_a_gun_on_a_hedgerow_cannot_climb(edition: EditionName) -> None:
    drawn = Skirmish("4: G/R S", ordered="G", phase="move")
    position = drawn.at(edition)
    gun = position.state.units["G"]
    assert can_move(position, gun)
    assert at(4, 10) not in {move.path[-1] for move in moves(position, gun)}


@EDITIONS
def test_infantry_of_mortain_climbs_off_its_hedgerow(edition: EditionName) -> None:
    game = start_game("mortain", edition)
    unit = next(u for u in game.state.units.values() if u.hex == Hex(5, 3))
    state = after(
        game.state,
        (
            e.CardPlayed(Seat.ALLIES, Card.DIRECT_FROM_HQ),
            e.UnitOrdered(unit.id, ()),
            e.OrdersEnded(),
        ),
    )
    state = replace(state, turn=replace(state.turn, seat=Seat.ALLIES))
    assert Hex(5, 4) in ends(state, unit.id)


FOR_GOOD = Objective("m1", Side.ALLIES, ObjectiveKind.PERMANENT, (at(4, 10),), 1, "")


@EDITIONS
def test_a_unit_may_fetch_a_medal_and_come_back(edition: EditionName) -> None:
    """2004 p. 7 and 2025, Move units: only other units' hexes are closed."""
    drawn = Skirmish("4: A . .", ordered="A", phase="move", changes={"objectives": (FOR_GOOD,)})
    state = drawn.begin(edition)
    command = MoveUnit(Seat.ALLIES, "A", (at(4, 10), at(4, 8)))
    assert command in legal_commands(state, Seat.ALLIES)
    state = after(state, decide(state, command, Script()))
    assert state.units["A"].hex == at(4, 8)
    assert state.occupants[at(4, 8)].id == "A"
    assert state.medals[Side.ALLIES] == 1


@EDITIONS
def test_coming_back_may_win_and_then_the_way_is_over(edition: EditionName) -> None:
    home = Objective("m2", Side.ALLIES, ObjectiveKind.TEMPORARY, (at(4, 8),), 1, "")
    drawn = Skirmish(
        "3: .\n4: A . .\n5: .",
        ordered="A",
        phase="move",
        medals=2,
        changes={"objectives": (FOR_GOOD, home)},
    )
    state = drawn.begin(edition)
    back = MoveUnit(Seat.ALLIES, "A", (at(4, 10), at(4, 8)))
    listed = [c for c in legal_commands(state, Seat.ALLIES) if isinstance(c, MoveUnit)]
    assert back in listed
    assert not [c for c in listed if len(c.path) > 2 and c.path[:2] == back.path]
    assert after(state, decide(state, back, Script())).winner is Side.ALLIES


@EDITIONS
def test_nobody_moves_to_where_it_stands_for_nothing(edition: EditionName) -> None:
    drawn = Skirmish("4: A . .", ordered="A", phase="move")
    assert at(4, 8) not in ends(drawn.begin(edition), "A")


@EDITIONS
def test_behind_enemy_lines_a_hedgerow_is_taken_from_anywhere(edition: EditionName) -> None:
    """Its movement knows no limit of terrain, and so it is with the ground it wins."""
    drawn = Skirmish(
        """
        4:  .   i:1/R
        5:    .
        6:  .
        7:    I
        """,
        ordered="I",
        phase="move",
        card=Card.BEHIND_ENEMY_LINES,
    )
    state = drawn.begin(edition)
    (way,) = (
        move.path
        for move in moves(drawn.at(edition), state.units["I"])
        if move.path[-1] == at(5, 9)
    )
    chance = Script("grenade star star")
    state = play(
        state,
        (MoveUnit(Seat.ALLIES, "I", way), Attack(Seat.ALLIES, "I", "i"), Decline(Seat.AXIS)),
        chance,
    )
    state = play(state, (TakeGround(Seat.ALLIES),), chance)
    assert state.units["I"].hex == at(4, 10)


DROPS = (Drop(Side.AXIS, UnitKind.INFANTRY, 1, 4, scatter=0),)
CASES = cases(
    """
    # 2004 scenario booklet, Sainte-Mère-Église
    units are dropped over the board
        4: I .; 5: i .; play_card; with air_drops | drop 1,25 => refused air_drop.off_board
    """,
    air_drops={"changes": {"air_drops": DROPS}},
)


@runs(CASES)
def test_a_drop_that_cannot_be_is_refused(case: Case) -> None:
    check(case)


@EDITIONS
def test_a_side_may_drop_units_twice(edition: EditionName) -> None:
    drops = tuple(Drop(Side.AXIS, UnitKind.INFANTRY, 1, 4, scatter=0) for _ in range(2))
    drawn = Skirmish("4: I .\n5: i .", phase="play_card", changes={"air_drops": drops})
    state = drawn.begin(edition)
    aims = (at(0, 0), at(0, 4))
    for count, aim in enumerate(aims, start=1):
        assert isinstance(state.phase, AirDropPhase)
        assert state.drops == count
        assert state.awaited is Seat.AXIS
        shown = {"kind": "infantry", "units": 1, "figures": 4, "scatter": 0}
        assert view(state, frozenset())["pending"] == shown
        state = play(state, (AirDrop(Seat.AXIS, aim),), Script())
    assert isinstance(state.phase, PlayCardPhase)
    assert {state.occupants[aim].side for aim in aims} == {Side.AXIS}


@EDITIONS
def test_a_view_says_which_units_may_still_battle(edition: EditionName) -> None:
    """A bombarding gun has a second battle; a unit that dug in has none."""
    bombard = Skirmish("4: G . . i\n5: . .", ordered="G", card=Card.ARTILLERY_BOMBARD)
    state = bombard.begin(edition)
    for may in (True, True, False):
        shown = view(state, frozenset(SEATS))["ordered"]
        assert [row["may_battle"] for row in shown] == [may]  # type: ignore[attr-defined]
        if may:
            state = play(state, (Attack(Seat.ALLIES, "G", "i"),), Script("star star star"))
    dug = Skirmish("4: I . . i", ordered="I", card=Card.DIG_IN).begin(edition)
    shown = view(dug, frozenset(SEATS))["ordered"]
    assert [row["may_battle"] for row in shown] == [False]  # type: ignore[attr-defined]


@EDITIONS
def test_a_sea_wall_is_laid_with_sandbags_of_the_box(edition: EditionName) -> None:
    """Ruling: twelve sandbags are in the box, and a sea wall is laid with them."""
    walls = " ".join(["w"] * 11)
    drawn = Skirmish(f"4: {walls}\n6: I . I2 . .", 0, phase="order", card=Card.DIG_IN)
    state = drawn.begin(edition)
    assert OrderUnit(Seat.ALLIES, "I2") in legal_commands(state, Seat.ALLIES)
    state = play(state, (OrderUnit(Seat.ALLIES, "I"),), Script())
    assert OrderUnit(Seat.ALLIES, "I2") not in legal_commands(state, Seat.ALLIES)


@EDITIONS
def test_a_fifth_target_is_never_named(edition: EditionName) -> None:
    """2004 and 2025, Air Power card: up to four units."""
    drawn = Skirmish("4: i i2 i3 i4 i5\n6: I", phase="play_card", card=Card.AIR_POWER)
    state = play(
        drawn.begin(edition),
        (
            PlayCard(Seat.ALLIES, Card.AIR_POWER),
            *(NameTarget(Seat.ALLIES, name) for name in ("i", "i2", "i3", "i4")),
        ),
        Script(),
    )
    assert isinstance(state.phase, StrikePhase)


MOST = Objective("m1", None, ObjectiveKind.MAJORITY, (at(4, 8), at(4, 14)), 1, "")


@EDITIONS
def test_who_takes_ground_may_lose_by_what_it_leaves(edition: EditionName) -> None:
    """The enemy then holds more of the objective's hexes, and has won before the ground is
    entered."""
    changes = {"objectives": (replace(MOST, medals=2),)}
    drawn = Skirmish("4: I i:1 . i2", ordered="I", medals=2, changes=changes)
    state = play(
        drawn.begin(edition),
        (Attack(Seat.ALLIES, "I", "i"), TakeGround(Seat.ALLIES)),
        Script("grenade star star"),
    )
    assert state.winner is Side.AXIS


@EDITIONS
def test_who_leaves_the_board_may_lose_by_what_it_leaves(edition: EditionName) -> None:
    edge = Objective("m2", Side.ALLIES, ObjectiveKind.EXIT, (at(0, 8),), 1, "")
    most = replace(MOST, hexes=(at(1, 9), at(1, 13)))
    drawn = Skirmish(
        "0: . . . .\n1: I . i2 .",
        ordered="I",
        phase="move",
        medals=1,
        changes={"objectives": (edge, most)},
    )
    state = play(drawn.begin(edition), (ExitBoard(Seat.ALLIES, "I", (at(0, 8),)),), Script())
    assert state.winner is Side.AXIS
    assert "I" in state.units


def test_what_comes_out_of_turn_is_no_history() -> None:
    """Events that no decision makes in this order are refused, not booked somehow."""
    drawn = Skirmish("4: I i .", ordered="I", enemy=(Card.AMBUSH,))
    state = drawn.begin(EditionName.E2025)
    with pytest.raises(ValueError, match="strike"):
        evolve(state, e.TargetNamed("i"))
    with pytest.raises(ValueError, match="strike"):
        list(strikes.name_options(drawn.at(EditionName.E2025), Seat.ALLIES))
    offered = evolve(state, e.AmbushOffered("i", Seat.AXIS))
    with pytest.raises(ValueError, match="attack"):
        decide(offered, Ambush(Seat.AXIS), Script())


@EDITIONS
def test_nothing_may_battle_once_the_battles_are_over(edition: EditionName) -> None:
    drawn = Skirmish("4: I . i", ordered="I", card=Card.RECON_CENTER)
    state = play(drawn.begin(edition), (EndTurn(Seat.ALLIES),), Script())
    assert state.phase is not None
    assert state.phase.decision == "choose_card"
    shown = view(state, frozenset(SEATS))["ordered"]
    assert [row["may_battle"] for row in shown] == [False]  # type: ignore[attr-defined]


def test_both_books_print_the_same_cards() -> None:
    """The catalogue shows one table of cards for both."""
    first, second = EDITIONS_BY_NAME.values()
    both = first.decks.keys() & second.decks.keys()
    assert {v: first.decks[v] for v in both} == {v: second.decks[v] for v in both}


def test_a_copy_is_changed_only_in_fields_that_there_are() -> None:
    unit = Unit("allies-1", Side.ALLIES, UnitKind.INFANTRY, 4, 4, Hex(0, 0))
    assert replace_fields(unit, figures=2) == replace(unit, figures=2)
    with pytest.raises(TypeError, match="Unit"):
        replace_fields(unit, figure=2)
