"""Air drops over some hexes alone, and by day; units that rest once they have landed."""

from dataclasses import replace
from typing import Any

import pytest

from domain import events as e
from domain import legal_commands
from domain.bots import choose
from domain.commands import AirDrop
from domain.editions import rulebook
from domain.errors import ScenarioError
from domain.geometry.hexes import Hex
from domain.position import Position
from domain.rules.cards.orders import commanded
from domain.scenarios import document, parse
from domain.setup import AirDrop as Drop
from domain.setup import DropTerms, Night, Setup
from domain.values import EditionName, LossCause, Seat, Side, UnitKind
from domain.values.bots import BotLevel
from domain.view import view
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, Skirmish

ALLIES = Seat.ALLIES
HERE = Hex(4, 5)
ONE = Drop(Side.ALLIES, UnitKind.INFANTRY, units=1, figures=4, scatter=0)
PLAIN = {"side": "allies", "type": "infantry", "units": 1, "figures": 4, "scatter": 1}
AIMED = DropTerms(0, hexes=(HERE, Hex(4, 6)))


def dropping(*terms: DropTerms, drops: tuple[Drop, ...] = (ONE,), **more: object) -> Any:
    return {"changes": {"air_drops": drops, "drop_terms": terms, **more}}


def resting(through: int, hex_: Hex = HERE) -> Any:
    """An Allied unit that has landed in the first turn, after its orders were given or before."""
    kind = UnitKind.INFANTRY
    landed = e.UnitLanded("J", Side.ALLIES, kind, 4, hex_, hex_, (), 1, through)
    hurt = e.FiguresLost("J", 1, LossCause.HITS)
    return {"then": (landed, hurt), **dropping(DropTerms(0, rest=1), drops=())}


DROPS = cases(
    """
    # Air drops, target drop center: over one of the marked hexes
    a drop is made over a marked hex
        4: I . . i; play_card; with aimed | drop 4,10 =>
        landed allies-2 allies infantry figures 4 4,10 4,10 no drift; turn started turn 1 allies
    and over no other | 4: I . . i; play_card; with aimed | drop 4,8 => refused air_drop.elsewhere
    # Air drops, turns of either side pass before units can be ordered
    units that land before the first turn rest from then on
        4: I . . i; play_card; with late | drop 4,10 =>
        landed allies-2 allies infantry figures 4 4,10 4,10 no drift rests_through 2;
        turn started turn 1 allies
    # Air drops, need full day visibility: once it is day as the side's turn begins
    @ deck pincer_move attack_right; card probe_left; first axis
    it is asked for as the first turn of the side begins that is in daylight
        4: . . i; 0: I; battle; with by_day | end turn =>
        battles ended; card discarded axis probe_left in_play; card drawn axis pincer_move;
        turn ended turn 1 axis; turn started turn 2 allies;
        air drop demanded allies infantry units 1 figures 4 scatter 0
    the card follows, and the units rest from that turn on
        4: . . i; 0: I; battle; with by_day | end turn; drop 4,10 =>
        landed allies-2 allies infantry figures 4 4,10 4,10 no drift rests_through 3
    the roll of the turn may bring the day
        4: . . i; 0: I; battle; with night | end turn [star star star star] =>
        battles ended; card discarded axis probe_left in_play; card drawn axis pincer_move;
        turn ended turn 1 axis; turn started turn 2 allies;
        visibility rolled [star star star star] visibility 6;
        air drop demanded allies infantry units 1 figures 4 scatter 0
    nothing is dropped by night
        4: . . i; 0: I; battle; with night | end turn [flag flag flag star] =>
        battles ended; card discarded axis probe_left in_play; card drawn axis pincer_move;
        turn ended turn 1 axis; turn started turn 2 allies;
        visibility rolled [flag flag flag star] visibility 4
    nor in the enemy's turn
        4: . . i; 0: I; battle; first allies; with by_day | end turn =>
        battles ended; card discarded allies probe_left in_play; card drawn allies pincer_move;
        turn ended turn 1 allies; turn started turn 2 axis
    a landing may win the game, and nothing follows
        4: . ! i; 0: I; battle; medals 1; with by_day | end turn; drop 4,10 =>
        landed allies-2 allies infantry figures 4 4,10 4,10 no drift rests_through 3;
        objective taken m1 allies; game finished allies medals; seed revealed
    all units of a drop are let go before the card
        4: . . i; 0: I; battle; with twice | end turn; drop 4,10; drop 4,12 =>
        drop failed allies infantry occupied 4,12 no drift draw 2
    a commissar's card is laid down after it
        4: . . i; 0: I; battle; with by_day; doctrine allies red_army_commissar |
        end turn; drop 4,10 =>
        landed allies-2 allies infantry figures 4 4,10 4,10 no drift rests_through 2;
        commitment demanded allies
    # Air drops, units that cannot be ordered until some turns have passed
    @ with resting
    a unit that rests is not ordered
        4: I . i; order; card probe_center | order J => refused order.not_yet
    nor set on the move
        4: I . i; order; card probe_center; shape long | order J on the move =>
        refused order.not_yet
    nor healed
        4: I . i; play_card; card medics_and_mechanics; hurt I 1 |
        play medics_and_mechanics; heal J => refused order.not_yet
    it springs no ambush
        4: . . i; 0: I; battle i; first axis | i > J [star star star] => rolled draw 2
    """,
    aimed=dropping(AIMED),
    late=dropping(DropTerms(0, rest=2)),
    by_day=dropping(DropTerms(0, rest=1, by_day=True)),
    night=dropping(DropTerms(0, by_day=True), nights=(Night(Side.ALLIES),))
    | {"then": (e.VisibilityRolled((), 0, 3),)},
    twice=dropping(DropTerms(0, by_day=True), DropTerms(1, by_day=True), drops=(ONE, ONE)),
    resting=resting(2),
)


