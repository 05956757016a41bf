"""What single battles say of their ground and units, each on its own board."""

import pytest

from domain import events as e
from domain import state as s
from domain.editions import EDITIONS
from domain.geometry.hexes import Hex, grid_of
from domain.geometry.shape import STANDARD
from domain.rules.moves.movement import moves
from domain.values import EditionName, LossCause, Side, UnitKind, Variant
from tests.support.cases import Case, cases, check, runs
from tests.support.games import BOTH, start_game
from tests.support.scenes import Scene, scene

HITS = LossCause.HITS
MOVES_END = e.MovesEnded()
Spot = tuple[int, int]


BEACHES = cases(
    """
    # 2004, Sword Beach; 2025 Appendix 2, Bunkers
    infantry has one die less against a unit in its bunker
        sword_beach; battle allies-2; allies-2 at 4,6 | allies-2 > axis-7 [star star] => rolled
    armor has two dice less against a unit in its bunker
        battle allies-1; allies-1 at 4,6 | allies-1 > axis-7 [star] => rolled
    a unit in its bunker may ignore a flag
        battle allies-2; allies-2 at 4,6 | allies-2 > axis-7 [flag star] => rolled;
        retreat demanded axis-7 axis shortest 0 longest 1
    a captured bunker shelters nobody
        battle axis-7; axis-7 at 2,4; allies-2 at 3,5 | axis-7 > allies-2 [star star flag] =>
        rolled; retreat demanded allies-2 allies shortest 1 longest 1
    infantry may enter the enemy's bunker
        move allies-2; axis-7 at 2,2; axis-5 at 1,5; allies-2 at 4,6 | allies-2 moves nw =>
        moved allies-2 nw; moves ended
    armor may not enter a bunker
        move allies-1; axis-7 at 2,4; allies-1 at 4,6 | allies-1 moves nw =>
        refused movement.impassable
    guns in a bunker stay there | move axis-6 | axis-6 moves w => refused movement.held
    guns in a bunker lose a figure for each flag but the first
        battle allies-2; allies-2 at 3,11 | allies-2 > axis-6 [flag flag] => rolled;
        figures lost axis-6 retreat_blocked; flag ignored axis-6
    whoever takes a bunker on a bluff has the bluff, not the bunker
        omaha_beach; battle axis-5; axis-5 at 4,8; allies-1 at 3,9 |
        axis-5 > allies-1 [star flag] => rolled; retreated allies-1 se; ground offered axis-5 3,9
    # 2004, Pointe du Hoc
    the bunkers of Pointe du Hoc shelter the Axis
        pointe_du_hoc; battle allies-2; allies-2 at 3,3 | allies-2 > axis-2 [star] => rolled
    down a cliff is one hex {2004}
        move allies-1; allies-1 at 4,2 | allies-1 moves se => moved allies-1 se; moves ended
    ground is taken up a cliff {2004}
        battle allies-1; allies-1 at 5,3; axis-4 at 4,2; axis-4 left 1 |
        allies-1 > axis-4 [grenade star] => rolled; eliminated axis-4 4,2 allies;
        ground offered allies-1 4,2
    # 2004 p. 10 and 16; 2025 Appendix 2
    the bunkers of Omaha Beach shelter the Axis, once and not twice on a bluff
        omaha_beach; allies-1 at 4,8 | allies-1 > axis-5 [star star] => rolled
    # 2004, Pointe du Hoc; 2025 Appendix 2, Cliffs
    up a cliff is two hexes
        pointe_du_hoc; move allies-1; allies-1 at 5,3 | allies-1 moves nw =>
        moved allies-1 nw cost 2; moves ended
    a cliff is not climbed after a first hex
        allies-1 at 6,2 | allies-1 moves ne nw => refused movement.too_far
    along a cliff and inland it is a hill
        allies-1 at 4,2 | allies-1 moves e ne => moved allies-1 e ne; moves ended
    a unit may be driven down a cliff
        battle axis-4; allies-1 at 4,2; axis-4 at 3,3; allies-2 at 5,1 | axis-4 > allies-1 [flag] =>
        rolled; retreated allies-1 se; ground offered axis-4 4,2
    # 2025 Appendix 2, Cliffs
    down a cliff is two hexes {2025}
        move allies-1; allies-1 at 4,2 | allies-1 moves se => moved allies-1 se cost 2; moves ended
    no ground is taken up a cliff {2025}
        battle allies-1; allies-1 at 5,3; axis-4 at 4,2; axis-4 left 1 |
        allies-1 > axis-4 [grenade star] => rolled; eliminated axis-4 4,2 allies
    # 2004, Omaha Beach; 2025 Appendix 2, Sea bluffs
    up a sea bluff is two hexes, after which plain infantry does not battle
        omaha_beach; move allies-1; allies-1 at 4,4 | allies-1 moves ne =>
        moved allies-1 ne cost 2 no battle; moves ended
    elite infantry battles after climbing a sea bluff
        move allies-13; allies-13 at 4,4 | allies-13 moves ne => moved allies-13 ne cost 2;
        moves ended
    armor does not climb a sea bluff
        move allies-4; allies-4 at 4,4 | allies-4 moves ne => refused movement.closed_edge
    ground is taken up a sea bluff
        battle allies-1; allies-1 at 4,6; axis-1 at 3,5; axis-1 left 1 |
        allies-1 > axis-1 [grenade star] => rolled; eliminated axis-1 3,5 allies;
        ground offered allies-1 3,5
    # 2004, Omaha Beach
    down a sea bluff is one hex {2004}
        move allies-1; allies-1 at 3,5 | allies-1 moves sw => moved allies-1 sw; moves ended
    the sea wall is of no use to the Axis {2004}
        battle allies-8; axis-6 at 5,19; allies-8 at 5,17 | allies-8 > axis-6 [star star flag] =>
        rolled; retreat demanded axis-6 axis shortest 1 longest 1
    # 2025 Appendix 2, Sea bluffs
    down a sea bluff is two hexes {2025}
        move allies-1; allies-1 at 3,5 | allies-1 moves sw => moved allies-1 sw cost 2 no battle;
        moves ended
    armor does not come down a sea bluff {2025}
        move allies-4; allies-4 at 3,5 | allies-4 moves sw => refused movement.closed_edge
    # 2004, Omaha Beach; 2025 Appendix 2, Sea walls
    a unit behind the sea wall is attacked with a die less and may ignore a flag
        battle axis-6; axis-6 at 4,18; allies-8 at 5,19 | axis-6 > allies-8 [flag star] => rolled;
        retreat demanded allies-8 allies shortest 0 longest 1
    the sea wall stays when the unit goes, and is in nobody's way
        move allies-8; allies-8 at 5,21 | allies-8 moves w => moved allies-8 w; moves ended
    # 2025 Appendix 2, Sea walls
    the sea wall shelters whoever is behind it {2025}
        battle allies-8; axis-6 at 5,19; allies-8 at 5,17 | allies-8 > axis-6 [star flag] => rolled;
        retreat demanded axis-6 axis shortest 0 longest 1
    """,
    scene,
)


