"""How the armies of some nations fight, and what leaders do for their units."""

from tests.support.cases import Case, cases, check, runs

CASES = cases(
    """
    # Pacific, Imperial Japanese Army
    @ doctrine axis imperial_japanese_army
    Japanese infantry has to ignore a flag
        7: . .; 8: I i; battle I | I > i [flag star star] => rolled; flag ignored i
    it goes back for the second
        7: . .; 8: I i; battle I | I > i [flag flag star] =>
        rolled; retreat demanded i axis flags 2 shortest 1 longest 1
    where its hex lets it ignore one it has to ignore two
        7: . .; 8: I i/%; battle I | I > i [flag flag] => rolled; flag ignored i
    armor goes back
        6: . .; 7: . . .; 8: . A a .; battle A | A > a [flag star star] =>
        rolled; retreat demanded a axis shortest 1 longest 1
    nobody ignores the flags of a strike from the air
        6: . .; 7: . . .; 8: . I i .; play_card; card barrage | play barrage;
        target i [flag star star star] =>
        target named i; targets fixed; strike rolled i [flag star star star];
        retreat demanded i axis shortest 1 longest 1
    @ doctrine axis imperial_japanese_army; first axis
    at full strength it has a die more in close assault
        8: i I; battle i | i > I [star star star star] => rolled
    from afar it has not
        8: i . I; battle i | i > I [star star] => rolled at 2
    nor once it has lost a figure
        8: i I; battle i; hurt i 1 | i > I [star star star] => rolled
    it moves two hexes and battles who is adjacent
        8: i . . I; move i | i moves e e => moved i e e charges; moves ended
    it battles nobody farther off then
        8: i . . . I; move i | i moves e e; i > I => refused battle.moved_too_far
    after one hex it does
        8: i . . I; move i | i moves e; i > I [star star] => rolled at 2
    a forest keeps it from battle
        8: i . F I; move i | i moves e e =>
        moved i e e no battle no ground; moves ended
    mortars do not charge
        8: i . . I; kind i mortar_team; move i | i moves e e => moved i e e no battle; moves ended
    snipers are like any others
        8: i I; kind i sniper; battle i | i > I [flag] => rolled stars; figures lost I
        retreat_blocked
    @ doctrine axis imperial_japanese_army; first axis; card infantry_assault
    infantry assault leaves three hexes without battle
        8: i . . . I; move i | i moves e e e => moved i e e e no battle; moves ended
    two with any
        8: i . . . I; move i | i moves e e => moved i e e; moves ended
    # Mediterranean, Italian Royal Army
    @ doctrine axis italian_royal_army i g
    Italians go back one to three hexes for a flag
        5: . .; 6: . .; 7: . .; 8: I i; battle I | I > i [flag star star] =>
        rolled; retreat demanded i axis shortest 1 longest 3
    their artillery may ignore it
        5: . .; 6: . .; 7: . .; 8: I g; battle I | I > g [flag star star] =>
        rolled; retreat demanded g axis shortest 0 longest 3
    who fights beside them goes back one
        5: . .; 6: . .; 7: . .; 8: I a; battle I | I > a [flag star star] =>
        rolled; retreat demanded a axis shortest 1 longest 1
    # Pacific, US Marine Corps
    @ doctrine allies us_marine_corps; left 12
    a section card orders one unit more
        8: I I2 I3; order; card recon_center | order I; order I2 =>
        ordered I2 center; orders ended
    and no more
        8: I I2 I3; order; card probe_center | order I; order I2; order I3 =>
        ordered I3 center; orders ended
    a card of several sections one in any of them
        6: I A; 7: . .; 8: I2 I3; order; card recon_in_force | order I; order A =>
        ordered A center; orders ended
    @ doctrine allies us_marine_corps
    a tactic card orders one more
        8: I I2 I3 I4 I5 I6; order; card move_out | order I; order I2; order I3; order I4;
        order I5 =>
        ordered I5 center; orders ended
    a single unit of another type is two
        8: A A2 A3; play_card; card move_out | play move_out; order A; order A2 =>
        ordered A2 center; orders ended
    behind enemy lines there are two, each with its own moves
        8: I . . . I2 . . .; order; card behind_enemy_lines | order I; order I2; I moves e;
        I2 moves e;
        end battles; I moves w => moved I w no battle; second move offered I2
    the other one may go first
        8: I . . . I2 . . .; order; card behind_enemy_lines | order I; order I2; I moves e;
        I2 moves e;
        end battles; I2 moves w => moved I2 w no battle; second move offered I
    nobody moves a third time
        8: I . . . I2 . . .; order; card behind_enemy_lines | order I; order I2; I moves e;
        I2 moves e;
        end battles; I moves w; I moves e => refused movement.already_moved
    medics tend two units, each with its own dice
        8: I I2 I3; play_card; card medics_and_mechanics; hurt I 1; hurt I2 1; hurt I3 1 |
        play medics_and_mechanics; heal I [star star star star star star];
        heal I2 [star star star star star star]
        => order dice rolled [star star star star star star] draw 2 I2; figures restored I2;
        ordered I2 center; orders ended
    and none of them twice
        8: I:2 I2; play_card; card medics_and_mechanics; hurt I 3; hurt I2 1 |
        play medics_and_mechanics; heal I [star flag flag flag flag flag]; heal I =>
        refused heal.no_die
    # Mediterranean, British Commonwealth Forces
    @ doctrine axis british_commonwealth
    a unit with one figure left may battle back
        6: . . .; 7: . . .; 8: . I i:2; battle I | I > i [grenade star star] =>
        rolled; figures lost i; battle back offered i axis
    it throws one die
        8: . I i:2; battle I | I > i [grenade star star]; battle back [grenade] =>
        battle back rolled [grenade] draw 2; figures lost I
    it may eliminate its attacker
        8: . I:1 i:2 I2; battle I | I > i [grenade star star]; battle back [infantry] =>
        battle back rolled [infantry] draw 2; eliminated I 8,10 axis
    a flag drives the attacker back, who takes no ground
        7: . . .; 8: . I i:2; battle I | I > i [grenade star star]; battle back [flag] =>
        battle back rolled [flag] draw 2; figures lost I retreat_blocked
    or it does not
        8: . I i:2; battle I | I > i [grenade star star]; decline => battle back declined i
    it is asked once
        8: . I i:2 i2; battle I | I > i [grenade star star]; decline; I > i =>
        refused battle.already_fought
    with two figures left it does not
        8: . I i:3; battle I | I > i [grenade star star] => rolled; figures lost i
    from afar nobody does
        8: I . i:2; battle I | I > i [grenade star] => rolled at 2; figures lost i
    nor who has gone back
        6: . . .; 7: . . .; 8: . I i:2; battle I | I > i [grenade flag star] =>
        rolled; figures lost i; retreat demanded i axis shortest 1 longest 1
    nor a sniper
        8: . I i; kind i sniper; battle I | I > i [star star star] => rolled
    nor from the water
        8: . I i:2/O; battle I | I > i [grenade star star] => rolled; figures lost i
    anti-tank teams hit armor with a star
        8: . A i; kind i anti_tank_team; hurt i 2; battle A | A > i [grenade star star];
        battle back [star] =>
        battle back rolled [star] draw 2 stars; figures lost A
    # Mediterranean, North African Desert Rules
    @ doctrine allies north_african_desert
    armor that took ground may move on
        8: A i:1 . i2; battle A | A > i [grenade star star]; take ground =>
        ground taken A 8,10; pursuit offered A
    and battles once more from there
        8: A i:1 . i2; battle A | A > i [grenade star star]; take ground; A moves e =>
        moved A e; overrun offered A
    or stays, and battles from afar
        8: A i:1 . i2; battle A | A > i [grenade star star]; take ground; decline =>
        pursuit declined A; overrun offered A
    a forest keeps it from the further battle
        8: A i:1 F i2; battle A | A > i [grenade star star]; take ground; A moves e =>
        moved A e no battle no ground
    it moves no farther
        8: A i:1 . . i2; battle A | A > i [grenade star star]; take ground; A moves e e =>
        refused movement.other_path
    nobody else moves on
        8: A i:1 . A2; battle A A2 | A > i [grenade star star]; take ground; A2 moves e =>
        refused overrun.other_unit
    nor by a way off the board that is none
        8: A i:1 . i2; battle A | A > i [grenade star star]; take ground; A exits e =>
        refused movement.no_exit
    it may leave the board
        8: A i:1 . i2; objective m1 exit allies 8,10; battle A | A > i [grenade star star];
        take ground;
        A exits => exited A 8,10
    not a second time
        8: A i:1 i2:1 . i3; battle A | A > i [grenade star star]; take ground; decline;
        A > i2 [grenade star star]; take ground => ground taken A 8,12
    infantry does not move on
        8: I i:1 . i2; battle I | I > i [grenade star star]; take ground => ground taken I 8,10
    # Battle maps: a leader of tanks
    @ doctrine allies tank_leader A
    a leader adds a die as long as the tank has not moved
        8: A . i; battle A | A > i [star star star star] => rolled at 2
    not after a move
        8: A . . i; move A | A moves e; A > i [star star star] => rolled at 2
    nor after ground taken
        8: A i:1 i2; battle A | A > i [grenade star star star]; take ground;
        A > i2 [star star star] =>
        rolled overrun draw 2
    @ doctrine axis steadfast i
    a steadfast unit may ignore a flag
        6: . .; 7: . .; 8: I i; battle I | I > i [flag star star] =>
        rolled; retreat demanded i axis shortest 0 longest 1
    """
)


@runs(CASES)
def test_doctrines(case: Case) -> None:
    check(case)