@runs(DROPS)
def test_drops(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
def test_what_may_be_aimed_at_is_listed(edition: EditionName) -> None:
    state = Skirmish("4: I . . i", phase="play_card", **dropping(AIMED)).begin(edition)
    listed = [one.hex for one in legal_commands(state, ALLIES) if isinstance(one, AirDrop)]
    assert listed == [*AIMED.hexes]
    assert choose(state, ALLIES, BotLevel.GREEDY, "") == AirDrop(ALLIES, AIMED.hexes[-1])


@pytest.mark.parametrize(("number", "result"), [(1, 2), (2, 2), (3, None)])
def test_a_view_tells_how_long_a_unit_rests(number: int, result: int | None) -> None:
    state = Skirmish("4: I . i", phase="order", **resting(2)).begin(EditionName.E2025)
    shown = view(replace(state, turn=replace(state.turn, number=number)), frozenset())
    units = {unit["id"]: unit for unit in shown["units"]}
    assert units["J"].get("rests_through") == result
    assert "rests_through" not in units["I"]


def test_a_unit_that_rests_is_none_that_a_card_could_order() -> None:
    """Ruling: with nobody else to order, a card is played for want of another."""
    state = Skirmish("4: . . i", phase="order", **resting(2)).begin(EditionName.E2025)
    assert [*commanded(Position(rulebook(state.created), state), ALLIES)] == []


def read(*rules: Any) -> Setup:
    drops = [{"id": "air_drop", "params": {**PLAIN, **one}} for one in rules]
    return parse({**document("pegasus_bridge"), "special_rules": drops})


def test_terms_of_drops_are_read() -> None:
    setup = read({}, {"kind": "elite_infantry", "hexes": [[4, 5], [4, 5]]}, {"by_day": True})
    kinds = [drop.kind for drop in setup.air_drops]
    assert kinds == [UnitKind.INFANTRY, UnitKind.ELITE_INFANTRY, UnitKind.INFANTRY]
    assert setup.drop_terms == (DropTerms(1, (HERE,)), DropTerms(2, by_day=True))


@pytest.mark.parametrize(
    "rules",
    [
        ({"by_day": True}, {}),
        ({"by_day": True}, {"by_day": True, "side": "axis"}),
        ({"hexes": [[4, 30]]},),
        ({"kind": "parachute"},),
    ],
)
def test_drops_that_could_never_be_made_are_refused(rules: tuple[Any, ...]) -> None:
    with pytest.raises(ScenarioError):
        read(*rules)