@runs(BEACHES)
def test_beaches_and_their_defenses(case: Case) -> None:
    check(case)


# Hills, ponds, rivers and a church.


GROUND = cases(
    """
    # 2004, Mortain; 2025, Mortain
    onto a steep hill is two hexes
        mortain; move allies-10; allies-10 at 6,20 | allies-10 moves ne =>
        moved allies-10 ne cost 2 no battle; moves ended
    onto a steep hill is two hexes for armor too
        move allies-11; allies-11 at 6,18 | allies-11 moves e ne => moved allies-11 e ne cost 3;
        moves ended
    guns cannot be brought up a steep hill
        move allies-8; allies-8 at 6,20 | allies-8 moves ne => refused movement.too_far
    from one steep hill to the next is one hex
        move allies-4 | allies-4 moves sw => moved allies-4 sw;
        obstacle removed 4,22 sandbags unit_left; moves ended
    down a steep hill is one hex
        move allies-10; allies-10 at 5,21 | allies-10 moves sw => moved allies-10 sw; moves ended
    ground is taken up a steep hill
        battle allies-10; allies-10 at 6,20; axis-1 at 5,21; axis-1 left 1 |
        allies-10 > axis-1 [grenade star] => rolled; eliminated axis-1 5,21 allies;
        ground offered allies-10 5,21
    # 2004, Sainte-Mère-Église
    the church is a town {2004}
        sainte_mere_eglise; battle allies-2; allies-2 at 5,13 | allies-2 > axis-10 [flag star] =>
        rolled; retreat demanded axis-10 axis shortest 1 longest 1
    # 2025 Appendix 2, Churches
    who is in the church may ignore a flag {2025}
        allies-2 at 5,13 | allies-2 > axis-10 [flag star] => rolled;
        retreat demanded axis-10 axis shortest 0 longest 1
    # 2004, Pegasus Bridge; 2025 Appendix 2, Lakes
    nobody enters the pond
        pegasus_bridge; move allies-4 | allies-4 moves ne => refused movement.impassable
    nobody retreats into the pond
        battle allies-7; allies-5 at 8,4; axis-5 at 7,11 | allies-7 > axis-5 [flag star star] =>
        rolled; figures lost axis-5 retreat_blocked
    # ruling: a pond laid with river tiles is a river in 2004
    the pond does not hinder a line of sight {2004}
        battle allies-6; allies-6 at 7,13; axis-4 at 4,12 | allies-6 > axis-4 [star] => rolled at 3
    # 2025 Appendix 2, Lakes
    two hexes of the pond in a row block a line of sight {2025}
        allies-6 at 7,13; axis-4 at 4,12 | allies-6 > axis-4 => refused battle.no_line_of_sight
    # 2004, montelimar; 2025, montelimar
    nobody enters an impassable hill of montelimar
        montelimar; move axis-13 | axis-13 moves w => refused movement.impassable
    # 2004, st_vith; 2025, st_vith
    nobody enters an impassable hill of st_vith
        st_vith; move allies-7 | allies-7 moves sw => refused movement.impassable
    # 2004, saverne; 2025, saverne
    nobody enters an impassable hill of saverne
        saverne; move allies-4 | allies-4 moves nw => refused movement.impassable
    # 2004, Montélimar; 2025, Montélimar
    an impassable hill blocks a retreat, which costs a figure
        montelimar; battle allies-8; allies-8 at 4,22; axis-11 at 2,22 |
        allies-8 > axis-13 [flag star] => rolled; figures lost axis-13 retreat_blocked
    # 2004, St. Vith; 2025, St. Vith
    between the hills and the enemy sandbags save from one flag of two
        st_vith; battle axis-13; axis-13 at 4,12 | axis-13 > allies-8 [flag flag] => rolled;
        figures lost allies-8 retreat_blocked; flag ignored allies-8
    an impassable hill blocks a line of sight like any hill
        battle allies-11; allies-8 at 7,1; axis-13 at 5,13; allies-11 at 8,12; allies-12 at 8,18 |
        allies-11 > axis-13 => refused battle.no_line_of_sight
    # 2004, Saverne; 2025, Saverne
    guns do not fire over the hills
        saverne; battle axis-6; allies-5 at 4,6 | axis-6 > allies-5 => refused battle.fire_stopped
    guns fire over everything else | allies-5 at 6,12 | axis-6 > allies-5 [star star] => rolled at 4
    # 2004, Arnhem Bridge; 2025, Arnhem Bridge
    infantry does not attack across the wide river
        arnhem_bridge; battle allies-2; axis-9 at 2,14; allies-2 at 4,12 | allies-2 > axis-9 =>
        refused battle.fire_stopped
    armor attacks across the wide river
        battle axis-9; axis-9 at 2,14; allies-2 at 4,12 | axis-9 > allies-2 [star star star] =>
        rolled at 2
    guns attack across the wide river
        battle allies-5; axis-9 at 2,14; allies-5 at 4,12 | allies-5 > axis-9 [star star star] =>
        rolled at 2
    infantry attacks along the bridge
        battle allies-2; allies-2 at 4,14; axis-9 at 2,16 | allies-2 > axis-9 [star star] =>
        rolled at 2
    the bridge is crossed from end to end
        move axis-9; axis-9 at 2,16 | axis-9 moves sw sw sw => moved axis-9 sw sw sw; moves ended
    the bridge is left over its southern end
        axis-9 at 4,14 | axis-9 moves sw sw => moved axis-9 sw sw; moves ended
    nobody climbs onto the bridge from its side
        move allies-2; allies-2 at 4,12 | allies-2 moves e => refused movement.bridge_ends
    nobody enters the bridge beside its northern end
        move axis-9; axis-9 at 2,14 | axis-9 moves se => refused movement.bridge_ends
    nobody leaves the bridge over its side
        move allies-2; allies-2 at 5,13 | allies-2 moves se => refused movement.bridge_ends
    # ruling: a retreat keeps to the bridge
    a unit is driven back along the bridge, and nobody follows over its side
        battle allies-2; allies-2 at 4,16; axis-9 at 4,14 | allies-2 > axis-9 [flag star star] =>
        rolled; retreated axis-9 ne
    # 2004, Arnhem Bridge; 2025, Arnhem Bridge
    ground is taken along the bridge
        allies-2 at 5,13; axis-9 at 4,14; axis-9 left 1 | allies-2 > axis-9 [grenade star star] =>
        rolled; eliminated axis-9 4,14 allies; ground offered allies-2 4,14
    """,
    scene,
)


