"""Big guns, which zero in on whom they have hit."""

from dataclasses import replace

from domain import events as e
from domain import evolve
from domain.geometry.hexes import Hex, at
from domain.rules.battles import combat
from domain.state import Fight
from domain.values import EditionName, LossCause, Side, UnitKind
from tests.support.cases import Case, cases, check, runs
from tests.support.games import Skirmish

CASES = cases(
    """
    # Terrain Pack, Troops 3
    @ kind G big_gun
    it shoots eight hexes
        4: i . . . . . . . G; battle G; left 4 | dice G? => i 1
    not nine
        4: i . . . . . . . . G; battle G; left 4 | G > i => refused battle.out_of_range
    it zeroes in on whom its hits leave on the hex
        4: G . i . I; battle G | G > i [grenade star star] =>
        rolled at 2; figures lost i G
    with one die more from then on
        4: G . i . I; battle G; card artillery_bombard; played artillery_bombard |
        G > i [grenade star star]; dice G? => i 4
    once
        4: G . i . I; battle G; card artillery_bombard; played artillery_bombard |
        G > i [grenade star star]; G > i [grenade star star armor] =>
        rolled at 2 draw 2; figures lost i
    not on who is gone
        4: G . i:1 . I i2; battle G | G > i [grenade star star] =>
        rolled at 2; eliminated i 4,12 allies
    nor on whom it missed
        4: G . i . I; battle G | G > i [star star star] => rolled at 2
    a figure that is lost for want of a way back counts
        0: G . i; battle G | G > i [flag star star] =>
        rolled at 2; figures lost i retreat_blocked G
    who may choose its way back is marked until it goes
        2: . . .; 3: . . .; 4: G . i; battle G | G > i [grenade flag star] =>
        rolled at 2; figures lost i G; retreat demanded i axis shortest 1 longest 1
    other guns do not
        4: G . i . I; battle G; kind G artillery | G > i [grenade star star] =>
        rolled at 2; figures lost i
    """
)


@runs(CASES)
def test_big_guns(case: Case) -> None:
    check(case)


def marked(*events: e.Event) -> dict[str, tuple[Hex, ...]]:
    """What two guns have zeroed in on after some events."""
    given = Skirmish(
        "2: . . . . .; 3: . . . .; 4: G G2 i . i2 . i3 i4".replace("; ", "\n"),
        ordered="G",
        kinds={"G": UnitKind.BIG_GUN, "G2": UnitKind.BIG_GUN},
    )
    state = given.begin(EditionName.E2025)
    hits = [("i", "G"), ("i2", "G"), ("i", "G2")]
    lost = [e.FiguresLost(unit, 1, LossCause.HITS, gun) for unit, gun in hits]
    for event in (*lost, *events):
        state = evolve(state, event)
    return dict(state.marked)


def test_a_mark_goes_with_who_leaves_the_hex_and_with_its_gun() -> None:
    i, i2 = at(4, 12), at(4, 16)
    assert marked() == {"G": (i, i2), "G2": (i,)}
    assert marked(e.UnitRetreated("i", (at(3, 11),))) == {"G": (i2,)}
    assert marked(e.UnitMoved("G", (at(3, 9),), 1, may_battle=False, may_take_ground=True)) == {
        "G2": (i,)
    }
    gone = e.UnitEliminated("i2", i2, 4, LossCause.HITS, Side.ALLIES, 1)
    assert marked(gone) == {"G": (i,), "G2": (i,)}


def test_it_zeroes_in_on_whom_it_has_hit_where_it_hit_as_long_as_it_has_markers() -> None:
    given = Skirmish("4: G . i . I", ordered="G", kinds={"G": UnitKind.BIG_GUN})
    position = given.at(EditionName.E2025)
    state, target, hex_ = position.state, position.state.units["i"], at(4, 12)
    fight = Fight("G", "i", at(4, 8), hex_, 2, 2, overrun=False)
    for each, others, gun in (
        (None, 0, ""),
        (fight, 2, "G"),
        (fight, 3, ""),
        (replace(fight, target="I"), 0, ""),
        (replace(fight, ground=at(4, 10)), 0, ""),
        (replace(fight, attacker="gone"), 0, ""),
    ):
        marked = {"G": tuple(Hex(0, col) for col in range(others))}
        position.state = replace(state, turn=replace(state.turn, fight=each), marked=marked)
        assert combat.marking_gun(position, target) == gun
