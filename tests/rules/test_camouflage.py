"""Camouflaged units, which only adjacent enemies attack."""

from domain import events as e
from domain import evolve
from domain.geometry.hexes import at
from domain.setup import StandIn
from domain.values import Card, EditionName, Face, LossCause, Seat, Side
from domain.view import view
from tests.support.cases import Case, cases, check, runs
from tests.support.each import each
from tests.support.games import Skirmish

AIR_STRIKE = StandIn(Side.ALLIES, (Card.RECON_LEFT,), Card.AIR_POWER, (), 2, 4, same_section=True)
HIDDEN = {"camouflaged": ("i",)}

CASES = cases(
    """
    # Pacific, Camouflage
    @ with hidden
    it is not attacked from afar
        4: I . i; battle I | I > i => refused battle.camouflaged
    nor by who needs no sight
        4: G . i; battle G | G > i => refused battle.camouflaged
    nor is it listed
        4: I . i; 6: . . i2; battle I | dice I? => i2 1
    by who stands next to it as ever
        4: I i; battle I | I > i [star star star] => rolled
    nor is it struck from the air
        4: I . i i2; play_card; card air_power | play air_power; target i =>
        refused battle.camouflaged
    nor is a group led over it
        4: I . i2 i i3; card air_power | play air_power; target i2 [star star] =>
        target named i2; targets fixed; strike rolled i2 [star star];
        figures lost i2 count 2
    where nobody else is there is no strike
        4: I . i; card air_power | play air_power =>
        card played allies air_power; orders ended; moves ended
    no group reaches a section over it
        4: I; 2: i2 i i3; left 6; card recon_left; with strikes |
        play recon_left as air_power; target i3 => refused target.not_in_section
    """,
    hidden={"changes": HIDDEN},
    strikes={"changes": {"stand_ins": (AIR_STRIKE,)}},
)


@runs(CASES)
def test_camouflage(case: Case) -> None:
    check(case)


ORDERED = e.UnitOrdered("i", ())
FIGHT = (e.AttackDeclared("I", "i", 1, 3, overrun=False), e.DiceRolled((Face.STAR,) * 3, 1))


@each(
    "events, hidden",
    [
        ((), True),
        (FIGHT, True),
        ((*FIGHT, e.FiguresLost("i", 1, LossCause.HITS)), True),
        ((ORDERED, e.UnitMoved("i", (at(3, 9),), 1, may_battle=True, may_take_ground=True)), False),
        ((e.UnitRetreated("i", (at(3, 9),)),), False),
        ((ORDERED, e.AttackDeclared("i", "I", 1, 3, overrun=False)), False),
        ((FIGHT[0], e.AmbushPlayed(Seat.AXIS, Card.AMBUSH, "i", 3)), False),
        ((*FIGHT, e.BattleBackRolled((Face.STAR,), 2)), False),
    ],
)
def test_it_is_until_it_moves_or_battles(events: tuple[e.Event, ...], hidden: bool) -> None:
    given = Skirmish("3: .\n4: I i", ordered="I", changes=HIDDEN, enemy=(Card.AMBUSH,))
    state = given.begin(EditionName.E2025)
    for event in events:
        state = evolve(state, event)
    (unit,) = (one for one in view(state, frozenset())["units"] if one["id"] == "i")
    assert unit.get("camouflaged", False) is hidden