@runs(GROUND)
def test_the_ground_of_single_battles(case: Case) -> None:
    check(case)


# Units.


UNITS = cases(
    """
    # 2004 p. 12; 2025, Elite armor
    elite armor that has lost three figures fights on
        mont_mouchet; battle allies-1; allies-1 at 2,10; axis-1 at 2,12 |
        allies-1 > axis-1 [armor grenade armor] => rolled; figures lost axis-1 count 3
    # 2004 p. 12, French Resistance; 2025, French Resistance
    the Resistance battles in the turn in which it enters a forest (mont_mouchet)
        move allies-2 | allies-2 moves w => moved allies-2 w no ground; moves ended
    the Resistance battles in the turn in which it enters a forest (vassieux)
        vassieux | allies-2 moves sw => moved allies-2 sw no ground; moves ended
    the Resistance stops in a forest all the same
        mont_mouchet | allies-2 moves w w => refused movement.stop_terrain
    the Resistance does not battle after two hexes
        move allies-1 | allies-1 moves e e => moved allies-1 e e no battle; moves ended
    # 2004 p. 13-15, Terrain; 2025 Appendix 2, Forests
    other infantry that enters a forest does not battle
        move axis-8 | axis-8 moves w => moved axis-8 w no battle no ground; moves ended
    # 2004 p. 12, French Resistance; 2025, French Resistance
    the Resistance goes back one to three hexes for a flag (mont_mouchet)
        battle axis-1; axis-1 at 4,4 | axis-1 > allies-1 [flag star star] => rolled;
        retreat demanded allies-1 allies shortest 1 longest 3
    the Resistance goes back one to three hexes for a flag (vassieux)
        vassieux; axis-1 at 3,1 | axis-1 > allies-1 [flag star star] => rolled;
        retreat demanded allies-1 allies shortest 1 longest 3
    # 2004, Mont Mouchet; 2025, Mont Mouchet
    some units are worth two medals, wherever they have gone
        mont_mouchet; battle allies-4; axis-1 at 6,20; axis-1 left 1 |
        allies-4 > axis-1 [grenade star] => rolled at 2; eliminated axis-1 6,20 allies medals 2
    # 2004 p. 6, Object of the Game; 2025, Object of the game
    of a unit worth two medals only the one still needed counts
        axis-1 at 6,20; axis-1 left 1; with objective_taken | allies-4 > axis-1 [grenade star] =>
        rolled at 2; eliminated axis-1 6,20 allies; game finished allies medals; seed revealed
    # 2004, Montélimar; 2025, Montélimar
    the weakened infantry is gone after three hits
        montelimar; battle allies-9; allies-9 at 2,6 |
        allies-9 > axis-5 [infantry grenade infantry] => rolled;
        eliminated axis-5 1,7 count 3 allies; ground offered allies-9 1,7
    @ axis-6 left 2; card medics_and_mechanics
    the weakened infantry at its three figures has nothing to get back
        play_card axis-6 | play medics_and_mechanics; heal axis-5 => refused heal.nothing_lost
    the weakened infantry gets back no more than its third figure
        play medics_and_mechanics; heal axis-6 [infantry star star infantry flag] =>
        order dice rolled [infantry star star infantry flag] axis-6; figures restored axis-6;
        ordered axis-6 center; orders ended
    """,
    scene,
    objective_taken={"then": (e.ObjectiveTaken("won before", Side.ALLIES, 3),)},
)


