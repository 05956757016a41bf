"""Infantry with boats on rivers, and destroyers at sea."""

from domain.setup import AirDrop as Drop
from domain.values import Side, UnitKind
from tests.support.cases import Case, cases, check, runs

DROP = Drop(Side.ALLIES, UnitKind.DESTROYER, units=1, figures=3, scatter=0)

BOATS = cases(
    """
    # Terrain Pack, folding boats: infantry may enter river hexes and must stop there
    @ doctrine allies boats I
    infantry with boats goes onto a river and stops
        4: I ~ . i; move I | I moves e => moved I e no ground; moves ended
    and no farther in the same move
        4: I ~ . i; move I | I moves e e => refused movement.stop_terrain
    whatever its card lets it do
        4: I ~ ~ i; move I; card behind_enemy_lines | I moves e e => refused movement.stop_terrain
    it comes there in its second step
        4: I . ~ i; move I | I moves e e => moved I e e no battle no ground; moves ended
    other infantry does not | 4: I2 ~ . i; move I2 | I2 moves e => refused movement.impassable
    nor where it stands in one from the start
        4: I2/~ ~ . i; move I2 | I2 moves e => refused movement.impassable
    nor do boats go over a lake | 4: I L . i; move I | I moves e => refused movement.impassable
    nor over a river that a scenario closes
        4: I ~^ . i; move I | I moves e => refused movement.impassable
    it goes on by river, hex by hex
        4: I/~ ~ . i; move I | I moves e => moved I e no ground; moves ended
    # Terrain Pack, folding boats: the boat is gone once it steps from the river onto land
    it leaves its boats ashore
        4: I/~ . . i; move I | I moves e => moved I e ashore; moves ended
    and goes on without them
        4: I/~ . . i; move I | I moves e e => moved I e e no battle ashore; moves ended
    it cannot go back onto the water in the same move
        4: I/~ . ~ i; move I | I moves e e => refused movement.impassable
    # Ruling: what carries across a river is entered from land alone, and left onto land
    from a boat it gets onto no bridge
        4: I/~ ~= . i; move I | I moves e => refused movement.bridge_from_land
    nor from a bridge into one
        4: I/~= ~ . i; move I | I moves e => refused movement.bridge_from_land
    over a bridge it goes as others do
        4: I ~= . i; move I | I moves e e => moved I e e no battle; moves ended
    # Terrain Pack, folding boats: one die less on a river hex
    it has one die less afloat | 4: I/~ i; battle I | I > i [star star] => rolled
    at any range | 4: I/~ . i; battle I | I > i [star] => rolled at 2
    # Terrain Pack, folding boats: each flag is a lost figure on a river hex
    it does not go back afloat
        4: i I/~; battle i; first axis | i > I [flag flag star] =>
        rolled; figures lost I count 2 retreat_blocked
    on land it goes back, but not onto a river
        4: i I; 5: ~ ~; battle i; first axis | i > I [flag star star] =>
        rolled; figures lost I retreat_blocked
    # Ruling: ground is taken from a boat, and by boat
    ground is taken from a boat
        4: I/~ i:1; battle I | I > i [grenade star]; take ground => ground taken I 4,10 ashore
    and on a river
        4: I i:1/~; battle I | I > i [grenade star star] => rolled; eliminated i 4,10 allies;
        ground offered I 4,10
    but not by who is there without boats
        4: I2 i:1/~; battle I2 | I2 > i [grenade star star] => rolled; eliminated i 4,10 allies
    nor by who has come onto the river in the turn
        4: I ~ i:1; move I | I moves e; I > i [grenade star] => rolled; eliminated i 4,12 allies
    # Ruling: boats are infantry's
    @ doctrine allies boats
    armor goes over no river | 4: A ~ i; move A | A moves e => refused movement.impassable
    """,
)


@runs(BOATS)
def test_boats(case: Case) -> None:
    check(case)


SHIPS = cases(
    """
    # Pacific, Troops 12: moves 0 to 2 hexes on ocean and may battle
    @ kind G destroyer
    a destroyer moves two hexes and battles
        4: G/O O O; 0: i; move G | G moves e e => moved G e e; moves ended
    and no farther | 4: G/O O O O; 0: i; move G | G moves e e e => refused movement.too_far
    it stays on the ocean | 4: G/O . O; 0: i; move G | G moves e => refused movement.impassable
    and does not go next to a beach
        4: G/O O _; 0: i; move G | G moves e => refused movement.impassable
    one that is there battles all the same
        4: G/O _ i; battle G | G > i [star star star] => rolled at 2
    # Pacific, Troops 12: eight hexes, without a line of sight, and reductions do not count
    it reaches eight hexes
        left 2; 4: G/O . F . . . . . i/T; battle G | G > i [star] => rolled at 8
    no one is spared in a wood | 4: G/O . i/F; battle G | G > i [star star star] => rolled at 2
    # Pacific, Troops 12: hit by grenades alone; may ignore one flag; takes no ground
    only grenades hit it
        4: i G/O; battle i; first axis | i > G [infantry armor grenade] => rolled; figures lost G
    it may ignore one flag
        3: O; 4: i G/O; 5: O O; battle i; first axis | i > G [flag star star]; G back =>
        flag ignored G
    it goes back over the ocean toward its baseline
        4: i G/O; 5: O O; battle i; first axis | i > G [flag star star]; G back se =>
        retreated G se; ground offered i 4,10
    it loses figures where there is none
        4: i G/O; battle i; first axis | i > G [flag flag star] =>
        rolled; figures lost G retreat_blocked; flag ignored G
    it takes no ground
        4: G/O i:1/O; battle G | G > i [grenade star star] => rolled; eliminated i 4,10 allies
    # Ruling: cards order it as artillery
    artillery's cards order it
        4: G/O . i; order; card artillery_bombard | order G =>
        ordered G center; orders ended; moves ended
    # Ruling: a ship that comes down on land is lost
    a ship comes down at sea
        4: O O . i; play_card; with dropped | drop 4,10 =>
        landed allies-1 allies destroyer figures 3 4,10 4,10 no drift; turn started turn 1 allies
    and not on land
        4: O O . i; play_card; with dropped | drop 4,12 =>
        drop failed allies destroyer impassable 4,12 no drift; turn started turn 1 allies
    # Pacific, Troops 12: cannot be healed
    it gets no figure back
        4: G/O I i; play_card; card medics_and_mechanics; hurt I 1; hurt G 1 |
        play medics_and_mechanics; heal G => refused heal.no_die
    """,
    dropped={"changes": {"air_drops": (DROP,)}},
)


@runs(SHIPS)
def test_ships(case: Case) -> None:
    check(case)
