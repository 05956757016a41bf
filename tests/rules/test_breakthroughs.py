"""Armor that breaks through: new units on the enemy's baseline, once, by orders of a card."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain import events as e
from domain import evolve, legal_commands
from domain.bots import choose
from domain.commands import Attack, Decline, Deploy, EndOrders, ExitBoard, OrderUnit, TakeGround
from domain.editions import rulebook
from domain.errors import ScenarioError
from domain.geometry.hexes import at
from domain.position import Position
from domain.scenarios import document, load, parse
from domain.setup import ArmorBreakthrough, Objective
from domain.values import Card, EditionName, ObjectiveKind, Seat, Section, Side, UnitKind
from domain.values.bots import BotLevel
from tests.support.cases import Case, cases, check, runs
from tests.support.chance import Script
from tests.support.each import each
from tests.support.games import BOTH, Skirmish, after, play, random_play, started
from tests.support.laws import broken_laws

SIDE = Side.ALLIES


def through(*more: ArmorBreakthrough, units: int = 2, stay: bool = False) -> dict[str, Any]:
    rule = ArmorBreakthrough(SIDE, UnitKind.ARMOR, units, stay)
    return {"changes": {"armor_breakthroughs": (rule, *more)}}


def came(row: int, x: int) -> e.UnitArrived:
    """The new unit of the Allies."""
    return e.UnitArrived("J", SIDE, UnitKind.ARMOR, 3, at(row, x), (Section.CENTER,), True)


CASES = cases(
    """
    # Special rules of editor files, armor breakthrough: onto a free hex of the enemy's baseline
    @ card assault_center; with two
    a unit comes by an order of the card
        4: I . . i; order | deploy 0,10 =>
        arrived allies-2 allies armor figures 3 0,10 center
    another one, in the same turn, is the last
        deploy 0,10; deploy 0,12; deploy 0,14 => refused deploy.not_here
    not within the board | deploy 1,11 => refused deploy.not_here
    nor on the own baseline | deploy 8,10 => refused deploy.not_here
    nor in another section | deploy 0,2 => refused deploy.not_here
    nor on a unit | 0: . i2; 4: I . . i; order | deploy 0,10 => refused deploy.not_here
    nor where armor cannot be | 0: . ~; 4: I . . i; order | deploy 0,10 => refused deploy.not_here
    nor by the other side
        4: I . . i; order; first axis | deploy 0,10 => refused deploy.not_here
    nor after the orders | 4: I . . i; move I | deploy 0,10 => refused phase.other_decision
    # Special rules of editor files, armor breakthrough: each uses an order of the card
    @ with two
    a card with one order brings one
        4: I . . i; order; card recon_center | deploy 0,10 =>
        arrived allies-2 allies armor figures 3 0,10 center; orders ended; moves ended
    and what is left is for units on the board
        4: I . . i; order; card probe_center | deploy 0,10; order I =>
        ordered I center; orders ended
    with nobody to order it may come all the same
        8: I; 4: . . . i; left 0; play_card; card probe_center | play probe_center =>
        card played allies probe_center
    # Special rules of editor files, armor breakthrough: it has moved, and may battle
    it does not move
        0: . . i; 4: I . . .; order; card recon_center | deploy 0,10; allies-2 moves e =>
        refused phase.other_decision
    it battles
        0: . . i; 4: I; order; card recon_center | deploy 0,10; allies-2 > i [star star star] =>
        rolled
    not where no unit battles that comes in
        0: . F i; 4: I; order; card recon_center | deploy 0,10; allies-2 > i =>
        refused battle.terrain_entered
    # Ruling: cards of dice, or for units next to enemies, bring none
    @ with two
    armor comes with armor's card
        4: A . . i; order; card armor_assault | deploy 0,10 =>
        arrived allies-2 allies armor figures 3 0,10 center
    and by direct command
        4: I . . i; order; card direct_from_hq | deploy 0,2 =>
        arrived allies-2 allies armor figures 3 0,2 left
    not with infantry's | 4: I . . i; order; card move_out | deploy 0,10 => refused deploy.not_here
    but where it orders any one unit
        4: G . . i; order; card move_out; played move_out fallback | deploy 0,10 =>
        arrived allies-2 allies armor figures 3 0,10 center; orders ended; moves ended
    not in close assault
        4: I i; order; card close_assault | deploy 0,10 => refused deploy.not_here
    it crushes the wire there
        0: . # . i; 4: I; order; card recon_center | deploy 0,10 =>
        arrived allies-2 allies armor figures 3 0,10 center;
        obstacle removed 0,10 wire armor_entered; orders ended; moves ended
    it takes an objective, which may win
        0: . ! . i; 4: I; order; medals 1; card recon_center | deploy 0,10 =>
        arrived allies-2 allies armor figures 3 0,10 center; objective taken m1 allies;
        game finished allies medals; seed revealed
    nor by dice
        4: I . . i; order; card their_finest_hour | deploy 0,10 => refused deploy.not_here
    """,
    two=through(),
)


@runs(CASES)
def test_armor_comes_over_the_enemys_baseline(case: Case) -> None:
    check(case)


HELD = (Card.DIRECT_FROM_HQ,)
NEXT = (e.TurnEnded(1, Seat.ALLIES), e.TurnStarted(2, Seat.AXIS), e.TurnEnded(2, Seat.AXIS))
AGAIN = (*NEXT, e.TurnStarted(3, Seat.ALLIES), e.CardPlayed(Seat.ALLIES, Card.DIRECT_FROM_HQ))


@each("then, overruns", [((), False), (AGAIN, True)])
def test_it_does_not_overrun_in_the_turn_in_which_it_comes(
    then: tuple[e.Event, ...], overruns: bool
) -> None:
    """It takes ground all the same."""
    for edition in BOTH:
        given = Skirmish("0: . . i:1 i2\n4: I", phase="order", held=HELD, **through())
        state = after(given.begin(edition), (came(0, 10), *then))
        if then:
            state = evolve(state, e.UnitOrdered("J", (Section.CENTER,)))
        state = after(state, (e.OrdersEnded(), e.MovesEnded()))
        chance = Script("infantry infantry infantry")
        state = play(
            state,
            (Attack(Seat.ALLIES, "J", "i"), Decline(Seat.AXIS), TakeGround(Seat.ALLIES)),
            chance,
        )
        assert state.units["J"].hex == at(0, 12)
        fights = any(isinstance(one, Attack) for one in legal_commands(state, Seat.ALLIES))
        assert fights is overruns


def test_armor_comes_in_one_turn_alone() -> None:
    for edition in BOTH:
        given = Skirmish("4: I . . i", phase="order", held=HELD, **through())
        state = given.begin(edition)
        assert Deploy(Seat.ALLIES, at(0, 10)) in legal_commands(state, Seat.ALLIES)
        assert Deploy(Seat.ALLIES, at(0, 10)) in legal_commands(after(state, AGAIN), Seat.ALLIES)
        once = after(state, (came(0, 14),))
        assert Deploy(Seat.ALLIES, at(0, 10)) in legal_commands(once, Seat.ALLIES)
        later = after(once, AGAIN)
        assert OrderUnit(Seat.ALLIES, "J") in legal_commands(later, Seat.ALLIES)
        assert not any(isinstance(one, Deploy) for one in legal_commands(later, Seat.ALLIES))


@each("stay", [False, True])
def test_some_never_leave_the_board(stay: bool) -> None:
    """Units of the set-up do, and those of the other side."""
    gate = Objective("out", None, ObjectiveKind.EXIT, (at(0, 10), at(0, 14)), 1, "")
    rules = (ArmorBreakthrough(SIDE, UnitKind.ARMOR, 2, stay),)
    changes = {"armor_breakthroughs": rules, "objectives": (gate,)}
    given = Skirmish("0: . . . A\n4: . i", phase="order", held=HELD, changes=changes)
    for edition in BOTH:
        state = after(given.begin(edition), (came(0, 10), *AGAIN))
        for name in ("J", "A"):
            state = evolve(state, e.UnitOrdered(name, (Section.CENTER,)))
        state = evolve(state, e.OrdersEnded())
        leaving = {
            one.unit for one in legal_commands(state, Seat.ALLIES) if isinstance(one, ExitBoard)
        }
        assert leaving == ({"A"} if stay else {"A", "J"})


def test_it_goes_back_toward_its_own_side_and_its_loss_gives_a_medal() -> None:
    state = after(Skirmish("4: I . . i", phase="order", **through()).begin(BOTH[0]), (came(0, 10),))
    unit, position = state.units["J"], Position(rulebook(state.created), state)
    assert unit.medals == 1
    assert all(hex_.row == 1 for hex_ in position.field.back[SIDE][unit_mover(position)][unit.hex])


def unit_mover(position: Position) -> Any:
    return position.traits(position.state.units["J"]).mover


def test_those_of_the_axis_come_from_below() -> None:
    rule = ArmorBreakthrough(Side.AXIS, UnitKind.ELITE_ARMOR, 1)
    given = Skirmish(
        "4: I . . i", phase="order", first=Side.AXIS, changes={"armor_breakthroughs": (rule,)}
    )
    for edition in BOTH:
        state = given.begin(edition)
        places = [one.hex for one in legal_commands(state, Seat.AXIS) if isinstance(one, Deploy)]
        assert places and {hex_.row for hex_ in places} == {8}
        state = play(state, (Deploy(Seat.AXIS, places[0]),), Script())
        assert state.occupants[places[0]].figures == 4
        assert not any(isinstance(one, Deploy) for one in legal_commands(state, Seat.AXIS))


@each("level", BotLevel)
def test_bots_answer(level: BotLevel) -> None:
    state = Skirmish("4: I . . i", phase="order", **through()).begin(EditionName.E2025)
    answer = choose(state, Seat.ALLIES, level, 1)
    assert isinstance(answer, Deploy | OrderUnit | EndOrders)


def test_random_games_with_new_armor_keep_the_laws() -> None:
    rules = tuple(ArmorBreakthrough(side, UnitKind.ARMOR, 2, side is SIDE) for side in Side)
    setup = replace(load("saverne"), armor_breakthroughs=rules)
    for edition in BOTH:
        for number in range(3):
            game = started(setup, edition, f"{number:064x}")
            for played in random_play(game, Random(number), 90):
                assert broken_laws(played.state) == []


@each(
    "params, reason",
    [
        ([{"side": "axis", "units": 1}] * 2, "breaks through once"),
        ([{"side": "axis", "units": 1, "kind": "sniper"}], "no armor"),
    ],
)
def test_what_cannot_break_through_is_refused(params: list[Any], reason: str) -> None:
    rules = [{"id": "armor_breakthrough", "params": one} for one in params]
    with pytest.raises(ScenarioError, match=reason):
        parse({**document("saverne"), "special_rules": rules})


def test_a_battle_names_who_breaks_through() -> None:
    params = {"side": "axis", "units": 3, "kind": "elite_armor", "cannot_exit": True}
    rules = [{"id": "armor_breakthrough", "params": params}]
    setup = parse({**document("saverne"), "special_rules": rules})
    assert setup.armor_breakthroughs == (
        ArmorBreakthrough(Side.AXIS, UnitKind.ELITE_ARMOR, 3, stay=True),
    )