@runs(UNITS)
def test_the_units_of_single_battles(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("slug", "count"),
    [
        ("arnhem_bridge", 7),
        ("montelimar", 3),
        ("mortain", 1),
        ("omaha_beach", 1),
        ("pointe_du_hoc", 9),
        ("sword_beach", 3),
        ("toulon", 2),
    ],
)
def test_special_forces_move_two_hexes_and_battle(
    slug: str, count: int, edition: EditionName
) -> None:
    """2004 p. 12, Special Forces; 2025, Elite infantry. Looked at on open ground, one by one."""
    state = start_game(slug, edition, variant=Variant.YOUNG_GENERALS).state
    elite = [u for u in state.units.values() if u.kind is UnitKind.ELITE_INFANTRY]
    assert ([u.full for u in elite], len(elite)) == ([4] * count, count)
    plain = [u for u in state.units.values() if u.kind is UnitKind.INFANTRY][:1]
    for unit in (*elite, *plain):
        position = Scene(slug, unit.id, "move", at={unit.id: roomy(state)}).at_edition(edition)
        listed = moves(position, position.state.units[unit.id])
        battling = {move.cost for move in listed if move.may_battle}
        assert battling == ({1, 2} if unit in elite else {1}), unit


def roomy(state: s.GameState) -> Spot:
    """A free hex of plain ground with two more to the east of it; else one of beach."""

    terrain = {tile.hex: tile.terrain for tile in state.created.setup.tiles}

    def plain(hex_: Hex) -> bool:
        return not any(hex_ in taken for taken in (terrain, state.obstacles, state.occupants))

    def run(hex_: Hex) -> list[Hex]:
        return [Hex(hex_.row, hex_.col + step) for step in range(3)]

    hexes = grid_of(STANDARD).hexes
    beach = [hex_ for hex_ in hexes if terrain.get(hex_) == "beach"]
    free = [hex_ for hex_ in hexes if all(h in hexes and plain(h) for h in run(hex_))]
    return (*free, *(hex_ for hex_ in beach if hex_ not in state.occupants))[0]


