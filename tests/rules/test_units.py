"""Kinds of units of the expansions: what each does otherwise than its type."""

from tests.support.cases import Case, cases, check, runs

CASES = cases(
    """
    # Terrain Pack, Combat Engineers
    @ kind I combat_engineer
    what stands on the target's hex does not count in close assault
        8: I i/T; battle I | I > i [star star star] => rolled
    from afar it does
        8: I . i/F; battle I | I > i [star] => rolled at 2
    wire costs engineers a die and is gone as they battle
        8: I/# i; battle I | I > i [star star] =>
        attack declared I i dice 2; obstacle removed 8,8 wire cleared; dice rolled [star star]
    they may clear it and not battle
        8: I/# i; battle I | I clears wire => wire cleared I 8,8
    # Mediterranean, Anti-Tank Teams (until 1942)
    @ kind I anti_tank_team
    stars of an anti-tank team hit armor
        8: I . a; battle I | I > a [star flag] =>
        rolled at 2 stars; figures lost a; retreat demanded a axis shortest 1 longest 1
    they hit no infantry
        8: I . i; battle I | I > i [star star] => rolled at 2
    a team that moves does not battle
        8: I . . i; move I | I moves e => moved I e no battle; moves ended
    it takes no ground
        8: I a; battle I | I > a [grenade grenade grenade] =>
        rolled stars; eliminated a 8,10 count 3 allies
    @ kind I anti_tank_team; card infantry_assault
    not even when infantry assaults
        8: I . . i; move I | I moves e => moved I e no battle; moves ended
    # Winter Wars, Anti-Tank Teams (from 1943)
    @ kind I anti_tank_team_late
    one that has not moved hits armor with stars
        8: I . a; battle I | I > a [star star] =>
        rolled at 2 stars; figures lost a count 2
    one that has moved battles as infantry
        8: I . . a; move I | I moves e; I > a [star star] => rolled at 2
    # Mediterranean, Mortars (until 1942)
    @ kind I mortar_team
    a mortar needs no line of sight and asks for no ground
        8: I F i/F; battle I | I > i [star star] => rolled at 2
    # Winter Wars, Mortars (from 1943)
    @ kind I mortar_team_late
    one that has not moved shoots four hexes
        8: I . F . i/F; battle I | I > i [star] => rolled at 4
    one that has moved shoots three
        8: I . . . . i; move I | I moves e; I > i => refused battle.out_of_range
    one that has moved needs to see
        8: I . F i; move I | I moves e; I > i => refused battle.no_line_of_sight
    # Mediterranean, Machine Guns (until 1942)
    @ kind I machine_gun_team
    stars of a machine gun hit infantry
        8: I . i; battle I | I > i [star flag] =>
        rolled at 2 stars; figures lost i; retreat demanded i axis shortest 1 longest 1
    # Winter Wars, Machine Guns (from 1943)
    @ kind I machine_gun_team_late
    one that has moved hits none with them
        8: I . . i; move I | I moves e; I > i [star star] => rolled at 2
    # Eastern Front, Snipers
    @ kind I sniper
    a sniper hits with its symbol, grenades and stars, five hexes away, whatever the ground
        8: I . . . . i/F; battle I | I > i [star] =>
        rolled at 5 stars; figures lost i
    it spares armor
        8: I . a; battle I | I > a => refused battle.spares_type
    it battles after two hexes, wherever they end
        8: I . F . i; move I | I moves e e => moved I e e no ground; moves ended
    @ kind i sniper
    only grenades hit a sniper, who gives no medal
        8: I i; battle I | I > i [infantry star grenade] =>
        rolled; eliminated i 8,10 allies medals 0; ground offered I 8,10
    symbols do not
        8: I . i; battle I | I > i [infantry infantry] => rolled at 2
    # Eastern Front, Cavalry
    @ kind I cavalry
    cavalry moves three hexes and battles
        8: I . . . i; move I | I moves e e e => moved I e e e; moves ended
    it has two dice, takes ground and battles once more
        8: I i:1 i2; battle I | I > i [grenade flag]; take ground =>
        ground taken I 8,10; overrun offered I
    # Winter Wars, Heavy Anti-Tank Guns
    @ kind G heavy_anti_tank_gun
    a heavy gun has two dice, and stars hit armor
        8: G . . . a/F; battle G | G > a [star star] =>
        rolled at 4 stars; figures lost a count 2
    it needs to see
        8: G . F . a; battle G | G > a => refused battle.no_line_of_sight
    it battles no farther than four hexes
        8: G . . . . a; battle G | G > a => refused battle.out_of_range
    # Pacific, Flamethrower Tanks
    @ kind A flamethrower_tank
    ground takes one die from a flamethrower at most
        8: A i/T; battle A | A > i [star star] => rolled
    from afar it takes what it does from any armor
        8: A . i/F; battle A | A > i [star] => rolled at 2
    # Eastern Front, Ski Troops: a card leaves them what they have
    @ kind I ski_troops; card infantry_assault
    ski troops go three hexes and battle with any card
        8: I . . . i; move I | I moves e e e => moved I e e e; moves ended
    # Eastern Front, Snipers
    @ kind i sniper; enemy ambush
    a sniper in ambush throws one die, whose stars hit
        8: I i; battle I | I > i; ambush [star star star star] =>
        ambush played axis ambush i dice 1 stars; ambush rolled [star]; figures lost I;
        dice rolled [star star star] draw 2
    it throws none at armor, and nobody asks it
        8: A i; battle A | A > i [star star star] => rolled
    """
)


@runs(CASES)
def test_units_of_the_expansions(case: Case) -> None:
    check(case)