@pytest.mark.parametrize("edition", BOTH)
@pytest.mark.parametrize(
    ("slug", "count"),
    [
        ("arnhem_bridge", 3),
        ("mont_mouchet", 2),
        ("mortain", 2),
        ("operation_cobra", 1),
        ("st_vith", 4),
    ],
)
def test_elite_armor_is_armor_with_a_fourth_figure(
    slug: str, count: int, edition: EditionName
) -> None:
    """2004 p. 12; 2025, Elite armor."""
    units = start_game(slug, edition).state.units.values()
    elite = [unit for unit in units if unit.kind is UnitKind.ELITE_ARMOR]
    assert ([u.figures for u in elite], len(elite)) == ([4] * count, count)
    table = EDITIONS[edition].units
    assert table[UnitKind.ELITE_ARMOR] == table[UnitKind.ARMOR]


@pytest.mark.parametrize("edition", BOTH)
def test_all_the_maquis_is_resistance_of_three_figures(edition: EditionName) -> None:
    """2004, Mont Mouchet, Vassieux."""
    for slug in ("mont_mouchet", "vassieux"):
        own = [u for u in start_game(slug, edition).state.units.values() if u.side is Side.ALLIES]
        assert {(u.kind, u.full) for u in own} == {(UnitKind.FRENCH_RESISTANCE, 3)}


@pytest.mark.parametrize("edition", BOTH)
def test_two_armor_units_are_worth_two_medals_each(edition: EditionName) -> None:
    """2004, Mont Mouchet."""
    units = start_game("mont_mouchet", edition).state.units.values()
    assert {tuple(u.hex): u.medals for u in units if u.medals > 1} == {(0, 0): 2, (1, 1): 2}


@pytest.mark.parametrize("edition", BOTH)
def test_the_plain_infantry_of_the_axis_starts_with_three_figures(edition: EditionName) -> None:
    """2004, Montélimar."""
    units = start_game("montelimar", edition).state.units.values()
    infantry = [u for u in units if u.side is Side.AXIS and u.kind is UnitKind.INFANTRY]
    assert {(u.figures, u.full) for u in infantry} == {(3, 3)}
    assert {u.full for u in units if u.side is Side.ALLIES and u.kind is UnitKind.INFANTRY} == {4}
